// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/core.h>

#include <optional>
#include <string>

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
    modelled_ = !context.modelled.empty();
    write_context(out_, context);
    out_ << '\n';
    const char* const cycles = cycles_ == "cycles" || cycles_.empty() ? "Cycles" : "Ref. cycles";
    row({"Algorithm", "Bytes", "Throughput", "Median", "MAD", modelled_ ? "Cycles/op" : cycles,
         "Cycles/B", "Misaligned/op", "Implementation"});
  }

  void add(const Result& result) override {
    const bool in_pieces = result.bytes && result.unit_bytes != *result.bytes;
    any_in_pieces_ = any_in_pieces_ || in_pieces;
    const auto per_byte = counter(result, cycles_ + "_per_byte");
    const auto misaligned = counter(result, "misaligned");
    row({result.label, result.bytes ? format_bytes(*result.bytes) : "-", throughput(result),
         format_seconds(result.seconds.median) + (in_pieces ? "*" : ""), spread(result),
         cycles(result), per_byte ? fmt::format("{:.2f}", *per_byte) : "-",
         misaligned && *misaligned > 0 ? fmt::format("{:.1f}", *misaligned) : "-",
         result.implementation +
             (result.constant_time.value_or(true) ? "" : ", not constant time")});
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
  struct Row {
    std::string label, bytes, throughput, median, spread, cycles, per_byte, misaligned,
        implementation;
  };

  void row(const Row& row) {
    out_ << fmt::format("{:<{}}", row.label, options_.label_width);
    if (options_.show_bytes) {
      out_ << fmt::format("  {:>8}", row.bytes);
    }
    if (modelled_) {
      out_ << fmt::format("  {:>12}  {:>10}  {:>13}", row.cycles, row.per_byte, row.misaligned);
    }
    out_ << fmt::format("  {:>16}  {:>10}  {:>8}", row.throughput, row.median, row.spread);
    if (!modelled_) {
      out_ << fmt::format("  {:>14}", row.cycles);
    }
    out_ << fmt::format("  {}\n", row.implementation);
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

  static std::optional<double> counter(const Result& result, const std::string& name) {
    const auto found = result.counters.find(name);
    return found == result.counters.end() ? std::nullopt : std::optional(found->second);
  }

  /// An operation's under a model; else a byte's where the operation works on bytes.
  std::string cycles(const Result& result) const {
    const auto per_byte = counter(result, cycles_ + "_per_byte");
    if (per_byte && !modelled_) {
      return fmt::format("{:.2f}/B", *per_byte);
    }
    const auto count = counter(result, cycles_);
    return count ? fmt::format("{:.0f}{}", *count, modelled_ ? "" : "/op") : "-";
  }

  std::ostream& out_;
  ReportOptions options_;
  std::string cycles_;
  bool modelled_ = false;
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
  const std::string threads =
      fmt::format("{} {}", context.threads, context.threads == 1 ? "thread" : "threads");
  line("time", context.modelled.empty() ? fmt::format("{} s a row, {}", context.seconds, threads)
                                        : "three repetitions a row, " + threads);
  if (const std::string note = speed_note(context); !note.empty()) {
    out << note << '\n';
  }
}

std::unique_ptr<ReportWriter> make_table_writer(std::ostream& out, const ReportOptions& options) {
  return std::make_unique<TableWriter>(out, options);
}

}  // namespace hartls::bench
