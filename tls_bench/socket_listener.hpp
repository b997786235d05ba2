// SPDX-License-Identifier: GPL-3.0-or-later
// The server's connections, of a row in this process and of a server on its own.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "socket_session.hpp"

namespace hartls::tls_bench {

/// What all connections of a server have in common.
struct ServerPlan {
  const Work& work;  ///< timeout and nagle
  const tls::Context& context;
  std::vector<Row> rows;
  bool one_row = false;  ///< every connection must be what the row says, resumption included
};

/// The row of `rows` that fits what was negotiated; one made up from it where none does: suites and
/// groups of different rows can meet.
Row row_of(const tls::Negotiated& negotiated, const std::vector<Row>& rows);

class ServerSession final : public SocketSession {
 public:
  ServerSession(Socket socket, const ServerPlan& plan, OnEnd on_end);

  void start() override;

 private:
  void secured(TimePoint began);
  void check(bool counted);

  void read_plan();
  void plan_came(Error error, std::size_t bytes);
  void answer();
  void refuse(const Preamble& answer);
  void serve();

  void read_packet();
  void packet_came(TimePoint began, Error error, std::size_t got, std::size_t bytes);
  bool ended_between_packets(Error error, std::size_t got) const;
  void write_packet(std::size_t bytes);
  void send_receipt();
  void send_download();
  void write_download();
  void await_close();

  void echo_plainly(std::size_t bytes);
  void read_plainly();
  std::size_t next_packet_bytes() const noexcept;

  const ServerPlan& plan_;
  PreambleBytes plan_bytes_{}, answer_bytes_{};
  std::size_t plan_got_ = 0;
  Preamble agreed_;
  std::uint64_t done_bytes_ = 0;
  bool client_closed_ = false, all_sent_ = false;
  std::uint8_t surplus_ = 0;
  Receipt receipt_{};
  std::vector<std::uint8_t> buffer_;
};

/// Accepts until it is stopped or has had its number of connections.
class Listener {
 public:
  /// Called on the sessions' strands, several at once.
  using OnEnd = SocketSession::OnEnd;

  Listener(Acceptor acceptor, const ServerPlan& plan, std::uint64_t max_connections, OnEnd on_end);

  void start();
  /// From any thread: no new connections.
  void close();
  /// From any thread: drops open connections too.
  void stop();
  std::size_t open_sessions() const;
  const Strand& strand() const noexcept { return strand_; }
  /// On the strand.
  bool is_closed() const noexcept { return closed_; }

 private:
  void accept();
  void accepted(const boost::system::error_code& error, Socket socket);
  void session_ended(std::uint64_t id, SessionResult&& result);

  Strand strand_;
  Acceptor acceptor_;
  Timer pause_;
  const ServerPlan& plan_;
  std::uint64_t max_connections_, accepted_ = 0;
  OnEnd on_end_;
  bool closed_ = false;

  mutable std::mutex mutex_;  // of what follows
  std::unordered_map<std::uint64_t, std::weak_ptr<SocketSession>> sessions_;
  bool stopped_ = false;
};

/// Listens on `address` and `port`; without an address on all, IPv6 and IPv4 together where the
/// machine has both. Throws std::runtime_error that names them and what to do.
Acceptor listen_on(boost::asio::io_context& io,
                   const std::optional<boost::asio::ip::address>& address, std::uint16_t port);

}  // namespace hartls::tls_bench
