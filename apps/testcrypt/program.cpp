// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "hartls/crypto/provider.hpp"
#include "kat_reader.hpp"
#include "load.hpp"
#include "report.hpp"

namespace hartls::testcrypt {
namespace {

constexpr int exit_good = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;

struct Options {
  std::vector<std::string> filters;
  std::vector<std::string> folders;
  std::string provider;
  bool no_embedded = false;
  bool list = false;
  bool json = false;
};

void define(CLI::App& app, Options& options) {
  app.add_option("filter", options.filters,
                 "Only the algorithms with one of these parts in their names, or of these families "
                 "(case, '-', '_', '/' do not count): aes sha256 kem");
  app.add_option("--provider", options.provider,
                 "The back end to test; default: that of the library");
  app.add_option("--vectors", options.folders,
                 "Test with the .kat and Wycheproof .json files of this folder as well")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_flag("--no-embedded", options.no_embedded, "Only the vectors of --vectors");
  app.add_flag("--list", options.list, "List the algorithms and stop");
  app.add_flag("--json", options.json, "Print JSON");
  app.set_version_flag("--version", "testcrypt " HARTLS_VERSION);
  app.footer(
      "Exit status: 0 all good, 1 a check failed, 2 wrong use.\n"
      "Example: testcrypt aes kem --vectors wycheproof/testvectors_v1");
}

Loaded load(const Options& options) {
  Loaded all;
  if (!options.no_embedded)
    all = load_embedded();
  for (const std::string& folder : options.folders) {
    Loaded more = load_folder(folder);
    std::move(more.vectors.begin(), more.vectors.end(), std::back_inserter(all.vectors));
    std::move(more.skipped.begin(), more.skipped.end(), std::back_inserter(all.skipped));
  }
  return all;
}

// On a terminal only: a board takes a while, and a log has no use for it.
void show_progress(std::size_t done, std::size_t all) {
  constexpr std::size_t step = 50;
  if (done % step == 0)
    fmt::print(stderr, "\r{} of {} vectors", done, all);
}

void clear_progress() {
  fmt::print(stderr, "\r{:40}\r", "");
}

int execute(const Options& options) {
  const Provider& provider =
      options.provider.empty() ? default_provider() : find_provider(options.provider);
  const Filter filter(options.filters);
  Report report = empty_report(provider, filter);
  if (report.lines.empty())
    throw FormatError(
        "no algorithm fits the filter; allowed: parts of the names that --list shows");
  if (options.no_embedded && options.folders.empty())
    throw FormatError("--no-embedded without --vectors leaves nothing to test");
  if (options.list) {
    fmt::print("{}", options.json ? json(report) : list(report));
    return exit_good;
  }
  Loaded loaded = load(options);
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  report = run(loaded.vectors, provider, filter,
               terminal ? show_progress : std::function<void(std::size_t, std::size_t)>{});
  if (terminal)
    clear_progress();
  report.skipped_inputs = std::move(loaded.skipped);
  fmt::print("{}", options.json ? json(report) : table(report));
  return report.total().failed == 0 ? exit_good : exit_failed;
}

}  // namespace

int program(int argc, const char* const* argv) {
  CLI::App app("Holds the crypto of a back end against known answers of the standards.",
               "testcrypt");
  Options options;
  define(app, options);
  try {
    app.parse(argc, argv);
    return execute(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_good : exit_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "testcrypt: {}\n", error.what());
    return exit_usage;
  }
}

}  // namespace hartls::testcrypt
