// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/key_exchange.hpp"

#include "check.hpp"
#include "group_sizes.hpp"

namespace hartls {

KeyExchange::KeyExchange(const Group& group, const Provider& provider) {
  GroupSizes sizes = group_sizes(group);
  name_ = std::move(sizes.name);
  private_bytes_ = sizes.private_bytes;
  public_bytes_ = sizes.public_bytes;
  shared_bytes_ = sizes.shared_bytes;
  compressed_bytes_ = sizes.compressed_bytes;
  short_private_ = sizes.kind == GroupKind::finite_field;
  check::supported(
      name_,
      std::visit([&provider](const auto& value) { return provider.key_exchange_support(value); },
                 group),
      provider);
  context_ = provider.key_exchange(group);
}

KeyExchange KeyExchange::generate(const Group& group, const Provider& provider) {
  KeyExchange key(group, provider);
  key.context_->generate();
  return key;
}

KeyExchange KeyExchange::from_private(const Group& group, ByteView private_key,
                                      const Provider& provider) {
  KeyExchange key(group, provider);
  check::not_null(key.name_, "private key", private_key);
  if (!key.short_private_ || private_key.empty() || private_key.size() > key.private_bytes_) {
    check::size(Errc::invalid_key_size, key.name_, "private key", private_key.size(),
                key.private_bytes_);
  }
  key.context_->import_private(private_key);
  return key;
}

SecretBytes KeyExchange::private_key() const {
  check::usable("key exchange", context_);
  SecretBytes key(private_bytes_);
  context_->export_private(key);
  return key;
}

Bytes KeyExchange::public_key() const {
  check::usable("key exchange", context_);
  Bytes key(public_bytes_);
  context_->public_key(key);
  return key;
}

void KeyExchange::agree(ByteView peer_public, ByteSpan shared) const {
  check::usable("key exchange", context_);
  check::not_null(name_, "peer's public key", peer_public);
  check::not_null(name_, "shared secret", shared);
  if (compressed_bytes_ == 0 || peer_public.size() != compressed_bytes_) {
    check::size(Errc::invalid_key_size, name_, "peer's public key", peer_public.size(),
                public_bytes_);
  }
  check::size(Errc::invalid_output_size, name_, "shared secret", shared.size(), shared_bytes_);
  context_->agree(peer_public, shared);
}

SecretBytes KeyExchange::agree(ByteView peer_public) const {
  SecretBytes shared(shared_bytes_);
  agree(peer_public, shared);
  return shared;
}

}  // namespace hartls
