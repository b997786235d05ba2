// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_listener.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <stdexcept>

#include "socket_address.hpp"

namespace hartls::tls_bench {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

asio::const_buffer as_buffer(ByteView bytes) noexcept {
  return {bytes.data(), bytes.size()};
}

bool fits(const Row& row, const tls::Negotiated& negotiated) {
  if (negotiated.suite == nullptr || !(row.suite == *negotiated.suite))
    return false;
  return negotiated.group.empty() || (row.group && row.group->name == negotiated.group);
}

}  // namespace

Row row_of(const tls::Negotiated& negotiated, const std::vector<Row>& rows) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return fits(row, negotiated); });
  if (found != rows.end())
    return *found;
  if (negotiated.suite == nullptr)
    throw std::runtime_error("a cipher suite was negotiated that is not in the table");
  Row row;
  row.suite = *negotiated.suite;
  const auto groups = tls::groups();
  const auto group = std::find_if(groups.begin(), groups.end(), [&](const tls::Group& each) {
    return each.name == negotiated.group;
  });
  if (group != groups.end())
    row.group = *group;
  if (!rows.empty()) {
    row.handshake = rows.front().handshake;
    row.mutual = rows.front().mutual;
  }
  return row;
}

// ---- One connection ----

ServerSession::ServerSession(Socket socket, const ServerPlan& plan, OnEnd on_end)
    : SocketSession(std::move(socket), plan.context, plan.work, std::move(on_end)), plan_(plan) {}

void ServerSession::start() {
  Error error;
  const tcp::endpoint peer = stream().lowest_layer().remote_endpoint(error);
  if (!error)
    set_peer(peer);
  set_no_delay();
  const TimePoint now = SteadyClock::now();
  begin(Stage::handshake, "the client's part of the handshake", now);
  stream().async_handshake(then([this, now] { secured(now); }));
}

void ServerSession::secured(TimePoint began) {
  handshake_ended(began);
  begin(Stage::preamble, "the client's preamble, or data to echo");
  read_plan();
}

/// Whether a ticket row's connection is the first, full one, only its preamble tells.
void ServerSession::check(bool counted) {
  result().counted = counted;
  const tls::Negotiated& negotiated = *result().negotiated;
  if (plan_.one_row) {
    const Row& row = plan_.rows.front();
    const bool resumes = row.handshake == HandshakeKind::ticket && counted;
    return check_negotiated(row, engine(), resumes);
  }
  check_negotiated(row_of(negotiated, plan_.rows), engine(), negotiated.resumed);
}

void ServerSession::read_plan() {
  stream().async_read_some(
      asio::buffer(plan_bytes_.data() + plan_got_, plan_bytes_.size() - plan_got_),
      whatever([this](Error error, std::size_t bytes) { plan_came(error, bytes); }));
}

void ServerSession::plan_came(Error error, std::size_t bytes) {
  if (error == asio::error::eof) {
    // Handshakes only, or a foreign client whose few bytes are the magic's first.
    check(true);
    client_closed_ = true;
    return plan_got_ == 0 ? close_in_order(true) : echo_plainly(plan_got_);
  }
  if (error)
    return fail(error);
  plan_got_ += bytes;
  if (!may_be_preamble(ByteView(plan_bytes_).first(plan_got_))) {
    check(true);
    return echo_plainly(plan_got_);
  }
  if (plan_got_ < plan_bytes_.size())
    return read_plan();
  answer();
}

void ServerSession::answer() {
  agreed_ = answer_to(plan_bytes_);
  answer_bytes_ = encode(agreed_);
  if (agreed_.kind == Preamble::Kind::refused)
    return refuse(agreed_);
  result().peer_kind = "hartls";
  asio::async_write(stream(), asio::buffer(answer_bytes_), then_written([this](std::size_t) {
                      check(agreed_.counted);
                      serve();
                    }));
}

void ServerSession::refuse(const Preamble& answer) {
  const std::string why =
      "refused: " + describe(answer.reason, plan_bytes_[8], Preamble::current_version);
  asio::async_write(stream(), asio::buffer(answer_bytes_), then_written([this, why](std::size_t) {
                      stream().async_shutdown(whatever([this, why](Error) { fail(why); }));
                    }));
}

void ServerSession::serve() {
  // What comes and goes from here on is data, whatever it looks like.
  if (agreed_.exchange == Exchange::echo)
    buffer_.resize(agreed_.packet_bytes);
  else if (agreed_.exchange == Exchange::upload)
    buffer_.resize(Preamble::max_packet_bytes);
  if (agreed_.exchange == Exchange::download)
    return send_download();
  if (agreed_.total_bytes == 0)
    return agreed_.exchange == Exchange::echo ? await_close() : send_receipt();
  read_packet();
}

std::size_t ServerSession::next_packet_bytes() const noexcept {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(agreed_.packet_bytes, agreed_.total_bytes - done_bytes_));
}

// Echo and upload: packets come, and go back or not.

void ServerSession::read_packet() {
  const TimePoint now = SteadyClock::now();
  const std::size_t bytes = next_packet_bytes();
  begin(Stage::exchange, "the next packet", now);
  asio::async_read(stream(), asio::buffer(buffer_.data(), bytes),
                   whatever([this, now, bytes](Error error, std::size_t got) {
                     packet_came(now, error, got, bytes);
                   }));
}

/// The client's time may be over before its bytes are: it leaves after a whole packet.
bool ServerSession::ended_between_packets(Error error, std::size_t got) const {
  return error == asio::error::eof && got == 0;
}

void ServerSession::packet_came(TimePoint began, Error error, std::size_t got, std::size_t bytes) {
  if (ended_between_packets(error, got)) {
    client_closed_ = true;
    return agreed_.exchange == Exchange::echo ? close_in_order(false) : send_receipt();
  }
  if (error)
    return fail(error);
  const TimePoint now = SteadyClock::now();
  result().last_received = now;
  result().totals.rx_seconds += seconds_between(began, now);
  result().totals.rx_bytes += bytes;
  done_bytes_ += bytes;
  if (agreed_.exchange == Exchange::echo)
    return write_packet(bytes);
  ++packet_index_;
  if (done_bytes_ == agreed_.total_bytes)
    return send_receipt();
  read_packet();
}

void ServerSession::write_packet(std::size_t bytes) {
  const TimePoint now = SteadyClock::now();
  begin(Stage::exchange, "that the client takes the packet", now);
  asio::async_write(stream(), asio::buffer(buffer_.data(), bytes),
                    then_written([this, now](std::size_t sent) {
                      result().totals.tx_seconds += seconds_between(now, SteadyClock::now());
                      result().totals.tx_bytes += sent;
                      ++packet_index_;
                      if (done_bytes_ == agreed_.total_bytes)
                        return await_close();
                      read_packet();
                    }));
}

void ServerSession::send_receipt() {
  receipt_ = encode_receipt(done_bytes_);
  begin(Stage::exchange, "that the client takes the receipt");
  asio::async_write(stream(), asio::buffer(receipt_), then_written([this](std::size_t) {
                      if (client_closed_)
                        return close_in_order(false);
                      await_close();
                    }));
}

// Download: packets go until all are sent, or until the client says that it has enough.

void ServerSession::send_download() {
  stream().async_read_some(asio::buffer(&surplus_, 1), whatever([this](Error error, std::size_t) {
                             if (!error)
                               return fail("data came that was not agreed on");
                             if (error != asio::error::eof)
                               return fail(error);
                             client_closed_ = true;
                             if (all_sent_)
                               close_in_order(false);
                           }));
  write_download();
}

void ServerSession::write_download() {
  if (client_closed_)
    return close_in_order(false);
  const TimePoint now = SteadyClock::now();
  if (done_bytes_ == agreed_.total_bytes) {
    all_sent_ = true;
    return begin(Stage::close, "the client's close_notify", now);
  }
  begin(Stage::exchange, "that the client takes the packet", now);
  if (done_bytes_ == 0)
    result().first_sent = now;
  asio::async_write(stream(), as_buffer(packet_content(packet_index_, next_packet_bytes())),
                    then_written([this, now](std::size_t sent) {
                      result().totals.tx_seconds += seconds_between(now, SteadyClock::now());
                      result().totals.tx_bytes += sent;
                      done_bytes_ += sent;
                      ++packet_index_;
                      write_download();
                    }));
}

/// All that was agreed on is done.
void ServerSession::await_close() {
  begin(Stage::close, "the client's close_notify");
  stream().async_read_some(asio::buffer(&surplus_, 1), whatever([this](Error error, std::size_t) {
                             if (!error)
                               return fail("data came that was not agreed on");
                             if (error != asio::error::eof)
                               return fail(error);
                             close_in_order(false);
                           }));
}

// A foreign client: everything goes back, until it closes.

void ServerSession::echo_plainly(std::size_t bytes) {
  if (buffer_.empty()) {
    buffer_.resize(Preamble::max_packet_bytes);
    std::copy_n(plan_bytes_.begin(), bytes, buffer_.begin());
    result().totals.rx_bytes += bytes;
    result().peer_kind = "plain echo";
  }
  const TimePoint now = SteadyClock::now();
  begin(Stage::exchange, "that the client takes the echo", now);
  asio::async_write(stream(), asio::buffer(buffer_.data(), bytes),
                    then_written([this, now](std::size_t sent) {
                      result().totals.tx_seconds += seconds_between(now, SteadyClock::now());
                      result().totals.tx_bytes += sent;
                      ++packet_index_;
                      if (client_closed_)
                        return close_in_order(true);
                      read_plainly();
                    }));
}

void ServerSession::read_plainly() {
  const TimePoint now = SteadyClock::now();
  begin(Stage::exchange, "more data, or close_notify", now);
  stream().async_read_some(asio::buffer(buffer_),
                           whatever([this, now](Error error, std::size_t bytes) {
                             if (error == asio::error::eof)
                               return close_in_order(true);
                             if (error)
                               return fail(error);
                             result().totals.rx_seconds += seconds_between(now, SteadyClock::now());
                             result().totals.rx_bytes += bytes;
                             echo_plainly(bytes);
                           }));
}

// ---- All of them ----

Listener::Listener(Acceptor acceptor, const ServerPlan& plan, std::uint64_t max_connections,
                   OnEnd on_end)
    : strand_(acceptor.get_executor()),
      acceptor_(std::move(acceptor)),
      pause_(strand_),
      plan_(plan),
      max_connections_(max_connections),
      on_end_(std::move(on_end)) {}

void Listener::start() {
  asio::post(strand_, [this] { accept(); });
}

void Listener::close() {
  asio::post(strand_, [this] {
    closed_ = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
  });
}

void Listener::stop() {
  close();
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (const auto& [id, session] : sessions_)
    if (const auto open = session.lock())
      open->abort("the server was stopped");
}

std::size_t Listener::open_sessions() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

void Listener::accept() {
  if (closed_)
    return;
  if (max_connections_ != 0 && accepted_ == max_connections_)
    return close();
  acceptor_.async_accept(Strand(acceptor_.get_executor().get_inner_executor()),
                         [this](boost::system::error_code error, Socket socket) {
                           accepted(error, std::move(socket));
                         });
}

void Listener::accepted(const boost::system::error_code& error, Socket socket) {
  if (closed_)
    return;
  if (error == asio::error::connection_aborted)  // gone before it was accepted
    return accept();
  if (error) {
    // Out of descriptors or memory: what is open will end and give some back.
    pause_.expires_after(std::chrono::milliseconds(50));
    return pause_.async_wait([this](boost::system::error_code) { accept(); });
  }
  const std::uint64_t id = accepted_++;
  try {
    const auto session = std::make_shared<ServerSession>(
        std::move(socket), plan_,
        [this, id](SessionResult&& result) { session_ended(id, std::move(result)); });
    const std::lock_guard lock(mutex_);
    if (!stopped_) {
      sessions_.emplace(id, session);
      asio::post(session->strand(), [session] { session->start(); });
    }
  } catch (const std::exception& exception) {
    SessionResult failed;
    failed.error = exception.what();
    on_end_(std::move(failed));
  }
  accept();
}

void Listener::session_ended(std::uint64_t id, SessionResult&& result) {
  {
    const std::lock_guard lock(mutex_);
    sessions_.erase(id);
  }
  on_end_(std::move(result));
}

namespace {

Acceptor try_to_listen(asio::io_context& io, const tcp::endpoint& endpoint, bool both_families,
                       boost::system::error_code& error) {
  Acceptor acceptor((Strand(io.get_executor())));
  acceptor.open(endpoint.protocol(), error);
  if (!error)
    acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error && both_families)
    acceptor.set_option(asio::ip::v6_only(false), error);
  if (!error)
    acceptor.bind(endpoint, error);
  if (!error)
    acceptor.listen(asio::socket_base::max_listen_connections, error);
  return acceptor;
}

std::string listen_hint(const boost::system::error_code& error) {
  if (error == asio::error::address_in_use)
    return "another program listens there: end it, or choose another port";
  if (error == asio::error::access_denied)
    return "ports below 1024 are for the superuser: choose another port";
  return "choose an address of this machine";
}

}  // namespace

Acceptor listen_on(asio::io_context& io, const std::optional<asio::ip::address>& address,
                   std::uint16_t port) {
  boost::system::error_code error;
  tcp::endpoint endpoint = address ? tcp::endpoint(*address, port) : tcp::endpoint(tcp::v6(), port);
  Acceptor acceptor = try_to_listen(io, endpoint, !address, error);
  if (error && !address && error != asio::error::address_in_use) {  // a machine without IPv6
    endpoint = tcp::endpoint(tcp::v4(), port);
    acceptor = try_to_listen(io, endpoint, false, error);
  }
  if (error)
    throw std::runtime_error(fmt::format("cannot listen on {}, port {}: {}; {}",
                                         endpoint.address().to_string(), port, error.message(),
                                         listen_hint(error)));
  return acceptor;
}

}  // namespace hartls::tls_bench
