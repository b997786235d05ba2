// SPDX-License-Identifier: GPL-3.0-or-later
// One client: its stream, its deadline and its end. What is served over it is a Service.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "hartls/tls/stream.hpp"

namespace hartls::server {

struct Deadlines {
  std::chrono::milliseconds step;  ///< handshake and close
  std::chrono::milliseconds idle;
};

class Connection;

/// What is done with a connection once it stands. Must outlive it.
class Service {
 public:
  virtual ~Service() = default;
  virtual void serve(std::shared_ptr<Connection> connection) = 0;
};

/// Lives as long as an operation on it is outstanding; every handler holds it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Tcp = boost::asio::ip::tcp;
  using ErrorCode = boost::system::error_code;
  using Done = std::function<void(const std::shared_ptr<Connection>&, bool good)>;

  /// `log` gets lines about this connection, `done` is called once.
  Connection(Tcp::socket socket, const tls::Context& context, std::uint64_t number,
             const Deadlines& deadlines, std::function<void(const std::string&)> log, Done done);

  /// Handshake, then the service. `trust` as for apps::facts_block; `facts` shows them.
  void start(Service& service, const std::string& trust, bool facts);

  tls::Stream<Tcp::socket>& stream() noexcept { return stream_; }
  void log(const std::string& line) { log_(name_ + ": " + line); }

  /// Before each operation that waits for the peer. False: the connection is being closed by
  /// stop(), and nothing may be started.
  bool wait_for_client();
  /// Before each operation that sends.
  void busy();

  /// The service is done: close_notify both ways, then the end. Good even where the client's is
  /// missing.
  void close();
  /// The connection failed in `what`, such as "read".
  void fail(const std::string& what, const ErrorCode& error);

  /// Ends it in order as soon as possible, at the latest after the deadline of one step.
  void stop();

 private:
  void handshake_done(const ErrorCode& error, Service& service, const std::string& trust,
                      bool facts);
  void arm(std::chrono::milliseconds time, const std::string& what);
  void end(bool good, const std::string& line);

  tls::Stream<Tcp::socket> stream_;
  boost::asio::steady_timer timer_;
  std::string name_;
  Deadlines deadlines_;
  std::function<void(const std::string&)> log_;
  Done done_;
  std::string missed_deadline_;
  bool waiting_ = false;
  bool stopping_ = false;
  bool closing_ = false;
  bool ended_ = false;
};

}  // namespace hartls::server
