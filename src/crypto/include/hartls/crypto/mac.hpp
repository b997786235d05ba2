// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// HMAC (FIPS 198-1), AES-CMAC (SP 800-38B) or Poly1305 (RFC 8439 section 2.5) in progress. One
/// thread at a time.
class Mac {
 public:
  /// `key`: info(algorithm).key_bytes, any length for HMAC. Throws Errc::invalid_key_size,
  /// Errc::unsupported_algorithm.
  Mac(MacAlgorithm algorithm, ByteView key, const Provider& provider = default_provider());
  Mac(const Mac&) = delete;
  Mac& operator=(const Mac&) = delete;
  Mac(Mac&&) noexcept = default;
  Mac& operator=(Mac&&) noexcept = default;
  ~Mac() = default;

  MacAlgorithm algorithm() const noexcept { return info_->algorithm; }
  std::size_t tag_bytes() const noexcept { return info_->tag_bytes; }

  /// Throws Errc::invalid_state after finish or verify.
  void update(ByteView data);

  /// `tag`: tag_bytes(), else throws Errc::invalid_tag_size and writes nothing.
  void finish(ByteSpan tag);
  Bytes finish();

  /// Finishes and compares in constant time. A tag of another size throws Errc::invalid_tag_size.
  [[nodiscard]] bool verify(ByteView tag);

  /// Starts the next message under the same key. Throws Errc::invalid_state for Poly1305: its key
  /// serves one message.
  void reset();

 private:
  void check_open() const;

  const MacInfo* info_;
  std::unique_ptr<MacContext> context_;
  bool finished_ = false;
};

/// One shot.
Bytes mac(MacAlgorithm algorithm, ByteView key, ByteView data,
          const Provider& provider = default_provider());

}  // namespace hartls
