// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// A private key for signatures over whole messages: Ed25519, Ed448 (RFC 8032), ML-DSA (FIPS 204).
/// `context`: at most 255 bytes. With Ed25519 an empty one means plain Ed25519, another Ed25519ctx.
class SigningKey {
 public:
  /// Throws Errc::unsupported_algorithm.
  static SigningKey generate(SignatureAlgorithm algorithm,
                             const Provider& provider = default_provider());
  /// `key`: seed_bytes, or private_bytes (ML-DSA's expanded key), else Errc::invalid_key_size.
  /// Errc::malformed_key for an expanded key that is inconsistent.
  static SigningKey from_private(SignatureAlgorithm algorithm, ByteView key,
                                 const Provider& provider = default_provider());

  SignatureAlgorithm algorithm() const noexcept { return info_->algorithm; }
  /// EdDSA: the seed. ML-DSA: the expanded private key.
  SecretBytes private_key() const;
  Bytes public_key() const;
  /// Throws Errc::invalid_argument for a context over 255 bytes. `nonce` matters for ML-DSA only:
  /// EdDSA is deterministic.
  Bytes sign(ByteView message, ByteView context = {}, Nonce nonce = Nonce::hedged) const;

 private:
  SigningKey(SignatureAlgorithm algorithm, const Provider& provider);

  const SignatureInfo* info_;
  std::unique_ptr<SignaturePrivateContext> context_;
};

/// The public half. Verification works on public data and may take variable time.
class VerifyingKey {
 public:
  /// `public_key`: public_bytes, else Errc::invalid_key_size; Errc::malformed_key where it decodes
  /// to no key.
  VerifyingKey(SignatureAlgorithm algorithm, ByteView public_key,
               const Provider& provider = default_provider());

  SignatureAlgorithm algorithm() const noexcept { return info_->algorithm; }

  /// False for a signature that is wrong in any way, its size included.
  [[nodiscard]] bool verify(ByteView message, ByteView signature, ByteView context = {}) const;

 private:
  const SignatureInfo* info_;
  std::unique_ptr<SignaturePublicContext> context_;
};

}  // namespace hartls
