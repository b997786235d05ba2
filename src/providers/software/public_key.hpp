// SPDX-License-Identifier: GPL-3.0-or-later
// The public-key half of the software provider: one function for each virtual of Provider that
// concerns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls::software {

Support key_exchange_support(NamedGroup) noexcept;
Support key_exchange_support(const CurveParameters&) noexcept;
Support key_exchange_support(const DhParameters&) noexcept;
Support ecdsa_support(NamedGroup) noexcept;
Support ecdsa_support(const CurveParameters&) noexcept;
Support signature_support(SignatureAlgorithm) noexcept;
Support kem_support(KemAlgorithm) noexcept;
Support rsa_support(std::size_t modulus_bits) noexcept;
bool supports_digest(HashAlgorithm) noexcept;

/// Each throws Errc::unsupported_algorithm where its support function answers "not available".
std::unique_ptr<KeyExchangeContext> make_key_exchange(const Group&);
std::unique_ptr<EcdsaPrivateContext> make_ecdsa_private(const Curve&);
std::unique_ptr<EcdsaPublicContext> make_ecdsa_public(const Curve&, ByteView public_key);
std::unique_ptr<SignaturePrivateContext> make_signature_private(SignatureAlgorithm);
std::unique_ptr<SignaturePublicContext> make_signature_public(SignatureAlgorithm,
                                                              ByteView public_key);
std::unique_ptr<KemPrivateContext> make_kem_private(KemAlgorithm);
std::unique_ptr<KemPublicContext> make_kem_public(KemAlgorithm, ByteView public_key);
std::unique_ptr<RsaPublicContext> make_rsa_public(const RsaPublicParameters&);
std::unique_ptr<RsaPrivateContext> make_rsa_private(const RsaPrivateParameters&);
std::unique_ptr<RsaPrivateContext> make_rsa_generate(std::size_t modulus_bits,
                                                     std::uint32_t public_exponent);

}  // namespace hartls::software
