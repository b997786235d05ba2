// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

namespace hartls::u54 {

/// How the launcher ends where it does not become QEMU.
enum ExitCode : int { exit_good = 0, exit_usage = 2 };

struct Options {
  std::vector<std::string> plugin_arguments;  ///< "profile=blocking"; only what was asked for
  std::string qemu;                           ///< empty: to be searched for
  std::string plugin;                         ///< empty: the one that came with this program
  bool dry_run = false;                       ///< print the command instead
  bool constants = false;                     ///< print the model's constants instead
  std::vector<std::string> command;           ///< PROGRAM and its arguments; may be empty with
                                              ///< `constants` alone
};

/// The options, or the code to exit with at once: after --help and --version, which are printed to
/// `out`, and after a mistake, which is told on `err`.
std::variant<Options, ExitCode> parse_options(int argc, const char* const* argv, std::ostream& out,
                                              std::ostream& err);

}  // namespace hartls::u54
