// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace hartls::testcrypt {

struct EmbeddedFile {
  std::string_view name;  ///< "aead_aes_gcm.kat"
  std::string_view text;
};

/// Every file of tests/vectors, put into the program when it was built.
std::span<const EmbeddedFile> embedded_vectors() noexcept;

}  // namespace hartls::testcrypt
