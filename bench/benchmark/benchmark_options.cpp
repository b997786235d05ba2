// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark_options.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <system_error>

#include "hartls/bench/command_line.hpp"

namespace hartls::bench {
namespace {

/// The most that fits the first block of AES-CCM's short form (SP 800-38C appendix A.2.2).
constexpr std::uint64_t max_aad_bytes = 65279;

const char* const description =
    "Measures every algorithm of a provider: first the rows of wolfSSL's table for the HiFive "
    "Unleashed,\n"
    "then the rest.\n\n"
    "FILTER keeps the rows whose name contains it; case and punctuation do not matter: sha256, "
    "aes-128-gcm,\n"
    "\"ecdsa sign\". Several filters add up. Exit status: 0 good, 1 a check or budget failed, 2 "
    "wrong use\nor no model to be had.";

const char* const footer =
    "Environment: HARTLS_PROVIDER, the default of --provider; HARTLS_CPU, a mask over the CPU's "
    "features\n"
    "such as -zbb,-v.";

/// As many as other libraries' benchmarks take; more would take longer and say the same.
const char* const model_bytes = "8K";

/// Options as typed, before they become values.
struct Texts {
  std::string suite = "all";
  std::string bytes = "1M";
  std::string format = "table";
};

template <typename Number>
CLI::Validator between(Number low, Number high) {
  return {[=](const std::string& text) { return range_misfit(text, low, high); }, ""};
}

void require_text(const CLI::App& app, const std::string& option, const std::string& text) {
  if (app.count(option) != 0 && text.empty()) {
    throw CLI::ValidationError(option, "'' given; allowed: a name");
  }
}

void add_budget_options(CLI::App& app, Options& options) {
  // Names of results do not tell these two, so that figures would be taken for each other's.
  CLI::Option* const budget =
      app.add_option(
             "--budget", options.budget,
             "Hold the results to the cycles in a file: exit status 1 where one is more\n"
             "than 2 % above its budget or has none, or where a budget of this provider\n"
             "and these sizes has no row (not asked with FILTER or --suite). Needs a clock\n"
             "that gives the same figures each time, and the file must have budgets of it")
          ->type_name("FILE")
          ->excludes("--threads")
          ->excludes("--aad-bytes");
  app.add_flag("--write-budget", options.write_budget,
               "Put the results into the budget's file; its other entries stay")
      ->needs(budget);
}

Suite suite_from_name(const std::string& name) {
  if (name == "all") {
    return Suite::all;
  }
  if (name == "unleashed") {
    return Suite::unleashed;
  }
  throw CLI::ValidationError("--suite", "'" + name + "' given; allowed: all, unleashed");
}

/// The results would take the place of the budgets.
void require_two_files(const Options& options) {
  const auto full = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  if (!options.budget.empty() && !options.output.empty() &&
      full(options.budget) == full(options.output)) {
    throw CLI::ValidationError("--output", "'" + options.output + "' is the file of --budget");
  }
}

void add_options(CLI::App& app, Options& options, Texts& texts) {
  app.add_option("FILTER", options.filters, "Rows to measure (default: all)")->type_name("");
  app.add_option("--suite", texts.suite,
                 "all rows (default), or those of wolfSSL's table for the HiFive Unleashed")
      ->type_name("all|unleashed");
  app.add_option("--provider", options.provider, "Back end to measure")->type_name("NAME");
  app.add_option("--time", options.seconds,
                 "Time a row takes, 0.01 to 3600 (default 1); not used with --clock u54")
      ->type_name("SECONDS")
      ->check(between(0.01, 3600.0));
  app.add_option("--bytes", texts.bytes,
                 "Bytes of an operation, such as 16,1K,8K,1M, up to 256M (default 1M, with\n"
                 "--clock u54 8K)")
      ->type_name("SIZES");
  app.add_option("--aad-bytes", options.aad_bytes,
                 "Additional data of an AEAD operation, 0 to 65279 (default 13)")
      ->type_name("BYTES")
      ->check(between(std::uint64_t{0}, max_aad_bytes));
  app.add_option("--threads", options.threads, "Threads that work at once, 1 to 1024 (default 1)")
      ->type_name("COUNT")
      ->check(between(std::uint64_t{1}, std::uint64_t{1024}));
  app.add_option("--format", texts.format,
                 "table, csv or json (Google Benchmark's schema; default table)")
      ->type_name("FORMAT");
  app.add_option("--output", options.output,
                 "Write the results in that format to a file, whole or not at all; standard\n"
                 "output then gets the table")
      ->type_name("FILE");
  app.add_flag("--base10", options.base10, "Table in MB/s (10^6 bytes) instead of MiB/s");
  app.add_flag("--list", options.list, "List the rows and leave");
}

}  // namespace

std::variant<Options, ExitCode> parse_options(int argc, const char* const* argv,
                                              const std::string& version, std::ostream& out,
                                              std::ostream& err) {
  Options options;
  Texts texts;
  CLI::App app(description, "benchmark");
  app.footer(footer);
  app.set_version_flag("--version", version);
  add_options(app, options, texts);
  add_clock_options(app, options.clock);
  add_budget_options(app, options);
  try {
    app.parse(argc, argv);
    check_clock_options(app, options.clock);
    if (options.clock.modelled() && app.count("--bytes") == 0) {
      texts.bytes = model_bytes;
    }
    options.suite = suite_from_name(texts.suite);
    options.bytes = parse_byte_sizes(texts.bytes);
    options.format = format_from_name(texts.format);
    require_text(app, "--output", options.output);
    require_text(app, "--budget", options.budget);
    require_two_files(options);
    require_text(app, "--provider", options.provider);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, err) == 0 ? exit_good : exit_usage;
  } catch (const std::system_error& error) {
    err << "--" << error.what() << "\nRun with --help for more information.\n";
    return exit_usage;
  }
  return options;
}

}  // namespace hartls::bench
