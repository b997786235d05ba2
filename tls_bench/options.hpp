// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <variant>

#include "contexts.hpp"
#include "hartls/bench/clock_options.hpp"
#include "hartls/bench/program.hpp"
#include "hartls/bench/report.hpp"
#include "plan.hpp"

namespace hartls::tls_bench {

enum class Mode : std::uint8_t {
  loopback,  ///< both sides in this process, over TCP
  memory,    ///< both sides in this process, stepped in turn without a network
  client,
  server,
};

struct Options {
  Mode mode = Mode::loopback;
  std::string host;  ///< client: of the server; loopback: 127.0.0.1 or ::1; server: to listen on
  std::uint16_t port = 11112;
  Selection selection;
  Work work;
  bench::ClockOptions clock;
  Credentials credentials;
  std::string provider;               ///< empty: the default one
  std::uint64_t max_connections = 0;  ///< server: ends after so many; 0: never
  bool list_suites = false;
  bool list_groups = false;
  bool show_peer = false;
  bool verbose = false;
  bool detail = false;
  bench::Format format = bench::Format::table;
  std::string output;  ///< empty: none
};

/// The options, or the code to exit with at once: after --help and --version, which are printed to
/// `out`, and after a mistake, which is told on `err`. `version` is what --version prints.
std::variant<Options, bench::ExitCode> parse_options(int argc, const char* const* argv,
                                                     const std::string& version, std::ostream& out,
                                                     std::ostream& err);

}  // namespace hartls::tls_bench
