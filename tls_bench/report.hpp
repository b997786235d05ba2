// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "hartls/bench/report.hpp"
#include "hartls/bench/result.hpp"
#include "outcome.hpp"

namespace hartls::tls_bench {

enum class Side : std::uint8_t { client, server };

struct ReportOptions {
  bool detail = false;
  bool show_peer = false;
  std::size_t label_width = 33;       ///< of the column of cipher suites
  std::string provider;               ///< name in results: "software"
  std::string implementation;         ///< "wolfCrypt 5.9.2"
  std::string cycles;                 ///< the cycle source's first counter; empty: none
  std::vector<std::string> counters;  ///< all of the cycle source's
  double modelled_hertz = 0;  ///< of the core whose cycles a model's clock tells; 0: no model
};

/// Writes outcomes as they come. Call begin once, add for each row, end once.
class Report {
 public:
  Report() = default;
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;
  virtual ~Report() = default;

  virtual void begin(const bench::Context& context) = 0;
  virtual void add(const Outcome& outcome) = 0;
  virtual void end() = 0;
};

/// table: wolfSSL's table, with MiB/s; below each row the detail, where it is asked for. Under a
/// model's clock it has each side's cycles: of its own part of a handshake, and a byte.
/// csv (RFC 4180): the table with what was negotiated. json: bench's, from to_results. Borrows
/// `out`.
std::unique_ptr<Report> make_report(bench::Format format, std::ostream& out,
                                    const ReportOptions& options);

/// Everything in an outcome as results named provider/suite[/group]/operation[/bytes]. Operations:
/// handshake (time to handshake), handshake/client and handshake/server (each side's own part),
/// tcp_connect, first_byte, scheduled, echo/client and echo/server (the table's line), seal, open,
/// upload, download.
std::vector<bench::Result> to_results(const Outcome& outcome, const ReportOptions& options);

/// A side's own part of the handshake, the median of all connections; 0: not measured.
double handshake_seconds(const Outcome& outcome, Side side);

/// "TLS 1.2, TLS_..., secp256r1, RSA-2048 certificate, full handshake".
std::string describe(const Outcome& outcome);

}  // namespace hartls::tls_bench
