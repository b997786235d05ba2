// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts and ports as people write them.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hartls::apps {

/// wolfSSL's examples have the same.
constexpr std::uint16_t default_port = 11111;

struct Endpoint {
  std::string host;                   ///< name or numeric address, without brackets
  std::optional<std::uint16_t> port;  ///< absent: none was written
};

/// "host", "host:443", "192.0.2.1:443", "::1", "[::1]", "[::1]:443". Throws UsageError.
Endpoint parse_endpoint(std::string_view text);

/// 0 to 65535. Throws UsageError.
std::uint16_t parse_port(std::string_view text);

/// The address where `host` is numeric, "localhost" not included.
std::optional<boost::asio::ip::address> numeric_address(const std::string& host);

/// "host:443", "[::1]:443".
std::string endpoint_text(const std::string& host, std::uint16_t port);

}  // namespace hartls::apps
