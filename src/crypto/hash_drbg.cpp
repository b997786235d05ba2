// SPDX-License-Identifier: GPL-3.0-or-later
#include "hash_drbg.hpp"

#include <algorithm>
#include <array>

#include "hartls/core/secret.hpp"

namespace hartls {
namespace {

class HashDrbg final : public DrbgContext {
 public:
  HashDrbg(const Provider& provider, const DrbgInfo& drbg, std::uint64_t reseed_interval)
      : hash_(provider.hash(drbg.hash)),
        digest_bytes_(info(drbg.hash).digest_bytes),
        seed_bytes_(drbg.seed_bytes),
        reseed_interval_(reseed_interval) {}

  // Section 10.1.1.2.
  void instantiate(ByteView entropy, ByteView nonce, ByteView personalization) noexcept override {
    derive({entropy, nonce, personalization}, v());
    finish_seeding();
  }

  // Section 10.1.1.3.
  void reseed(ByteView entropy, ByteView additional) noexcept override {
    static constexpr std::uint8_t one = 1;
    SecretArray<max_seed_bytes> seed;
    const ByteSpan fresh = seed.span().first(seed_bytes_);
    derive({{&one, 1}, v(), entropy, additional}, fresh);
    std::ranges::copy(fresh, v().begin());
    finish_seeding();
  }

  // Section 10.1.1.4.
  bool generate(ByteSpan out, ByteView additional) noexcept override {
    if (reseed_counter_ > reseed_interval_)
      return false;
    if (!additional.empty())
      mix_additional(additional);
    fill(out);
    static constexpr std::uint8_t three = 3;
    digest({{&three, 1}, v()});
    add(digest_.span().first(digest_bytes_));
    add(c());
    std::array<std::uint8_t, 8> counter{};
    for (std::size_t i = 0; i < counter.size(); ++i) {
      counter[7 - i] = static_cast<std::uint8_t>(reseed_counter_ >> (8 * i));
    }
    add(counter);
    ++reseed_counter_;
    return true;
  }

 private:
  static constexpr std::size_t max_seed_bytes = 111;
  static constexpr std::size_t max_digest_bytes = 64;

  ByteSpan v() noexcept { return v_.span().first(seed_bytes_); }
  ByteSpan c() noexcept { return c_.span().first(seed_bytes_); }

  void digest(std::initializer_list<ByteView> parts) noexcept {
    hash_->reset();
    for (const ByteView part : parts) {
      if (!part.empty())
        hash_->update(part);
    }
    hash_->finish(digest_.span().first(digest_bytes_));
  }

  /// Hash_df (section 10.3.1).
  void derive(std::initializer_list<ByteView> parts, ByteSpan out) noexcept {
    const auto bits = static_cast<std::uint32_t>(out.size() * 8);
    std::array<std::uint8_t, 5> head{
        1, static_cast<std::uint8_t>(bits >> 24U), static_cast<std::uint8_t>(bits >> 16U),
        static_cast<std::uint8_t>(bits >> 8U), static_cast<std::uint8_t>(bits)};
    for (std::size_t done = 0; done < out.size(); ++head[0]) {
      hash_->reset();
      hash_->update(head);
      for (const ByteView part : parts) {
        if (!part.empty())
          hash_->update(part);
      }
      hash_->finish(digest_.span().first(digest_bytes_));
      done += take(out.subspan(done));
    }
  }

  void finish_seeding() noexcept {
    static constexpr std::uint8_t zero = 0;
    derive({{&zero, 1}, v()}, c());
    reseed_counter_ = 1;
  }

  void mix_additional(ByteView additional) noexcept {
    static constexpr std::uint8_t two = 2;
    digest({{&two, 1}, v(), additional});
    add(digest_.span().first(digest_bytes_));
  }

  /// Hashgen: the hash of a copy of V that counts up.
  void fill(ByteSpan out) noexcept {
    static constexpr std::uint8_t one = 1;
    const SecretArray<max_seed_bytes> saved = v_;
    for (std::size_t done = 0; done < out.size();) {
      digest({v()});
      done += take(out.subspan(done));
      add({&one, 1});
    }
    v_ = saved;
  }

  /// Copies as much of the digest as fits; returns how much.
  std::size_t take(ByteSpan out) noexcept {
    const std::size_t bytes = std::min(digest_bytes_, out.size());
    std::copy_n(digest_.data(), bytes, out.begin());
    return bytes;
  }

  /// V = (V + number) mod 2^seedlen, big endian; constant time.
  void add(ByteView number) noexcept {
    unsigned carry = 0;
    for (std::size_t i = 0; i < seed_bytes_; ++i) {
      std::uint8_t& byte = v_.data()[seed_bytes_ - 1 - i];
      const unsigned sum = carry + byte + (i < number.size() ? number[number.size() - 1 - i] : 0U);
      byte = static_cast<std::uint8_t>(sum);
      carry = sum >> 8U;
    }
  }

  std::unique_ptr<HashContext> hash_;
  std::size_t digest_bytes_;
  std::size_t seed_bytes_;
  std::uint64_t reseed_interval_;
  std::uint64_t reseed_counter_ = 0;
  SecretArray<max_seed_bytes> v_;
  SecretArray<max_seed_bytes> c_;
  SecretArray<max_digest_bytes> digest_;
};

}  // namespace

std::unique_ptr<DrbgContext> make_hash_drbg(const Provider& provider, DrbgAlgorithm algorithm,
                                            std::uint64_t reseed_interval) {
  return std::make_unique<HashDrbg>(provider, info(algorithm), reseed_interval);
}

}  // namespace hartls
