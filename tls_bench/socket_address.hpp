// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace hartls::tls_bench {

/// "127.0.0.1:11111", "[::1]:11111".
std::string to_string(const boost::asio::ip::tcp::endpoint& endpoint);

/// Numeric addresses (IPv4, IPv6, also in brackets and with a zone) and "localhost" without the
/// system's resolver, which a static glibc may lack; other names through it. Throws
/// std::runtime_error that names the host and tells what to do, also where the resolver does not
/// answer within `timeout`.
std::vector<boost::asio::ip::tcp::endpoint> resolve(const std::string& host, std::uint16_t port,
                                                    std::chrono::milliseconds timeout);

}  // namespace hartls::tls_bench
