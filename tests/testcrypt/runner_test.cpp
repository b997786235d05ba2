// SPDX-License-Identifier: GPL-3.0-or-later
// The runner on back ends that are wrong in ways that a single comparison would not show.
#include "runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "check.hpp"
#include "hartls/core/error.hpp"
#include "hartls/crypto/hash.hpp"
#include "report.hpp"
#include "testcrypt_support.hpp"

namespace hartls::testcrypt {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// Has nothing.
class EmptyProvider : public Provider {
 public:
  std::string_view name() const noexcept override { return "empty"; }
  std::string_view version() const noexcept override { return "1"; }
};

class WrappedHash : public HashContext {
 public:
  explicit WrappedHash(std::unique_ptr<HashContext> right) : right_(std::move(right)) {}
  void update(ByteView data) noexcept override { right_->update(data); }
  void finish(ByteSpan digest) noexcept override { right_->finish(digest); }
  void reset() noexcept override { right_->reset(); }
  std::unique_ptr<HashContext> clone() const override {
    return std::make_unique<WrappedHash>(right_->clone());
  }
  void assign(const HashContext& other) noexcept override {
    right_->assign(*static_cast<const WrappedHash&>(other).right_);
  }

 private:
  std::unique_ptr<HashContext> right_;
};

class OddAddressHash final : public WrappedHash {
 public:
  using WrappedHash::WrappedHash;
  void update(ByteView data) noexcept override {
    const auto address = reinterpret_cast<std::uintptr_t>(data.data());
    WrappedHash::update(address % 16 == 9 ? data.first(data.size() / 2) : data);
  }
};

class ShortUpdateHash final : public WrappedHash {
 public:
  using WrappedHash::WrappedHash;
  void update(ByteView data) noexcept override {
    if (data.size() != 3)
      WrappedHash::update(data);
  }
};

class LongWriteHash final : public WrappedHash {
 public:
  using WrappedHash::WrappedHash;
  void finish(ByteSpan digest) noexcept override {
    WrappedHash::finish(digest);
    digest.data()[digest.size()] = 0;
  }
};

template <typename Wrong>
class WrongHashProvider final : public EmptyProvider {
 public:
  using EmptyProvider::support;
  Support support(HashAlgorithm) const noexcept override { return {true, false, "wrong"}; }
  std::unique_ptr<HashContext> hash(HashAlgorithm algorithm) const override {
    return std::make_unique<Wrong>(default_provider().hash(algorithm));
  }
};

class CarelessAead final : public AeadContext {
 public:
  explicit CarelessAead(std::unique_ptr<AeadContext> right) : right_(std::move(right)) {}
  void seal(ByteView nonce, ByteView aad, ByteView plaintext, ByteSpan ciphertext,
            ByteSpan tag) const noexcept override {
    right_->seal(nonce, aad, plaintext, ciphertext, tag);
  }
  bool open(ByteView nonce, ByteView aad, ByteView ciphertext, ByteView tag,
            ByteSpan plaintext) const noexcept override {
    static_cast<void>(right_->open(nonce, aad, ciphertext, tag, plaintext));
    return true;
  }

 private:
  std::unique_ptr<AeadContext> right_;
};

class CarelessProvider final : public EmptyProvider {
 public:
  using EmptyProvider::support;
  Support support(AeadAlgorithm) const noexcept override { return {true, false, "careless"}; }
  std::unique_ptr<AeadContext> aead(AeadAlgorithm algorithm, ByteView key) const override {
    return std::make_unique<CarelessAead>(default_provider().aead(algorithm, key));
  }
};

std::vector<Vector> vectors_of(std::string_view algorithm) {
  std::vector<Vector> chosen;
  std::ranges::copy_if(embedded(), std::back_inserter(chosen),
                       [&](const Vector& vector) { return vector.algorithm == algorithm; });
  return chosen;
}

std::string details(const Report& report) {
  std::string all;
  for (const Failure& each : report.failures)
    all += each.detail + "\n";
  return all;
}

TEST(Runner, SeesAHashThatIsWrongAtOneAddressOnly) {
  const WrongHashProvider<OddAddressHash> provider;
  const Report report = run(vectors_of("SHA-256"), provider, Filter{});
  EXPECT_GT(report.total().failed, 50U);
  EXPECT_THAT(details(report), HasSubstr("digest, one update: expected "));
}

TEST(Runner, SeesAHashThatIsWrongForOneUpdateSizeOnly) {
  const WrongHashProvider<ShortUpdateHash> provider;
  const Report report = run(vectors_of("SHA3-256"), provider, Filter{});
  EXPECT_THAT(details(report), HasSubstr("digest, updates of 3: expected "));
}

TEST(Runner, SeesAWriteBehindTheDigest) {
  const WrongHashProvider<LongWriteHash> provider;
  const Report report = run(vectors_of("MD5"), provider, Filter{});
  EXPECT_THAT(details(report), HasSubstr("digest: wrote outside of its buffer"));
}

TEST(Runner, SeesAnAeadThatTakesEveryTag) {
  const CarelessProvider provider;
  const Report report = run(vectors_of("AES-128-GCM"), provider, Filter{});
  EXPECT_EQ(report.total().passed, 0U)
      << "each vector with the right tag is tried with a wrong one";
  EXPECT_THAT(details(report), HasSubstr("a wrong message was accepted"));
  EXPECT_THAT(details(report), HasSubstr("a tag with its last bit changed was accepted"));
}

TEST(Runner, ShowsWhatAProviderLacksAsUnsupportedWithCountZero) {
  const EmptyProvider provider;
  const Report report = run(embedded(), provider, Filter{});
  EXPECT_EQ(report.total().total(), 0U);
  EXPECT_THAT(table(report), ContainsRegex("AES-128-GCM +unsupported +- +0 +0 +0\n"));
  EXPECT_THAT(table(report), HasSubstr("ok: 0 passed"));
}

TEST(Runner, DoesNotTakeABackEndsFailureForARefusal) {
  EXPECT_TRUE(is_refusal(Errc::invalid_point));
  EXPECT_TRUE(is_refusal(Errc::malformed_key));
  EXPECT_FALSE(is_refusal(Errc::provider_failure));
  EXPECT_FALSE(is_refusal(Errc::unsupported_algorithm));
  EXPECT_FALSE(is_refusal(std::make_error_code(std::errc::io_error)));
}

TEST(Runner, NamesWhatDiffered) {
  const Bytes expected(100, 0x11);
  Bytes got = expected;
  got[50] = 0;
  try {
    require_equal("tag", expected, got);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Mismatch& difference) {
    EXPECT_THAT(std::string(difference.what()), HasSubstr("tag: expected 1111"));
    EXPECT_THAT(std::string(difference.what()), HasSubstr("(100 bytes)"));
    EXPECT_THAT(std::string(difference.what()), HasSubstr("first difference at byte 50"));
  }
}

TEST(Placed, StartsAtItsOffsetFromABoundary) {
  for (std::size_t offset = 0; offset < 16; ++offset) {
    const Placed placed(Bytes{1, 2, 3}, offset);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(placed.view().data()) % 16, offset);
    EXPECT_EQ(placed.view()[2], 3);
    EXPECT_NO_THROW(placed.check_guards("it"));
  }
}

TEST(Placed, SeesAWriteOnEitherSide) {
  for (const std::ptrdiff_t at : {-1, 3}) {
    Placed placed(3, 5);
    placed.span().data()[at] = 0;
    EXPECT_THROW(placed.check_guards("it"), Mismatch);
  }
}

TEST(Filter, IgnoresCaseAndSeparators) {
  const std::vector<std::string> words{"SHA_512/256", "aead"};
  const Filter filter(words);
  EXPECT_TRUE(filter.takes("hash", "SHA-512/256"));
  EXPECT_TRUE(filter.takes("mac", "HMAC-SHA-512/256"));
  EXPECT_TRUE(filter.takes("aead", "AES-128-GCM"));
  EXPECT_FALSE(filter.takes("hash", "SHA-512"));
}

}  // namespace
}  // namespace hartls::testcrypt
