// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// An unauthenticated cipher in one direction: ECB and CBC (SP 800-38A) without padding, CTR and
/// ChaCha20 keystreams. One thread at a time.
class Cipher {
 public:
  /// `key` and `iv`: info(algorithm).key_bytes and .iv_bytes. CTR: the iv is the whole first
  /// counter block, which counts as a 128-bit big-endian number and wraps. ChaCha20: `counter` is
  /// the first block's number; other algorithms take 0 only. Throws Errc::invalid_key_size,
  /// invalid_nonce_size, invalid_argument, unsupported_algorithm.
  Cipher(CipherAlgorithm algorithm, Direction direction, ByteView key, ByteView iv,
         const Provider& provider = default_provider(), std::uint32_t counter = 0);
  Cipher(const Cipher&) = delete;
  Cipher& operator=(const Cipher&) = delete;
  Cipher(Cipher&&) noexcept = default;
  Cipher& operator=(Cipher&&) noexcept = default;
  ~Cipher() = default;

  CipherAlgorithm algorithm() const noexcept { return info_->algorithm; }

  /// Continues the message. `out` has in.size() bytes and is `in` itself or apart from it.
  /// in.size() is a multiple of unit_bytes. ChaCha20: throws Errc::counter_exhausted before its
  /// 32-bit block counter would repeat. Nothing is written on error.
  void update(ByteView in, ByteSpan out);
  Bytes update(ByteView in);

  /// Starts the next message under the same key, without allocation. Arguments as in the
  /// constructor.
  void reset(ByteView iv, std::uint32_t counter = 0);

 private:
  void check_iv(ByteView iv, std::uint32_t counter) const;

  const CipherInfo* info_;
  std::unique_ptr<CipherContext> context_;
  std::uint64_t remaining_bytes_ = 0;  // until ChaCha20's counter would repeat
};

}  // namespace hartls
