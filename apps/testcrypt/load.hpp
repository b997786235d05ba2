// SPDX-License-Identifier: GPL-3.0-or-later
// Where vectors come from: this program itself, and folders.
#pragma once

#include <filesystem>
#include <vector>

#include "runner.hpp"
#include "vector.hpp"

namespace hartls::testcrypt {

struct Loaded {
  std::vector<Vector> vectors;
  std::vector<SkippedInput> skipped;
};

/// Throws FormatError.
Loaded load_embedded();

/// Every .kat and Wycheproof .json file of `folder`, by name; other files are listed as skipped.
/// Throws FormatError, also where there is no such folder or no such file in it.
Loaded load_folder(const std::filesystem::path& folder);

}  // namespace hartls::testcrypt
