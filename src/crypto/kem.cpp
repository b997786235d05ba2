// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/kem.hpp"

#include "check.hpp"

namespace hartls {

KemPrivateKey::KemPrivateKey(KemAlgorithm algorithm, const Provider& provider)
    : info_(&info(algorithm)) {
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.kem_private(algorithm);
}

KemPrivateKey KemPrivateKey::generate(KemAlgorithm algorithm, const Provider& provider) {
  KemPrivateKey key(algorithm, provider);
  key.context_->generate();
  return key;
}

KemPrivateKey KemPrivateKey::from_private(KemAlgorithm algorithm, ByteView private_key,
                                          const Provider& provider) {
  KemPrivateKey key(algorithm, provider);
  const KemInfo& sizes = *key.info_;
  check::not_null(sizes.name, "private key", private_key);
  if (private_key.size() != sizes.seed_bytes && private_key.size() != sizes.private_bytes) {
    fail(Errc::invalid_key_size,
         std::string(sizes.name) + ": private key of " + std::to_string(private_key.size()) +
             " bytes given, " + std::to_string(sizes.seed_bytes) + " (seed) or " +
             std::to_string(sizes.private_bytes) + " (decapsulation key) allowed");
  }
  key.context_->import_private(private_key);
  return key;
}

SecretBytes KemPrivateKey::private_key() const {
  check::usable(info_->name, context_);
  SecretBytes key(info_->private_bytes);
  context_->export_private(key);
  return key;
}

Bytes KemPrivateKey::public_key() const {
  check::usable(info_->name, context_);
  Bytes key(info_->public_bytes);
  context_->public_key(key);
  return key;
}

void KemPrivateKey::decapsulate(ByteView ciphertext, ByteSpan shared) const {
  check::usable(info_->name, context_);
  check::not_null(info_->name, "ciphertext", ciphertext);
  check::not_null(info_->name, "shared secret", shared);
  check::size(Errc::invalid_input_size, info_->name, "ciphertext", ciphertext.size(),
              info_->ciphertext_bytes);
  check::size(Errc::invalid_output_size, info_->name, "shared secret", shared.size(),
              info_->shared_bytes);
  check::disjoint(info_->name, "ciphertext and shared secret", ciphertext, shared);
  context_->decapsulate(ciphertext, shared);
}

SecretBytes KemPrivateKey::decapsulate(ByteView ciphertext) const {
  SecretBytes shared(info_->shared_bytes);
  decapsulate(ciphertext, shared);
  return shared;
}

KemPublicKey::KemPublicKey(KemAlgorithm algorithm, ByteView public_key, const Provider& provider)
    : info_(&info(algorithm)) {
  check::not_null(info_->name, "public key", public_key);
  check::size(Errc::invalid_key_size, info_->name, "public key", public_key.size(),
              info_->public_bytes);
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.kem_public(algorithm, public_key);
}

Encapsulation KemPublicKey::encapsulate() const {
  check::usable(info_->name, context_);
  Encapsulation result{Bytes(info_->ciphertext_bytes), SecretBytes(info_->shared_bytes)};
  context_->encapsulate(result.ciphertext, result.shared, {});
  return result;
}

Encapsulation KemPublicKey::encapsulate_deterministic(ByteView m) const {
  check::usable(info_->name, context_);
  check::not_null(info_->name, "m", m);
  check::size(Errc::invalid_input_size, info_->name, "m", m.size(), 32);
  Encapsulation result{Bytes(info_->ciphertext_bytes), SecretBytes(info_->shared_bytes)};
  context_->encapsulate(result.ciphertext, result.shared, m);
  return result;
}

}  // namespace hartls
