// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/core.h>

#include <algorithm>

#include "report_writers.hpp"

namespace hartls::bench {
namespace {

std::string describe_rate(const Context& context) {
  if (!context.clock_rate) {
    return "unknown";
  }
  return fmt::format("{:.1f} MHz ({}{}{})", context.clock_rate->hertz / 1e6,
                     context.clock_rate->source, context.governor.empty() ? "" : ", governor ",
                     context.governor);
}

std::string describe_cpu(const Context& context) {
  return fmt::format("{}{}{}, {} {}", context.cpu, context.board.empty() ? "" : ", ", context.board,
                     context.harts, context.harts == 1 ? "hart" : "harts");
}

class TableWriter final : public ReportWriter {
 public:
  TableWriter(std::ostream& out, const ReportOptions& options) : out_(out), options_(options) {}

  void begin(const Context& context) override {
    cycles_ = context.counters.empty() ? "" : context.counters.front();
    write_context(out_, context);
    out_ << '\n';
    row("Algorithm", "Bytes", "Throughput", "Median", "MAD",
        cycles_ == "cycles" || cycles_.empty() ? "Cycles" : "Ref. cycles", "Implementation");
  }

  void add(const Result& result) override {
    const bool in_pieces = result.bytes && result.unit_bytes != *result.bytes;
    any_in_pieces_ = any_in_pieces_ || in_pieces;
    row(result.label, result.bytes ? format_bytes(*result.bytes) : "-", throughput(result),
        format_seconds(result.seconds.median) + (in_pieces ? "*" : ""), spread(result),
        cycles(result),
        result.implementation + (result.constant_time.value_or(true) ? "" : ", not constant time"));
    out_.flush();
  }

  void end() override {
    if (any_in_pieces_) {
      out_ << "\n* One operation takes more than a tenth of the time: measured in smaller pieces "
              "and "
              "scaled.\n";
    }
    out_.flush();
  }

 private:
  void row(std::string_view label, std::string_view bytes, std::string_view throughput,
           std::string_view median, std::string_view spread, std::string_view cycles,
           std::string_view implementation) {
    out_ << fmt::format("{:<{}}", label, options_.label_width);
    if (options_.show_bytes) {
      out_ << fmt::format("  {:>8}", bytes);
    }
    out_ << fmt::format("  {:>16}  {:>10}  {:>8}  {:>14}  {}\n", throughput, median, spread, cycles,
                        implementation);
  }

  std::string throughput(const Result& result) const {
    if (!result.bytes) {
      return fmt::format("{:.3f} ops/s", result.per_second);
    }
    return options_.base10 ? fmt::format("{:.3f} MB/s", result.bytes_per_second() / 1e6)
                           : fmt::format("{:.3f} MiB/s", result.bytes_per_second() / (1024 * 1024));
  }

  static std::string spread(const Result& result) {
    if (result.seconds.count < 2) {
      return "-";
    }
    return fmt::format("{:.2f} %", 100 * result.seconds.mad / result.seconds.median);
  }

  std::string cycles(const Result& result) const {
    const auto per_byte = result.counters.find(cycles_ + "_per_byte");
    if (per_byte != result.counters.end()) {
      return fmt::format("{:.2f}/B", per_byte->second);
    }
    const auto count = result.counters.find(cycles_);
    return count == result.counters.end() ? "-" : fmt::format("{:.0f}/op", count->second);
  }

  std::ostream& out_;
  ReportOptions options_;
  std::string cycles_;
  bool any_in_pieces_ = false;
};

}  // namespace

void write_context(std::ostream& out, const Context& context) {
  const auto line = [&out](std::string_view name, std::string_view value) {
    out << fmt::format("{:<16} {}\n", name, value);
  };
  line("hartls", context.hartls_version);
  line("wolfSSL", context.wolfssl_version);
  line("provider", context.provider);
  line("compiler", context.compiler + ", " + context.build_type);
  line("ISA", context.isa);
  line("CPU", describe_cpu(context));
  line("features in use", context.features);
  line("misaligned", context.misaligned);
  line("clock rate", describe_rate(context));
  line("kernel", context.kernel);
  line("clock", context.clock);
  line("cycle source", context.cycle_source);
  line("time", fmt::format("{} s a row, {} {}", context.seconds, context.threads,
                           context.threads == 1 ? "thread" : "threads"));
  if (!context.emulation.empty()) {
    out << "emulated: not a board's speed (" << context.emulation << ")\n";
  }
}

std::unique_ptr<ReportWriter> make_table_writer(std::ostream& out, const ReportOptions& options) {
  return std::make_unique<TableWriter>(out, options);
}

}  // namespace hartls::bench
