// SPDX-License-Identifier: GPL-3.0-or-later
// How the programs begin and end.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hartls::apps {

constexpr int exit_good = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;

/// Options that no run could be made of.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What went wrong at run time, as one sentence for the user.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What came out of a command line: options, or the reason to stop and what to print before.
template <typename Options>
struct CommandLine {
  std::optional<Options> options;
  int exit_code = exit_good;
  std::string output;  ///< for standard output: help, version
  std::string errors;  ///< for standard error
};

namespace detail {
/// Calls app.parse and then `check`. Returns the exit code where there is nothing to run.
std::optional<int> parse(CLI::App& app, int argc, const char* const* argv,
                         const std::function<void()>& check, std::string& output,
                         std::string& errors);
}  // namespace detail

/// Throws UsageError where more than one of these options was given.
void require_at_most_one(const CLI::App& app, std::initializer_list<const char*> names);

/// A number from `lowest` to `highest`, without a word about it in the help.
CLI::Validator in_range(double lowest, double highest);

/// `app` fills `options`; `check` may throw UsageError about options that do not fit together.
template <typename Options>
CommandLine<Options> parse_command_line(CLI::App& app, Options& options, int argc,
                                        const char* const* argv,
                                        const std::function<void()>& check) {
  CommandLine<Options> line;
  if (const auto code = detail::parse(app, argc, argv, check, line.output, line.errors))
    line.exit_code = *code;
  else
    line.options = options;
  return line;
}

/// Prints what the command line asks to print, else calls `run`; exceptions become a message on
/// standard error and an exit code.
int run_program(std::string_view name, std::string_view output, std::string_view errors,
                const std::function<int()>& run);

/// All but printable ASCII is written as \xHH: much of what is shown comes from the peer, and could
/// steer a terminal.
std::string printable(std::string_view text);

/// "10 s", "0.5 s".
std::string seconds_text(double seconds);

}  // namespace hartls::apps
