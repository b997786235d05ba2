// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace hartls::certs {

struct EmbeddedFile {
  std::string_view name;  ///< "p256-root.pem"
  std::string_view text;
};

/// Every PEM file of certs/, put into the program when it was built: a board needs no other file.
std::span<const EmbeddedFile> embedded_certificates() noexcept;

}  // namespace hartls::certs
