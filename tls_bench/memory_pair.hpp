// SPDX-License-Identifier: GPL-3.0-or-later
// A client and a server in one thread, each stepped in turn, so that what either of them costs can
// be told apart.
#pragma once

#include <cstdint>
#include <vector>

#include "contexts.hpp"
#include "hartls/bench/clock.hpp"
#include "heap_account.hpp"
#include "outcome.hpp"

namespace hartls::tls_bench {

/// Both contexts of a row; they may be shared by threads.
struct MemoryContexts {
  MemoryContexts(const Row& row, const Credentials& credentials, const Provider& provider);

  Row row;
  std::string host;
  tls::Context client, server;
};

struct PairOptions {
  tls::EngineOptions engine;
  bool count_heap = false;  ///< the endpoints' allocations
  bool measured = true;     ///< else a model's profile leaves it out, see bench::Clock::measuring
};

/// One connection. Errors are std::runtime_error with the side and its reason. Borrows the
/// instruments, which its thread opened, and the contexts.
class MemoryPair {
 public:
  MemoryPair(const MemoryContexts& contexts, bench::Instruments& instruments,
             const PairOptions& options = {});
  MemoryPair(const MemoryPair&) = delete;
  MemoryPair& operator=(const MemoryPair&) = delete;
  ~MemoryPair();

  /// Throws too where the connection is not what the row asks for. `session` may be empty.
  void handshake(const tls::Session& session);

  /// Client to server or back; all of `data`, which fits a record. Times go to the totals.
  void send_to_server(ByteView data);
  void send_to_client(ByteView data);

  /// For TLS 1.3, whose ticket comes after the handshake.
  tls::Session take_session();

  /// close_notify both ways.
  void close();

  tls::Engine& client() noexcept { return client_; }
  tls::Engine& server() noexcept { return server_; }
  const SideTotals& client_totals() const noexcept { return client_totals_; }
  const SideTotals& server_totals() const noexcept { return server_totals_; }
  /// Of the handshake.
  const ConnectionTimes& times() const noexcept { return times_; }
  std::uint64_t client_handshake_bytes() const noexcept { return client_handshake_bytes_; }
  std::uint64_t server_handshake_bytes() const noexcept { return server_handshake_bytes_; }
  const HeapAccount& client_heap() const noexcept { return client_heap_; }
  const HeapAccount& server_heap() const noexcept { return server_heap_; }

 private:
  struct Part {
    std::uint64_t ticks = 0;
    double cpu_seconds = 0;
    std::vector<std::uint64_t> counters;
  };

  tls::Engine make_engine(const tls::Context& context, HeapAccount& heap);
  tls::Step step(tls::Engine& engine, HeapAccount& heap, Part& part);
  void begin(Part& part);
  void end(Part& part);
  void transfer(tls::Engine& from, tls::Engine& to, ByteView data, SideTotals& from_totals,
                SideTotals& to_totals);
  std::size_t read(tls::Engine& engine, ByteSpan out, SideTotals& totals);
  void read_until_closed(tls::Engine& engine);
  /// Seconds of `call`.
  template <typename Call>
  double time(Call call);
  double seconds_since(std::uint64_t ticks) const;
  void measuring(bool on) noexcept;

  const MemoryContexts& contexts_;
  bench::Instruments& instruments_;
  PairOptions options_;
  HeapAccount client_heap_, server_heap_;
  tls::Engine client_, server_;
  SideTotals client_totals_, server_totals_;
  ConnectionTimes times_;
  std::uint64_t client_handshake_bytes_ = 0, server_handshake_bytes_ = 0;
  std::vector<std::uint64_t> counters_before_, counters_after_;
  std::uint64_t ticks_before_ = 0, cpu_before_ = 0;
  Bytes received_;
};

/// Moves what `from` has for its peer, as far as there is room.
void carry(tls::Engine& from, tls::Engine& to);

}  // namespace hartls::tls_bench
