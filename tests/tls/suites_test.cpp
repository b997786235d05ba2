// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/suites.hpp"

#include <gmock/gmock.h>

#include <set>

#include "endpoints.hpp"

namespace hartls::tls::test {
namespace {

using ::testing::HasSubstr;

// The rows of the table in wolfSSL's README for the HiFive Unleashed, in its order.
constexpr std::array seed_rows{
    "DHE-RSA-AES128-SHA",
    "DHE-RSA-AES256-SHA",
    "ECDHE-RSA-AES128-SHA",
    "ECDHE-ECDSA-AES128-SHA",
    "ECDHE-ECDSA-AES256-SHA",
    "DHE-RSA-AES128-SHA256",
    "DHE-RSA-AES256-SHA256",
    "DHE-RSA-AES128-GCM-SHA256",
    "DHE-RSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES128-SHA256",
    "ECDHE-ECDSA-AES128-SHA256",
    "ECDHE-RSA-AES256-SHA384",
    "ECDHE-ECDSA-AES256-SHA384",
    "ECDHE-RSA-CHACHA20-POLY1305",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
    "DHE-RSA-CHACHA20-POLY1305",
    "ECDHE-RSA-CHACHA20-POLY1305-OLD",
    "ECDHE-ECDSA-CHACHA20-POLY1305-OLD",
    "DHE-RSA-CHACHA20-POLY1305-OLD",
};

TEST(CipherSuites, BeginWithTheSeedsTableInItsOrder) {
  ASSERT_GE(cipher_suites().size(), seed_rows.size());
  for (std::size_t row = 0; row < seed_rows.size(); ++row)
    EXPECT_EQ(cipher_suites()[row].openssl_name, seed_rows[row]);
}

TEST(CipherSuites, NamesAndIdsAreUnique) {
  std::set<std::uint16_t> ids;
  std::set<std::string_view> names;
  for (const CipherSuite& suite : cipher_suites()) {
    EXPECT_TRUE(ids.insert(suite.id).second) << suite.name;
    EXPECT_TRUE(names.insert(suite.name).second) << suite.name;
  }
}

TEST(CipherSuites, AreFoundByEachNameWhateverTheCase) {
  for (const CipherSuite& suite : cipher_suites()) {
    EXPECT_EQ(cipher_suite_from_name(suite.name).id, suite.id);
    EXPECT_EQ(cipher_suite_from_name(suite.openssl_name).id, suite.id);
    EXPECT_EQ(cipher_suite_from_name(suite.wolfssl_name).id, suite.id);
    EXPECT_EQ(cipher_suite_from_id(suite.id)->name, suite.name);
  }
  EXPECT_EQ(cipher_suite_from_name("ecdhe-rsa-aes128-gcm-sha256").id, 0xC02F);
  EXPECT_EQ(cipher_suite_from_id(0x0005), nullptr);
}

TEST(CipherSuites, UnknownNameListsWhatThereIs) {
  const std::string text = error_of([] { cipher_suite_from_name("RC4-MD5"); });
  EXPECT_THAT(text, HasSubstr("RC4-MD5"));
  EXPECT_THAT(text, HasSubstr("TLS_CHACHA20_POLY1305_SHA256"));
}

TEST(CipherSuites, DefaultsHaveForwardSecrecyAndNoDrafts) {
  ASSERT_FALSE(default_cipher_suites().empty());
  EXPECT_EQ(default_cipher_suites()[0].version, Version::tls1_3);
  for (const CipherSuite& suite : default_cipher_suites()) {
    EXPECT_NE(suite.key_exchange, KeyExchangeMethod::rsa) << suite.name;
    EXPECT_NE(suite.cipher, RecordCipher::chacha20_poly1305_old) << suite.name;
  }
}

TEST(CipherSuites, FieldsAgreeWithTheName) {
  for (const CipherSuite& suite : cipher_suites()) {
    const std::string name(suite.name);
    const auto has = [&name](const char* part) { return name.find(part) != std::string::npos; };
    EXPECT_EQ(suite.version == Version::tls1_2, has("_WITH_")) << name;
    EXPECT_EQ(suite.authentication == Authentication::ecdsa, has("_ECDSA_")) << name;
    EXPECT_EQ(suite.key_exchange == KeyExchangeMethod::ecdhe, has("TLS_ECDHE_")) << name;
    EXPECT_EQ(suite.key_exchange == KeyExchangeMethod::dhe, has("TLS_DHE_")) << name;
    EXPECT_EQ(suite.key_exchange == KeyExchangeMethod::rsa, has("TLS_RSA_")) << name;
    EXPECT_EQ(suite.on_request, has("TLS_RSA_")) << name;
    EXPECT_EQ(suite.hash == HashAlgorithm::sha384, has("_SHA384")) << name;
    EXPECT_EQ(suite.hash == HashAlgorithm::sha1, name.substr(name.size() - 4) == "_SHA") << name;
  }
}

TEST(Groups, AreFoundByNameAliasAndId) {
  EXPECT_EQ(tls_group_from_name("p-256").id, 23);
  EXPECT_EQ(tls_group_from_name("secp256r1").id, 23);
  EXPECT_EQ(tls_group_from_name("X25519").id, 29);
  EXPECT_EQ(tls_group_from_id(0x11EC)->name, "X25519MLKEM768");
  EXPECT_EQ(tls_group_from_id(0x11EB)->name, "SecP256r1MLKEM768");
  EXPECT_EQ(tls_group_from_id(1), nullptr);
  EXPECT_THAT(error_of([] { tls_group_from_name("sect163k1"); }), HasSubstr("x25519"));
}

}  // namespace
}  // namespace hartls::tls::test
