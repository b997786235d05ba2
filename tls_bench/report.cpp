// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "report_detail.hpp"

namespace hartls::tls_bench {
namespace {

constexpr double mebi = 1024 * 1024;

/// What a side's line in the table says, as numbers.
struct Line {
  explicit Line(const SideTotals& totals)
      : total_bytes(totals.rx_bytes + totals.tx_bytes),
        connections(totals.connections),
        rx_ms(totals.rx_seconds * 1e3),
        tx_ms(totals.tx_seconds * 1e3),
        rx_mib_s(rate(totals.rx_bytes, totals.rx_seconds)),
        tx_mib_s(rate(totals.tx_bytes, totals.tx_seconds)),
        connect_total_ms(totals.connect_seconds * 1e3),
        connect_avg_ms(connections == 0 ? 0 : connect_total_ms / static_cast<double>(connections)) {
  }

  static double rate(std::uint64_t bytes, double seconds) {
    return seconds > 0 ? static_cast<double>(bytes) / mebi / seconds : 0;
  }

  std::uint64_t total_bytes, connections;
  double rx_ms, tx_ms, rx_mib_s, tx_mib_s, connect_total_ms, connect_avg_ms;
};

template <typename Call>
void for_each_side(const Outcome& outcome, Call call) {
  // The server first, as in wolfSSL's table.
  if (outcome.server)
    call(Side::server, *outcome.server);
  if (outcome.client)
    call(Side::client, *outcome.client);
}

const char* name_of(Side side) {
  return side == Side::server ? "Server" : "Client";
}

double cycles_per_byte(double seconds, double hertz, std::uint64_t bytes) {
  return bytes == 0 ? 0 : seconds * hertz / static_cast<double>(bytes);
}

class TableReport final : public Report {
 public:
  TableReport(std::ostream& out, const ReportOptions& options) : out_(out), options_(options) {}

  void begin(const bench::Context& context) override {
    bench::write_context(out_, context);
    out_ << fmt::format("\n{:<6}  {:<{}}  {:>13}  {:>9}", "Side", "Cipher", options_.label_width,
                        "Total Bytes", "Num Conns");
    if (modelled())
      out_ << fmt::format("  {:>17}  {:>11}  {:>11}  {:>9}  {:>9}  {:>12}\n", "Handshake Mcycles",
                          "Rx cycles/B", "Tx cycles/B", "Rx MiB/s", "Tx MiB/s", "Handshake ms");
    else
      out_ << fmt::format("  {:>10}  {:>10}  {:>9}  {:>9}  {:>16}  {:>14}\n", "Rx ms", "Tx ms",
                          "Rx MiB/s", "Tx MiB/s", "Connect Total ms", "Connect Avg ms");
    out_.flush();
  }

  void add(const Outcome& outcome) override {
    for_each_side(outcome, [&](Side side, const SideTotals& totals) {
      if (totals.connections != 0 || outcome.error.empty())
        write_line(outcome, side, totals);
    });
    if (!outcome.error.empty())
      out_ << fmt::format("        {}: failed: {}\n", outcome.row.label(), outcome.error);
    if (options_.show_peer)
      write_chain(out_, outcome);
    if (options_.detail)
      write_detail(out_, outcome, options_);
    out_.flush();
  }

  void end() override { out_.flush(); }

 private:
  bool modelled() const noexcept { return options_.modelled_hertz > 0; }

  void write_line(const Outcome& outcome, Side side, const SideTotals& totals) {
    const Line line(totals);
    out_ << fmt::format("{:<6}  {:<{}}  {:>13}  {:>9}", name_of(side), outcome.row.label(),
                        options_.label_width, line.total_bytes, line.connections);
    if (!modelled()) {
      out_ << fmt::format("  {:>10.3f}  {:>10.3f}  {:>9.3f}  {:>9.3f}  {:>16.3f}  {:>14.3f}\n",
                          line.rx_ms, line.tx_ms, line.rx_mib_s, line.tx_mib_s,
                          line.connect_total_ms, line.connect_avg_ms);
      return;
    }
    const double hertz = options_.modelled_hertz;
    const double handshake = handshake_seconds(outcome, side);
    out_ << fmt::format("  {:>17.3f}  {:>11.2f}  {:>11.2f}  {:>9.3f}  {:>9.3f}  {:>12.3f}\n",
                        handshake * hertz / 1e6,
                        cycles_per_byte(totals.rx_seconds, hertz, totals.rx_bytes),
                        cycles_per_byte(totals.tx_seconds, hertz, totals.tx_bytes), line.rx_mib_s,
                        line.tx_mib_s, handshake * 1e3);
  }

  std::ostream& out_;
  ReportOptions options_;
};

class CsvReport final : public Report {
 public:
  CsvReport(std::ostream& out, const ReportOptions& options) : out_(out), options_(options) {}

  void begin(const bench::Context& context) override {
    clock_ = bench::csv_field(context.clock);
    emulated_ = context.emulation.empty() ? "false" : "true";
    out_ << "side,cipher,tls_version,cipher_suite,group,certificate,handshake,mutual,provider,"
            "total_bytes,connections,resumed,failed,rx_ms,tx_ms,rx_mib_per_second,"
            "tx_mib_per_second,connect_total_ms,connect_avg_ms,handshake_cycles,rx_cycles_per_byte,"
            "tx_cycles_per_byte,clock,emulated,error\n";
  }

  void add(const Outcome& outcome) override {
    const bool known = outcome.negotiated.has_value() && outcome.negotiated->suite != nullptr;
    for_each_side(outcome, [&](Side side, const SideTotals& totals) {
      const Line line(totals);
      out_ << fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{},{},"
          "{},{}\n",
          name_of(side), outcome.row.label(), known ? to_string(outcome.negotiated->version) : "",
          known ? outcome.negotiated->suite->name : "", known ? outcome.negotiated->group : "",
          outcome.certificate, to_string(outcome.row.handshake),
          outcome.row.mutual ? "true" : "false", options_.provider, line.total_bytes,
          line.connections, outcome.resumed, outcome.failed, line.rx_ms, line.tx_ms, line.rx_mib_s,
          line.tx_mib_s, line.connect_total_ms, line.connect_avg_ms, cycles(outcome, side, totals),
          clock_, emulated_, bench::csv_field(outcome.error));
    });
    out_.flush();
  }

  void end() override { out_.flush(); }

 private:
  /// Three fields; empty without a model.
  std::string cycles(const Outcome& outcome, Side side, const SideTotals& totals) const {
    const double hertz = options_.modelled_hertz;
    if (hertz <= 0)
      return ",,";
    return fmt::format("{:.0f},{:.3f},{:.3f}", handshake_seconds(outcome, side) * hertz,
                       cycles_per_byte(totals.rx_seconds, hertz, totals.rx_bytes),
                       cycles_per_byte(totals.tx_seconds, hertz, totals.tx_bytes));
  }

  std::ostream& out_;
  ReportOptions options_;
  std::string clock_, emulated_;
};

class JsonReport final : public Report {
 public:
  JsonReport(std::ostream& out, const ReportOptions& options)
      : writer_(bench::make_report_writer(bench::Format::json, out)), options_(options) {}

  void begin(const bench::Context& context) override { writer_->begin(context); }
  void add(const Outcome& outcome) override {
    for (const bench::Result& result : to_results(outcome, options_))
      writer_->add(result);
  }
  void end() override { writer_->end(); }

 private:
  std::unique_ptr<bench::ReportWriter> writer_;
  ReportOptions options_;
};

}  // namespace

double handshake_seconds(const Outcome& outcome, Side side) {
  std::vector<double> seconds;
  for (const ConnectionTimes& times : outcome.connections)
    seconds.push_back(side == Side::client ? times.client_seconds : times.server_seconds);
  return seconds.empty() ? 0 : bench::summarize(seconds).median;
}

std::unique_ptr<Report> make_report(bench::Format format, std::ostream& out,
                                    const ReportOptions& options) {
  switch (format) {
    case bench::Format::csv:
      return std::make_unique<CsvReport>(out, options);
    case bench::Format::json:
      return std::make_unique<JsonReport>(out, options);
    case bench::Format::table:
      break;
  }
  return std::make_unique<TableReport>(out, options);
}

}  // namespace hartls::tls_bench
