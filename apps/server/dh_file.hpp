// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "hartls/core/bytes.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls::server {

/// DHParameter of PKCS#3 (RFC 2631's DomainParameters too), PEM ("DH PARAMETERS", "X9.42 DH
/// PARAMETERS") or DER. Throws Errc::invalid_argument that names `what`.
DhParameters parse_dh_parameters(ByteView pem_or_der, std::string_view what);

DhParameters read_dh_file(const std::filesystem::path& file);

}  // namespace hartls::server
