// SPDX-License-Identifier: GPL-3.0-or-later
#include "wycheproof_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kat_reader.hpp"
#include "wycheproof_policy.hpp"

namespace hartls::testcrypt {
namespace {

using ::testing::HasSubstr;

std::string file(const std::string& algorithm, const std::string& group, const std::string& test) {
  return R"({"algorithm": ")" + algorithm + R"(", "testGroups": [{)" + group + R"(, "tests": [)" +
         test + "]}]}";
}

std::string mac_test(const std::string& result) {
  return R"({"tcId": 3, "comment": "c", "flags": [], "key": "01", "msg": "02", "tag": "03",)"
         R"("result": ")" +
         result + R"("})";
}

const std::string mac_group = R"("type": "MacTest", "keySize": 256, "tagSize": 8)";

TEST(WycheproofReader, ReadsATestWithItsNumberAndComment) {
  const Loaded loaded = read_wycheproof("a.json", file("HMACSHA256", mac_group, mac_test("valid")));
  ASSERT_EQ(loaded.vectors.size(), 1U);
  EXPECT_TRUE(loaded.skipped.empty());
  const Vector& vector = loaded.vectors[0];
  EXPECT_EQ(vector.place(), "a.json, tcId 3");
  EXPECT_EQ(vector.comment, "c");
  EXPECT_EQ(vector.algorithm, "HMAC-SHA-256");
  EXPECT_EQ(vector.expected, Expected::success);
  EXPECT_EQ(vector.bytes("Mac"), Bytes{3});
}

TEST(WycheproofReader, TakesInvalidAsARefusalAndAcceptableByThePolicy) {
  const auto expected = [](const std::string& result) {
    return read_wycheproof("a.json", file("HMACSHA1", mac_group, mac_test(result))).vectors.at(0);
  };
  EXPECT_EQ(expected("invalid").expected, Expected::refusal);
  EXPECT_FALSE(expected("invalid").acceptable);
  EXPECT_EQ(expected("acceptable").expected, Expected::either);
  EXPECT_TRUE(expected("acceptable").acceptable);
}

TEST(WycheproofReader, ListsWhatItDoesNotKnowWithTheReason) {
  const auto reason = [](const std::string& text) {
    const Loaded loaded = read_wycheproof("a.json", text);
    EXPECT_TRUE(loaded.vectors.empty());
    return loaded.skipped.size() == 1 ? loaded.skipped[0].reason : std::string("nothing skipped");
  };
  EXPECT_THAT(reason(file("CAMELLIA-CMAC", mac_group, mac_test("valid"))),
              HasSubstr("1 tests: algorithm CAMELLIA-CMAC"));
  EXPECT_THAT(reason(file("AES-WRAP", R"("type": "KeywrapTest")", mac_test("valid"))),
              HasSubstr("tests of type KeywrapTest"));
  EXPECT_THAT(reason(R"({"key": 1})"), HasSubstr("testGroups"));
  EXPECT_THAT(reason("[]"), HasSubstr("testGroups"));
}

TEST(WycheproofReader, RefusesWhatIsNotAsTheSchemaSays) {
  const auto error = [](const std::string& text) {
    try {
      static_cast<void>(read_wycheproof("a.json", text));
    } catch (const FormatError& wrong) {
      return std::string(wrong.what());
    }
    return std::string("nothing thrown");
  };
  EXPECT_THAT(error("{"), HasSubstr("a.json"));
  EXPECT_THAT(error(file("HMACSHA1", mac_group, R"({"tcId": 1, "result": "valid"})")),
              HasSubstr("key"));
  EXPECT_THAT(error(file("HMACSHA1", mac_group, mac_test("perhaps"))),
              HasSubstr("'perhaps' found; allowed: valid, invalid, acceptable"));
  EXPECT_THAT(error(file("HMACSHA1", R"("keySize": 1)", mac_test("valid"))), HasSubstr("type"));
}

std::string ecdh_file(const std::string& encoding, const std::string& point) {
  return file("ECDH",
              R"("type": "EcdhTest", "curve": "secp256r1", "encoding": ")" + encoding + R"(")",
              R"({"tcId": 1, "flags": [], "public": ")" + point +
                  R"(", "private": "00aa", "shared": "bb", "result": "valid"})");
}

TEST(WycheproofReader, TakesThePointOutOfASubjectPublicKeyInfoOfTheCurve) {
  const Loaded loaded =
      read_wycheproof("a.json", ecdh_file("asn",
                                          "301a301306072a8648ce3d020106082a8648ce3d030107030300"
                                          "0405"));
  ASSERT_EQ(loaded.vectors.size(), 1U);
  EXPECT_EQ(loaded.vectors[0].bytes("Peer"), (Bytes{4, 5}));
  EXPECT_EQ(loaded.vectors[0].bytes("Private").size(), 32U);
}

TEST(WycheproofReader, SkipsKeysThatTheirAsn1Decides) {
  for (const std::string key : {"301a301306072a8648ce3d020106082a8648ce3d0301080303000405",
                                "301b301306072a8648ce3d020106082a8648ce3d0301070303000405", "00"}) {
    const Loaded loaded = read_wycheproof("a.json", ecdh_file("asn", key));
    EXPECT_TRUE(loaded.vectors.empty()) << key;
    ASSERT_EQ(loaded.skipped.size(), 1U);
    EXPECT_THAT(loaded.skipped[0].reason, HasSubstr("ASN.1"));
  }
}

TEST(WycheproofReader, ReadsMlDsaWithSeedOrKeyAndContext) {
  const std::string test =
      R"({"tcId": 1, "msg": "01", "ctx": "02", "sig": "03", "result": "valid"})";
  const Loaded seed = read_wycheproof(
      "a.json", file("ML-DSA-44", R"("type": "MlDsaSign", "privateSeed": "04")", test));
  ASSERT_EQ(seed.vectors.size(), 1U);
  EXPECT_EQ(seed.vectors[0].bytes("Seed"), Bytes{4});
  EXPECT_EQ(seed.vectors[0].bytes("Context"), Bytes{2});
  const Loaded verify = read_wycheproof(
      "a.json", file("ML-DSA-87", R"("type": "MlDsaVerify", "publicKey": "05")", test));
  ASSERT_EQ(verify.vectors.size(), 1U);
  EXPECT_EQ(verify.vectors[0].bytes("Public"), Bytes{5});
  EXPECT_EQ(verify.vectors[0].algorithm, "ML-DSA-87");
}

TEST(AcceptablePolicy, HasAReasonForEveryRowAndRefusesAllZeroSecrets) {
  for (const AcceptablePolicy& each : acceptable_policies())
    EXPECT_FALSE(each.reason.empty());
  const std::vector<std::string> zero{"LowOrderPublic", "ZeroSharedSecret"};
  const std::vector<std::string> twist{"Twist"};
  EXPECT_EQ(expected_of_acceptable("XdhComp", zero), Expected::refusal);
  EXPECT_EQ(expected_of_acceptable("XdhComp", twist), Expected::success);
  EXPECT_EQ(expected_of_acceptable("Other", twist), Expected::either);
}

}  // namespace
}  // namespace hartls::testcrypt
