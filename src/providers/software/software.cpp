// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/software/software.hpp"

#include <wolfssl/version.h>

#include "public_key.hpp"
#include "symmetric.hpp"

namespace hartls {
namespace {

class SoftwareProvider final : public Provider {
 public:
  using Provider::support;

  std::string_view name() const noexcept override { return "software"; }
  std::string_view version() const noexcept override {
    return "wolfCrypt " LIBWOLFSSL_VERSION_STRING;
  }

  Support support(HashAlgorithm algorithm) const noexcept override {
    return software::hash_support(algorithm);
  }
  Support support(MacAlgorithm algorithm) const noexcept override {
    return software::mac_support(algorithm);
  }
  Support support(CipherAlgorithm algorithm) const noexcept override {
    return software::cipher_support(algorithm);
  }
  Support support(AeadAlgorithm algorithm) const noexcept override {
    return software::aead_support(algorithm);
  }
  Support support(SignatureAlgorithm algorithm) const noexcept override {
    return software::signature_support(algorithm);
  }
  Support support(KemAlgorithm algorithm) const noexcept override {
    return software::kem_support(algorithm);
  }
  Support key_exchange_support(NamedGroup group) const noexcept override {
    return software::key_exchange_support(group);
  }
  Support key_exchange_support(const CurveParameters& curve) const noexcept override {
    return software::key_exchange_support(curve);
  }
  Support key_exchange_support(const DhParameters& group) const noexcept override {
    return software::key_exchange_support(group);
  }
  Support ecdsa_support(NamedGroup group) const noexcept override {
    return software::ecdsa_support(group);
  }
  Support ecdsa_support(const CurveParameters& curve) const noexcept override {
    return software::ecdsa_support(curve);
  }
  Support rsa_support(std::size_t modulus_bits) const noexcept override {
    return software::rsa_support(modulus_bits);
  }
  bool supports_digest(HashAlgorithm algorithm) const noexcept override {
    return software::supports_digest(algorithm);
  }

  std::unique_ptr<HashContext> hash(HashAlgorithm algorithm) const override {
    return software::make_hash(algorithm);
  }
  std::unique_ptr<MacContext> mac(MacAlgorithm algorithm, ByteView key) const override {
    return software::make_mac(algorithm, key);
  }
  std::unique_ptr<CipherContext> cipher(CipherAlgorithm algorithm, Direction direction,
                                        ByteView key, ByteView iv,
                                        std::uint32_t counter) const override {
    return software::make_cipher(algorithm, direction, key, iv, counter);
  }
  std::unique_ptr<AeadContext> aead(AeadAlgorithm algorithm, ByteView key) const override {
    return software::make_aead(algorithm, key);
  }
  std::unique_ptr<KeyExchangeContext> key_exchange(const Group& group) const override {
    return software::make_key_exchange(group);
  }
  std::unique_ptr<EcdsaPrivateContext> ecdsa_private(const Curve& curve) const override {
    return software::make_ecdsa_private(curve);
  }
  std::unique_ptr<EcdsaPublicContext> ecdsa_public(const Curve& curve,
                                                   ByteView public_key) const override {
    return software::make_ecdsa_public(curve, public_key);
  }
  std::unique_ptr<SignaturePrivateContext> signature_private(
      SignatureAlgorithm algorithm) const override {
    return software::make_signature_private(algorithm);
  }
  std::unique_ptr<SignaturePublicContext> signature_public(SignatureAlgorithm algorithm,
                                                           ByteView public_key) const override {
    return software::make_signature_public(algorithm, public_key);
  }
  std::unique_ptr<KemPrivateContext> kem_private(KemAlgorithm algorithm) const override {
    return software::make_kem_private(algorithm);
  }
  std::unique_ptr<KemPublicContext> kem_public(KemAlgorithm algorithm,
                                               ByteView public_key) const override {
    return software::make_kem_public(algorithm, public_key);
  }
  std::unique_ptr<RsaPublicContext> rsa_public(
      const RsaPublicParameters& parameters) const override {
    return software::make_rsa_public(parameters);
  }
  std::unique_ptr<RsaPrivateContext> rsa_private(
      const RsaPrivateParameters& parameters) const override {
    return software::make_rsa_private(parameters);
  }
  std::unique_ptr<RsaPrivateContext> rsa_generate(std::size_t modulus_bits,
                                                  std::uint32_t public_exponent) const override {
    return software::make_rsa_generate(modulus_bits, public_exponent);
  }
};

}  // namespace

const Provider& software_provider() noexcept {
  static const SoftwareProvider provider;
  return provider;
}

}  // namespace hartls
