// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "hartls/bench/result.hpp"

namespace hartls::bench {

enum class Format : std::uint8_t { table, csv, json };

/// Throws Errc::unknown_name that lists the names.
Format format_from_name(std::string_view name);

struct ReportOptions {
  bool base10 = false;           ///< table: MB/s of 10^6 bytes instead of MiB/s
  std::size_t label_width = 20;  ///< table: of the first column
  bool show_bytes = false;       ///< table: a column with the bytes of an operation
};

/// Writes results as they come. Call begin once, add for each result, end once.
class ReportWriter {
 public:
  ReportWriter() = default;
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;
  virtual ~ReportWriter() = default;

  virtual void begin(const Context& context) = 0;
  virtual void add(const Result& result) = 0;
  virtual void end() = 0;
};

/// What is to be known before figures are taken for a board's: they are an emulator's, or a model's
/// estimate. Empty on real hardware.
std::string speed_note(const Context& context);

/// The context as lines of "name  value", as a table begins.
void write_context(std::ostream& out, const Context& context);

/// table: a header with the context, then one line a result; under a model's clock with cycles
/// first.
/// csv (RFC 4180): a line of column names, one line a result; of the context each line repeats what
/// a lone line needs (clock, cycle source, emulated). Times in nanoseconds. json: Google
/// Benchmark's schema, with a result's counters and facts at the top level of its entry, and p50,
/// p90, p99 and a histogram where samples are latencies. Times in nanoseconds. Borrows `out`.
std::unique_ptr<ReportWriter> make_report_writer(Format format, std::ostream& out,
                                                 const ReportOptions& options = {});

/// "12.35 ms": four significant digits and the fitting unit of ns, us, ms and s.
std::string format_seconds(double seconds);

/// A field of a CSV line, in quotes where RFC 4180 wants them.
std::string csv_field(std::string_view text);

/// "1 KiB", "1000 B": binary units where they divide `bytes`.
std::string format_bytes(std::uint64_t bytes);

}  // namespace hartls::bench
