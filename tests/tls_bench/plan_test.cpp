// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <system_error>

namespace hartls::tls_bench {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> labels(const std::vector<Row>& rows) {
  std::vector<std::string> labels;
  for (const Row& row : rows)
    labels.push_back(row.label());
  return labels;
}

std::string refusal(const Selection& selection) {
  try {
    make_rows(selection);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return "nothing was refused";
}

Selection with_suites(std::initializer_list<const char*> names) {
  Selection selection;
  for (const char* const name : names)
    selection.suites.push_back(tls::cipher_suite_from_name(name));
  return selection;
}

TEST(Rows, BeginWithTheTableOfTheSeedAndEndWithTheGroupsOfTls13) {
  const std::vector<Row> rows = make_rows({});
  const std::vector<std::string> names = labels(rows);
  ASSERT_GT(names.size(), 32U);
  EXPECT_EQ(names[0], "DHE-RSA-AES128-SHA");
  EXPECT_EQ(names[22], "DHE-RSA-CHACHA20-POLY1305-OLD");
  const auto first13 = std::find(names.begin(), names.end(), "TLS_AES_128_GCM_SHA256/x25519");
  ASSERT_NE(first13, names.end());
  const std::vector<std::string> end(first13 + 5, names.end());
  EXPECT_EQ(end[0], "TLS_AES_128_GCM_SHA256/secp256r1");
  EXPECT_EQ(end[1], "TLS_AES_128_GCM_SHA256/secp384r1");
  const bool has_ml_kem = std::ranges::any_of(tls::groups(), [](const tls::Group& group) {
    return group.name == "X25519MLKEM768" && group.available;
  });
  EXPECT_EQ(end.size(), has_ml_kem ? 4U : 2U);
  if (has_ml_kem) {
    EXPECT_EQ(end[2], "TLS_AES_128_GCM_SHA256/X25519MLKEM768");
    EXPECT_EQ(end[3], "TLS_AES_128_GCM_SHA256/SecP256r1MLKEM768");
  }
}

TEST(Rows, HaveNoStaticRsaUnlessItIsNamed) {
  for (const Row& row : make_rows({}))
    EXPECT_FALSE(row.suite.on_request) << row.label();
  const std::vector<Row> named = make_rows(with_suites({"AES128-SHA"}));
  ASSERT_EQ(named.size(), 1U);
  EXPECT_FALSE(named[0].group.has_value());
}

TEST(Rows, TakeTheGroupsAndCertificatesThatTheSeedHad) {
  for (const Row& row : make_rows({})) {
    EXPECT_EQ(row.key_type,
              row.suite.authentication == tls::Authentication::rsa ? "rsa2048" : "p256")
        << row.label();
    if (row.suite.key_exchange == tls::KeyExchangeMethod::dhe) {
      EXPECT_EQ(row.group->name, "ffdhe2048") << row.label();
    }
    if (row.suite.key_exchange == tls::KeyExchangeMethod::ecdhe) {
      EXPECT_EQ(row.group->name, "secp256r1") << row.label();
    }
  }
}

TEST(Rows, GoThroughEveryGroupOfTls13OnRequest) {
  Selection selection = with_suites({"TLS_AES_128_GCM_SHA256"});
  selection.every_group = true;
  std::size_t available = 0;
  for (const tls::Group& group : tls::groups())
    available += group.available && group.tls1_3 ? 1 : 0;
  EXPECT_EQ(make_rows(selection).size(), available);
}

TEST(Rows, LeaveOutWhatDoesNotFitUnlessItWasNamed) {
  Selection selection;
  selection.key_type = "ed25519";
  for (const Row& row : make_rows(selection))
    EXPECT_NE(row.suite.authentication, tls::Authentication::rsa) << row.label();
  Selection named = with_suites({"ECDHE-RSA-AES128-SHA"});
  named.key_type = "ed25519";
  EXPECT_THAT(refusal(named), HasSubstr("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA needs a certificate "
                                        "with an RSA key; --cert-type asks for Ed25519"));
}

TEST(Rows, PostQuantumCertificatesAreForTls13) {
  Selection selection = with_suites({"ECDHE-ECDSA-AES128-SHA"});
  selection.key_type = "mldsa44";
  EXPECT_THAT(refusal(selection), HasSubstr("TLS 1.2"));
}

TEST(Rows, PreSharedKeysAreForTls13) {
  Selection selection;
  selection.handshake = HandshakeKind::psk;
  for (const Row& row : make_rows(selection)) {
    EXPECT_EQ(row.suite.version, tls::Version::tls1_3) << row.label();
    EXPECT_TRUE(row.key_type.empty());
  }
  Selection named = with_suites({"ECDHE-RSA-AES128-SHA"});
  named.handshake = HandshakeKind::psk;
  EXPECT_THAT(refusal(named), HasSubstr("pre-shared key"));
}

TEST(Rows, AGroupOfTheOtherVersionIsRefusedWithTheSuitesName) {
  Selection selection = with_suites({"ECDHE-RSA-AES128-SHA"});
  selection.groups = {*tls::tls_group_from_id(256)};
  EXPECT_THAT(refusal(selection), HasSubstr("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"));
}

TEST(Rows, ChosenGroupsGoWithEachSuiteTheyFit) {
  Selection selection;
  selection.groups = {tls::tls_group_from_name("P-384"), tls::tls_group_from_name("ffdhe3072")};
  for (const Row& row : make_rows(selection)) {
    ASSERT_TRUE(row.group.has_value());
    if (row.suite.key_exchange == tls::KeyExchangeMethod::dhe) {
      EXPECT_EQ(row.group->name, "ffdhe3072") << row.label();
    }
    if (row.suite.key_exchange == tls::KeyExchangeMethod::ecdhe) {
      EXPECT_EQ(row.group->name, "secp384r1") << row.label();
    }
  }
}

}  // namespace
}  // namespace hartls::tls_bench
