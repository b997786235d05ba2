// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "common/endpoint.hpp"
#include "common/program.hpp"
#include "common/tls_options.hpp"

namespace hartls::client {

struct Options {
  apps::TlsOptions tls;
  std::string host = "127.0.0.1";
  std::uint16_t port = apps::default_port;
  bool only_ipv4 = false;
  bool only_ipv6 = false;
  std::string server_name;    ///< SNI; empty: the host, where it is a name
  std::string expected_name;  ///< in the certificate; empty: the host
  bool match_host = true;
  std::size_t max_fragment = 0;
  bool resume = false;
  std::optional<std::string> get_path;
  bool wait_close = false;
};

apps::CommandLine<Options> parse(int argc, const char* const* argv);

}  // namespace hartls::client
