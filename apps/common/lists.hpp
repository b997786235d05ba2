// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hartls::apps {

/// A line for each cipher suite of this build: names, version, parts, whether it is on by default.
std::string suite_list();

/// A line for each key-exchange group, also those that this build lacks.
std::string group_list();

}  // namespace hartls::apps
