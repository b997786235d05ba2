// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the .kat format of tests/vectors/README.md.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "vector.hpp"

namespace hartls::testcrypt {

/// A file that is not what its format asks for: file, line, what was found, what is allowed.
class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws FormatError.
std::vector<Vector> read_kat(std::string_view file_name, std::string_view text);

}  // namespace hartls::testcrypt
