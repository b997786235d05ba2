// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/hmac_over_hash.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hartls/core/error.hpp"
#include "hartls/core/secret.hpp"

namespace hartls {
namespace {

constexpr std::size_t digest_max_bytes = 64;
constexpr std::size_t block_max_bytes = 144;  // SHA3-224
constexpr std::uint8_t inner_pad = 0x36;
constexpr std::uint8_t outer_pad = 0x5c;

class HmacOverHash final : public MacContext {
 public:
  HmacOverHash(std::unique_ptr<HashContext> hash, const HashInfo& info, ByteView key)
      : running_(std::move(hash)),
        inner_(running_->clone()),
        outer_(running_->clone()),
        digest_bytes_(info.digest_bytes) {
    SecretArray<block_max_bytes> padded_key;
    const ByteSpan block = padded_key.span().first(info.block_bytes);
    if (key.size() > block.size()) {
      running_->update(key);
      running_->finish(block.first(digest_bytes_));
    } else {
      std::copy(key.begin(), key.end(), block.begin());
    }
    add_pad(block, inner_pad);
    inner_->update(block);
    add_pad(block, inner_pad ^ outer_pad);
    outer_->update(block);
    reset();
  }

  void update(ByteView data) noexcept override { running_->update(data); }

  void finish(ByteSpan tag) noexcept override {
    SecretArray<digest_max_bytes> digest;
    const ByteSpan inner_digest = digest.span().first(digest_bytes_);
    running_->finish(inner_digest);
    running_->assign(*outer_);
    running_->update(inner_digest);
    running_->finish(tag);
  }

  void reset() noexcept override { running_->assign(*inner_); }

 private:
  static void add_pad(ByteSpan block, std::uint8_t pad) noexcept {
    for (std::uint8_t& byte : block)
      byte = static_cast<std::uint8_t>(byte ^ pad);
  }

  std::unique_ptr<HashContext> running_;
  std::unique_ptr<HashContext> inner_;  // has absorbed key ^ ipad
  std::unique_ptr<HashContext> outer_;  // has absorbed key ^ opad
  std::size_t digest_bytes_;
};

}  // namespace

std::unique_ptr<MacContext> make_hmac(std::unique_ptr<HashContext> hash, const HashInfo& info,
                                      ByteView key) {
  if (info.extendable) {
    fail(Errc::unsupported_algorithm,
         "HMAC: hash " + std::string(info.name) + " given; a hash of fixed output size is allowed");
  }
  return std::make_unique<HmacOverHash>(std::move(hash), info, key);
}

}  // namespace hartls
