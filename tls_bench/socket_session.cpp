// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_session.hpp"

#include <fmt/format.h>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <mutex>
#include <thread>

#include "socket_address.hpp"

namespace hartls::tls_bench {

namespace asio = boost::asio;

double seconds_between(TimePoint from, TimePoint to) noexcept {
  return std::chrono::duration<double>(to - from).count();
}

TimePoint after(TimePoint start, double seconds) noexcept {
  return start +
         std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(seconds));
}

namespace {

bool is_disconnection(const boost::system::error_code& error) noexcept {
  return error == tls::Error::stream_truncated || error == asio::error::connection_reset ||
         error == asio::error::broken_pipe;
}

}  // namespace

SocketSession::SocketSession(Socket socket, const tls::Context& context, const Work& work,
                             OnEnd on_end)
    : work_(work),
      stream_(std::move(socket), context),
      watchdog_(stream_.get_executor()),
      on_end_(std::move(on_end)) {
  result_.started = SteadyClock::now();
}

void SocketSession::abort(std::string why) {
  asio::post(strand(), [self = shared_from_this(), why = std::move(why)]() mutable {
    // Where the peer has closed, only this side's close_notify has to go out.
    if (!self->ended_ && !self->engine().received_close())
      self->end(std::move(why));
  });
}

void SocketSession::begin(Stage stage, const char* expected, TimePoint now) {
  stage_ = stage;
  expected_ = expected;
  deadline_ = now + work_.timeout;
  if (!watching_)
    watch();
}

// One wait at a time that finds the deadline moved on when it ends: a step costs no timer.
void SocketSession::watch() {
  watching_ = true;
  watchdog_.expires_at(deadline_);
  watchdog_.async_wait([self = shared_from_this(), this](Error) {
    watching_ = false;
    if (ended_)
      return;
    if (SteadyClock::now() < deadline_)
      return watch();
    timed_out_ = true;
    drop();
  });
}

void SocketSession::drop() noexcept {
  Error ignored;
  stream_.lowest_layer().close(ignored);
}

void SocketSession::set_peer(const asio::ip::tcp::endpoint& peer) {
  peer_ = to_string(peer);
}

void SocketSession::set_no_delay() {
  if (work_.nagle)
    return;
  Error ignored;  // a peer that has gone already shows in the next step
  stream_.lowest_layer().set_option(asio::ip::tcp::no_delay(true), ignored);
}

void SocketSession::handshake_ended(TimePoint began) {
  const TimePoint now = SteadyClock::now();
  result_.handshake_done = true;
  result_.times.handshake = seconds_between(began, now);
  result_.totals.connect_seconds = result_.times.handshake;
  result_.handshake_bytes = engine().bytes_sent();
  result_.peer_handshake_bytes = engine().bytes_received();
  result_.negotiated = engine().negotiated();
}

// A foreign peer may drop the connection once it has said, or heard, that this is the end.
void SocketSession::close_in_order(bool foreign) {
  begin(Stage::close, "its close_notify");
  stream_.async_shutdown(whatever([this, foreign](Error error) {
    if (!error || (foreign && !timed_out_ && is_disconnection(error)))
      finish();
    else
      fail(error);
  }));
}

void SocketSession::fail(std::string_view why) {
  end(fmt::format("{}: {}", step_name(), why));
}

void SocketSession::fail_write(Error error) {
  if (!is_disconnection(error) || timed_out_)
    return fail(error);
  stream_.async_read_some(
      asio::buffer(&last_word_, 1), whatever([this, error](Error why, std::size_t) {
        const bool alert =
            why.category() == tls::boost_tls_category() && why != tls::Error::stream_truncated;
        fail(alert ? why : error);
      }));
}

void SocketSession::end(std::string error) {
  ended_ = true;
  watchdog_.cancel();
  if (error.empty())
    collect();
  drop();
  result_.ended = SteadyClock::now();
  result_.error = std::move(error);
  result_.wire_bytes = engine().bytes_sent();
  result_.peer_wire_bytes = engine().bytes_received();
  const OnEnd on_end = std::move(on_end_);
  on_end(std::move(result_));
}

std::string SocketSession::step_name() const {
  switch (stage_) {
    case Stage::connect:
      return fmt::format("TCP connection to {}", peer_);
    case Stage::handshake:
      return fmt::format("TLS handshake with {}", peer_);
    case Stage::preamble:
      return fmt::format("agreeing on the exchange with {}", peer_);
    case Stage::exchange:
      return fmt::format("exchange with {}, packet {}", peer_, packet_index_ + 1);
    case Stage::close:
      return fmt::format("closing the connection with {}", peer_);
  }
  return peer_;
}

std::string SocketSession::reason(Error error) const {
  if (timed_out_)
    return fmt::format("nothing came within {} ms; expected: {}", work_.timeout.count(), expected_);
  if (error == asio::error::eof)
    return fmt::format("the peer closed the TLS session (close_notify); expected: {}", expected_);
  if (error == tls::Error::stream_truncated)
    return fmt::format(
        "the peer ended the TCP connection without close_notify, it may have died; expected: {}",
        expected_);
  if (error.category() == tls::boost_tls_category())
    return stream_.engine().error_text();
  if (error == asio::error::connection_refused)
    return "connection refused: no server listens there, start it or give its port";
  if (error == asio::error::network_unreachable || error == asio::error::host_unreachable)
    return fmt::format("{}: check the address and the network", error.message());
  if (error == asio::error::connection_reset || error == asio::error::broken_pipe)
    return fmt::format("the peer dropped the connection ({}); expected: {}", error.message(),
                       expected_);
  if (error == asio::error::no_descriptors)
    return fmt::format("{}: fewer connections at once, or a higher limit (ulimit -n)",
                       error.message());
  if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor)
    return "it was given up";
  return error.message();
}

std::string SocketSession::sentence(Error error) const {
  return fmt::format("{}: {}", step_name(), reason(error));
}

void run_on_threads(asio::io_context& io, unsigned threads) {
  std::mutex mutex;
  std::exception_ptr first;
  const auto serve = [&] {
    try {
      io.run();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!first)
        first = std::current_exception();
      io.stop();
    }
  };
  std::vector<std::thread> others;
  try {
    for (unsigned i = 1; i < threads; ++i)
      others.emplace_back(serve);
  } catch (const std::system_error&) {
    // Fewer threads than asked would be another measurement.
    const std::lock_guard lock(mutex);
    first = std::current_exception();
    io.stop();
  }
  serve();
  for (std::thread& each : others)
    each.join();
  if (first)
    std::rethrow_exception(first);
}

}  // namespace hartls::tls_bench
