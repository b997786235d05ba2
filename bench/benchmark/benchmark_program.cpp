// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark_program.hpp"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "budget_run.hpp"
#include "cases.hpp"
#include "hartls/bench/command_line.hpp"
#include "hartls/bench/outputs.hpp"
#include "hartls/bench/program.hpp"
#include "hartls/bench/progress.hpp"
#include "hartls/core/error.hpp"
#include "hartls/cpu/features.hpp"

namespace hartls::bench {
namespace {

/// One measurement: a case at one size.
struct Row {
  const Case* which;
  CaseParameters parameters;
};

bool keeps(std::string_view filter, const Case& which) {
  return matches(filter, which.label) || matches(filter, which.algorithm + "/" + which.operation);
}

/// Leaves out, with a warning, sizes that an algorithm cannot work on.
std::vector<Row> make_rows(std::span<const Case> cases, const Options& options) {
  std::vector<Row> rows;
  for (const Case& which : cases) {
    if (!which.on_bytes()) {
      rows.push_back({&which, {0, options.aad_bytes}});
      continue;
    }
    for (const std::uint64_t bytes : options.bytes) {
      if (bytes % which.multiple == 0) {
        rows.push_back({&which, {bytes, options.aad_bytes}});
      } else {
        spdlog::warn("{}: left out: {} bytes given, multiples of {} allowed", which.label, bytes,
                     which.multiple);
      }
    }
  }
  return rows;
}

ReportOptions report_options(std::span<const Row> rows, const Options& options) {
  ReportOptions report;
  report.base10 = options.base10;
  report.show_bytes = options.bytes != Options{}.bytes;
  for (const Row& row : rows) {
    report.label_width = std::max(report.label_width, row.which->label.size());
  }
  return report;
}

/// "5.9.2" of "wolfCrypt 5.9.2": the software provider is wolfSSL itself.
std::string wolfssl_version() {
  const std::string version(find_provider("software").version());
  return version.substr(version.rfind(' ') + 1);
}

Context make_context(const Provider& provider, const Options& options,
                     const OpenInstruments& open) {
  const Instruments instruments = open();
  Context context = describe_machine(instruments);
  context.hartls_version = HARTLS_VERSION;
  context.wolfssl_version = wolfssl_version();
  context.provider = fmt::format("{} ({})", provider.name(), provider.version());
  context.seconds = options.seconds;
  context.threads = options.threads;
  return context;
}

/// Result::name() of a row that gave no result.
std::string row_name(const Row& row, const Provider& provider) {
  Result result;
  result.provider = provider.name();
  result.algorithm = row.which->algorithm;
  result.operation = row.which->operation;
  if (row.which->on_bytes()) {
    result.bytes = row.parameters.bytes;
  }
  return result.name();
}

/// exit_failed where a row gave no result; the others stand.
ExitCode measure_rows(std::span<const Row> rows, const Provider& provider,
                      const MeasureOptions& measure, Outputs<ReportWriter>& reports,
                      std::optional<BudgetRun>& budget) {
  ExitCode code = exit_good;
  Progress progress(rows.size());
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const Row& row = rows[index];
    progress.show(index, row.which->label);
    try {
      const Result result = measure_case(*row.which, provider, row.parameters, measure);
      progress.clear();
      reports.add(result);
      if (budget) {
        budget->add(result);
      }
    } catch (const std::exception& error) {
      progress.clear();
      spdlog::error("{}: {}", row.which->label, error.what());
      code = exit_failed;
      if (budget) {
        budget->add_failed(row_name(row, provider));
      }
    }
  }
  return code;
}

std::string version_text() {
  return fmt::format("benchmark (hartls) {}, wolfSSL {}", HARTLS_VERSION, wolfssl_version());
}

}  // namespace

std::vector<Case> select_cases(std::vector<Case> cases, std::span<const std::string> filters) {
  for (const std::string& filter : filters) {
    if (std::ranges::none_of(cases, [&](const Case& which) { return keeps(filter, which); })) {
      fail(Errc::invalid_argument, "filter '" + filter + "' matches no row; --list shows them all");
    }
  }
  if (!filters.empty()) {
    std::erase_if(cases, [&](const Case& which) {
      return std::ranges::none_of(filters,
                                  [&](const std::string& filter) { return keeps(filter, which); });
    });
  }
  return cases;
}

void list_cases(std::span<const Case> cases, const Provider& provider, std::ostream& out) {
  for (const Case& which : cases) {
    const Support support = which.support(provider);
    out << fmt::format("{:<28}  {:<36}  {}\n", which.label, which.algorithm + "/" + which.operation,
                       support.available ? support.implementation : "not supported");
  }
  out.flush();
}

ExitCode run_cases(std::span<const Case> cases, const Provider& provider, const Options& options,
                   const OpenInstruments& open, std::ostream& out) {
  const std::vector<Row> rows = make_rows(cases, options);
  if (rows.empty()) {
    fail(Errc::invalid_argument, "no row is left to measure with --bytes as given");
  }
  const ReportOptions report = report_options(rows, options);
  const Context context = make_context(provider, options, open);
  std::optional<BudgetRun> budget;
  if (!options.budget.empty()) {
    budget.emplace(options, context, std::string(provider.name()), open().clock->deterministic());
  }
  Outputs<ReportWriter> reports(options.format, options.output, out,
                                [&report](Format format, std::ostream& stream) {
                                  return make_report_writer(format, stream, report);
                                });
  reports.begin(context);

  MeasureOptions measure;
  measure.seconds = options.seconds;
  measure.threads = options.threads;
  measure.open = open;
  ExitCode code = measure_rows(rows, provider, measure, reports, budget);
  try {
    reports.end();
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
    code = exit_failed;
  }
  // After the results, and on standard error, so that those can still be parsed.
  if (budget && budget->finish() != exit_good) {
    code = exit_failed;
  }
  return code;
}

int benchmark_main(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  log_to_standard_error("benchmark");
  const auto parsed = parse_options(argc, argv, version_text(), out, err);
  if (const auto* const code = std::get_if<ExitCode>(&parsed)) {
    return *code;
  }
  const Options& options = std::get<Options>(parsed);
  try {
    cpu::detect();  // a wrong HARTLS_CPU must not wait for the header
    const Provider& provider =
        options.provider.empty() ? default_provider() : find_provider(options.provider);
    std::vector<Case> cases = select_cases(
        options.suite == Suite::unleashed ? unleashed_cases() : all_cases(), options.filters);
    if (options.list) {
      list_cases(cases, provider, out);
      return exit_good;
    }
    const std::size_t left_out =
        std::erase_if(cases, [&](const Case& which) { return !which.support(provider).available; });
    if (!cases.empty() && left_out != 0) {
      spdlog::warn("{} rows that the provider {} does not support are left out; --list shows them",
                   left_out, provider.name());
    }
    if (cases.empty()) {
      fail(Errc::invalid_argument, "the provider " + std::string(provider.name()) +
                                       " supports none of these rows; --list shows what it does");
    }
    return run_cases(cases, provider, options, open_instruments(options.clock), out);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
    return exit_usage;
  }
}

}  // namespace hartls::bench
