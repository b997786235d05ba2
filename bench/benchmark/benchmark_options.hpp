// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "hartls/bench/clock_options.hpp"
#include "hartls/bench/program.hpp"
#include "hartls/bench/report.hpp"

namespace hartls::bench {

/// Which rows there are to choose from.
enum class Suite : std::uint8_t {
  all,
  unleashed,  ///< those of wolfSSL's table for the HiFive Unleashed
};

struct Options {
  Suite suite = Suite::all;
  std::vector<std::string> filters;
  std::string provider;  ///< empty: the default one
  double seconds = 1;
  std::vector<std::uint64_t> bytes{1U << 20U};  ///< with a model's clock 8 KiB
  std::uint64_t aad_bytes = 13;
  unsigned threads = 1;
  ClockOptions clock;
  Format format = Format::table;
  std::string output;         ///< empty: none
  std::string budget;         ///< file to hold the results to; empty: none
  bool write_budget = false;  ///< update `budget` instead
  bool base10 = false;
  bool list = false;
};

/// The options, or the code to exit with at once: after --help and --version, which are printed to
/// `out`, and after a mistake, which is told on `err`. `version` is what --version prints.
std::variant<Options, ExitCode> parse_options(int argc, const char* const* argv,
                                              const std::string& version, std::ostream& out,
                                              std::ostream& err);

}  // namespace hartls::bench
