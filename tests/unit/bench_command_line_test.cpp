// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/command_line.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"

namespace hartls::bench {
namespace {

using test::expect_error;

TEST(ByteSizes, ReadsNumbersWithUnits) {
  EXPECT_EQ(parse_byte_sizes("16,1K,8K,1M"), (std::vector<std::uint64_t>{16, 1024, 8192, 1048576}));
  EXPECT_EQ(parse_byte_sizes("1"), std::vector<std::uint64_t>{1});
  EXPECT_EQ(parse_byte_sizes("2kib,3MiB,4b"), (std::vector<std::uint64_t>{2048, 3U << 20U, 4}));
  EXPECT_EQ(parse_byte_sizes("256M"), std::vector<std::uint64_t>{256U << 20U});
}

TEST(ByteSizes, RefusesWhatIsNoSizeAndSaysWhatIs) {
  for (const char* text : {"", ",", "16,", ",16", "0", "-1", "1G", "1.5K", "K", "16 ", "0x10",
                           "257M", "99999999999999999999", "18446744073709551615M", "1KM"}) {
    SCOPED_TRACE(text);
    expect_error(Errc::invalid_argument, {"given", "1 to 256M"}, [&] { parse_byte_sizes(text); });
  }
  expect_error(Errc::invalid_argument, {"'12x'"}, [] { parse_byte_sizes("16,12x"); });
}

TEST(Matches, IgnoresCaseAndPunctuation) {
  EXPECT_TRUE(matches("sha256", "SHA-256"));
  EXPECT_TRUE(matches("aes-128-cbc", "AES-128-CBC-enc"));
  EXPECT_TRUE(matches("AES 128", "AES-128-CBC-enc"));
  EXPECT_TRUE(matches("gcm", "AES-128-GCM-enc"));
  EXPECT_TRUE(matches("rsa2048", "RSA 2048 public"));
  EXPECT_FALSE(matches("sha256", "SHA-512/256"));
  EXPECT_FALSE(matches("aes256", "AES-128-CBC-enc"));
}

TEST(Matches, NothingMatchesAnEmptyFilter) {
  EXPECT_FALSE(matches("", "SHA-256"));
  EXPECT_FALSE(matches("--", "SHA-256"));
}

}  // namespace
}  // namespace hartls::bench
