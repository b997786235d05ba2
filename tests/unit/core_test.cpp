// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "expect_error.hpp"
#include "hartls/core/bytes.hpp"
#include "hartls/core/hex.hpp"
#include "hartls/core/secret.hpp"

namespace hartls {
namespace {

using test::expect_error;

TEST(Hex, RoundTripsEveryByte) {
  Bytes all(256);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<std::uint8_t>(i);
  EXPECT_EQ(from_hex(to_hex(all)), all);
  EXPECT_EQ(to_hex(Bytes{0x00, 0x0f, 0xa5, 0xff}), "000fa5ff");
  EXPECT_EQ(from_hex("A5fF"), (Bytes{0xa5, 0xff}));
  EXPECT_TRUE(from_hex("").empty());
}

TEST(Hex, NamesTheWrongDigitAndItsPlace) {
  expect_error(Errc::invalid_argument, {"'g'", "offset 3"}, [] { from_hex("012g"); });
  expect_error(Errc::invalid_argument, {"3 digits", "even"}, [] { from_hex("012"); });
}

TEST(Buffers, OverlapOnlyFromTheSameStartIsAllowed) {
  std::array<std::uint8_t, 16> buffer{};
  const ByteView all(buffer);
  EXPECT_TRUE(same_or_disjoint(all.first(8), all.first(8)));
  EXPECT_TRUE(same_or_disjoint(all.first(8), all.last(8)));
  EXPECT_TRUE(same_or_disjoint(all.last(8), all.first(8)));
  EXPECT_FALSE(same_or_disjoint(all.first(8), all.subspan(7, 8)));
  EXPECT_FALSE(same_or_disjoint(all.subspan(7, 8), all.first(8)));
  EXPECT_FALSE(same_or_disjoint(all, all.subspan(4, 4)));
  EXPECT_TRUE(same_or_disjoint({}, all));
}

TEST(ConstantTimeEqual, SeesADifferenceAtEveryPlace) {
  const Bytes reference(33, 0x5a);
  EXPECT_TRUE(constant_time_equal(reference, Bytes(reference)));
  EXPECT_TRUE(constant_time_equal({}, {}));
  EXPECT_FALSE(constant_time_equal(reference, ByteView(reference).first(32)));
  for (std::size_t i = 0; i < reference.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes other = reference;
      other[i] = static_cast<std::uint8_t>(other[i] ^ (1U << bit));
      EXPECT_FALSE(constant_time_equal(reference, other)) << "byte " << i << " bit " << bit;
    }
  }
}

TEST(Secrets, AreWipedWhenTheyGoOutOfScope) {
  alignas(SecretArray<24>) std::array<unsigned char, sizeof(SecretArray<24>)> memory{};
  auto* secret = new (memory.data()) SecretArray<24>;
  std::memset(secret->data(), 0xa5, 24);
  secret->~SecretArray();
  EXPECT_EQ(memory, decltype(memory){});
}

/// Counts what is not zero in blocks that come back.
std::size_t unwiped_bytes(const std::uint8_t* memory, std::size_t bytes) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    count += memory[i] != 0 ? 1U : 0U;
  return count;
}

TEST(Secrets, WipeOverwritesWithZeros) {
  Bytes bytes(100, 0xff);
  secure_wipe(ByteSpan(bytes).first(60));
  EXPECT_EQ(unwiped_bytes(bytes.data(), 60), 0U);
  EXPECT_EQ(unwiped_bytes(bytes.data() + 60, 40), 40U);
  secure_wipe({});
}

TEST(Errors, CarryCodeCategoryAndDetail) {
  try {
    fail(Errc::invalid_tag_size, "AES-128-GCM: tag of 3 bytes given, 16 allowed");
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), Errc::invalid_tag_size);
    EXPECT_STREQ(error.code().category().name(), "hartls");
    EXPECT_STREQ(error.what(), "AES-128-GCM: tag of 3 bytes given, 16 allowed: invalid tag size");
  }
}

TEST(Errors, EveryCodeHasATextOfItsOwn) {
  for (int value = 1; value <= static_cast<int>(Errc::provider_failure); ++value) {
    EXPECT_EQ(error_category().message(value).find("unknown error"), std::string::npos) << value;
  }
  EXPECT_EQ(error_category().message(999), "unknown error 999");
}

}  // namespace
}  // namespace hartls
