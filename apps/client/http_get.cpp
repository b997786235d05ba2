// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/http_get.hpp"

#include <array>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cstdint>
#include <limits>

#include "common/file.hpp"

namespace hartls::client {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::uint32_t max_header_bytes = 64 * 1024;

void send_request(Connection& connection, const std::string& path, const std::string& host) {
  http::request<http::empty_body> request{http::verb::get, path, 11};
  request.set(http::field::host, host);
  request.set(http::field::user_agent, "hartls/" HARTLS_VERSION);
  request.set(http::field::accept, "*/*");
  request.set(http::field::connection, "close");
  const error_code error = connection.await("HTTP request to", [&](auto handler) {
    http::async_write(connection.stream(), request, std::move(handler));
  });
  if (error)
    connection.fail("HTTP request to " + connection.server(), error);
}

}  // namespace

std::string http_get(Connection& connection, const std::string& path, const std::string& host,
                     int output) {
  send_request(connection, path, host);
  const std::string what = "HTTP answer of " + connection.server();
  boost::beast::flat_buffer buffer;
  http::response_parser<http::buffer_body> parser;
  parser.header_limit(max_header_bytes);
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());
  error_code error = connection.await("HTTP answer of", [&](auto handler) {
    http::async_read_header(connection.stream(), buffer, parser, std::move(handler));
  });
  if (error)
    connection.fail(what, error);
  std::array<std::uint8_t, tls::Engine::max_record_bytes> chunk{};
  while (!parser.is_done()) {
    parser.get().body().data = chunk.data();
    parser.get().body().size = chunk.size();
    error = connection.await("HTTP answer of", [&](auto handler) {
      http::async_read(connection.stream(), buffer, parser, std::move(handler));
    });
    if (error == http::error::need_buffer)
      error = {};
    apps::write_all(output, ByteView(chunk).first(chunk.size() - parser.get().body().size),
                    "standard output");
    if (error)
      connection.fail(what, error);
  }
  return std::to_string(parser.get().result_int()) + " " + std::string(parser.get().reason());
}

}  // namespace hartls::client
