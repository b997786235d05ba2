// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <span>
#include <vector>

#include "benchmark_options.hpp"
#include "hartls/bench/measure.hpp"

namespace hartls::bench {

/// The rows that `filters` keep, in the order of `cases`; all without filters. Throws
/// Errc::invalid_argument for a filter that matches none.
std::vector<Case> select_cases(std::vector<Case> cases, std::span<const std::string> filters);

/// One line a row: its label, algorithm/operation, and the provider's implementation or "not
/// supported".
void list_cases(std::span<const Case> cases, const Provider& provider, std::ostream& out);

/// Measures `cases` as `options` say; results to `out`, a file, or both. Diagnostics go to the log,
/// and the progress line to standard error where that is a terminal. Throws std::system_error for
/// what is wrong before the first row.
ExitCode run_cases(std::span<const Case> cases, const Provider& provider, const Options& options,
                   const OpenInstruments& open, std::ostream& out);

/// The whole program.
int benchmark_main(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace hartls::bench
