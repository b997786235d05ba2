// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../src/crypto/hash_drbg.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "hartls/crypto/drbg.hpp"

namespace hartls {
namespace {

constexpr auto sha256_drbg = DrbgAlgorithm::hash_drbg_sha256;

/// The default provider's hash, with a DRBG whose seed lasts for two requests.
class ShortIntervalProvider final : public Provider {
 public:
  std::string_view name() const noexcept override { return "short-interval"; }
  std::string_view version() const noexcept override { return "0"; }
  using Provider::support;
  Support support(HashAlgorithm algorithm) const noexcept override {
    return default_provider().support(algorithm);
  }
  std::unique_ptr<HashContext> hash(HashAlgorithm algorithm) const override {
    return default_provider().hash(algorithm);
  }
  std::unique_ptr<DrbgContext> drbg(DrbgAlgorithm algorithm) const override {
    return make_hash_drbg(*this, algorithm, 2);
  }
};

TEST(HashDrbg, AsksForAReseedWhenTheIntervalIsOverAndWritesNothing) {
  const ShortIntervalProvider provider;
  Drbg drbg(sha256_drbg, Bytes(32, 1), Bytes(16, 2), {}, provider);
  Bytes out(32, 0xcc);
  drbg.generate(out);
  drbg.generate(out);
  const Bytes before = out;
  test::expect_error(Errc::reseed_required, {"Hash_DRBG-SHA-256", "reseed"},
                     [&] { drbg.generate(out); });
  EXPECT_EQ(out, before);
  drbg.reseed(Bytes(32, 3));
  drbg.generate(out);
  EXPECT_NE(out, before);
}

TEST(HashDrbg, SeededByTheKernelItReseedsItself) {
  const ShortIntervalProvider provider;
  Drbg drbg(sha256_drbg, provider);
  Bytes out(32);
  for (int request = 0; request < 7; ++request) {
    const Bytes before = out;
    drbg.generate(out);
    EXPECT_NE(out, before);
  }
}

TEST(HashDrbg, AdditionalInputChangesTheOutputAndTheStateAfterwards) {
  const auto outputs = [](ByteView additional) {
    Drbg drbg(sha256_drbg, Bytes(32, 1), Bytes(16, 2), {});
    Bytes out(64);
    drbg.generate(ByteSpan(out).first(32), additional);
    drbg.generate(ByteSpan(out).last(32));
    return out;
  };
  const Bytes without = outputs({});
  const Bytes with = outputs(as_bytes("additional"));
  EXPECT_NE(Bytes(without.begin(), without.begin() + 32), Bytes(with.begin(), with.begin() + 32));
  EXPECT_NE(Bytes(without.begin() + 32, without.end()), Bytes(with.begin() + 32, with.end()));
}

}  // namespace
}  // namespace hartls
