// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cmath>

namespace hartls::tls_bench {

namespace asio = boost::asio;

namespace {

asio::const_buffer as_buffer(ByteView bytes) noexcept {
  return {bytes.data(), bytes.size()};
}

}  // namespace

// ---- One connection ----

ClientSession::ClientSession(asio::io_context& io, ClientPlan& plan, Start start, OnEnd on_end)
    : SocketSession(Socket(Strand(io.get_executor())), plan.context, plan.work, std::move(on_end)),
      plan_(plan),
      start_(std::move(start)) {
  result().counted = start_.counted;
  engine().set_host(plan_.host);
  engine().set_session(start_.resume);
  if (plan_.exchange != Exchange::upload)
    buffer_.resize(plan_.work.packet_bytes);
}

void ClientSession::start() {
  result().started = SteadyClock::now();
  address_ = plan_.answers;
  connect();
}

void ClientSession::connect() {
  set_peer(plan_.server[address_]);
  begin(Stage::connect, "an answer");
  stream().lowest_layer().async_connect(plan_.server[address_],
                                        whatever([this](Error error) { connected(error); }));
}

void ClientSession::connected(Error error) {
  if (!error && !timed_out()) {
    plan_.answers = address_;
    const TimePoint now = SteadyClock::now();
    result().times.tcp_connect = seconds_between(result().started, now);
    set_no_delay();
    begin(Stage::handshake, "the server's part of the handshake", now);
    return stream().async_handshake(then([this, now] { secured(now); }));
  }
  if (++addresses_tried_ == plan_.server.size())
    return fail(error);
  clear_time_out();
  drop();
  address_ = (address_ + 1) % plan_.server.size();
  connect();
}

void ClientSession::secured(TimePoint began) {
  handshake_ended(began);
  if (plan_.work.total_bytes != 0 || !start_.counted)
    return send_plan();
  // Handshakes only: the server's close_notify tells that it agreed to this one.
  if (start_.scheduled != TimePoint())
    result().times.since_scheduled = seconds_between(start_.scheduled, SteadyClock::now());
  check();
  leave();
}

void ClientSession::check() {
  check_negotiated(plan_.row, engine(), static_cast<bool>(start_.resume));
  if (start_.wants_chain)
    result().chain = engine().peer_chain();
}

void ClientSession::send_plan() {
  Preamble plan;
  plan.exchange = plan_.exchange;
  plan.counted = start_.counted;
  plan.packet_bytes = static_cast<std::uint32_t>(plan_.work.packet_bytes);
  plan.total_bytes = start_.counted ? plan_.work.total_bytes : 0;
  sent_plan_ = encode(plan);
  begin(Stage::preamble, "the server's preamble, or an echo of the client's");
  asio::async_write(stream(), as_buffer(sent_plan_),
                    then_written([this](std::size_t) { read_answer(); }));
}

void ClientSession::read_answer() {
  stream().async_read_some(
      asio::buffer(answer_.data() + answer_bytes_, answer_.size() - answer_bytes_),
      then([this](std::size_t bytes) { answer_came(bytes); }));
}

void ClientSession::answer_came(std::size_t bytes) {
  if (answer_bytes_ == 0)
    first_byte_came();
  answer_bytes_ += bytes;
  const ByteView answer = ByteView(answer_).first(answer_bytes_);
  if (!may_be_preamble(answer))
    return fail("the server sent something that is neither hartls's preamble nor an echo");
  if (answer_bytes_ < answer_.size())
    return read_answer();
  plain_echo_ = answer_ == sent_plan_;
  result().peer_kind = plain_echo_ ? "plain echo" : "hartls";
  if (plain_echo_ && plan_.exchange != Exchange::echo)
    return fail("the server is a plain echo server, which can neither upload nor download");
  if (!plain_echo_) {
    const Answer understood = tls_bench::read_answer(sent_plan_, answer_);
    if (!understood.accepted)
      return fail(understood.error);
  }
  exchange();
}

void ClientSession::first_byte_came() {
  const TimePoint now = SteadyClock::now();
  result().times.first_byte = seconds_between(result().started, now);
  if (start_.scheduled != TimePoint())
    result().times.since_scheduled = seconds_between(start_.scheduled, now);
}

void ClientSession::exchange() {
  check();  // takes the certificate apart: not before the first byte was timed
  if (!start_.counted)
    return leave();
  // For a download the server's own time is better, where it is known.
  result().first_sent = SteadyClock::now();
  switch (plan_.exchange) {
    case Exchange::echo:
      return send_packet();
    case Exchange::upload:
      return upload();
    case Exchange::download:
      return download();
  }
}

bool ClientSession::is_over(TimePoint now) const noexcept {
  return now >= start_.end || plan_.over;
}

std::size_t ClientSession::next_packet_bytes() const noexcept {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(plan_.work.packet_bytes, plan_.work.total_bytes - done_bytes_));
}

// Echo: one packet there and back at a time.

void ClientSession::send_packet() {
  const TimePoint now = SteadyClock::now();
  const std::size_t bytes = next_packet_bytes();
  begin(Stage::exchange, "the packet's echo", now);
  asio::async_write(stream(), as_buffer(packet_content(packet_index_, bytes)),
                    then_written([this, now](std::size_t sent) { packet_sent(now, sent); }));
}

void ClientSession::packet_sent(TimePoint began, std::size_t bytes) {
  const TimePoint now = SteadyClock::now();
  result().totals.tx_seconds += seconds_between(began, now);
  result().totals.tx_bytes += bytes;
  read_packet(now, bytes);
}

void ClientSession::read_packet(TimePoint began, std::size_t bytes) {
  asio::async_read(stream(), asio::buffer(buffer_.data(), bytes),
                   whatever([this, began, bytes](Error error, std::size_t got) {
                     if (whole_packet(error, got, bytes))
                       packet_came(began, bytes);
                   }));
}

/// Content is compared after the clock was read.
bool ClientSession::whole_packet(Error error, std::size_t got, std::size_t bytes) {
  if (error) {
    fail(error);
    return false;
  }
  result().last_received = SteadyClock::now();
  const ByteView content = packet_content(packet_index_, bytes);
  if (got == bytes && std::equal(content.begin(), content.end(), buffer_.begin()))
    return true;
  fail("the content that came is not what it should be");
  return false;
}

void ClientSession::packet_came(TimePoint began, std::size_t bytes) {
  result().totals.rx_seconds += seconds_between(began, result().last_received);
  result().totals.rx_bytes += bytes;
  done_bytes_ += bytes;
  ++packet_index_;
  if (done_bytes_ == plan_.work.total_bytes || is_over(result().last_received))
    return leave();
  send_packet();
}

// Upload: packets one after another, then the server's receipt.

void ClientSession::upload() {
  const TimePoint now = SteadyClock::now();
  begin(Stage::exchange, "that the server takes the packet", now);
  asio::async_write(stream(), as_buffer(packet_content(packet_index_, next_packet_bytes())),
                    then_written([this, now](std::size_t sent) {
                      const TimePoint done = SteadyClock::now();
                      result().totals.tx_seconds += seconds_between(now, done);
                      result().totals.tx_bytes += sent;
                      done_bytes_ += sent;
                      ++packet_index_;
                      if (done_bytes_ == plan_.work.total_bytes || is_over(done))
                        return upload_ended();
                      upload();
                    }));
}

void ClientSession::upload_ended() {
  begin(Stage::exchange, "the server's receipt");
  const auto read_receipt = [this] {
    asio::async_read(stream(), asio::buffer(receipt_),
                     then([this](std::size_t) { receipt_came(); }));
  };
  if (done_bytes_ == plan_.work.total_bytes)
    return read_receipt();
  stream().async_close_notify(then_written(read_receipt));
}

void ClientSession::receipt_came() {
  result().last_received = SteadyClock::now();
  const std::uint64_t got = decode_receipt(receipt_);
  if (got != done_bytes_)
    return fail(fmt::format("the server has {} bytes of {}", got, done_bytes_));
  leave();
}

// Download: packets until all are here, or until the server has seen that the time is over.

void ClientSession::download() {
  const TimePoint now = SteadyClock::now();
  const std::size_t bytes = next_packet_bytes();
  begin(Stage::exchange, "the next packet", now);
  asio::async_read(stream(), asio::buffer(buffer_.data(), bytes),
                   whatever([this, now, bytes](Error error, std::size_t got) {
                     if (leaving_ && error == asio::error::eof && got == 0)
                       return leave();
                     if (!whole_packet(error, got, bytes))
                       return;
                     result().totals.rx_seconds += seconds_between(now, result().last_received);
                     result().totals.rx_bytes += bytes;
                     done_bytes_ += bytes;
                     ++packet_index_;
                     if (done_bytes_ == plan_.work.total_bytes)
                       return leave();
                     if (!leaving_ && is_over(result().last_received)) {
                       leaving_ = true;
                       stream().async_close_notify(then([] {}));
                     }
                     download();
                   }));
}

void ClientSession::leave() {
  // A foreign server need not answer close_notify, and all data is here.
  close_in_order(plain_echo_);
}

void ClientSession::collect() {
  if (plan_.row.handshake == HandshakeKind::ticket)
    result().session = engine().session();
}

// ---- All connections of a row ----

ClientRun::ClientRun(asio::io_context& io, ClientPlan& plan, TimePoint row_start,
                     std::function<void()> on_end)
    : io_(io),
      plan_(plan),
      strand_(io.get_executor()),
      timer_(strand_),
      row_start_(row_start),
      end_(after(row_start, plan.work.seconds)),
      on_end_(std::move(on_end)) {
  outcome_.row = plan.row;
}

void ClientRun::start() {
  asio::post(strand_, [this] {
    if (plan_.row.handshake == HandshakeKind::ticket)
      open_connection(false, {});
    else
      begin_counted();
  });
}

void ClientRun::begin_counted() {
  counting_ = true;
  if (open_loop()) {
    // The schedule has its own start, so that the number of connections is what was asked for.
    schedule_start_ = SteadyClock::now();
    end_ = after(schedule_start_, plan_.work.seconds);
    // The margin keeps 0.3 s at 10/s from becoming four connections.
    planned_ = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(plan_.work.seconds * plan_.work.rate - 1e-6)));
    return follow_schedule();
  }
  for (unsigned i = 0; i < plan_.work.pairs && outcome_.error.empty(); ++i)
    open_connection(true, {});
}

TimePoint ClientRun::due(std::uint64_t index) const noexcept {
  return after(schedule_start_, static_cast<double>(index) / plan_.work.rate);
}

void ClientRun::open_connection(bool counted, TimePoint scheduled) {
  ClientSession::Start start{counted ? session_ : tls::Session(), counted, !has_chain_, scheduled,
                             end_};
  has_chain_ = true;
  try {
    const auto session = std::make_shared<ClientSession>(
        io_, plan_, std::move(start), [this](SessionResult&& result) {
          asio::post(strand_, [this, result = std::move(result)]() mutable {
            connection_ended(std::move(result));
          });
        });
    ++in_flight_;
    asio::post(session->strand(), [session] { session->start(); });
  } catch (const std::exception& exception) {
    give_up(exception.what());
    end_if_idle();
  }
}

void ClientRun::connection_ended(SessionResult&& result) {
  --in_flight_;
  add(std::move(result));
  go_on();
  end_if_idle();
}

void ClientRun::add(SessionResult&& result) {
  if (result.session)
    session_ = std::move(result.session);
  if (!result.chain.empty()) {
    outcome_.certificate = result.chain.front().key_type;
    outcome_.chain = std::move(result.chain);
  }
  if (!result.peer_kind.empty())
    outcome_.peer_kind = std::move(result.peer_kind);
  if (!result.error.empty()) {
    ++outcome_.failed;
    failed_at_ = std::min(failed_at_, result.ended);
    outcome_.unreachable = result.times.tcp_connect == 0;
    return give_up(result.error);
  }
  if (!result.counted)
    return;
  totals_ += result.totals;
  ++totals_.connections;
  outcome_.connections.push_back(std::move(result.times));
  outcome_.negotiated = std::move(result.negotiated);
  if (outcome_.negotiated->resumed)
    ++outcome_.resumed;
  outcome_.client_handshake_bytes = result.handshake_bytes;
  outcome_.client_wire_bytes += result.wire_bytes;
  outcome_.server_handshake_bytes = result.peer_handshake_bytes;
  outcome_.server_wire_bytes += result.peer_wire_bytes;
  first_start_ = std::min(first_start_, result.started);
  last_end_ = std::max(last_end_, result.ended);
  if (result.first_sent != TimePoint())
    first_sent_ = std::min(first_sent_, result.first_sent);
  if (result.last_received != TimePoint())
    last_received_ = std::max(last_received_, result.last_received);
}

void ClientRun::give_up(const std::string& error) {
  if (outcome_.error.empty())
    outcome_.error = error;
  plan_.over = true;
}

void ClientRun::go_on() {
  if (!outcome_.error.empty())
    return;
  if (!counting_) {
    if (!session_)
      return give_up("the first connection brought no ticket: the server does not give any");
    return begin_counted();
  }
  if (open_loop())
    return follow_schedule();
  if (plan_.exchange == Exchange::echo && SteadyClock::now() < end_)
    open_connection(true, {});
}

// Connections start when they are due, however long the others take; where too many are open
// already they start late, and their latency counts from when they were due.
void ClientRun::follow_schedule() {
  const TimePoint now = SteadyClock::now();
  if (now >= end_ + plan_.work.timeout && next_due_ < planned_) {
    outcome_.failed += planned_ - next_due_;
    return give_up(fmt::format(
        "{} connections at {} a second: {} of them could not even be started {} ms after the end; "
        "this machine or the server is slower than that",
        planned_, plan_.work.rate, planned_ - next_due_, plan_.work.timeout.count()));
  }
  while (outcome_.error.empty() && next_due_ < planned_ && in_flight_ < plan_.max_in_flight) {
    const TimePoint when = due(next_due_);
    if (when > now)
      return arm(when);
    ++next_due_;
    open_connection(true, when);
  }
}

void ClientRun::arm(TimePoint when) {
  if (armed_)
    return;
  armed_ = true;
  timer_.expires_at(when);
  timer_.async_wait([this](boost::system::error_code) {
    armed_ = false;
    if (outcome_.error.empty())
      follow_schedule();
    end_if_idle();
  });
}

void ClientRun::end_if_idle() {
  if (in_flight_ != 0 || ended_)
    return;
  if (outcome_.error.empty() && open_loop() && next_due_ < planned_)
    return;
  ended_ = true;
  timer_.cancel();
  on_end_();
}

Outcome ClientRun::take_outcome() {
  outcome_.client = totals_;
  if (first_start_ < last_end_)
    outcome_.interval_seconds = seconds_between(first_start_, last_end_);
  return std::move(outcome_);
}

}  // namespace hartls::tls_bench
