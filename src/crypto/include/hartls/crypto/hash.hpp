// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// A hash in progress (FIPS 180-4, FIPS 202, RFC 1321). One thread at a time.
class Hash {
 public:
  /// Throws Errc::unsupported_algorithm.
  explicit Hash(HashAlgorithm algorithm, const Provider& provider = default_provider());
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  Hash(Hash&&) noexcept = default;
  Hash& operator=(Hash&&) noexcept = default;
  ~Hash() = default;

  HashAlgorithm algorithm() const noexcept { return info_->algorithm; }
  std::size_t digest_bytes() const noexcept { return info_->digest_bytes; }

  /// Throws Errc::invalid_state after finish.
  void update(ByteView data);

  /// `digest`: digest_bytes(), or for SHAKE any length from 1. Otherwise throws
  /// Errc::invalid_output_size and writes nothing. Afterwards only reset() is allowed.
  void finish(ByteSpan digest);
  Bytes finish();

  /// Back to the empty message; allowed at any time.
  void reset();

  /// An independent copy of the state so far.
  Hash clone() const;

 private:
  Hash(const HashInfo& info, std::unique_ptr<HashContext> context, bool finished)
      : info_(&info), context_(std::move(context)), finished_(finished) {}

  const HashInfo* info_;
  std::unique_ptr<HashContext> context_;
  bool finished_ = false;
};

/// One shot: digest_bytes bytes.
Bytes hash(HashAlgorithm algorithm, ByteView data, const Provider& provider = default_provider());

}  // namespace hartls
