// SPDX-License-Identifier: GPL-3.0-or-later
// What the measuring programs have in common.
#pragma once

#include <string>

namespace hartls::bench {

/// How a program ends.
enum ExitCode : int { exit_good = 0, exit_failed = 1, exit_usage = 2 };

/// Sends the log to standard error, each line as "program: level: text": results alone are on
/// standard output.
void log_to_standard_error(const std::string& program);

}  // namespace hartls::bench
