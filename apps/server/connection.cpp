// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/connection.hpp"

#include <fmt/format.h>

#include <utility>

#include "common/endpoint.hpp"
#include "common/facts.hpp"
#include "common/program.hpp"

namespace hartls::server {
namespace {

namespace asio = boost::asio;

std::string peer_text(const asio::ip::tcp::socket& socket) {
  boost::system::error_code error;
  const auto peer = socket.remote_endpoint(error);
  return error ? "a client that has gone"
               : apps::endpoint_text(peer.address().to_string(), peer.port());
}

std::string seconds_text(std::chrono::milliseconds time) {
  return apps::seconds_text(std::chrono::duration<double>(time).count());
}

}  // namespace

Connection::Connection(Tcp::socket socket, const tls::Context& context, std::uint64_t number,
                       const Deadlines& deadlines, std::function<void(const std::string&)> log,
                       Done done)
    : stream_(std::move(socket), context),
      timer_(stream_.get_executor()),
      name_(fmt::format("connection {}", number)),
      deadlines_(deadlines),
      log_(std::move(log)),
      done_(std::move(done)) {
  name_ += " from " + peer_text(stream_.next_layer());
  ErrorCode ignored;
  stream_.next_layer().set_option(Tcp::no_delay(true), ignored);
}

void Connection::start(Service& service, const std::string& trust, bool facts) {
  arm(deadlines_.step, "no TLS handshake");
  stream_.async_handshake(
      [self = shared_from_this(), &service, trust, facts](const ErrorCode& error) {
        self->handshake_done(error, service, trust, facts);
      });
}

void Connection::handshake_done(const ErrorCode& error, Service& service, const std::string& trust,
                                bool facts) {
  if (error)
    return fail("TLS handshake", error);
  if (facts)
    log("TLS handshake done\n" + apps::facts_block(stream_.engine(), trust));
  service.serve(shared_from_this());
}

bool Connection::wait_for_client() {
  if (ended_ || closing_)
    return false;
  if (stopping_) {
    close();
    return false;
  }
  waiting_ = true;
  arm(deadlines_.idle, "nothing came from the client");
  return true;
}

void Connection::busy() {
  waiting_ = false;
  if (!stopping_)
    arm(deadlines_.idle, "the client took nothing");
}

void Connection::close() {
  if (ended_ || closing_)
    return;
  closing_ = true;
  arm(deadlines_.step, "no close_notify came from the client");
  stream_.async_shutdown([self = shared_from_this()](const ErrorCode& error) {
    const std::string how = !error ? "closed"
                                   : "closed; the client's close_notify is missing: " +
                                         (self->missed_deadline_.empty()
                                              ? apps::failure_reason(self->stream_.engine(), error)
                                              : self->missed_deadline_);
    self->end(true, how);
  });
}

void Connection::fail(const std::string& what, const ErrorCode& error) {
  if (ended_ || (closing_ && missed_deadline_.empty()))
    return;
  end(false, what + " failed: " +
                 (missed_deadline_.empty() ? apps::failure_reason(stream_.engine(), error)
                                           : missed_deadline_));
}

void Connection::stop() {
  if (stopping_ || ended_)
    return;
  stopping_ = true;
  if (!stream_.engine().handshake_done())
    return end(true, "stopped before the end of the handshake");
  arm(deadlines_.step, "the server was stopped, and the client did not follow");
  if (waiting_ && !closing_) {
    // The read that is outstanding hears of the client's answer, or of the socket's end.
    closing_ = true;
    stream_.async_close_notify(
        [self = shared_from_this()](const ErrorCode&) { self->end(true, "closed by a signal"); });
  }
}

void Connection::arm(std::chrono::milliseconds time, const std::string& what) {
  timer_.expires_after(time);
  timer_.async_wait([self = shared_from_this(),
                     text = what + " within " + seconds_text(time)](const ErrorCode& error) {
    if (error || self->ended_ || self->timer_.expiry() > std::chrono::steady_clock::now())
      return;
    // What is outstanding ends with an error and reports.
    self->missed_deadline_ = text;
    ErrorCode ignored;
    self->stream_.lowest_layer().close(ignored);
  });
}

void Connection::end(bool good, const std::string& line) {
  if (ended_)
    return;
  ended_ = true;
  const tls::Engine& engine = stream_.engine();
  log(line + fmt::format("; {} bytes received, {} bytes sent", engine.plaintext_received(),
                         engine.plaintext_sent()));
  timer_.cancel();
  ErrorCode ignored;
  stream_.lowest_layer().shutdown(Tcp::socket::shutdown_send, ignored);
  stream_.lowest_layer().close(ignored);
  done_(shared_from_this(), good);
}

}  // namespace hartls::server
