// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/core.h>

#include <vector>

#include "report_writers.hpp"

namespace hartls::bench {
namespace {

class CsvWriter final : public ReportWriter {
 public:
  explicit CsvWriter(std::ostream& out) : out_(out) {}

  void begin(const Context& context) override {
    counters_ = context.counters;
    if (!counters_.empty()) {
      counters_.insert(counters_.begin() + 1, counters_.front() + "_per_byte");
    }
    clock_ = context.clock;
    cycle_source_ = context.cycle_source;
    emulated_ = context.emulation.empty() ? "false" : "true";
    std::vector<std::string> names{"name",           "label",
                                   "provider",       "algorithm",
                                   "operation",      "bytes",
                                   "unit_bytes",     "threads",
                                   "implementation", "constant_time",
                                   "iterations",     "samples",
                                   "median_ns",      "mad_ns",
                                   "min_ns",         "max_ns",
                                   "ci_low_ns",      "ci_high_ns",
                                   "ci_confidence",  "cpu_ns",
                                   "ops_per_second", "bytes_per_second",
                                   "clock",          "cycle_source",
                                   "emulated"};
    names.insert(names.end(), counters_.begin(), counters_.end());
    line(names);
  }

  void add(const Result& result) override {
    const Summary& s = result.seconds;
    const auto ns = [](double seconds) { return fmt::format("{:.12g}", seconds * 1e9); };
    std::vector<std::string> fields{
        result.name(),
        result.label,
        result.provider,
        result.algorithm,
        result.operation,
        result.bytes ? std::to_string(*result.bytes) : "",
        result.bytes ? std::to_string(result.unit_bytes) : "",
        std::to_string(result.threads),
        result.implementation,
        result.constant_time.value_or(false) ? "true" : "false",
        std::to_string(result.iterations),
        std::to_string(s.count),
        ns(s.median),
        ns(s.mad),
        ns(s.min),
        ns(s.max),
        ns(s.low),
        ns(s.high),
        fmt::format("{:.6g}", s.confidence),
        ns(result.cpu_seconds),
        fmt::format("{:.12g}", result.per_second),
        result.bytes ? fmt::format("{:.12g}", result.bytes_per_second()) : "",
        clock_,
        cycle_source_,
        emulated_};
    for (const std::string& counter : counters_) {
      const auto found = result.counters.find(counter);
      fields.push_back(found == result.counters.end() ? "" : fmt::format("{:.12g}", found->second));
    }
    line(fields);
    out_.flush();
  }

  void end() override { out_.flush(); }

 private:
  void line(const std::vector<std::string>& fields) {
    const char* separator = "";
    for (const std::string& field : fields) {
      out_ << separator << csv_field(field);
      separator = ",";
    }
    out_ << '\n';
  }

  std::ostream& out_;
  std::vector<std::string> counters_;
  std::string clock_;
  std::string cycle_source_;
  std::string emulated_;
};

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string result = "\"";
  for (const char c : text) {
    result += c;
    if (c == '"') {
      result += c;
    }
  }
  return result + "\"";
}

std::unique_ptr<ReportWriter> make_csv_writer(std::ostream& out) {
  return std::make_unique<CsvWriter>(out);
}

}  // namespace hartls::bench
