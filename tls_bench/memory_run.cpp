// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_run.hpp"

#include <algorithm>
#include <barrier>
#include <exception>
#include <thread>

#include "memory_pair.hpp"
#include "record_layer.hpp"

namespace hartls::tls_bench {
namespace {

/// Shares of a row's time with --detail.
constexpr double record_share = 0.3;
constexpr double goodput_share = 0.15;
/// Enough where the same work takes the same time.
constexpr int deterministic_connections = 3;

/// What one thread did.
struct Pairwork {
  SideTotals client, server;
  std::vector<ConnectionTimes> connections;
  std::uint64_t client_wire_bytes = 0, server_wire_bytes = 0;
  std::uint64_t resumed = 0;
  double start = 0, end = 0;  ///< seconds of its clock
  bool own_time = false;      ///< the clock is a model's, which other threads' do not go with
  std::exception_ptr failure;
};

class Worker {
 public:
  Worker(const MemoryContexts& contexts, const Work& work, bench::Instruments& instruments)
      : contexts_(contexts), work_(work), instruments_(instruments) {}

  /// Not measured: caches get warm, and the ticket for the first connection that is.
  void warm_up(bool count_heap, Outcome* outcome) {
    PairOptions options;
    options.count_heap = count_heap;
    options.measured = false;
    MemoryPair pair(contexts_, instruments_, options);
    pair.handshake({});
    take_session(pair);
    pair.send_to_server(payload(work_.packet_bytes));
    pair.send_to_client(payload(work_.packet_bytes));
    if (outcome != nullptr)
      note(pair, *outcome);
    pair.close();
  }

  void run(double seconds, Pairwork& done) {
    const bool deterministic = instruments_.clock->deterministic();
    done.own_time = deterministic;
    done.start = now();
    do {
      connect(deterministic ? -1 : done.start + seconds, done);
    } while (deterministic ? done.connections.size() < deterministic_connections
                           : now() < done.start + seconds);
    done.end = now();
  }

 private:
  double now() { return instruments_.clock->seconds(instruments_.clock->now_ticks()); }

  void take_session(MemoryPair& pair) {
    if (contexts_.row.handshake == HandshakeKind::ticket)
      session_ = pair.take_session();
  }

  static void note(MemoryPair& pair, Outcome& outcome) {
    outcome.chain = pair.client().peer_chain();
    if (!outcome.chain.empty())
      outcome.certificate = outcome.chain.front().key_type;
    outcome.client_heap_peak = static_cast<std::uint64_t>(pair.client_heap().peak_bytes);
    outcome.server_heap_peak = static_cast<std::uint64_t>(pair.server_heap().peak_bytes);
  }

  /// Data stops at the end of a packet once the time is over, with the first at the earliest; the
  /// handshake is always whole.
  void connect(double deadline, Pairwork& done) {
    MemoryPair pair(contexts_, instruments_);
    pair.handshake(session_);
    if (pair.client().negotiated().resumed && pair.server().negotiated().resumed)
      ++done.resumed;
    take_session(pair);
    const auto goes_on = [&](std::uint64_t sent) {
      return sent < work_.total_bytes && (sent == 0 || deadline < 0 || now() < deadline);
    };
    for (std::uint64_t sent = 0; goes_on(sent);) {
      const auto packet = static_cast<std::size_t>(
          std::min<std::uint64_t>(work_.packet_bytes, work_.total_bytes - sent));
      pair.send_to_server(payload(packet));
      pair.send_to_client(payload(packet));
      sent += packet;
    }
    last_ = pair.client().negotiated();
    client_handshake_bytes_ = pair.client_handshake_bytes();
    server_handshake_bytes_ = pair.server_handshake_bytes();
    pair.close();
    done.client += pair.client_totals();
    done.server += pair.server_totals();
    done.connections.push_back(pair.times());
    done.client_wire_bytes += pair.client().bytes_sent();
    done.server_wire_bytes += pair.server().bytes_sent();
  }

 public:
  void tell(Outcome& outcome) const {
    outcome.negotiated = last_;
    outcome.client_handshake_bytes = client_handshake_bytes_;
    outcome.server_handshake_bytes = server_handshake_bytes_;
  }

 private:
  const MemoryContexts& contexts_;
  const Work& work_;
  bench::Instruments& instruments_;
  tls::Session session_;
  std::optional<tls::Negotiated> last_;
  std::uint64_t client_handshake_bytes_ = 0, server_handshake_bytes_ = 0;
};

void add(const Pairwork& done, Outcome& outcome) {
  *outcome.client += done.client;
  *outcome.server += done.server;
  outcome.connections.insert(outcome.connections.end(), done.connections.begin(),
                             done.connections.end());
  outcome.client_wire_bytes += done.client_wire_bytes;
  outcome.server_wire_bytes += done.server_wire_bytes;
  outcome.resumed += done.resumed;
}

/// In which all threads worked.
double interval_of(const std::vector<Pairwork>& done) {
  double start = done.front().start, end = done.front().end, longest = 0;
  for (const Pairwork& mine : done) {
    start = std::min(start, mine.start);
    end = std::max(end, mine.end);
    longest = std::max(longest, mine.end - mine.start);
  }
  return done.front().own_time ? longest : end - start;
}

/// Several threads, each with its own pair; the totals are divided by the time in which any worked.
void run_threads(const MemoryContexts& contexts, const Work& work, const MemoryOptions& options,
                 double seconds, Outcome& outcome) {
  std::vector<Pairwork> done(work.pairs);
  std::barrier ready(static_cast<std::ptrdiff_t>(work.pairs));
  std::vector<std::thread> threads;
  const auto run_one = [&](Pairwork& mine) {
    bool waited = false;
    try {
      bench::Instruments instruments = options.open();
      Worker worker(contexts, work, instruments);
      worker.warm_up(false, nullptr);
      waited = true;
      ready.arrive_and_wait();
      worker.run(seconds, mine);
    } catch (...) {
      mine.failure = std::current_exception();
      if (!waited)
        ready.arrive_and_drop();
    }
  };
  for (Pairwork& mine : done)
    threads.emplace_back([&run_one, &mine] { run_one(mine); });
  for (std::thread& thread : threads)
    thread.join();
  for (const Pairwork& mine : done)
    add(mine, outcome);
  outcome.interval_seconds = interval_of(done);
  for (const Pairwork& mine : done) {
    if (mine.failure)
      std::rethrow_exception(mine.failure);
  }
}

void run_goodput(const MemoryContexts& contexts, const Work& work, bench::Instruments& instruments,
                 double seconds, Outcome& outcome) {
  for (const Exchange direction : {Exchange::upload, Exchange::download}) {
    MemoryPair pair(contexts, instruments);
    pair.handshake({});
    Goodput goodput;
    goodput.direction = direction;
    const std::uint64_t start = instruments.clock->now_ticks();
    do {
      const ByteView packet = payload(work.packet_bytes);
      direction == Exchange::upload ? pair.send_to_server(packet) : pair.send_to_client(packet);
      goodput.bytes += packet.size();
      goodput.seconds = instruments.clock->seconds(instruments.clock->now_ticks() - start);
    } while (!instruments.clock->deterministic() && goodput.seconds < seconds / 2);
    outcome.goodput.push_back(goodput);
    pair.close();
  }
}

/// The row, step by step; throws what goes wrong.
void measure(const Row& row, const Work& work, const MemoryOptions& options, Outcome& outcome) {
  bench::Instruments instruments = options.open();
  const std::uint64_t start = instruments.clock->now_ticks();
  const MemoryContexts contexts(row, options.credentials, *options.provider);
  Worker worker(contexts, work, instruments);
  worker.warm_up(true, &outcome);
  const double spent = instruments.clock->seconds(instruments.clock->now_ticks() - start);
  const double left = std::max(work.seconds - spent, 0.0);
  const double connecting = options.detail ? left * (1 - record_share - goodput_share) : left;

  Pairwork single;
  worker.run(work.pairs == 1 ? connecting : connecting * single_pair_share, single);
  worker.tell(outcome);
  add(single, outcome);
  outcome.interval_seconds = single.end - single.start;
  if (work.pairs > 1) {
    outcome.scaling.push_back(scaling_of(outcome, 1));
    outcome.client.emplace();
    outcome.server.emplace();
    outcome.connections.clear();
    outcome.resumed = outcome.client_wire_bytes = outcome.server_wire_bytes = 0;
    run_threads(contexts, work, options, connecting * (1 - single_pair_share), outcome);
    outcome.scaling.push_back(scaling_of(outcome, work.pairs));
  }
  if (!options.detail)
    return;
  outcome.records = measure_records(contexts, instruments, left * record_share);
  run_goodput(contexts, work, instruments, left * goodput_share, outcome);
}

Bytes make_payload() {
  Bytes bytes(tls::Engine::max_record_bytes);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(state >> 24U);
  }
  return bytes;
}

}  // namespace

ByteView payload(std::size_t size) {
  static const Bytes bytes = make_payload();
  return ByteView(bytes).first(std::min(size, bytes.size()));
}

Outcome run_memory(const Row& row, const Work& work, const MemoryOptions& options) {
  Outcome outcome;
  outcome.row = row;
  outcome.client.emplace();
  outcome.server.emplace();
  try {
    measure(row, work, options, outcome);
  } catch (const std::exception& error) {
    outcome.error = error.what();
    ++outcome.failed;
  }
  return outcome;
}

}  // namespace hartls::tls_bench
