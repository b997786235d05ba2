// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <sstream>
#include <system_error>

#include "hartls/core/error.hpp"

namespace hartls::apps {

namespace {

// No option of ours has a use for it; mostly it is a shell variable that is not set.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_expected_min() == 0 && option->get_expected_max() == 1)
      continue;  // a flag, or a value that may be left out
    for (const std::string& value : option->results()) {
      if (value.empty())
        throw UsageError(option->get_name() + ": the value is empty");
    }
  }
}

}  // namespace

void require_at_most_one(const CLI::App& app, std::initializer_list<const char*> names) {
  std::string given;
  int count = 0;
  for (const char* const name : names) {
    if (app.count(name) == 0)
      continue;
    given += (count++ == 0 ? "" : " and ") + std::string(name);
  }
  if (count > 1)
    throw UsageError(given + ": one of them is allowed");
}

CLI::Validator in_range(double lowest, double highest) {
  return CLI::Validator(
      [lowest, highest](const std::string& text) {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= lowest && value <= highest)
          return std::string();
        return fmt::format("{} given; allowed: a number from {} to {}", printable(text), lowest,
                           highest);
      },
      std::string());
}

std::optional<int> detail::parse(CLI::App& app, int argc, const char* const* argv,
                                 const std::function<void()>& check, std::string& output,
                                 std::string& errors) {
  try {
    app.parse(argc, argv);
    refuse_empty_values(app);
    check();
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    output = out.str();
    errors = code == 0 ? err.str() : app.get_name() + ": " + err.str();
    return code == 0 ? exit_good : exit_usage;
  } catch (const UsageError& error) {
    errors = app.get_name() + ": " + error.what() + "\n";
    return exit_usage;
  }
}

namespace {

// A closed standard stream would give its number, and its traffic, to the next file or socket.
void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) == -1)
      ::open("/dev/null", O_RDWR);
  }
}

}  // namespace

int run_program(std::string_view name, std::string_view output, std::string_view errors,
                const std::function<int()>& run) {
  open_standard_streams();
  try {
    fmt::print("{}", output);
    fmt::print(stderr, "{}", errors);
    return run();
  } catch (const UsageError& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return exit_usage;
  } catch (const std::system_error& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    // The library's own category is for wrong arguments: names, and settings that do not fit.
    return error.code().category() == error_category() ? exit_usage : exit_failed;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return exit_failed;
  }
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F)
      result += fmt::format("\\x{:02x}", byte);
    else
      result += c;
  }
  return result;
}

std::string seconds_text(double seconds) {
  return fmt::format("{:g} s", seconds);
}

}  // namespace hartls::apps
