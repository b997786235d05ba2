// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/provider.hpp"

#include "hartls/core/error.hpp"
#include "hash_drbg.hpp"

namespace hartls {
namespace {

[[noreturn]] void unsupported(const Provider& provider, std::string_view family) {
  fail(Errc::unsupported_algorithm,
       std::string(family) + ": not supported by provider '" + std::string(provider.name()) + "'");
}

}  // namespace

Support Provider::support(DrbgAlgorithm algorithm) const noexcept {
  Support hash_support = support(info(algorithm).hash);
  hash_support.implementation =
      hash_support.available ? "hartls Hash_DRBG over the provider's hash" : std::string_view();
  return hash_support;
}

std::unique_ptr<HashContext> Provider::hash(HashAlgorithm) const {
  unsupported(*this, "hash");
}
std::unique_ptr<MacContext> Provider::mac(MacAlgorithm, ByteView) const {
  unsupported(*this, "MAC");
}
std::unique_ptr<CipherContext> Provider::cipher(CipherAlgorithm, Direction, ByteView, ByteView,
                                                std::uint32_t) const {
  unsupported(*this, "cipher");
}
std::unique_ptr<AeadContext> Provider::aead(AeadAlgorithm, ByteView) const {
  unsupported(*this, "AEAD");
}
std::unique_ptr<DrbgContext> Provider::drbg(DrbgAlgorithm algorithm) const {
  return make_hash_drbg(*this, algorithm);
}
std::unique_ptr<KeyExchangeContext> Provider::key_exchange(const Group&) const {
  unsupported(*this, "key exchange");
}
std::unique_ptr<EcdsaPrivateContext> Provider::ecdsa_private(const Curve&) const {
  unsupported(*this, "ECDSA");
}
std::unique_ptr<EcdsaPublicContext> Provider::ecdsa_public(const Curve&, ByteView) const {
  unsupported(*this, "ECDSA");
}
std::unique_ptr<SignaturePrivateContext> Provider::signature_private(SignatureAlgorithm) const {
  unsupported(*this, "signature");
}
std::unique_ptr<SignaturePublicContext> Provider::signature_public(SignatureAlgorithm,
                                                                   ByteView) const {
  unsupported(*this, "signature");
}
std::unique_ptr<KemPrivateContext> Provider::kem_private(KemAlgorithm) const {
  unsupported(*this, "KEM");
}
std::unique_ptr<KemPublicContext> Provider::kem_public(KemAlgorithm, ByteView) const {
  unsupported(*this, "KEM");
}
std::unique_ptr<RsaPublicContext> Provider::rsa_public(const RsaPublicParameters&) const {
  unsupported(*this, "RSA");
}
std::unique_ptr<RsaPrivateContext> Provider::rsa_private(const RsaPrivateParameters&) const {
  unsupported(*this, "RSA");
}
std::unique_ptr<RsaPrivateContext> Provider::rsa_generate(std::size_t, std::uint32_t) const {
  unsupported(*this, "RSA");
}

}  // namespace hartls
