// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// One party's private key for Diffie-Hellman: ECDH (SP 800-56A section 5.7.1.2), X25519 and X448
/// (RFC 7748), finite field (SP 800-56A section 5.7.1.1). Sizes and encodings: GroupInfo.
class KeyExchange {
 public:
  /// Throws Errc::unsupported_algorithm, or Errc::invalid_argument for parameters that describe no
  /// group.
  static KeyExchange generate(const Group& group, const Provider& provider = default_provider());

  /// `key`: private_bytes, or up to the prime's size for a finite field. Throws
  /// Errc::invalid_key_size, or Errc::malformed_key where it is 0 or not below the group's order.
  static KeyExchange from_private(const Group& group, ByteView key,
                                  const Provider& provider = default_provider());

  const std::string& name() const noexcept { return name_; }
  std::size_t private_bytes() const noexcept { return private_bytes_; }
  std::size_t public_bytes() const noexcept { return public_bytes_; }
  std::size_t shared_bytes() const noexcept { return shared_bytes_; }

  SecretBytes private_key() const;
  Bytes public_key() const;

  /// `peer_public`: public_bytes(), for curves also a compressed point; `shared`: shared_bytes().
  /// Throws Errc::invalid_key_size for another size, Errc::invalid_point for a value that is no
  /// public key, and for an all-zero X25519 or X448 result (RFC 7748 section 6). Nothing is written
  /// on error.
  void agree(ByteView peer_public, ByteSpan shared) const;
  SecretBytes agree(ByteView peer_public) const;

 private:
  KeyExchange(const Group& group, const Provider& provider);

  std::string name_;
  std::size_t private_bytes_ = 0;
  std::size_t public_bytes_ = 0;
  std::size_t shared_bytes_ = 0;
  std::size_t compressed_bytes_ = 0;  // 0: the group has no compressed form
  bool short_private_ = false;
  std::unique_ptr<KeyExchangeContext> context_;
};

}  // namespace hartls
