// SPDX-License-Identifier: GPL-3.0-or-later
// benchmark and tls_bench under the model, as people start them.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "child.hpp"

namespace hartls {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using tls::test::Command;
using tls::test::Finished;
using tls::test::TemporaryFolder;

const std::string programs = HARTLS_TEST_BIN_DIR "/";

/// The launcher with its options, then the program with its own.
Finished under_model(const Command& command) {
  Command all{HARTLS_TEST_U54_LAUNCHER};
  all.insert(all.end(), command.begin(), command.end());
  return tls::test::run(all);
}

/// Results alone: the context has the date.
nlohmann::json results(const std::string& output) {
  return nlohmann::json::parse(output).at("benchmarks");
}

TEST(Benchmark, PrintsTheSameToTheLastDigitTwice) {
  const Command command{programs + "benchmark",
                        "--clock",
                        "u54",
                        "--format",
                        "json",
                        "--bytes",
                        "64,1K",
                        "sha-2",
                        "sha3-256",
                        "aes-128",
                        "chacha",
                        "poly1305/mac",
                        "hmac",
                        "ed25519/sign"};
  const Finished one = under_model(command), two = under_model(command);
  ASSERT_EQ(one.exit_code, 0) << one.errors;
  ASSERT_EQ(two.exit_code, 0) << two.errors;
  const nlohmann::json first = results(one.output), second = results(two.output);
  EXPECT_GT(first.size(), 30U);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t index = 0; index < first.size(); ++index)
    EXPECT_EQ(first[index].dump(), second[index].dump());
}

/// With another key in each run, verification differed by 2 %, which is what a budget allows.
TEST(Benchmark, MeasuresPublicKeyOperationsWithTheSameKeysInEachRun) {
  const Command command{programs + "benchmark",
                        "--clock",
                        "u54",
                        "--format",
                        "json",
                        "ed25519/verify",
                        "x25519/agree",
                        "ecdsa-secp256r1/verify",
                        "ecdh-secp256r1/agree"};
  const Finished one = under_model(command), two = under_model(command);
  ASSERT_EQ(one.exit_code, 0) << one.errors;
  ASSERT_EQ(two.exit_code, 0) << two.errors;
  const nlohmann::json first = results(one.output), second = results(two.output);
  ASSERT_EQ(first.size(), 4U);
  ASSERT_EQ(second.size(), 4U);
  for (std::size_t index = 0; index < first.size(); ++index) {
    const double cycles = first[index].at("cycles");
    EXPECT_NEAR(cycles, second[index].at("cycles").get<double>(), cycles * 0.001)
        << first[index].at("name");
  }
}

TEST(Benchmark, GivesCyclesAndSaysThatTheyAreAnEstimate) {
  const Finished done = under_model({programs + "benchmark", "--clock", "u54", "sha-256/hash"});
  EXPECT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_THAT(done.output, HasSubstr("modelled: an ESTIMATE for the SiFive U540's U54 cores"));
  EXPECT_THAT(done.output, HasSubstr("U54 model, 1400 MHz, pipelined multiplier, caches off"));
  // wolfCrypt's C takes about 75 cycles a byte.
  EXPECT_THAT(done.output, ContainsRegex("SHA-256 +8 KiB +[0-9]+ +[678][0-9]\\.[0-9][0-9] "));
}

TEST(Benchmark, ClockRateChangesTheTimeAlone) {
  const auto result = [](const std::string& mhz) {
    const Finished done = under_model({programs + "benchmark", "--clock", "u54", "--clock-mhz", mhz,
                                       "--format", "json", "--bytes", "1K", "md5/hash"});
    return done.exit_code == 0 ? results(done.output).at(0) : nlohmann::json();
  };
  const nlohmann::json slow = result("700"), fast = result("1400");
  ASSERT_FALSE(slow.is_null() || fast.is_null());
  EXPECT_EQ(slow.at("cycles"), fast.at("cycles"));
  EXPECT_NEAR(slow.at("real_time").get<double>(), 2 * fast.at("real_time").get<double>(), 1);
}

TEST(Benchmark, IsHeldToItsBudget) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "budget.json";
  const Command run{programs + "benchmark",
                    "--clock",
                    "u54",
                    "--bytes",
                    "1K",
                    "md5/hash",
                    "sha-256",
                    "--budget",
                    file};
  Command write = run;
  write.push_back("--write-budget");
  ASSERT_EQ(under_model(write).exit_code, 0);
  EXPECT_EQ(under_model(run).exit_code, 0);
  nlohmann::json budget;
  std::ifstream(file) >> budget;
  std::string text = budget.dump();
  // 3 % less than it takes.
  for (auto& entry : budget.items()) {
    if (!entry.value().is_object())
      continue;
    for (auto& clock : entry.value().items())
      clock.value().at("cycles_per_byte").at("software/MD5/hash/1024") =
          clock.value().at("cycles_per_byte").at("software/MD5/hash/1024").get<double>() * 0.97;
  }
  ASSERT_NE(budget.dump(), text);
  std::ofstream(file) << budget.dump();
  const Finished above = under_model(run);
  EXPECT_EQ(above.exit_code, 1);
  EXPECT_THAT(above.errors, HasSubstr("above budget"));
  EXPECT_THAT(above.errors, ContainsRegex("software/MD5/hash/1024 .*3\\.[0-9]+ %"));
}

TEST(TlsBench, GivesEachSidesCycles) {
  const Finished done = under_model(
      {programs + "tls_bench", "-m", "--clock", "u54", "-l", "ECDHE-ECDSA-AES128-GCM-SHA256"});
  EXPECT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_THAT(done.output, HasSubstr("modelled: an ESTIMATE"));
  EXPECT_THAT(done.output, HasSubstr("Handshake Mcycles"));
  EXPECT_THAT(done.output,
              ContainsRegex("Server +ECDHE-ECDSA-AES128-GCM-SHA256 +[0-9]+ +[0-9]+ +[0-9]+\\."));
  EXPECT_THAT(done.output,
              ContainsRegex("Client +ECDHE-ECDSA-AES128-GCM-SHA256 +[0-9]+ +[0-9]+ +[0-9]+\\."));
}

TEST(Annotate, NamesTheHotFunctionAndItsStalls) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "hot.txt";
  const Finished done = under_model({"--annotate=" + file, "--annotate-blocks=2",
                                     programs + "benchmark", "--clock", "u54", "aes-128-cbc/enc"});
  ASSERT_EQ(done.exit_code, 0) << done.errors;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("Aes"));
  EXPECT_THAT(text.str(), HasSubstr("load"));
}

TEST(WithoutTheModel, TheClockIsRefused) {
  for (const std::string name : {"benchmark", "tls_bench"}) {
    Command command = tls::test::program(name, {"--clock", "u54"});
    if (name == "tls_bench")
      command.push_back("-m");
    const Finished done = tls::test::run(command);
    EXPECT_EQ(done.exit_code, 2) << name;
    EXPECT_EQ(done.output, "") << name;
    EXPECT_THAT(done.errors, HasSubstr("qemu-user")) << name;
    EXPECT_THAT(done.errors, HasSubstr("u54")) << name;
  }
}

}  // namespace
}  // namespace hartls
