// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/signature.hpp"

#include "check.hpp"

namespace hartls {
namespace {

constexpr std::size_t context_max_bytes = 255;

void check_message(const SignatureInfo& info, ByteView message, ByteView context) {
  check::not_null(info.name, "message", message);
  check::not_null(info.name, "context", context);
  if (context.size() > context_max_bytes) {
    fail(Errc::invalid_argument, std::string(info.name) + ": context of " +
                                     std::to_string(context.size()) +
                                     " bytes given, at most 255 allowed");
  }
}

}  // namespace

SigningKey::SigningKey(SignatureAlgorithm algorithm, const Provider& provider)
    : info_(&info(algorithm)) {
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.signature_private(algorithm);
}

SigningKey SigningKey::generate(SignatureAlgorithm algorithm, const Provider& provider) {
  SigningKey key(algorithm, provider);
  key.context_->generate();
  return key;
}

SigningKey SigningKey::from_private(SignatureAlgorithm algorithm, ByteView private_key,
                                    const Provider& provider) {
  SigningKey key(algorithm, provider);
  const SignatureInfo& sizes = *key.info_;
  check::not_null(sizes.name, "private key", private_key);
  if (private_key.size() != sizes.seed_bytes && private_key.size() != sizes.private_bytes) {
    fail(Errc::invalid_key_size,
         std::string(sizes.name) + ": private key of " + std::to_string(private_key.size()) +
             " bytes given, " + std::to_string(sizes.seed_bytes) +
             (sizes.private_bytes == sizes.seed_bytes
                  ? std::string(" allowed")
                  : " (seed) or " + std::to_string(sizes.private_bytes) + " (expanded) allowed"));
  }
  key.context_->import_private(private_key);
  return key;
}

SecretBytes SigningKey::private_key() const {
  check::usable(info_->name, context_);
  SecretBytes key(info_->private_bytes);
  context_->export_private(key);
  return key;
}

Bytes SigningKey::public_key() const {
  check::usable(info_->name, context_);
  Bytes key(info_->public_bytes);
  context_->public_key(key);
  return key;
}

Bytes SigningKey::sign(ByteView message, ByteView context, Nonce nonce) const {
  check::usable(info_->name, context_);
  check_message(*info_, message, context);
  Bytes signature(info_->signature_bytes);
  context_->sign(message, context, signature, nonce);
  return signature;
}

VerifyingKey::VerifyingKey(SignatureAlgorithm algorithm, ByteView public_key,
                           const Provider& provider)
    : info_(&info(algorithm)) {
  check::not_null(info_->name, "public key", public_key);
  check::size(Errc::invalid_key_size, info_->name, "public key", public_key.size(),
              info_->public_bytes);
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.signature_public(algorithm, public_key);
}

bool VerifyingKey::verify(ByteView message, ByteView signature, ByteView context) const {
  check::usable(info_->name, context_);
  check_message(*info_, message, context);
  check::not_null(info_->name, "signature", signature);
  return signature.size() == info_->signature_bytes &&
         context_->verify(message, context, signature);
}

}  // namespace hartls
