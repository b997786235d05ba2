// SPDX-License-Identifier: GPL-3.0-or-later
// What one TLS connection over TCP is on either side: a strand, a stream, a deadline for the step
// that it is at, and one end.
#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hartls/tls/stream.hpp"
#include "outcome.hpp"
#include "plan.hpp"
#include "preamble.hpp"

namespace hartls::tls_bench {

using SteadyClock = std::chrono::steady_clock;
using TimePoint = SteadyClock::time_point;
// Executors of their own types, not any_io_executor: nothing is allocated to copy them.
using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Strand>;
using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Strand>;
using Timer =
    boost::asio::basic_waitable_timer<SteadyClock, boost::asio::wait_traits<SteadyClock>, Strand>;

double seconds_between(TimePoint from, TimePoint to) noexcept;
TimePoint after(TimePoint start, double seconds) noexcept;

/// What one connection came to.
struct SessionResult {
  std::string error;  ///< a sentence; empty: it came to its end
  bool counted = true;
  bool handshake_done = false;
  SideTotals totals;
  ConnectionTimes times;  ///< the client's; on a server the handshake only
  std::optional<tls::Negotiated> negotiated;
  std::vector<tls::Certificate> chain;  ///< the peer's, where it was asked for
  tls::Session session;                 ///< client: to be resumed; empty where there is none
  std::string peer_kind;
  std::uint64_t handshake_bytes = 0;       ///< sent, on the wire
  std::uint64_t peer_handshake_bytes = 0;  ///< received by the end of this side's handshake
  std::uint64_t wire_bytes = 0;            ///< sent in all
  std::uint64_t peer_wire_bytes = 0;       ///< received in all
  TimePoint started, ended;
  TimePoint first_sent, last_received;  ///< of data; default: none
};

class SocketSession : public std::enable_shared_from_this<SocketSession> {
 public:
  /// Called once, on the session's strand.
  using OnEnd = std::function<void(SessionResult&&)>;

  SocketSession(const SocketSession&) = delete;
  SocketSession& operator=(const SocketSession&) = delete;
  virtual ~SocketSession() = default;

  virtual void start() = 0;
  /// From any thread: ends the connection with `why` as its error, unless the peer has closed it.
  void abort(std::string why);

  Strand strand() { return stream_.get_executor(); }

 protected:
  enum class Stage { connect, handshake, preamble, exchange, close };
  using Error = boost::system::error_code;

  SocketSession(Socket socket, const tls::Context& context, const Work& work, OnEnd on_end);

  /// The next step, with a deadline of its own. `expected`: of the peer, for messages.
  void begin(Stage stage, const char* expected) { begin(stage, expected, SteadyClock::now()); }
  void begin(Stage stage, const char* expected, TimePoint now);

  /// A handler that keeps the session alive and calls `next(bytes...)`; an error, or an exception
  /// of `next`, ends the session.
  template <typename Next>
  auto then(Next next) {
    return either([this](Error error) { fail(error); }, std::move(next));
  }
  /// Of a write: why the peer went away may be there to be read.
  template <typename Next>
  auto then_written(Next next) {
    return either([this](Error error) { fail_write(error); }, std::move(next));
  }
  /// `next(error, bytes...)` sees errors itself.
  template <typename Next>
  auto whatever(Next next) {
    return [self = shared_from_this(), next = std::move(next)](Error error, auto... bytes) {
      self->guarded([&] { next(error, bytes...); });
    };
  }

  /// Takes what is to be known of a connection that came to its end.
  virtual void collect() {}
  void finish() { end({}); }
  void fail(Error error) { end(sentence(error)); }
  void fail(std::string_view why);

  void set_peer(const boost::asio::ip::tcp::endpoint& peer);
  const std::string& peer() const noexcept { return peer_; }
  void set_no_delay();
  void handshake_ended(TimePoint began);
  void close_in_order(bool foreign);
  void drop() noexcept;
  bool timed_out() const noexcept { return timed_out_; }
  void clear_time_out() noexcept { timed_out_ = false; }
  std::string sentence(Error error) const;

  tls::Stream<Socket>& stream() noexcept { return stream_; }
  tls::Engine& engine() noexcept { return stream_.engine(); }
  const Work& work() const noexcept { return work_; }
  SessionResult& result() noexcept { return result_; }

  std::uint64_t packet_index_ = 0;  ///< for messages

 private:
  template <typename Fail, typename Next>
  auto either(Fail failed, Next next) {
    return whatever(
        [failed = std::move(failed), next = std::move(next)](Error error, auto... bytes) {
          if (error)
            failed(error);
          else
            next(bytes...);
        });
  }
  template <typename Call>
  void guarded(Call&& call) noexcept {
    if (ended_)
      return;
    try {
      call();
    } catch (const std::exception& exception) {
      fail(exception.what());
    }
  }
  void fail_write(Error error);
  void end(std::string error);
  void watch();
  std::string step_name() const;
  std::string reason(Error error) const;

  const Work& work_;
  tls::Stream<Socket> stream_;
  Timer watchdog_;
  TimePoint deadline_;
  OnEnd on_end_;
  SessionResult result_;
  std::string peer_;
  Stage stage_ = Stage::connect;
  const char* expected_ = "";
  std::uint8_t last_word_ = 0;
  bool watching_ = false, timed_out_ = false, ended_ = false;
};

/// Runs `io` on `threads` threads, the caller's own one of them, until it is out of work. Throws
/// what a thread threw.
void run_on_threads(boost::asio::io_context& io, unsigned threads);

}  // namespace hartls::tls_bench
