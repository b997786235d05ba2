// SPDX-License-Identifier: GPL-3.0-or-later
// Outcomes as results of the measuring library.
#include <algorithm>
#include <functional>
#include <map>

#include "report.hpp"

namespace hartls::tls_bench {
namespace {

using bench::Result;

class Converter {
 public:
  Converter(const Outcome& outcome, const ReportOptions& options)
      : outcome_(outcome), options_(options) {}

  std::vector<Result> convert() {
    add_handshake();
    add_side("client", outcome_.client);
    add_side("server", outcome_.server);
    for (const RecordSpeed& speed : outcome_.records)
      add_records(speed);
    for (const Goodput& goodput : outcome_.goodput)
      add_goodput(goodput);
    return std::move(results_);
  }

 private:
  Result make(const std::string& operation) const {
    Result result;
    result.label = outcome_.row.label();
    result.provider = options_.provider;
    result.algorithm = result.label;
    result.operation = operation;
    result.implementation = options_.implementation;
    result.constant_time.reset();
    result.facts = facts();
    return result;
  }

  std::map<std::string, std::string> facts() const {
    std::map<std::string, std::string> facts{
        {"handshake_kind", std::string(to_string(outcome_.row.handshake))},
        {"mutual", outcome_.row.mutual ? "true" : "false"},
    };
    if (!outcome_.certificate.empty())
      facts["certificate"] = outcome_.certificate;
    if (!outcome_.error.empty())
      facts["error"] = outcome_.error;
    if (!outcome_.peer_kind.empty())
      facts["peer"] = outcome_.peer_kind;
    if (outcome_.negotiated) {
      const tls::Negotiated& negotiated = *outcome_.negotiated;
      facts["tls_version"] = to_string(negotiated.version);
      facts["cipher_suite"] = negotiated.suite == nullptr ? "" : negotiated.suite->name;
      facts["group"] = negotiated.group;
      facts["signature_scheme"] = negotiated.signature_scheme;
      facts["resumed"] = negotiated.resumed ? "true" : "false";
    }
    return facts;
  }

  /// Nothing where no value is above 0: it was not measured.
  Result* add_times(const std::string& operation,
                    const std::function<double(const ConnectionTimes&)>& time) {
    Result result = make(operation);
    for (const ConnectionTimes& times : outcome_.connections) {
      if (const double seconds = time(times); seconds > 0)
        result.samples.push_back(seconds);
    }
    if (result.samples.empty())
      return nullptr;
    result.latency = true;
    return keep(std::move(result));
  }

  Result* keep(Result result) {
    result.seconds = bench::summarize(result.samples);
    if (result.iterations == 0)
      result.iterations = result.samples.size();
    if (result.per_second == 0 && result.seconds.median > 0)
      result.per_second = 1 / result.seconds.median;
    results_.push_back(std::move(result));
    return &results_.back();
  }

  void add_handshake() {
    Result* const handshake =
        add_times("handshake", [](const ConnectionTimes& times) { return times.handshake; });
    if (handshake != nullptr) {
      auto& counters = handshake->counters;
      counters["connections"] = connections();
      counters["resumed"] = static_cast<double>(outcome_.resumed);
      counters["failed"] = static_cast<double>(outcome_.failed);
      if (outcome_.interval_seconds > 0)
        counters["connections_per_second"] = connections() / outcome_.interval_seconds;
      add_scaling(counters);
      add_if(counters, "client_handshake_bytes", outcome_.client_handshake_bytes);
      add_if(counters, "server_handshake_bytes", outcome_.server_handshake_bytes);
      add_if(counters, "client_wire_bytes", outcome_.client_wire_bytes);
      add_if(counters, "server_wire_bytes", outcome_.server_wire_bytes);
    }
    add_part(
        "handshake/client", [](const ConnectionTimes& times) { return times.client_seconds; },
        [](const ConnectionTimes& times) { return times.client_cpu; },
        [](const ConnectionTimes& times) { return times.client_counters; },
        outcome_.client_heap_peak);
    add_part(
        "handshake/server", [](const ConnectionTimes& times) { return times.server_seconds; },
        [](const ConnectionTimes& times) { return times.server_cpu; },
        [](const ConnectionTimes& times) { return times.server_counters; },
        outcome_.server_heap_peak);
    add_times("tcp_connect", [](const ConnectionTimes& times) { return times.tcp_connect; });
    add_times("first_byte", [](const ConnectionTimes& times) { return times.first_byte; });
    add_times("scheduled", [](const ConnectionTimes& times) { return times.since_scheduled; });
  }

  void add_part(const std::string& operation,
                const std::function<double(const ConnectionTimes&)>& time,
                const std::function<double(const ConnectionTimes&)>& cpu,
                const std::function<std::vector<std::uint64_t>(const ConnectionTimes&)>& counters,
                std::uint64_t heap_peak) {
    Result* const result = add_times(operation, time);
    if (result == nullptr)
      return;
    std::vector<double> cpu_seconds;
    std::vector<std::vector<double>> counts(options_.counters.size());
    for (const ConnectionTimes& times : outcome_.connections) {
      cpu_seconds.push_back(cpu(times));
      const auto values = counters(times);
      for (std::size_t index = 0; index < std::min(values.size(), counts.size()); ++index)
        counts[index].push_back(static_cast<double>(values[index]));
    }
    result->cpu_seconds = bench::summarize(cpu_seconds).median;
    for (std::size_t index = 0; index < counts.size(); ++index) {
      if (!counts[index].empty())
        result->counters[options_.counters[index]] = bench::summarize(counts[index]).median;
    }
    add_if(result->counters, "peak_heap_bytes", heap_peak);
  }

  double connections() const {
    const auto& side = outcome_.client ? outcome_.client : outcome_.server;
    return side ? static_cast<double>(side->connections) : 0.0;
  }

  static void add_if(std::map<std::string, double>& counters, const char* name,
                     std::uint64_t value) {
    if (value != 0)
      counters[name] = static_cast<double>(value);
  }

  void add_scaling(std::map<std::string, double>& counters) const {
    for (const Scaling& scaling : outcome_.scaling) {
      const std::string suffix = "_" + std::to_string(scaling.pairs) + "_pairs";
      counters["connections_per_second" + suffix] = scaling.handshakes_per_second;
      counters["data_bytes_per_second" + suffix] = scaling.bytes_per_second;
    }
  }

  /// The table's line. The time is the average connect time, as there.
  void add_side(const char* side, const std::optional<SideTotals>& totals) {
    if (!totals || totals->connections == 0)
      return;
    Result result = make(std::string("echo/") + side);
    const auto connections = static_cast<double>(totals->connections);
    result.samples = {totals->connect_seconds / connections};
    result.iterations = totals->connections;
    result.counters = {
        {"total_bytes", static_cast<double>(totals->rx_bytes + totals->tx_bytes)},
        {"rx_bytes", static_cast<double>(totals->rx_bytes)},
        {"tx_bytes", static_cast<double>(totals->tx_bytes)},
        {"rx_ms", totals->rx_seconds * 1e3},
        {"tx_ms", totals->tx_seconds * 1e3},
        {"connect_total_ms", totals->connect_seconds * 1e3},
        {"connect_avg_ms", totals->connect_seconds * 1e3 / connections},
    };
    if (totals->rx_seconds > 0)
      result.counters["rx_bytes_per_second"] =
          static_cast<double>(totals->rx_bytes) / totals->rx_seconds;
    if (totals->tx_seconds > 0)
      result.counters["tx_bytes_per_second"] =
          static_cast<double>(totals->tx_bytes) / totals->tx_seconds;
    if (options_.modelled_hertz > 0) {
      add_cycles(result.counters, "rx_cycles_per_byte", totals->rx_seconds, totals->rx_bytes);
      add_cycles(result.counters, "tx_cycles_per_byte", totals->tx_seconds, totals->tx_bytes);
    }
    keep(std::move(result));
  }

  void add_cycles(std::map<std::string, double>& counters, const char* name, double seconds,
                  std::uint64_t bytes) const {
    if (bytes != 0)
      counters[name] = seconds * options_.modelled_hertz / static_cast<double>(bytes);
  }

  void add_records(const RecordSpeed& speed) {
    Result result = make(speed.seal ? "seal" : "open");
    result.bytes = result.unit_bytes = speed.record_bytes;
    result.samples = speed.seconds;
    result.iterations = speed.records;
    result.counters["wire_bytes"] = static_cast<double>(speed.wire_bytes);
    if (!speed.cycles.empty() && !options_.cycles.empty()) {
      const double cycles = bench::summarize(speed.cycles).median;
      result.counters[options_.cycles] = cycles;
      result.counters[options_.cycles + "_per_byte"] =
          cycles / static_cast<double>(speed.record_bytes);
    }
    keep(std::move(result));
  }

  void add_goodput(const Goodput& goodput) {
    if (goodput.bytes == 0 || goodput.seconds <= 0)
      return;
    Result result = make(goodput.direction == Exchange::upload ? "upload" : "download");
    result.bytes = result.unit_bytes = goodput.bytes;
    result.samples = {goodput.seconds};
    keep(std::move(result));
  }

  const Outcome& outcome_;
  const ReportOptions& options_;
  std::vector<Result> results_;
};

}  // namespace

std::vector<Result> to_results(const Outcome& outcome, const ReportOptions& options) {
  return Converter(outcome, options).convert();
}

}  // namespace hartls::tls_bench
