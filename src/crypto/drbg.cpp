// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/drbg.hpp"

#include <algorithm>

#include "check.hpp"
#include "hartls/crypto/entropy.hpp"

namespace hartls {
namespace {

constexpr std::size_t request_max_bytes = 65536;  // SP 800-90A table 2: 2^19 bits

// Twice the strongest security strength: section 8.6.7 wants half of it again as a nonce, which
// fresh entropy may be.
constexpr std::size_t system_seed_bytes = 48;

}  // namespace

Drbg::Drbg(DrbgAlgorithm algorithm, const Provider& provider)
    : info_(&info(algorithm)), seeds_itself_(true) {
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.drbg(algorithm);
  SecretArray<system_seed_bytes> seed;
  system_entropy(seed.span());
  context_->instantiate(seed.span(), {}, {});
}

Drbg::Drbg(DrbgAlgorithm algorithm, ByteView entropy, ByteView nonce, ByteView personalization,
           const Provider& provider)
    : info_(&info(algorithm)), seeds_itself_(false) {
  check_entropy(entropy);
  check::not_null(info_->name, "nonce", nonce);
  check::not_null(info_->name, "personalization string", personalization);
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.drbg(algorithm);
  context_->instantiate(entropy, nonce, personalization);
}

void Drbg::check_entropy(ByteView entropy) const {
  check::not_null(info_->name, "entropy", entropy);
  if (entropy.size() >= info_->entropy_min_bytes)
    return;
  fail(Errc::invalid_input_size, std::string(info_->name) + ": entropy of " +
                                     std::to_string(entropy.size()) + " bytes given, at least " +
                                     std::to_string(info_->entropy_min_bytes) + " allowed");
}

void Drbg::reseed(ByteView entropy, ByteView additional) {
  check::usable(info_->name, context_);
  check_entropy(entropy);
  check::not_null(info_->name, "additional input", additional);
  context_->reseed(entropy, additional);
}

void Drbg::generate(ByteSpan out, ByteView additional) {
  check::usable(info_->name, context_);
  check::not_null(info_->name, "output", out);
  check::not_null(info_->name, "additional input", additional);
  check::disjoint(info_->name, "output and additional input", out, additional);
  while (!out.empty()) {
    const ByteSpan request = out.first(std::min(out.size(), request_max_bytes));
    if (!context_->generate(request, additional)) {
      if (!seeds_itself_) {
        fail(Errc::reseed_required,
             std::string(info_->name) + ": the reseed interval is over; call reseed");
      }
      SecretArray<system_seed_bytes> seed;
      system_entropy(seed.span());
      context_->reseed(seed.span(), {});
      continue;
    }
    out = out.subspan(request.size());
  }
}

}  // namespace hartls
