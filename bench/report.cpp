// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/report.hpp"

#include <fmt/core.h>

#include <array>

#include "hartls/core/error.hpp"
#include "report_writers.hpp"

namespace hartls::bench {

std::unique_ptr<ReportWriter> make_report_writer(Format format, std::ostream& out,
                                                 const ReportOptions& options) {
  switch (format) {
    case Format::csv:
      return make_csv_writer(out);
    case Format::json:
      return make_json_writer(out);
    case Format::table:
      break;
  }
  return make_table_writer(out, options);
}

Format format_from_name(std::string_view name) {
  if (name == "table") {
    return Format::table;
  }
  if (name == "csv") {
    return Format::csv;
  }
  if (name == "json") {
    return Format::json;
  }
  fail(Errc::unknown_name, "format: '" + std::string(name) + "' given; allowed: table, csv, json");
}

std::string speed_note(const Context& context) {
  if (!context.modelled.empty()) {
    return "modelled: an ESTIMATE for " + context.modelled + ", not measured on a board";
  }
  return context.emulation.empty() ? ""
                                   : "emulated: not a board's speed (" + context.emulation + ")";
}

std::string format_seconds(double seconds) {
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr std::array units{Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}, Unit{1e-9, "ns"}};
  const Unit* unit = &units.back();
  for (const Unit& candidate : units) {
    // 0.99996 of a unit would print as 1.000 of it, 999.96 of the next one as 1000.
    if (seconds >= 0.99995 * candidate.seconds) {
      unit = &candidate;
      break;
    }
  }
  const double value = seconds / unit->seconds;
  const int decimals = value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, unit->name);
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t kibi = 1024;
  constexpr std::uint64_t mebi = kibi * kibi;
  if (bytes >= mebi && bytes % mebi == 0) {
    return fmt::format("{} MiB", bytes / mebi);
  }
  if (bytes >= kibi && bytes % kibi == 0) {
    return fmt::format("{} KiB", bytes / kibi);
  }
  return fmt::format("{} B", bytes);
}

}  // namespace hartls::bench
