// SPDX-License-Identifier: GPL-3.0-or-later
// What came out of one row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hartls/tls/engine.hpp"
#include "plan.hpp"

namespace hartls::tls_bench {

/// One line of the table. Bytes are plaintext, seconds are the clock's.
struct SideTotals {
  std::uint64_t connections = 0;
  std::uint64_t rx_bytes = 0;
  std::uint64_t tx_bytes = 0;
  double rx_seconds = 0;  ///< over memory: opening alone; over TCP: from asking to having it all
  double tx_seconds = 0;  ///< over memory: sealing alone; over TCP: until the socket took it
  double connect_seconds = 0;  ///< from the handshake's first step to its end on this side

  SideTotals& operator+=(const SideTotals& other) noexcept;
};

/// What one connection took. Zero: not measured on this transport.
struct ConnectionTimes {
  double tcp_connect = 0;      ///< seconds until the TCP connection stood
  double handshake = 0;        ///< seconds of the TLS handshake, as the client sees it
  double first_byte = 0;       ///< seconds from the start of everything to the first byte of data
  double since_scheduled = 0;  ///< open loop: seconds from the scheduled start to the first byte
  double client_seconds = 0;   ///< the client's own part of the handshake
  double server_seconds = 0;   ///< the server's own part of the handshake
  double client_cpu = 0;       ///< processor seconds of the same
  double server_cpu = 0;
  std::vector<std::uint64_t> client_counters;  ///< of the cycle source, for the same
  std::vector<std::uint64_t> server_counters;
};

/// Sealing or opening records of one size, without anything else.
struct RecordSpeed {
  std::size_t record_bytes = 0;  ///< of plaintext
  bool seal = false;             ///< else: open
  std::uint64_t records = 0;
  std::uint64_t wire_bytes = 0;  ///< of one record
  std::vector<double> seconds;   ///< a record, one value a sample
  std::vector<double> cycles;    ///< a record, one value a sample; empty without a cycle source
};

/// Bytes one way over the interval from the first byte sent to the last byte received, all
/// connections together.
struct Goodput {
  Exchange direction = Exchange::upload;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

/// How speed grows with threads.
struct Scaling {
  unsigned pairs = 1;
  double handshakes_per_second = 0;
  double bytes_per_second = 0;  ///< both ways
};

struct Outcome {
  Row row;
  std::string error;         ///< why the row ended early; empty: it did not
  bool unreachable = false;  ///< not even a TCP connection came about

  std::optional<SideTotals> client, server;  ///< absent: that side is on another machine
  std::vector<ConnectionTimes> connections;  ///< of the client; of the server where it is alone
  double interval_seconds = 0;  ///< in which all pairs worked: what totals are to be divided by
  std::uint64_t resumed = 0;  ///< connections whose session's own flag says so, on every side here
  std::uint64_t failed = 0;   ///< connections that did not come to their end

  std::optional<tls::Negotiated> negotiated;  ///< of the last connection
  std::string certificate;                    ///< key type of the server's leaf; empty: none shown
  std::vector<tls::Certificate> chain;        ///< that the server showed
  std::string peer_kind;  ///< "hartls" or "plain echo" for a server on another machine

  std::uint64_t client_handshake_bytes = 0;  ///< on the wire, sent by the client; of the last one
  std::uint64_t server_handshake_bytes = 0;
  std::uint64_t client_wire_bytes = 0;  ///< sent by the client in all
  std::uint64_t server_wire_bytes = 0;
  std::uint64_t client_heap_peak = 0;  ///< bytes of one connection, contexts not counted
  std::uint64_t server_heap_peak = 0;

  std::vector<RecordSpeed> records;
  std::vector<Goodput> goodput;
  std::vector<Scaling> scaling;
};

/// What the outcome of a run with `pairs` pairs says about speed.
Scaling scaling_of(const Outcome& outcome, unsigned pairs);

}  // namespace hartls::tls_bench
