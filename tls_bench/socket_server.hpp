// SPDX-License-Identifier: GPL-3.0-or-later
// A server on its own.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "outcome.hpp"
#include "plan.hpp"
#include "socket_run.hpp"

namespace hartls::tls_bench {

struct ServerOptions {
  std::vector<Row> rows;  ///< any of which a client may ask for
  SocketOptions sockets;
  /// Absent: every address of this machine, IPv4 and IPv6.
  std::optional<boost::asio::ip::address> address;
  std::uint16_t port = 11111;         ///< 0: the system chooses
  unsigned threads = 1;               ///< of the io_context
  std::uint64_t max_connections = 0;  ///< ends after so many; 0: at stop() only
  std::chrono::milliseconds timeout{10'000};
  bool nagle = false;
  /// Without an open connection for so long a client's run has ended, and is reported.
  std::chrono::milliseconds idle{1'000};

  /// Totals of one suite, group and kind of handshake: when clients go on to another, after a
  /// client's run, and at the end. Outcome::connections holds at most 65536 of them. Calls come
  /// from the server's threads, one at a time.
  std::function<void(const Outcome&)> on_outcome;
  /// Why a connection did not come to its end, as a sentence. One at a time with on_outcome.
  std::function<void(const std::string&)> on_failure;
};

class Server {
 public:
  /// Listens from here on. Throws std::runtime_error that names address and port where they cannot
  /// be had, and what contexts throw.
  explicit Server(ServerOptions options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  /// That it listens on.
  boost::asio::ip::tcp::endpoint endpoint() const;

  /// Serves until stop() or max_connections; once. No client's behaviour ends it.
  void run();

  /// From any thread, at any time: no new connections, open ones are dropped.
  void stop();

  /// Connections that came to their end, and that did not. Any thread.
  std::uint64_t served() const noexcept;
  std::uint64_t failed() const noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hartls::tls_bench
