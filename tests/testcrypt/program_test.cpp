// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hartls/crypto/provider.hpp"
#include "testcrypt_support.hpp"

namespace hartls::testcrypt {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Testcrypt, PassesAllThatIsEmbedded) {
  const Finished finished = run_testcrypt({});
  EXPECT_EQ(finished.exit_code, 0) << finished.output << finished.errors;
  EXPECT_THAT(finished.output, HasSubstr("\nok: "));
  EXPECT_THAT(finished.output, HasSubstr(" 0 failed"));
  EXPECT_THAT(finished.output, HasSubstr(std::string(default_provider().version())));
  EXPECT_TRUE(finished.errors.empty()) << finished.errors;
}

TEST(Testcrypt, TakesOnlyWhatTheFilterNames) {
  const Finished finished = run_testcrypt({"sha256", "kem"});
  EXPECT_EQ(finished.exit_code, 0) << finished.errors;
  EXPECT_THAT(finished.output, HasSubstr("HMAC-SHA-256"));
  EXPECT_THAT(finished.output, HasSubstr("ML-KEM-1024"));
  EXPECT_THAT(finished.output, Not(HasSubstr("AES-128-GCM")));
}

TEST(Testcrypt, PrintsJsonWithCountsAndImplementation) {
  const Finished finished = run_testcrypt({"--json", "aes-128-gcm"});
  EXPECT_EQ(finished.exit_code, 0) << finished.errors;
  const auto root = nlohmann::json::parse(finished.output);
  EXPECT_EQ(root.at("provider"), std::string(default_provider().name()));
  ASSERT_EQ(root.at("algorithms").size(), 1U);
  const auto& line = root.at("algorithms")[0];
  EXPECT_EQ(line.at("name"), "AES-128-GCM");
  EXPECT_EQ(line.at("family"), "aead");
  EXPECT_FALSE(line.at("implementation").get<std::string>().empty());
  EXPECT_GT(line.at("passed").get<int>(), 50);
  EXPECT_EQ(root.at("summary").at("passed"), line.at("passed"));
  EXPECT_EQ(root.at("summary").at("failed"), 0);
  EXPECT_TRUE(root.at("failures").empty());
}

TEST(Testcrypt, ListsWithoutTesting) {
  const Finished finished = run_testcrypt({"--list"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(finished.output, ContainsRegex("SHA3-512 +hash "));
  EXPECT_THAT(finished.output, ContainsRegex("ECDH secp112r1 +key-exchange "));
  EXPECT_THAT(finished.output, Not(HasSubstr("passed")));
}

TEST(Testcrypt, ListsAsJsonToo) {
  const Finished finished = run_testcrypt({"--list", "--json", "kem"});
  EXPECT_EQ(finished.exit_code, 0);
  const auto root = nlohmann::json::parse(finished.output);
  EXPECT_EQ(root.at("algorithms").size(), 3U);
  EXPECT_EQ(root.at("algorithms")[0].at("name"), "ML-KEM-512");
}

TEST(Testcrypt, TellsHelpAndVersion) {
  const Finished help = run_testcrypt({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const std::string option : {"--provider", "--vectors", "--no-embedded", "--list", "--json"})
    EXPECT_THAT(help.output, HasSubstr(option));
  const Finished version = run_testcrypt({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, ContainsRegex("^testcrypt [0-9]+[.][0-9]+"));
}

void expect_wrong_use(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& parts) {
  const Finished finished = run_testcrypt(arguments);
  EXPECT_EQ(finished.exit_code, 2) << finished.output << finished.errors;
  EXPECT_TRUE(finished.output.empty()) << finished.output;
  for (const std::string& part : parts)
    EXPECT_THAT(finished.errors, HasSubstr(part));
}

TEST(Testcrypt, EndsWithTwoOnWrongUse) {
  const TemporaryFolder empty;
  expect_wrong_use({"--provider", "nobody"},
                   {"'nobody'", "allowed: ", std::string(providers()[0]->name())});
  expect_wrong_use({"--unknown"}, {"--unknown"});
  expect_wrong_use({"no-such-algorithm"}, {"no algorithm fits", "--list"});
  expect_wrong_use({"--vectors"}, {"--vectors"});
  expect_wrong_use({"--no-embedded"}, {"--vectors"});
  expect_wrong_use({"--vectors", (empty.path() / "missing").string()},
                   {"missing", ".kat or Wycheproof .json"});
  expect_wrong_use({"--vectors", empty.path().string()}, {"no file", ".kat or Wycheproof .json"});
}

TEST(Testcrypt, EndsWithTwoOnAFileThatIsNotInItsFormat) {
  const TemporaryFolder folder;
  folder.write("wrong.kat", "# Source: s\n# Licence: l\n[Algorithm = MD5]\n\nMsg = 0x00\n");
  expect_wrong_use({"--vectors", folder.path().string()}, {"wrong.kat, line 5", "hexadecimal"});
  const TemporaryFolder other;
  other.write("wrong.json", "{");
  expect_wrong_use({"--vectors", other.path().string()}, {"wrong.json"});
}

TEST(Testcrypt, ListsFilesThatItHasNoUseFor) {
  const TemporaryFolder folder;
  folder.write("notes.txt", "hello");
  folder.write("other.json", "{}");
  const Finished finished =
      run_testcrypt({"md5", "--no-embedded", "--vectors", folder.path().string()});
  EXPECT_EQ(finished.exit_code, 0) << finished.errors;
  EXPECT_THAT(finished.output, HasSubstr("skipped notes.txt: neither .kat nor .json"));
  EXPECT_THAT(finished.output, HasSubstr("skipped other.json: no Wycheproof file"));
}

}  // namespace
}  // namespace hartls::testcrypt
