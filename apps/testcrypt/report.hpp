// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "runner.hpp"

namespace hartls::testcrypt {

/// One line an algorithm, then failures, what was skipped, and a summary.
std::string table(const Report& report);
std::string json(const Report& report);
/// The lines without counts, for --list.
std::string list(const Report& report);

}  // namespace hartls::testcrypt
