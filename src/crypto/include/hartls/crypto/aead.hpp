// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// A key for authenticated encryption: AES-GCM (SP 800-38D), AES-CCM (SP 800-38C),
/// ChaCha20-Poly1305 (RFC 8439). Immutable: seal and open may be called from several threads at
/// once. A nonce must never serve twice under one key; the caller sees to that.
class AeadKey {
 public:
  /// `key`: info(algorithm).key_bytes. `tag_bytes`: 0 for the full tag, else as info(algorithm)
  /// allows. Throws Errc::invalid_key_size, invalid_tag_size, unsupported_algorithm.
  AeadKey(AeadAlgorithm algorithm, ByteView key, const Provider& provider = default_provider(),
          std::size_t tag_bytes = 0);
  AeadKey(const AeadKey&) = delete;
  AeadKey& operator=(const AeadKey&) = delete;
  AeadKey(AeadKey&&) noexcept = default;
  AeadKey& operator=(AeadKey&&) noexcept = default;
  ~AeadKey() = default;

  AeadAlgorithm algorithm() const noexcept { return info_->algorithm; }
  std::size_t tag_bytes() const noexcept { return tag_bytes_; }

  /// Encrypts and authenticates. `ciphertext` has plaintext.size() bytes and is `plaintext` itself
  /// or apart from it; `tag` has tag_bytes(); it, `nonce` and `aad` share no byte with them.
  /// Nothing is written on error.
  void seal(ByteView nonce, ByteView aad, ByteView plaintext, ByteSpan ciphertext,
            ByteSpan tag) const;

  /// Decrypts. False where the tag is wrong: `plaintext` is then wiped. Buffers as in seal.
  [[nodiscard]] bool open(ByteView nonce, ByteView aad, ByteView ciphertext, ByteView tag,
                          ByteSpan plaintext) const;

  /// Ciphertext with the tag behind it, as protocols carry it.
  Bytes seal(ByteView nonce, ByteView aad, ByteView plaintext) const;
  /// Nothing where the tag is wrong. `sealed` shorter than a tag throws Errc::invalid_input_size.
  std::optional<SecretBytes> open(ByteView nonce, ByteView aad, ByteView sealed) const;

 private:
  void check(ByteView nonce, ByteView aad, ByteView in, ByteView out, ByteView tag) const;

  const AeadInfo* info_;
  std::size_t tag_bytes_;
  std::unique_ptr<const AeadContext> context_;
};

}  // namespace hartls
