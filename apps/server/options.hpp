// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "common/endpoint.hpp"
#include "common/program.hpp"
#include "common/tls_options.hpp"

namespace hartls::server {

enum class Mode : std::uint8_t {
  echo,
  files,
  status_page,
};

struct Options {
  apps::TlsOptions tls;
  std::string address = "127.0.0.1";  ///< numeric
  bool any_address = false;
  std::uint16_t port = apps::default_port;
  Mode mode = Mode::echo;
  std::string folder;
  std::uint64_t connections = 1;
  bool endless = false;
  bool ignore_failures = false;
  bool require_client_certificate = false;
  std::string dh_group;
  std::string dh_file;
  std::string ready_file;
  double idle_seconds = 300;

  std::chrono::milliseconds idle() const {
    return std::chrono::milliseconds(static_cast<std::int64_t>(idle_seconds * 1000));
  }
};

apps::CommandLine<Options> parse(int argc, const char* const* argv);

}  // namespace hartls::server
