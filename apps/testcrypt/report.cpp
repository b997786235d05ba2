// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace hartls::testcrypt {
namespace {

// What a reader can take in; the JSON has all.
constexpr std::size_t failures_shown = 50;

std::string_view implementation(const Line& line) {
  return line.support.available ? line.support.implementation : "unsupported";
}

std::string_view constant_time(const Line& line) {
  if (!line.support.available)
    return "-";
  return line.support.constant_time ? "yes" : "no";
}

struct Widths {
  std::size_t name = 9;
  std::size_t implementation = 14;
};

Widths widths(const Report& report) {
  Widths result;
  for (const LineResult& each : report.lines) {
    result.name = std::max(result.name, each.line.name.size());
    result.implementation = std::max(result.implementation, implementation(each.line).size());
  }
  return result;
}

std::string of_acceptable(const Counts& counts) {
  return counts.acceptable == 0 ? "" : fmt::format("  ({} of them acceptable)", counts.acceptable);
}

void append_lines(std::string& text, const Report& report) {
  const Widths width = widths(report);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{:<{}}  {:<{}}  {:<13}  {:>6}  {:>6}  {:>7}\n", "algorithm", width.name,
                 "implementation", width.implementation, "constant time", "passed", "failed",
                 "skipped");
  for (const LineResult& each : report.lines) {
    fmt::format_to(out, "{:<{}}  {:<{}}  {:<13}  {:>6}  {:>6}  {:>7}{}\n", each.line.name,
                   width.name, implementation(each.line), width.implementation,
                   constant_time(each.line), each.counts.passed, each.counts.failed,
                   each.counts.skipped, of_acceptable(each.counts));
  }
}

void append_failures(std::string& text, const Report& report) {
  auto out = std::back_inserter(text);
  for (const Failure& each : report.failures) {
    if (&each - report.failures.data() == static_cast<std::ptrdiff_t>(failures_shown)) {
      fmt::format_to(out, "... and {} more failures\n", report.failures.size() - failures_shown);
      return;
    }
    const std::string comment = each.comment.empty() ? "" : " (" + each.comment + ")";
    fmt::format_to(out, "FAILED {}: {}, {}{}: {}\n", each.line, each.file, each.where, comment,
                   each.detail);
  }
}

void append_skipped(std::string& text, const Report& report) {
  auto out = std::back_inserter(text);
  for (const auto& [reason, count] : report.skip_reasons)
    fmt::format_to(out, "skipped {} of {}\n", count, reason);
  for (const SkippedInput& each : report.skipped_inputs)
    fmt::format_to(out, "skipped {}: {}\n", each.file, each.reason);
}

std::size_t unsupported(const Report& report) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.lines, [](const LineResult& each) { return !each.line.support.available; }));
}

nlohmann::ordered_json counts_of(const Counts& counts) {
  return {{"passed", counts.passed},
          {"failed", counts.failed},
          {"skipped", counts.skipped},
          {"acceptable", counts.acceptable}};
}

nlohmann::ordered_json line_of(const LineResult& each) {
  nlohmann::ordered_json line{{"name", each.line.name},
                              {"family", each.family},
                              {"supported", each.line.support.available},
                              {"implementation", each.line.support.implementation},
                              {"constant_time", each.line.support.constant_time}};
  line.update(counts_of(each.counts));
  return line;
}

}  // namespace

std::string table(const Report& report) {
  std::string text = fmt::format("testcrypt {}, provider {} ({})\n\n", HARTLS_VERSION,
                                 report.provider, report.provider_version);
  append_lines(text, report);
  text += '\n';
  append_failures(text, report);
  append_skipped(text, report);
  const Counts sum = report.total();
  fmt::format_to(std::back_inserter(text),
                 "{}: {} passed, {} failed, {} skipped; {} algorithms, {} of them unsupported\n",
                 sum.failed == 0 ? "ok" : "FAILED", sum.passed, sum.failed, sum.skipped,
                 report.lines.size(), unsupported(report));
  return text;
}

std::string json(const Report& report) {
  nlohmann::ordered_json root{{"program", "testcrypt"},
                              {"version", HARTLS_VERSION},
                              {"provider", report.provider},
                              {"provider_version", report.provider_version}};
  root["algorithms"] = nlohmann::ordered_json::array();
  for (const LineResult& each : report.lines)
    root["algorithms"].push_back(line_of(each));
  root["failures"] = nlohmann::ordered_json::array();
  for (const Failure& each : report.failures) {
    root["failures"].push_back({{"algorithm", each.line},
                                {"file", each.file},
                                {"where", each.where},
                                {"comment", each.comment},
                                {"detail", each.detail}});
  }
  root["skipped_vectors"] = nlohmann::ordered_json::array();
  for (const auto& [reason, count] : report.skip_reasons)
    root["skipped_vectors"].push_back({{"reason", reason}, {"count", count}});
  root["skipped_inputs"] = nlohmann::ordered_json::array();
  for (const SkippedInput& each : report.skipped_inputs)
    root["skipped_inputs"].push_back({{"file", each.file}, {"reason", each.reason}});
  root["summary"] = counts_of(report.total());
  // File names and JSON comments come from outside: what is no UTF-8 is replaced, never thrown on.
  return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string list(const Report& report) {
  const Widths width = widths(report);
  std::string text;
  for (const LineResult& each : report.lines) {
    fmt::format_to(std::back_inserter(text), "{:<{}}  {:<13}  {}\n", each.line.name, width.name,
                   each.family, implementation(each.line));
  }
  return text;
}

}  // namespace hartls::testcrypt
