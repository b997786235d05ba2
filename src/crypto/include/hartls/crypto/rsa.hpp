// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// An RSA public key (RFC 8017): modulus of 1024 to 8192 bits, odd exponent from 3.
class RsaPublicKey {
 public:
  /// Throws Errc::malformed_key that says which value is wrong, Errc::unsupported_algorithm.
  explicit RsaPublicKey(const RsaPublicParameters& parameters,
                        const Provider& provider = default_provider());

  std::size_t modulus_bits() const noexcept { return modulus_bits_; }
  std::size_t modulus_bytes() const noexcept { return (modulus_bits_ + 7) / 8; }

  /// False for a signature that is wrong in any way, its size included. `digest` has the scheme's
  /// hash size, else Errc::invalid_input_size.
  [[nodiscard]] bool verify(const RsaSignatureScheme& scheme, ByteView digest,
                            ByteView signature) const;

  /// Throws Errc::invalid_input_size for a plaintext longer than the scheme allows.
  Bytes encrypt(const RsaEncryptionScheme& scheme, ByteView plaintext) const;

  /// RSAEP (RFC 8017 section 5.1.1), no padding. `in` and `out`: modulus_bytes(); `in` below n.
  void raw(ByteView in, ByteSpan out) const;

 private:
  const Provider* provider_;
  std::size_t modulus_bits_ = 0;
  std::unique_ptr<RsaPublicContext> context_;
};

/// An RSA private key with CRT values (RFC 8017 section 3.2).
class RsaPrivateKey {
 public:
  /// Throws Errc::malformed_key that says which value is wrong or does not fit the others.
  explicit RsaPrivateKey(const RsaPrivateParameters& parameters,
                         const Provider& provider = default_provider());

  /// `modulus_bits`: 2048 to 8192, a multiple of 8; `public_exponent`: odd, from 65537 (FIPS 186-5
  /// section 5.1); else Errc::invalid_argument. Errc::unsupported_algorithm for a size that the
  /// provider cannot make (software: beyond 4096, or no multiple of 16).
  static RsaPrivateKey generate(std::size_t modulus_bits,
                                const Provider& provider = default_provider(),
                                std::uint32_t public_exponent = 65537);

  std::size_t modulus_bits() const noexcept { return modulus_bits_; }
  std::size_t modulus_bytes() const noexcept { return (modulus_bits_ + 7) / 8; }
  RsaPublicParameters public_parameters() const;
  RsaPrivateParameters private_parameters() const;

  /// `digest` has the scheme's hash size; PSS: the salt fits the modulus. modulus_bytes() bytes.
  Bytes sign(const RsaSignatureScheme& scheme, ByteView digest) const;

  /// Nothing where the padding is wrong: which part was wrong is not told (RFC 8017 section 7.1.2).
  /// `ciphertext` has modulus_bytes(), else Errc::invalid_input_size.
  std::optional<SecretBytes> decrypt(const RsaEncryptionScheme& scheme, ByteView ciphertext) const;

  /// RSADP (RFC 8017 section 5.1.2), no padding. As RsaPublicKey::raw.
  void raw(ByteView in, ByteSpan out) const;

 private:
  RsaPrivateKey(std::unique_ptr<RsaPrivateContext> context, const Provider& provider);

  const Provider* provider_;
  std::size_t modulus_bits_ = 0;
  std::unique_ptr<RsaPrivateContext> context_;
};

}  // namespace hartls
