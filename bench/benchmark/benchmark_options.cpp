// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark_options.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <array>
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
    "\"ecdsa sign\". Several filters add up. Exit status: 0 good, 1 a check failed, 2 wrong use.";

const char* const footer =
    "Environment: HARTLS_PROVIDER, the default of --provider; HARTLS_CPU, a mask over the CPU's "
    "features\n"
    "such as -zbb,-v.";

/// Options as typed, before they become values.
struct Texts {
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

void add_options(CLI::App& app, Options& options, Texts& texts) {
  app.add_option("FILTER", options.filters, "Rows to measure (default: all)")->type_name("");
  app.add_option("--provider", options.provider, "Back end to measure")->type_name("NAME");
  app.add_option("--time", options.seconds, "Time a row takes, 0.01 to 3600 (default 1)")
      ->type_name("SECONDS")
      ->check(between(0.01, 3600.0));
  app.add_option("--bytes", texts.bytes,
                 "Bytes of an operation, such as 16,1K,8K,1M, up to 256M (default 1M)")
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
  try {
    app.parse(argc, argv);
    options.bytes = parse_byte_sizes(texts.bytes);
    options.format = format_from_name(texts.format);
    require_text(app, "--output", options.output);
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
