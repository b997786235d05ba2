// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <thread>

#include "symmetric_cases.hpp"

namespace hartls::test {
namespace {

struct Sealed {
  Bytes ciphertext;
  Bytes tag;

  friend bool operator==(const Sealed&, const Sealed&) = default;
};

Sealed seal(const AeadContext& context, ByteView nonce, ByteView aad, ByteView plaintext,
            std::size_t tag_bytes) {
  Sealed sealed{Bytes(plaintext.size()), Bytes(tag_bytes)};
  context.seal(nonce, aad, plaintext, sealed.ciphertext, sealed.tag);
  return sealed;
}

/// The plaintext, or nothing where the tag was found wrong.
std::optional<Bytes> open(const AeadContext& context, ByteView nonce, ByteView aad,
                          const Sealed& sealed) {
  Bytes plaintext(sealed.ciphertext.size());
  if (!context.open(nonce, aad, sealed.ciphertext, sealed.tag, plaintext))
    return std::nullopt;
  return plaintext;
}

Bytes with_flipped_bit(Bytes bytes, std::size_t bit) {
  bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
  return bytes;
}

class AeadContextTest : public testing::TestWithParam<Case<AeadInfo>> {
 protected:
  const AeadInfo& aead_info() const { return *GetParam().info; }
  Bytes key() const { return pattern(aead_info().key_bytes, 51); }
  Bytes nonce() const { return pattern(aead_info().nonce_bytes, 52); }
  std::size_t full_tag() const { return aead_info().tag_max_bytes; }
  std::unique_ptr<const AeadContext> make(ByteView key_bytes) const {
    return GetParam().provider->aead(aead_info().algorithm, key_bytes);
  }
  std::unique_ptr<const AeadContext> make() const { return make(key()); }
};

INSTANTIATE_TEST_SUITE_P(, AeadContextTest, testing::ValuesIn(supported_cases(aead_algorithms())),
                         case_name<AeadInfo>);

TEST_P(AeadContextTest, OpensWhatItSealedAtEveryLength) {
  const auto context = make();
  const Bytes data = pattern(200, 53);
  for (std::size_t size = 0; size <= data.size(); ++size) {
    const Bytes aad = pattern((7 * size) % 61, 54);
    const ByteView plaintext = ByteView(data).first(size);
    const Sealed sealed = seal(*context, nonce(), aad, plaintext, full_tag());
    const auto opened = open(*context, nonce(), aad, sealed);
    ASSERT_TRUE(opened.has_value()) << size << " bytes";
    ASSERT_TRUE(std::ranges::equal(*opened, plaintext)) << size << " bytes";
    ASSERT_TRUE(size < 8 || !std::ranges::equal(sealed.ciphertext, plaintext)) << size << " bytes";
  }
}

TEST_P(AeadContextTest, InPlaceEqualsApartAtEveryLength) {
  const auto context = make();
  const Bytes data = pattern(150, 55);
  const Bytes aad = pattern(13, 56);
  for (std::size_t size = 0; size <= data.size(); ++size) {
    const ByteView plaintext = ByteView(data).first(size);
    const Sealed apart = seal(*context, nonce(), aad, plaintext, full_tag());
    Sealed in_place{Bytes(plaintext.begin(), plaintext.end()), Bytes(full_tag())};
    const ByteSpan buffer = in_place.ciphertext;
    context->seal(nonce(), aad, buffer, buffer, in_place.tag);
    ASSERT_EQ(in_place, apart) << "seal, " << size << " bytes";
    ASSERT_TRUE(context->open(nonce(), aad, buffer, in_place.tag, buffer)) << size << " bytes";
    ASSERT_TRUE(std::ranges::equal(buffer, plaintext)) << "open, " << size << " bytes";
  }
}

TEST_P(AeadContextTest, LongAssociatedDataAndMessages) {
  const auto context = make();
  // At 0xFF00 bytes CCM changes how it writes the length of the AAD.
  for (const std::size_t aad_bytes : {0xFEFFU, 0xFF00U, 0xFF01U, 0x12345U}) {
    const Bytes aad = pattern(aad_bytes, 57);
    const Bytes plaintext = pattern(5000 + aad_bytes % 16, 58);
    const Sealed sealed = seal(*context, nonce(), aad, plaintext, full_tag());
    EXPECT_EQ(open(*context, nonce(), aad, sealed), plaintext);
    EXPECT_EQ(open(*context, nonce(), ByteView(aad).first(aad_bytes - 1), sealed), std::nullopt);
  }
}

TEST_P(AeadContextTest, AnyAddressGivesTheSame) {
  const Bytes plaintext = pattern(83, 59);
  const Bytes aad = pattern(29, 60);
  const Sealed expected = seal(*make(), nonce(), aad, plaintext, full_tag());
  for (std::size_t offset = 0; offset < 16; ++offset) {
    AtOffset key_copy(key(), offset);
    AtOffset nonce_copy(nonce(), offset);
    AtOffset aad_copy(aad, offset);
    AtOffset in(plaintext, offset);
    AtOffset out(plaintext, (5 * offset + 3) % 16);
    AtOffset tag(Bytes(full_tag()), offset);
    const auto context = make(key_copy.span());
    context->seal(nonce_copy.span(), aad_copy.span(), in.span(), out.span(), tag.span());
    ASSERT_TRUE(std::ranges::equal(out.span(), expected.ciphertext)) << "offset " << offset;
    ASSERT_TRUE(std::ranges::equal(tag.span(), expected.tag)) << "offset " << offset;
    std::ranges::fill(in.span(), std::uint8_t{0});
    ASSERT_TRUE(
        context->open(nonce_copy.span(), aad_copy.span(), out.span(), tag.span(), in.span()));
    ASSERT_TRUE(std::ranges::equal(in.span(), plaintext)) << "offset " << offset;
  }
}

TEST_P(AeadContextTest, EveryChangedBitIsNoticed) {
  const auto context = make();
  const Bytes plaintext = pattern(40, 61);
  const Bytes aad = pattern(20, 62);
  const Sealed sealed = seal(*context, nonce(), aad, plaintext, full_tag());
  for (std::size_t bit = 0; bit < 8 * sealed.ciphertext.size(); ++bit) {
    const Sealed changed{with_flipped_bit(sealed.ciphertext, bit), sealed.tag};
    ASSERT_EQ(open(*context, nonce(), aad, changed), std::nullopt) << "ciphertext bit " << bit;
  }
  for (std::size_t bit = 0; bit < 8 * sealed.tag.size(); ++bit) {
    const Sealed changed{sealed.ciphertext, with_flipped_bit(sealed.tag, bit)};
    ASSERT_EQ(open(*context, nonce(), aad, changed), std::nullopt) << "tag bit " << bit;
  }
  for (std::size_t bit = 0; bit < 8 * aad.size(); ++bit) {
    const Bytes other = with_flipped_bit(aad, bit);
    ASSERT_EQ(open(*context, nonce(), other, sealed), std::nullopt) << "AAD bit " << bit;
  }
  for (std::size_t bit = 0; bit < 8 * nonce().size(); ++bit) {
    const Bytes other = with_flipped_bit(nonce(), bit);
    ASSERT_EQ(open(*context, other, aad, sealed), std::nullopt) << "nonce bit " << bit;
  }
  for (std::size_t bit = 0; bit < 8 * key().size(); ++bit) {
    const auto other = make(with_flipped_bit(key(), bit));
    ASSERT_EQ(open(*other, nonce(), aad, sealed), std::nullopt) << "key bit " << bit;
  }
  EXPECT_EQ(open(*context, nonce(), aad, sealed), plaintext);
}

TEST_P(AeadContextTest, EmptyMessageAndEmptyAssociatedData) {
  const auto context = make();
  const Bytes text = pattern(24, 63);
  const Sealed nothing = seal(*context, nonce(), {}, {}, full_tag());
  const Sealed only_aad = seal(*context, nonce(), text, {}, full_tag());
  const Sealed only_text = seal(*context, nonce(), {}, text, full_tag());
  EXPECT_NE(nothing.tag, only_aad.tag);
  EXPECT_NE(nothing.tag, only_text.tag);
  EXPECT_EQ(open(*context, nonce(), {}, nothing), Bytes());
  EXPECT_EQ(open(*context, nonce(), text, only_aad), Bytes());
  EXPECT_EQ(open(*context, nonce(), {}, only_text), text);
  EXPECT_EQ(open(*context, nonce(), text, nothing), std::nullopt);
  EXPECT_EQ(open(*context, nonce(), {}, only_aad), std::nullopt);
  // Null pointers throughout.
  EXPECT_TRUE(context->open(nonce(), ByteView(), ByteView(), nothing.tag, ByteSpan()));
}

TEST_P(AeadContextTest, EveryAllowedNonceAndTagSize) {
  const auto context = make();
  const Bytes plaintext = pattern(37, 64);
  const Bytes aad = pattern(11, 65);
  const std::size_t longest_nonce = std::min<std::size_t>(aead_info().nonce_max_bytes, 130);
  for (std::size_t size = aead_info().nonce_min_bytes; size <= longest_nonce; ++size) {
    const Bytes given = pattern(size, 66);
    for (std::size_t tag_bytes = 1; tag_bytes <= full_tag(); ++tag_bytes) {
      if (!aead_info().tag_allowed(tag_bytes))
        continue;
      Sealed sealed = seal(*context, given, aad, plaintext, tag_bytes);
      ASSERT_EQ(open(*context, given, aad, sealed), plaintext)
          << "nonce " << size << " tag " << tag_bytes;
      sealed.tag.back() ^= 1;
      ASSERT_EQ(open(*context, given, aad, sealed), std::nullopt)
          << "nonce " << size << " tag " << tag_bytes;
    }
  }
}

// Run under ThreadSanitizer as well, this shows that a context is not written to.
TEST_P(AeadContextTest, OneContextServesManyThreads) {
  constexpr std::size_t thread_count = 4;
  constexpr std::uint32_t messages = 60;
  const auto context = make();
  const auto plaintext_of = [](std::uint32_t i) { return pattern(17 * i % 301, i); };
  const auto nonce_of = [this](std::uint32_t i) {
    return pattern(aead_info().nonce_bytes, 1000 + i);
  };
  std::vector<Sealed> expected;
  for (std::uint32_t i = 0; i < messages; ++i) {
    expected.push_back(seal(*context, nonce_of(i), as_bytes("aad"), plaintext_of(i), full_tag()));
  }
  std::vector<std::size_t> wrong(thread_count);
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < thread_count; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::uint32_t i = 0; i < messages; ++i) {
        const Sealed sealed =
            seal(*context, nonce_of(i), as_bytes("aad"), plaintext_of(i), full_tag());
        if (!(sealed == expected[i]))
          ++wrong[thread];
        if (open(*context, nonce_of(i), as_bytes("aad"), expected[i]) != plaintext_of(i))
          ++wrong[thread];
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<std::size_t>(thread_count));
}

}  // namespace
}  // namespace hartls::test
