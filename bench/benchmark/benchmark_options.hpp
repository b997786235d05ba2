// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "hartls/bench/program.hpp"
#include "hartls/bench/report.hpp"

namespace hartls::bench {

struct Options {
  std::vector<std::string> filters;
  std::string provider;  ///< empty: the default one
  double seconds = 1;
  std::vector<std::uint64_t> bytes{1U << 20U};
  std::uint64_t aad_bytes = 13;
  unsigned threads = 1;
  Format format = Format::table;
  std::string output;  ///< empty: none
  bool base10 = false;
  bool list = false;
};

/// The options, or the code to exit with at once: after --help and --version, which are printed to
/// `out`, and after a mistake, which is told on `err`. `version` is what --version prints.
std::variant<Options, ExitCode> parse_options(int argc, const char* const* argv,
                                              const std::string& version, std::ostream& out,
                                              std::ostream& err);

}  // namespace hartls::bench
