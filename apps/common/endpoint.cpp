// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/endpoint.hpp"

#include <charconv>
#include <limits>

#include "common/program.hpp"

namespace hartls::apps {
namespace {

[[noreturn]] void refuse(std::string_view text) {
  throw UsageError("host \"" + printable(text) +
                   "\"; allowed: a name or an address, then perhaps :PORT; an IPv6 address with a "
                   "port is written [ADDRESS]:PORT");
}

Endpoint parse_bracketed(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos)
    refuse(text);
  Endpoint endpoint{std::string(text.substr(1, end - 1)), std::nullopt};
  const auto address = numeric_address(endpoint.host);
  if (!address || !address->is_v6())
    refuse(text);
  const std::string_view rest = text.substr(end + 1);
  if (rest.empty())
    return endpoint;
  if (rest.front() != ':')
    refuse(text);
  endpoint.port = parse_port(rest.substr(1));
  return endpoint;
}

}  // namespace

Endpoint parse_endpoint(std::string_view text) {
  if (text.empty() || text.find_first_of(" \t\r\n/") != std::string_view::npos)
    refuse(text);
  if (text.front() == '[')
    return parse_bracketed(text);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos)
    return {std::string(text), std::nullopt};
  if (text.find(':', colon + 1) == std::string_view::npos) {
    if (colon == 0)
      refuse(text);
    return {std::string(text.substr(0, colon)), parse_port(text.substr(colon + 1))};
  }
  if (!numeric_address(std::string(text)))
    refuse(text);
  return {std::string(text), std::nullopt};
}

std::uint16_t parse_port(std::string_view text) {
  std::uint32_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() ||
      port > std::numeric_limits<std::uint16_t>::max())
    throw UsageError("port \"" + printable(text) + "\"; allowed: 0 to 65535");
  return static_cast<std::uint16_t>(port);
}

std::optional<boost::asio::ip::address> numeric_address(const std::string& host) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  return error ? std::nullopt : std::optional(address);
}

std::string endpoint_text(const std::string& host, std::uint16_t port) {
  const bool brackets = host.find(':') != std::string::npos;
  return (brackets ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace hartls::apps
