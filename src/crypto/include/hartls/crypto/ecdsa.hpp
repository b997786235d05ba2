// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// How r and s are written down.
enum class EcdsaEncoding : std::uint8_t {
  der,    ///< Ecdsa-Sig-Value, RFC 3279 section 2.2.3: what TLS and X.509 carry
  p1363,  ///< r || s, each padded to the order's size
};

/// r || s as DER. `p1363` has an even, non-zero size.
Bytes ecdsa_to_der(ByteView p1363);

/// DER as r || s with `order_bytes` each. Nothing where it is no strict DER (X.690 section 10), is
/// negative, or does not fit.
std::optional<Bytes> ecdsa_from_der(ByteView der, std::size_t order_bytes);

/// A private key for ECDSA (FIPS 186-5 section 6) on a named or custom curve.
class EcdsaPrivateKey {
 public:
  /// Throws Errc::unsupported_algorithm, or Errc::invalid_argument where `curve` is none.
  static EcdsaPrivateKey generate(const Curve& curve,
                                  const Provider& provider = default_provider());
  /// `key`: order-sized, big endian, 1 to n - 1, else Errc::invalid_key_size or malformed_key.
  static EcdsaPrivateKey from_private(const Curve& curve, ByteView key,
                                      const Provider& provider = default_provider());

  const std::string& name() const noexcept { return name_; }
  SecretBytes private_key() const;
  /// Uncompressed point, SEC 1 section 2.3.3.
  Bytes public_key() const;

  /// Hashes and signs.
  Bytes sign(HashAlgorithm hash, ByteView message, EcdsaEncoding encoding = EcdsaEncoding::der,
             Nonce nonce = Nonce::hedged) const;
  /// `digest` has the hash's size, else Errc::invalid_input_size.
  Bytes sign_digest(HashAlgorithm hash, ByteView digest,
                    EcdsaEncoding encoding = EcdsaEncoding::der, Nonce nonce = Nonce::hedged) const;

 private:
  EcdsaPrivateKey(const Curve& curve, const Provider& provider);

  const Provider* provider_;
  std::string name_;
  std::size_t order_bytes_ = 0;
  std::size_t public_bytes_ = 0;
  std::unique_ptr<EcdsaPrivateContext> context_;
};

/// A public key for ECDSA. Verification works on public data and may take variable time.
class EcdsaPublicKey {
 public:
  /// `public_key`: a point, uncompressed or compressed. Throws Errc::invalid_key_size, or
  /// Errc::invalid_point where it is not on the curve.
  EcdsaPublicKey(const Curve& curve, ByteView public_key,
                 const Provider& provider = default_provider());

  const std::string& name() const noexcept { return name_; }

  /// False for a signature that is wrong in any way, its size and encoding included.
  [[nodiscard]] bool verify(HashAlgorithm hash, ByteView message, ByteView signature,
                            EcdsaEncoding encoding = EcdsaEncoding::der) const;
  /// `digest` has the hash's size, else Errc::invalid_input_size.
  [[nodiscard]] bool verify_digest(HashAlgorithm hash, ByteView digest, ByteView signature,
                                   EcdsaEncoding encoding = EcdsaEncoding::der) const;

 private:
  const Provider* provider_;
  std::string name_;
  std::size_t order_bytes_ = 0;
  std::unique_ptr<EcdsaPublicContext> context_;
};

}  // namespace hartls
