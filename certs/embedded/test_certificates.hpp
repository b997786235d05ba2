// SPDX-License-Identifier: GPL-3.0-or-later
// The test certificates, for programs that shall run with nothing else installed. Their keys are
// public: see certs/README.md.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hartls/core/bytes.hpp"

namespace hartls::certs {

/// "rsa2048", "rsa3072", "p256", "p384", "ed25519", "mldsa44".
std::span<const std::string_view> test_key_types() noexcept;

/// The type as certificates of that key are described by tls::Certificate: "RSA-2048", "P-256",
/// "Ed25519", "ML-DSA-44". Throws Errc::unknown_name that lists the types.
std::string_view key_name_of(std::string_view key_type);

/// The type of that name, such as "p256" for "P-256", "p256" or "ECDSA-P256"; case and punctuation
/// do not matter. Throws Errc::unknown_name that lists the types.
std::string_view test_key_type(std::string_view name);

/// PEM of a file in certs/ such as "p256-server-chain.pem". Throws Errc::unknown_name.
ByteView test_certificate_file(std::string_view name);

}  // namespace hartls::certs
