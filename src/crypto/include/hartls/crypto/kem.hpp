// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// A decapsulation key of ML-KEM (FIPS 203).
class KemPrivateKey {
 public:
  /// Throws Errc::unsupported_algorithm.
  static KemPrivateKey generate(KemAlgorithm algorithm,
                                const Provider& provider = default_provider());
  /// `key`: seed_bytes (d || z) or private_bytes (dk), else Errc::invalid_key_size;
  /// Errc::malformed_key where dk fails the checks of FIPS 203 section 7.3.
  static KemPrivateKey from_private(KemAlgorithm algorithm, ByteView key,
                                    const Provider& provider = default_provider());

  KemAlgorithm algorithm() const noexcept { return info_->algorithm; }
  SecretBytes private_key() const;
  Bytes public_key() const;

  /// `ciphertext`: ciphertext_bytes, else Errc::invalid_input_size; `shared`: shared_bytes, else
  /// Errc::invalid_output_size. A wrong ciphertext is no error: it gives a secret that the peer
  /// does not have.
  void decapsulate(ByteView ciphertext, ByteSpan shared) const;
  SecretBytes decapsulate(ByteView ciphertext) const;

 private:
  KemPrivateKey(KemAlgorithm algorithm, const Provider& provider);

  const KemInfo* info_;
  std::unique_ptr<KemPrivateContext> context_;
};

struct Encapsulation {
  Bytes ciphertext;
  SecretBytes shared;
};

/// An encapsulation key of ML-KEM.
class KemPublicKey {
 public:
  /// `public_key`: public_bytes, else Errc::invalid_key_size; Errc::malformed_key where it fails
  /// the modulus check of FIPS 203 section 7.2.
  KemPublicKey(KemAlgorithm algorithm, ByteView public_key,
               const Provider& provider = default_provider());

  KemAlgorithm algorithm() const noexcept { return info_->algorithm; }
  Encapsulation encapsulate() const;
  /// With the caller's 32-byte m of FIPS 203 section 6.2, else Errc::invalid_input_size. For known
  /// answers only.
  Encapsulation encapsulate_deterministic(ByteView m) const;

 private:
  const KemInfo* info_;
  std::unique_ptr<KemPublicContext> context_;
};

}  // namespace hartls
