// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_detail.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "hartls/bench/statistics.hpp"

namespace hartls::tls_bench {
namespace {

constexpr double mebi = 1024 * 1024;
constexpr std::size_t bar_width = 40;

using Time = std::function<double(const ConnectionTimes&)>;

std::vector<double> sorted_times(const Outcome& outcome, const Time& time) {
  std::vector<double> values;
  for (const ConnectionTimes& times : outcome.connections) {
    if (const double seconds = time(times); seconds > 0)
      values.push_back(seconds);
  }
  std::ranges::sort(values);
  return values;
}

class Detail {
 public:
  Detail(std::ostream& out, const Outcome& outcome, const ReportOptions& options)
      : out_(out), outcome_(outcome), options_(options) {}

  void write() {
    line("negotiated", describe(outcome_));
    times("handshake", [](const ConnectionTimes& times) { return times.handshake; });
    part(
        "client", [](const ConnectionTimes& times) { return times.client_seconds; },
        [](const ConnectionTimes& times) { return times.client_cpu; },
        [](const ConnectionTimes& times) { return times.client_counters; },
        outcome_.client_handshake_bytes, outcome_.client_heap_peak);
    part(
        "server", [](const ConnectionTimes& times) { return times.server_seconds; },
        [](const ConnectionTimes& times) { return times.server_cpu; },
        [](const ConnectionTimes& times) { return times.server_counters; },
        outcome_.server_handshake_bytes, outcome_.server_heap_peak);
    times("TCP connect", [](const ConnectionTimes& times) { return times.tcp_connect; });
    times("first byte", [](const ConnectionTimes& times) { return times.first_byte; });
    times("since scheduled", [](const ConnectionTimes& times) { return times.since_scheduled; });
    histogram();
    records();
    goodput();
    wire();
    scaling();
  }

 private:
  void line(std::string_view name, const std::string& text) {
    out_ << fmt::format("        {:<16} {}\n", name, text);
  }

  void times(const char* name, const Time& time) {
    const std::vector<double> values = sorted_times(outcome_, time);
    if (values.empty())
      return;
    line(name, fmt::format("p50 {}, p90 {}, p99 {}, max {}",
                           bench::format_seconds(bench::percentile(values, 50)),
                           bench::format_seconds(bench::percentile(values, 90)),
                           bench::format_seconds(bench::percentile(values, 99)),
                           bench::format_seconds(values.back())));
  }

  void part(const char* name, const Time& time, const Time& cpu,
            const std::function<std::vector<std::uint64_t>(const ConnectionTimes&)>& counters,
            std::uint64_t handshake_bytes, std::uint64_t heap_peak) {
    std::string text;
    const auto add = [&text](const std::string& what) {
      text += (text.empty() ? "" : ", ") + what;
    };
    if (const auto own = sorted_times(outcome_, time); !own.empty())
      add("own part " + bench::format_seconds(bench::percentile(own, 50)));
    // Under a model that is the own part again.
    if (const auto processor = sorted_times(outcome_, cpu);
        !processor.empty() && options_.modelled_hertz <= 0)
      add("processor " + bench::format_seconds(bench::percentile(processor, 50)));
    const auto cycles = sorted_times(outcome_, [&counters](const ConnectionTimes& times) {
      const auto values = counters(times);
      return values.empty() ? 0.0 : static_cast<double>(values.front());
    });
    if (!cycles.empty() && !options_.cycles.empty())
      add(fmt::format("{:.0f} {}", bench::percentile(cycles, 50),
                      options_.cycles == "cycles" ? "cycles" : "reference cycles"));
    if (handshake_bytes != 0)
      add(fmt::format("{} B sent", handshake_bytes));
    if (heap_peak != 0)
      add(fmt::format("heap peak {} B", heap_peak));
    if (!text.empty())
      line(name, text);
  }

  void histogram() {
    const auto values =
        sorted_times(outcome_, [](const ConnectionTimes& times) { return times.handshake; });
    const std::vector<bench::Bucket> buckets = bench::histogram(values);
    std::size_t most = 1;
    for (const bench::Bucket& bucket : buckets)
      most = std::max(most, bucket.count);
    std::string_view name = "histogram";
    for (const bench::Bucket& bucket : buckets) {
      // A bucket with something in it shows.
      const std::size_t bar = (bucket.count * bar_width + most - 1) / most;
      line(name,
           fmt::format("{:>9} to {:>9} {:>7}  {}", bench::format_seconds(bucket.low),
                       bench::format_seconds(bucket.high), bucket.count, std::string(bar, '#')));
      name = "";
    }
  }

  static std::string speed(const RecordSpeed& records) {
    const double seconds = bench::summarize(records.seconds).median;
    return seconds > 0
               ? fmt::format("{:.3f}", static_cast<double>(records.record_bytes) / mebi / seconds)
               : "-";
  }
  static std::string cycles_per_byte(const RecordSpeed& records) {
    return records.cycles.empty()
               ? "-"
               : fmt::format("{:.2f}", bench::summarize(records.cycles).median /
                                           static_cast<double>(records.record_bytes));
  }

  void records() {
    if (outcome_.records.empty())
      return;
    const char* const unit =
        options_.cycles.empty() || options_.cycles == "cycles" ? "cycles/B" : "ref. cycles/B";
    line("records", fmt::format("{:>7} {:>9} {:>12} {:>14} {:>12} {:>14}", "bytes", "on wire",
                                "seal MiB/s", unit, "open MiB/s", unit));
    for (std::size_t index = 0; index + 1 < outcome_.records.size(); index += 2) {
      const RecordSpeed& seal = outcome_.records[index];
      const RecordSpeed& open = outcome_.records[index + 1];
      line("", fmt::format("{:>7} {:>9} {:>12} {:>14} {:>12} {:>14}", seal.record_bytes,
                           seal.wire_bytes, speed(seal), cycles_per_byte(seal), speed(open),
                           cycles_per_byte(open)));
    }
  }

  void goodput() {
    for (const Goodput& goodput : outcome_.goodput) {
      if (goodput.seconds <= 0)
        continue;
      line(goodput.direction == Exchange::upload ? "upload" : "download",
           fmt::format("{:.3f} MiB/s ({} in {})",
                       static_cast<double>(goodput.bytes) / mebi / goodput.seconds,
                       bench::format_bytes(goodput.bytes), bench::format_seconds(goodput.seconds)));
    }
  }

  void wire() {
    if (outcome_.client_wire_bytes + outcome_.server_wire_bytes != 0)
      line("on the wire", fmt::format("client sent {} B, server {} B, in all",
                                      outcome_.client_wire_bytes, outcome_.server_wire_bytes));
  }

  void scaling() {
    if (outcome_.scaling.empty())
      return;
    const Scaling& first = outcome_.scaling.front();
    for (const Scaling& step : outcome_.scaling) {
      line("scaling",
           fmt::format("{} {}: {:.1f} connections/s ({:.2f} times), {:.3f} MiB/s ({:.2f} times)",
                       step.pairs, step.pairs == 1 ? "pair" : "pairs", step.handshakes_per_second,
                       ratio(step.handshakes_per_second, first.handshakes_per_second),
                       step.bytes_per_second / mebi,
                       ratio(step.bytes_per_second, first.bytes_per_second)));
    }
  }

  static double ratio(double value, double base) { return base > 0 ? value / base : 0; }

  std::ostream& out_;
  const Outcome& outcome_;
  const ReportOptions& options_;
};

std::string peer_of(const Outcome& outcome) {
  return outcome.peer_kind.empty() ? std::string() : ", peer: " + outcome.peer_kind;
}

}  // namespace

std::string describe(const Outcome& outcome) {
  if (!outcome.negotiated)
    return "nothing";
  const tls::Negotiated& facts = *outcome.negotiated;
  std::string text(to_string(facts.version));
  text += ", " + std::string(facts.suite == nullptr ? "an unknown suite" : facts.suite->name);
  if (!facts.group.empty())
    text += ", " + facts.group;
  if (outcome.row.handshake == HandshakeKind::psk)
    text += ", pre-shared key";
  else if (!outcome.certificate.empty())
    text += ", " + outcome.certificate + " certificate";
  if (!facts.signature_scheme.empty())
    text += " (" + facts.signature_scheme + ")";
  if (outcome.row.handshake == HandshakeKind::psk)
    return text + peer_of(outcome);
  text += facts.resumed ? fmt::format(", resumed ({} of {})", outcome.resumed,
                                      outcome.client   ? outcome.client->connections
                                      : outcome.server ? outcome.server->connections
                                                       : 0)
                        : ", full handshake";
  if (outcome.row.mutual)
    text += ", client certificate";
  return text + peer_of(outcome);
}

void write_detail(std::ostream& out, const Outcome& outcome, const ReportOptions& options) {
  Detail(out, outcome, options).write();
}

void write_chain(std::ostream& out, const Outcome& outcome) {
  for (const tls::Certificate& certificate : outcome.chain) {
    out << fmt::format("        certificate      {}, {}, from {} to {}, issued by {}\n",
                       certificate.subject, certificate.key_type, certificate.not_before,
                       certificate.not_after, certificate.issuer);
  }
}

}  // namespace hartls::tls_bench
