// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report_writers.hpp"

namespace hartls::bench {
namespace {

using Json = nlohmann::ordered_json;

/// The keys of Google Benchmark first, then those of hartls.
Json to_json(const Context& context) {
  Json json{
      {"date", context.date},
      {"host_name", context.host},
      {"executable", context.executable},
      {"num_cpus", context.harts},
      {"mhz_per_cpu", context.clock_rate ? context.clock_rate->hertz / 1e6 : 0.0},
      {"cpu_scaling_enabled", !context.governor.empty() && context.governor != "performance"},
      {"caches", Json::array()},
      {"library_build_type", context.build_type},
      {"hartls_version", context.hartls_version},
      {"wolfssl_version", context.wolfssl_version},
      {"provider", context.provider},
      {"compiler", context.compiler},
      {"isa", context.isa},
      {"cpu_features", context.features},
      {"cpu", context.cpu},
      {"board", context.board},
      {"kernel", context.kernel},
      {"misaligned_access", context.misaligned},
      {"clock_rate_source", context.clock_rate ? context.clock_rate->source : "unknown"},
      {"clock", context.clock},
      {"cycle_source", context.cycle_source},
      {"emulated", !context.emulation.empty()},
      {"modelled", !context.modelled.empty()},
      {"threads", context.threads},
  };
  if (context.modelled.empty()) {
    json["seconds_per_row"] = context.seconds;
  }
  if (const std::string note = speed_note(context); !note.empty()) {
    json[context.modelled.empty() ? "emulation" : "estimate"] = note;
  }
  return json;
}

constexpr double ns = 1e9;

void add_distribution(const Result& result, Json& json) {
  std::vector<double> sorted = result.samples;
  std::ranges::sort(sorted);
  json["p50"] = percentile(sorted, 50) * ns;
  json["p90"] = percentile(sorted, 90) * ns;
  json["p99"] = percentile(sorted, 99) * ns;
  Json buckets = Json::array();
  for (const Bucket& bucket : histogram(sorted)) {
    buckets.push_back(
        {{"low", bucket.low * ns}, {"high", bucket.high * ns}, {"count", bucket.count}});
  }
  json["histogram"] = std::move(buckets);
}

Json to_json(const Result& result, std::size_t index) {
  Json json{
      {"name", result.name()},
      {"family_index", index},
      {"per_family_instance_index", 0},
      {"run_name", result.name()},
      {"run_type", "iteration"},
      {"repetitions", 1},
      {"repetition_index", 0},
      {"threads", result.threads},
      {"iterations", result.iterations},
      {"real_time", result.seconds.median * ns},
      {"cpu_time", result.cpu_seconds * ns},
      {"time_unit", "ns"},
  };
  if (result.bytes) {
    json["bytes_per_second"] = result.bytes_per_second();
    json["unit_bytes"] = result.unit_bytes;
  }
  json["items_per_second"] = result.per_second;
  json["label"] = result.implementation;
  json["row"] = result.label;
  if (result.constant_time) {
    json["constant_time"] = *result.constant_time;
  }
  json["mad"] = result.seconds.mad * ns;
  json["min"] = result.seconds.min * ns;
  json["max"] = result.seconds.max * ns;
  json["ci_low"] = result.seconds.low * ns;
  json["ci_high"] = result.seconds.high * ns;
  json["ci_confidence"] = result.seconds.confidence;
  for (const auto& [name, value] : result.counters) {
    json[name] = value;
  }
  for (const auto& [name, value] : result.facts) {
    json[name] = value;
  }
  if (result.latency && !result.samples.empty()) {
    add_distribution(result, json);
  }
  Json samples = Json::array();
  for (const double seconds : result.samples) {
    samples.push_back(std::round(seconds * ns * 1000) / 1000);
  }
  json["samples"] = std::move(samples);
  return json;
}

/// A host's name need not be UTF-8.
std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// One line an entry.
class JsonWriter final : public ReportWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin(const Context& context) override {
    out_ << "{\n\"context\": " << dump(to_json(context), 2) << ",\n\"benchmarks\": [";
  }

  void add(const Result& result) override {
    out_ << (count_ == 0 ? "\n" : ",\n") << dump(to_json(result, count_), -1);
    ++count_;
  }

  void end() override {
    out_ << "\n]\n}\n";
    out_.flush();
  }

 private:
  std::ostream& out_;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<ReportWriter> make_json_writer(std::ostream& out) {
  return std::make_unique<JsonWriter>(out);
}

}  // namespace hartls::bench
