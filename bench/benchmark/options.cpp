// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <system_error>

#include "hartls/bench/command_line.hpp"

namespace hartls::bench {
namespace {

constexpr double min_seconds = 0.01;
constexpr double max_seconds = 3600;
constexpr unsigned max_threads = 1024;
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

const std::map<std::string, Format> formats{
    {"table", Format::table}, {"csv", Format::csv}, {"json", Format::json}};

void add_options(CLI::App& app, Options& options, std::string& bytes) {
  app.add_option("FILTER", options.filters, "Rows to measure (default: all)");
  app.add_option("--provider", options.provider, "Back end to measure");
  app.add_option("--time", options.seconds, "Seconds a row takes, 0.01 to 3600")
      ->check(CLI::Range(min_seconds, max_seconds))
      ->capture_default_str();
  app.add_option("--bytes", bytes, "Bytes of an operation, such as 16,1K,8K,1M, up to 256M")
      ->capture_default_str();
  app.add_option("--aad-bytes", options.aad_bytes,
                 "Additional data of an AEAD operation, 0 to 65279")
      ->check(CLI::Range(std::uint64_t{0}, max_aad_bytes))
      ->capture_default_str();
  app.add_option("--threads", options.threads, "Threads that work at once, 1 to 1024")
      ->check(CLI::Range(1U, max_threads))
      ->capture_default_str();
  app.add_option("--format", options.format,
                 "table, csv or json (Google Benchmark's schema); default table")
      ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case))
      ->type_name("FORMAT");
  app.add_option(
      "--output", options.output,
      "Write the results in that format to a file, whole or not at all; standard output gets "
      "the table");
  app.add_flag("--base10", options.base10, "Table: MB/s (10^6 bytes) instead of MiB/s");
  app.add_flag("--list", options.list, "List the rows and leave");
}

}  // namespace

std::variant<Options, ExitCode> parse_options(int argc, const char* const* argv,
                                              const std::string& version, std::ostream& out,
                                              std::ostream& err) {
  Options options;
  std::string bytes = "1M";
  CLI::App app(description, "benchmark");
  app.footer(footer);
  app.set_version_flag("--version", version);
  add_options(app, options, bytes);
  try {
    app.parse(argc, argv);
    options.bytes = parse_byte_sizes(bytes);
    if (app.count("--output") != 0 && options.output.empty()) {
      throw CLI::ValidationError("--output", "'' given; allowed: a file's name");
    }
    if (app.count("--provider") != 0 && options.provider.empty()) {
      throw CLI::ValidationError("--provider", "'' given; allowed: a name of --list");
    }
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, err) == 0 ? exit_good : exit_usage;
  } catch (const std::system_error& error) {
    err << "--" << error.what() << "\nRun with --help for more information.\n";
    return exit_usage;
  }
  return options;
}

}  // namespace hartls::bench
