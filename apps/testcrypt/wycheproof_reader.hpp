// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the JSON files of C2SP Wycheproof, schemas v1.
#pragma once

#include <string_view>

#include "load.hpp"

namespace hartls::testcrypt {

/// What is no Wycheproof file, or of a kind that no provider has, is listed as skipped with the
/// reason. Throws FormatError for what is no JSON, and for a file of a known kind that is not as
/// its schema says.
Loaded read_wycheproof(std::string_view file_name, std::string_view text);

}  // namespace hartls::testcrypt
