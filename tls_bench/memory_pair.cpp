// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_pair.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace hartls::tls_bench {
namespace {

using tls::Engine;
using tls::Progress;
using tls::Step;

/// A handshake takes fewer than 10, a record fewer than 3; whatever takes more does not end.
constexpr int most_rounds = 1000;

[[noreturn]] void fail_on(const Engine& engine, const char* doing) {
  throw std::runtime_error(
      fmt::format("{} while {}: {}", to_string(engine.role()), doing, engine.error_text()));
}

}  // namespace

void carry(Engine& from, Engine& to) {
  while (!from.pending_output().empty()) {
    const std::size_t taken = to.feed(from.pending_output());
    if (taken == 0)
      return;
    from.consume_output(taken);
  }
}

MemoryContexts::MemoryContexts(const Row& row_in, const Credentials& credentials,
                               const Provider& provider)
    : row(row_in),
      host(expected_host(credentials)),
      client(make_client_context(row, credentials, provider)),
      server(make_server_context(row, credentials, provider)) {}

MemoryPair::MemoryPair(const MemoryContexts& contexts, bench::Instruments& instruments,
                       const PairOptions& options)
    : contexts_(contexts),
      instruments_(instruments),
      options_(options),
      client_(make_engine(contexts.client, client_heap_)),
      server_(make_engine(contexts.server, server_heap_)),
      counters_before_(instruments.cycles ? instruments.cycles->counters().size() : 0),
      counters_after_(counters_before_.size()),
      received_(Engine::max_record_bytes) {
  if (contexts_.row.handshake != HandshakeKind::psk)
    client_.set_host(contexts_.host);
}

MemoryPair::~MemoryPair() = default;

Engine MemoryPair::make_engine(const tls::Context& context, HeapAccount& heap) {
  std::optional<ChargeTo> charge;
  if (options_.count_heap)
    charge.emplace(heap);
  return Engine(context, options_.engine);
}

double MemoryPair::seconds_since(std::uint64_t ticks) const {
  return instruments_.clock->seconds(instruments_.clock->now_ticks() - ticks);
}

void MemoryPair::measuring(bool on) noexcept {
  if (options_.measured)
    instruments_.clock->measuring(on);
}

template <typename Call>
double MemoryPair::time(Call call) {
  measuring(true);
  const std::uint64_t start = instruments_.clock->now_ticks();
  call();
  const double seconds = seconds_since(start);
  measuring(false);
  return seconds;
}

// The clock is read last and first, so that the other instruments are not in its interval.
void MemoryPair::begin(Part& part) {
  part.counters.resize(counters_before_.size());
  if (instruments_.cycles)
    instruments_.cycles->read(counters_before_);
  if (instruments_.cpu_clock)
    cpu_before_ = instruments_.cpu_clock->now_ticks();
  measuring(true);
  ticks_before_ = instruments_.clock->now_ticks();
}

void MemoryPair::end(Part& part) {
  const std::uint64_t ticks = instruments_.clock->now_ticks() - ticks_before_;
  measuring(false);
  const std::uint64_t cpu_now =
      instruments_.cpu_clock ? instruments_.cpu_clock->now_ticks() : cpu_before_;
  if (instruments_.cycles)
    instruments_.cycles->read(counters_after_);
  part.ticks += ticks;
  part.cpu_seconds += instruments_.cpu_clock
                          ? instruments_.cpu_clock->seconds(cpu_now - cpu_before_)
                          : instruments_.clock->seconds(ticks);
  for (std::size_t index = 0; index < counters_after_.size(); ++index)
    part.counters[index] += counters_after_[index] - counters_before_[index];
}

Step MemoryPair::step(Engine& engine, HeapAccount& heap, Part& part) {
  std::optional<ChargeTo> charge;
  begin(part);
  if (options_.count_heap)
    charge.emplace(heap);
  const Step result = engine.handshake();
  charge.reset();
  end(part);
  if (result == Step::failed)
    fail_on(engine, "shaking hands");
  return result;
}

void MemoryPair::handshake(const tls::Session& session) {
  if (session)
    client_.set_session(session);
  Part client_part, server_part;
  const std::uint64_t start = instruments_.clock->now_ticks();
  for (int round = 0; !client_.handshake_done() || !server_.handshake_done(); ++round) {
    if (round == most_rounds)
      throw std::runtime_error("the handshake does not come to an end");
    if (!client_.handshake_done() && step(client_, client_heap_, client_part) == Step::done)
      client_totals_.connect_seconds = seconds_since(start);
    carry(client_, server_);
    if (!server_.handshake_done() && step(server_, server_heap_, server_part) == Step::done)
      server_totals_.connect_seconds = seconds_since(start);
    carry(server_, client_);
  }
  client_totals_.connections = server_totals_.connections = 1;
  times_.handshake = std::max(client_totals_.connect_seconds, server_totals_.connect_seconds);
  times_.client_seconds = instruments_.clock->seconds(client_part.ticks);
  times_.server_seconds = instruments_.clock->seconds(server_part.ticks);
  times_.client_cpu = client_part.cpu_seconds;
  times_.server_cpu = server_part.cpu_seconds;
  times_.client_counters = std::move(client_part.counters);
  times_.server_counters = std::move(server_part.counters);
  client_handshake_bytes_ = client_.bytes_sent();
  server_handshake_bytes_ = server_.bytes_sent();
  for (const Engine* engine : {&client_, &server_})
    check_negotiated(contexts_.row, *engine, static_cast<bool>(session));
}

std::size_t MemoryPair::read(Engine& engine, ByteSpan out, SideTotals& totals) {
  Progress progress{};
  totals.rx_seconds += time([&] { progress = engine.read(out); });
  if (progress.step == Step::failed || progress.step == Step::closed)
    fail_on(engine, "reading");
  totals.rx_bytes += progress.bytes;
  return progress.bytes;
}

void MemoryPair::transfer(Engine& from, Engine& to, ByteView data, SideTotals& from_totals,
                          SideTotals& to_totals) {
  std::size_t sent = 0, got = 0;
  for (int round = 0; got < data.size(); ++round) {
    if (round == most_rounds)
      throw std::runtime_error("a packet does not arrive");
    if (sent < data.size()) {
      Progress progress{};
      from_totals.tx_seconds += time([&] { progress = from.write(data.subspan(sent)); });
      if (progress.step == Step::failed)
        fail_on(from, "writing");
      sent += progress.bytes;
      from_totals.tx_bytes += progress.bytes;
    }
    carry(from, to);
    got += read(to, ByteSpan(received_).subspan(got, data.size() - got), to_totals);
  }
  if (!std::equal(data.begin(), data.end(), received_.begin()))
    throw std::runtime_error(
        fmt::format("the {} got other bytes than were sent", to_string(to.role())));
}

void MemoryPair::send_to_server(ByteView data) {
  transfer(client_, server_, data, client_totals_, server_totals_);
}

void MemoryPair::send_to_client(ByteView data) {
  transfer(server_, client_, data, server_totals_, client_totals_);
}

tls::Session MemoryPair::take_session() {
  carry(server_, client_);
  const Progress progress = client_.read(received_);
  if (progress.step == Step::failed)
    fail_on(client_, "waiting for a ticket");
  tls::Session session = client_.session();
  if (!session)
    throw std::runtime_error("the server sent no ticket");
  return session;
}

void MemoryPair::read_until_closed(Engine& engine) {
  for (int round = 0; round < most_rounds; ++round) {
    const Progress progress = engine.read(received_);
    if (progress.step == Step::closed)
      return;
    if (progress.step == Step::failed)
      fail_on(engine, "closing");
    if (progress.step == Step::want_input)
      break;
  }
  throw std::runtime_error(fmt::format("the {} got no close_notify", to_string(engine.role())));
}

void MemoryPair::close() {
  carry(server_, client_);  // a ticket that nobody has read
  if (client_.close() == Step::failed)
    fail_on(client_, "closing");
  carry(client_, server_);
  read_until_closed(server_);
  if (server_.close() == Step::failed)
    fail_on(server_, "closing");
  carry(server_, client_);
  read_until_closed(client_);
}

}  // namespace hartls::tls_bench
