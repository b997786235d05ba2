// SPDX-License-Identifier: GPL-3.0-or-later
// HTTPS with a library that knows streams only by what Asio asks of them.
#include <gmock/gmock.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <string>

#include "child.hpp"
#include "endpoints.hpp"
#include "hartls/tls/stream.hpp"

namespace hartls::tls::test {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

TEST(Beast, RequestAndResponse) {
  const Contexts contexts;
  asio::io_context io;
  asio::ip::tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
  asio::ip::tcp::socket near_end(io);
  near_end.connect(acceptor.local_endpoint());
  Stream<asio::ip::tcp::socket> server(acceptor.accept(), contexts.server);
  Stream<asio::ip::tcp::socket> client(std::move(near_end), contexts.client);
  client.engine().set_host("localhost");
  const auto run = [&io] {
    io.restart();
    io.run_for(deadline);
    ASSERT_TRUE(io.stopped()) << "still waiting after the deadline";
  };
  for (auto* const stream : {&client, &server})
    stream->async_handshake([](error_code error) { ASSERT_FALSE(error) << error.message(); });
  run();

  http::request<http::empty_body> request{http::verb::get, "/table", 11};
  request.set(http::field::host, "localhost");
  http::request<http::empty_body> received;
  boost::beast::flat_buffer server_buffer;
  boost::beast::flat_buffer client_buffer;
  http::response<http::string_body> response{http::status::ok, 11};
  response.body() = std::string(70000, 'x');
  response.prepare_payload();
  http::response<http::string_body> answer;

  http::async_write(client, request, [&](error_code error, std::size_t) {
    ASSERT_FALSE(error) << error.message();
    http::async_read(client, client_buffer, answer,
                     [](error_code read, std::size_t) { ASSERT_FALSE(read) << read.message(); });
  });
  http::async_read(server, server_buffer, received, [&](error_code error, std::size_t) {
    ASSERT_FALSE(error) << error.message();
    http::async_write(server, response, [](error_code wrote, std::size_t) {
      ASSERT_FALSE(wrote) << wrote.message();
    });
  });
  run();
  EXPECT_EQ(received.target(), "/table");
  EXPECT_EQ(answer.result(), http::status::ok);
  EXPECT_EQ(answer.body(), response.body());
}

}  // namespace
}  // namespace hartls::tls::test
