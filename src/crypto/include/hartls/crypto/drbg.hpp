// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// A deterministic random bit generator (SP 800-90A). One thread at a time.
class Drbg {
 public:
  /// Seeded from the kernel, and reseeded from it when the reseed interval (2^48 requests) is over.
  explicit Drbg(DrbgAlgorithm algorithm, const Provider& provider = default_provider());

  /// Seeded by the caller alone: known answers, or an entropy source of one's own. `entropy`: at
  /// least info(algorithm).entropy_min_bytes, else Errc::invalid_input_size.
  Drbg(DrbgAlgorithm algorithm, ByteView entropy, ByteView nonce, ByteView personalization,
       const Provider& provider = default_provider());

  Drbg(const Drbg&) = delete;
  Drbg& operator=(const Drbg&) = delete;
  Drbg(Drbg&&) noexcept = default;
  Drbg& operator=(Drbg&&) noexcept = default;
  ~Drbg() = default;

  DrbgAlgorithm algorithm() const noexcept { return info_->algorithm; }

  void reseed(ByteView entropy, ByteView additional = {});

  /// Any length: requests of at most 65536 bytes are made of it, `additional` goes into each.
  /// Throws Errc::reseed_required where the caller seeds and the interval is over.
  void generate(ByteSpan out, ByteView additional = {});

 private:
  void check_entropy(ByteView entropy) const;

  const DrbgInfo* info_;
  std::unique_ptr<DrbgContext> context_;
  bool seeds_itself_;
};

}  // namespace hartls
