// SPDX-License-Identifier: GPL-3.0-or-later
// A connection whose every step has a deadline.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/options.hpp"
#include "hartls/tls/stream.hpp"

namespace hartls::client {

class Connection {
 public:
  using Tcp = boost::asio::ip::tcp;
  using ErrorCode = boost::system::error_code;

  /// Connects and shakes hands, resuming `session` where there is one. Throws apps::Failure, which
  /// says what failed, with whom and why; so do all others here.
  Connection(const tls::Context& context, const Options& options, const tls::Session& session = {});

  tls::Stream<Tcp::socket>& stream() noexcept { return *stream_; }
  const tls::Engine& engine() const noexcept { return stream_->engine(); }
  boost::asio::io_context& io() noexcept { return io_; }
  /// "localhost:11111".
  const std::string& server() const noexcept { return server_; }

  /// Runs one asynchronous operation, `start(handler)`, to its end. Throws at the deadline:
  /// "`what`: nothing from ... within 10 s".
  template <typename Start>
  ErrorCode await(const std::string& what, Start start) {
    const auto result = std::make_shared<std::optional<ErrorCode>>();
    start([result](ErrorCode error, auto&&...) { *result = error; });
    run_until_deadline(*result, what);
    return **result;
  }

  /// close_notify, then waits for the server's, dropping what still comes.
  ErrorCode shutdown();

  /// Why an operation failed, with what TLS knows beyond the code.
  std::string reason(const ErrorCode& error) const;
  [[noreturn]] void fail(const std::string& what, const ErrorCode& error) const;

 private:
  std::vector<Tcp::endpoint> addresses(const Options& options);
  std::vector<Tcp::endpoint> resolve(const std::string& host, std::uint16_t port);
  Tcp::socket connect(const std::vector<Tcp::endpoint>& candidates);
  void handshake();
  void run_until_deadline(const std::optional<ErrorCode>& result, const std::string& what);

  std::string server_;
  std::chrono::milliseconds timeout_;
  std::string timeout_text_;
  boost::asio::io_context io_;
  std::optional<tls::Stream<Tcp::socket>> stream_;
};

}  // namespace hartls::client
