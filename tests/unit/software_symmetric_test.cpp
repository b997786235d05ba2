// SPDX-License-Identifier: GPL-3.0-or-later
// What the software provider says of itself; that it computes right is tested for every provider
// elsewhere.
#include <gtest/gtest.h>

#include <string_view>

#include "hartls/crypto/provider.hpp"

namespace hartls {
namespace {

const Provider& software() {
  return find_provider("software");
}

template <typename Info>
void expect_available(std::span<const Info> table) {
  for (const Info& row : table) {
    const Support support = software().support(row.algorithm);
    EXPECT_TRUE(support.available) << row.name;
    EXPECT_NE(support.implementation.find("wolfCrypt C"), std::string_view::npos) << row.name;
    // Look-ups in tables by secret data, and nothing else, make this provider's time depend on
    // secrets.
    const bool tables = support.implementation == "wolfCrypt C, tables";
    EXPECT_EQ(support.constant_time, !tables) << row.name << ": " << support.implementation;
  }
}

TEST(SoftwareProvider, NamesItselfAndWolfCrypt) {
  EXPECT_EQ(software().name(), "software");
  EXPECT_TRUE(software().version().starts_with("wolfCrypt 5.")) << software().version();
}

TEST(SoftwareProvider, HasEverySymmetricAlgorithm) {
  expect_available(hash_algorithms());
  expect_available(mac_algorithms());
  expect_available(cipher_algorithms());
  expect_available(aead_algorithms());
}

TEST(SoftwareProvider, CallsTablesTables) {
  for (const CipherAlgorithm algorithm :
       {CipherAlgorithm::camellia_128_cbc, CipherAlgorithm::des_ecb,
        CipherAlgorithm::des_ede3_cbc}) {
    EXPECT_FALSE(software().support(algorithm).constant_time) << info(algorithm).name;
  }
  const bool aes = software().support(CipherAlgorithm::aes_128_ecb).constant_time;
  EXPECT_EQ(software().support(AeadAlgorithm::aes_256_gcm).constant_time, aes);
  EXPECT_EQ(software().support(AeadAlgorithm::aes_128_ccm).constant_time, aes);
  EXPECT_EQ(software().support(MacAlgorithm::aes_192_cmac).constant_time, aes);
  EXPECT_TRUE(software().support(AeadAlgorithm::chacha20_poly1305).constant_time);
}

TEST(SoftwareProvider, NamesItsOwnHmac) {
  for (const MacAlgorithm algorithm :
       {MacAlgorithm::hmac_sha512_224, MacAlgorithm::hmac_sha512_256}) {
    EXPECT_EQ(software().support(algorithm).implementation, "hartls HMAC over wolfCrypt C");
  }
  EXPECT_EQ(software().support(MacAlgorithm::hmac_sha512).implementation, "wolfCrypt C");
}

}  // namespace
}  // namespace hartls
