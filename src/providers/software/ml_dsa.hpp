// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls::software {

/// Not available for other algorithms, and where wolfCrypt has drafts of FIPS 204 only.
Support ml_dsa_support(SignatureAlgorithm) noexcept;

/// Both throw Errc::unsupported_algorithm where it is not available.
std::unique_ptr<SignaturePrivateContext> make_ml_dsa_private(SignatureAlgorithm);
std::unique_ptr<SignaturePublicContext> make_ml_dsa_public(SignatureAlgorithm, ByteView public_key);

}  // namespace hartls::software
