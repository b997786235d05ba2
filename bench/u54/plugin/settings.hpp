// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "constants.hpp"
#include "hartls/u54/counters.hpp"

namespace hartls::u54 {

/// The plugin's arguments.
struct Settings {
  Profile profile = Profile::pipelined;  ///< profile=pipelined|blocking
  bool caches = false;                   ///< caches=on|off
  bool stat = false;                     ///< stat=on|off: the counters' sums on stderr at the end
  std::string annotate;                  ///< annotate=FILE: the hot blocks; "-": stderr
  std::size_t blocks = 10;               ///< blocks=N of them
  Constants constants;                   ///< any name of the table
};

/// Throws std::invalid_argument, which names what was given and what is allowed.
Settings parse_settings(std::span<char* const> arguments);

}  // namespace hartls::u54
