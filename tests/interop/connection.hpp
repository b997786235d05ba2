// SPDX-License-Identifier: GPL-3.0-or-later
// Our end of a connection to another implementation.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../tls/endpoints.hpp"
#include "child.hpp"
#include "hartls/tls/stream.hpp"
#include "peer.hpp"

namespace hartls::tls::test {

using Tcp = boost::asio::ip::tcp;
using Tls = Stream<Tcp::socket>;
using boost::system::error_code;

/// Starts an operation with a handler and waits for its end. error::timed_out after the deadline.
template <typename Start>
error_code finish(boost::asio::io_context& io, Start start) {
  const auto end = std::make_shared<std::optional<error_code>>();
  start([end](error_code error, std::size_t = 0) { *end = error; });
  run_until(io, [&] { return end->has_value(); });
  return end->value_or(boost::asio::error::timed_out);
}

/// What an engine and its peer have to say about a failure.
std::string story(const Tls& tls, const Child* child);

class Interop : public ::testing::Test {
 protected:
  /// Our client, connected, before the handshake.
  std::unique_ptr<Tls> connect(const Context& context, std::uint16_t port);
  /// Our server's next connection, before the handshake. Null after the deadline.
  std::unique_ptr<Tls> accept(const Context& context);
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  error_code handshake(Tls& tls) {
    return finish(io, [&](auto handler) { tls.async_handshake(std::move(handler)); });
  }
  /// One read: what came, or the error.
  std::string read_some(Tls& tls, error_code& error);
  void write(Tls& tls, std::string_view data);

  /// `up` to the peer and `down` from it at the same time. With a `command`, which has the tool
  /// send something of its own, `down` follows once that has come.
  void exchange(Tls& tls, Child& child, const std::string& up, const std::string& down,
                const std::string& command = {});
  /// `data` to a peer that sends it back.
  void echo(Tls& tls, const std::string& data);

  /// The peer's client closes, we hear of it and answer.
  void peer_closes(Tls& tls, Child& child);
  /// We close, the peer answers.
  void we_close(Tls& tls, const Child* child);

  boost::asio::io_context io;

 private:
  Tcp::acceptor acceptor_{io, {boost::asio::ip::make_address("127.0.0.1"), 0}};
};

bool ends_with(const std::string& text, const std::string& end);

/// Any bytes.
std::string binary_data(std::size_t size, std::uint32_t seed = 1);
/// Lines of letters and digits, without those that are commands to the tools. GnuTLS's server sends
/// whole lines back.
std::string plain_data(std::size_t size, std::uint32_t seed = 2);

}  // namespace hartls::tls::test
