// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bench_fakes.hpp"
#include "cases.hpp"
#include "cpu_fixtures.hpp"
#include "expect_error.hpp"
#include "hartls/bench/command_line.hpp"

namespace hartls::bench {
namespace {

using test::expect_error;
using ::testing::HasSubstr;

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

/// The program in this process; what it logs goes to standard error.
Outcome run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "benchmark");
  std::ostringstream out;
  std::ostringstream err;
  ::testing::internal::CaptureStderr();
  const int code = benchmark_main(static_cast<int>(arguments.size()), arguments.data(), out, err);
  return {code, out.str(), err.str() + ::testing::internal::GetCapturedStderr()};
}

/// Rows of wolfSSL's published table, in the test's own words.
const std::vector<std::string> seed_rows{
    "RNG",
    "AES-128-CBC-enc",
    "AES-128-CBC-dec",
    "AES-192-CBC-enc",
    "AES-192-CBC-dec",
    "AES-256-CBC-enc",
    "AES-256-CBC-dec",
    "AES-128-GCM-enc",
    "AES-128-GCM-dec",
    "AES-192-GCM-enc",
    "AES-192-GCM-dec",
    "AES-256-GCM-enc",
    "AES-256-GCM-dec",
    "CHACHA",
    "CHA-POLY",
    "MD5",
    "POLY1305",
    "SHA",
    "SHA-256",
    "SHA-384",
    "SHA-512",
    "HMAC-MD5",
    "HMAC-SHA",
    "HMAC-SHA256",
    "HMAC-SHA384",
    "HMAC-SHA512",
    "RSA 2048 public",
    "RSA 2048 private",
    "DH 2048 key gen",
    "DH 2048 agree",
    "ECC 256 key gen",
    "ECDHE 256 agree",
    "ECDSA 256 sign",
    "ECDSA 256 verify",
};

TEST(BenchmarkCases, BeginWithTheUnleashedTableInItsOrder) {
  const auto cases = all_cases();
  ASSERT_GE(cases.size(), seed_rows.size());
  for (std::size_t i = 0; i < seed_rows.size(); ++i) {
    EXPECT_EQ(cases[i].label, seed_rows[i]) << i;
  }
}

TEST(BenchmarkCases, HaveLabelsAndNamesOfTheirOwn) {
  std::set<std::string> labels;
  std::set<std::string> names;
  for (const Case& which : all_cases()) {
    EXPECT_TRUE(labels.insert(which.label).second) << which.label;
    EXPECT_TRUE(names.insert(which.algorithm + "/" + which.operation).second) << which.label;
  }
}

TEST(BenchmarkCases, CoverEveryAlgorithm) {
  std::set<std::string> algorithms;
  for (const Case& which : all_cases()) {
    algorithms.insert(which.algorithm);
  }
  const auto expect_all = [&](const auto& table) {
    for (const auto& entry : table) {
      EXPECT_EQ(algorithms.count(std::string(entry.name)), 1U) << entry.name;
    }
  };
  expect_all(hash_algorithms());
  expect_all(mac_algorithms());
  expect_all(cipher_algorithms());
  expect_all(aead_algorithms());
  expect_all(drbg_algorithms());
  expect_all(signature_algorithms());
  expect_all(kem_algorithms());
  for (const GroupInfo& info : named_groups()) {
    const bool found = std::ranges::any_of(algorithms, [&](const std::string& name) {
      return matches(info.name, name) || (!info.alias.empty() && matches(info.alias, name));
    });
    EXPECT_TRUE(found) << info.name;
  }
}

TEST(BenchmarkCases, OfTheSoftwareProviderAllPassTheirCheck) {
  const Provider& provider = find_provider("software");
  for (const Case& which : all_cases()) {
    if (!which.support(provider).available) {
      continue;
    }
    SCOPED_TRACE(which.label);
    for (const std::uint64_t bytes : {which.multiple, which.multiple * 48}) {
      EXPECT_TRUE(which.make(provider, {bytes, 13})->verify());
      if (!which.on_bytes()) {
        break;
      }
    }
  }
}

std::vector<std::string> labels_of(const std::vector<std::string>& filters) {
  std::vector<std::string> labels;
  for (const Case& which : select_cases(all_cases(), filters)) {
    labels.push_back(which.label);
  }
  return labels;
}

TEST(BenchmarkSelect, KeepsTheOrderAndAddsFiltersUp) {
  EXPECT_EQ(labels_of({"SHA-384", "aes-128-cbc"}),
            (std::vector<std::string>{"AES-128-CBC-enc", "AES-128-CBC-dec", "SHA-384",
                                      "HMAC-SHA384", "HKDF-SHA-384", "TLS12-PRF-SHA-384"}));
}

TEST(BenchmarkSelect, FindsARowByTheAlgorithmBehindItsLabel) {
  EXPECT_EQ(labels_of({"chacha20poly1305"}),
            (std::vector<std::string>{"CHA-POLY", "CHA-POLY-dec"}));
  EXPECT_EQ(labels_of({"hash_drbg-sha-256"}), std::vector<std::string>{"RNG"});
}

TEST(BenchmarkSelect, MatchesAlgorithmAndOperation) {
  const std::vector<std::string> filters{"AES-128-GCM/decrypt"};
  const auto cases = select_cases(all_cases(), filters);
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases[0].label, "AES-128-GCM-dec");
}

TEST(BenchmarkSelect, RefusesAFilterThatMatchesNothingBesideOneThatDoes) {
  const std::vector<std::string> filters{"sha256", "sha257"};
  expect_error(Errc::invalid_argument, {"'sha257'", "--list"},
               [&] { select_cases(all_cases(), filters); });
}

TEST(BenchmarkProgram, MeasuresAndExitsWith0) {
  const Outcome outcome = run({"--time", "0.01", "--bytes", "16,1K", "sha-256", "ecdsa256"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  for (const char* part : {"wolfSSL ", "compiler ", "ISA ", "features in use ", "clock rate ",
                           "kernel ", "cycle source ", "clock ", "1 KiB", "16 B", "MiB/s",
                           "HMAC-SHA256", "ECDSA 256 sign", "ops/s"}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
}

TEST(BenchmarkProgram, SaysEmulatedExactlyUnderAnEmulator) {
  const Outcome outcome = run({"--time", "0.01", "--bytes", "16", "md5"});
  const bool emulated =
      std::string_view(HARTLS_TEST_EMULATOR).find("qemu") != std::string_view::npos;
  EXPECT_EQ(outcome.out.find("emulated: not a board's speed") != std::string::npos, emulated);
}

TEST(BenchmarkProgram, HelpVersionAndListExitWith0) {
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* option :
       {"--provider", "--time", "--bytes", "--aad-bytes", "--threads", "--format", "--output",
        "--base10", "--list", "--version", "--budget", "--write-budget"}) {
    EXPECT_THAT(help.out, HasSubstr(option));
  }
  const Outcome version = run({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_THAT(version.out, HasSubstr("wolfSSL 5."));
  const Outcome list = run({"--list", "chacha"});
  EXPECT_EQ(list.code, 0);
  EXPECT_THAT(list.out, HasSubstr("ChaCha20-Poly1305/decrypt"));
  EXPECT_THAT(list.out, HasSubstr("wolfCrypt"));
  EXPECT_EQ(list.out.find("SHA-256"), std::string::npos);
}

TEST(BenchmarkProgram, SuiteOfTheUnleashedListsItsRowsAlone) {
  const Outcome outcome = run({"--suite", "unleashed", "--list"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ::testing::StartsWith("RNG "));
  EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 34);
  EXPECT_THAT(run({"--suite", "unleashed", "--list", "ml-kem"}).err, HasSubstr("matches no row"));
}

TEST(BenchmarkProgram, WrongUseExitsWith2AndSaysWhatIsAllowed) {
  struct Mistake {
    std::vector<const char*> arguments;
    const char* message;
  };
  const std::vector<Mistake> mistakes{
      {{"--suite", "rx"}, "'rx' given; allowed: all, unleashed"},
      {{"--bytes", "0"}, "1 to 256M"},
      {{"--bytes", "16,banana"}, "'banana'"},
      {{"--bytes", ""}, "--bytes"},
      {{"--time", "0"}, "--time"},
      {{"--time", "-1"}, "--time"},
      {{"--time", "soon"}, "--time"},
      {{"--time", "nan"}, "0.01 to 3600"},
      {{"--threads", "0"}, "--threads"},
      {{"--threads", "1025"}, "--threads"},
      {{"--threads", "-1"}, "--threads"},
      {{"--aad-bytes", "65280"}, "--aad-bytes"},
      {{"--format", "xml"}, "table, csv, json"},
      {{"--threads", "2x"}, "1 to 1024"},
      {{"--aad-bytes", "-1"}, "--aad-bytes"},
      {{"--provider", "hardware"}, "software"},
      {{"--provider", ""}, "--provider"},
      {{"--output", ""}, "--output"},
      {{"--budget", ""}, "--budget"},
      {{"--budget"}, "--budget"},
      {{"--write-budget", "md5"}, "--budget"},
      {{"--budget", "no.json", "--threads", "2"}, "--threads"},
      {{"--budget", "no.json", "--aad-bytes", "16"}, "--aad-bytes"},
      {{"--budget", "no.json", "--output", "./no.json"}, "--output"},
      {{"--budget", "no.json", "md5"}, "--clock u54"},
      {{"--budget", "no.json", "--write-budget", "md5"}, "--clock u54"},
      {{"--output", "/no/such/folder/file", "md5"}, "/no/such/folder/file"},
      {{"--output", "/", "md5"}, "cannot write /"},
      {{"--no-such-option"}, "--no-such-option"},
      {{"nosuchalgorithm"}, "--list"},
      {{"--", "--"}, "--list"},
      {{"--bytes", "17", "aes-128-cbc"}, "multiples of 16"},
  };
  for (const Mistake& mistake : mistakes) {
    const Outcome outcome = run(mistake.arguments);
    EXPECT_EQ(outcome.code, 2) << mistake.arguments.back();
    EXPECT_THAT(outcome.err, HasSubstr(mistake.message));
    EXPECT_EQ(outcome.out, "") << mistake.arguments.back();
  }
}

TEST(BenchmarkProgram, WritesJsonToAFileAndTheTableToStandardOutput) {
  const cpu::FixtureTree tree;
  const std::string path = (tree.root() / "result.json").string();
  const Outcome outcome = run({"--time", "0.01", "--bytes", "64", "--format", "json", "--output",
                               path.c_str(), "aes-128-gcm", "rsa2048public"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Algorithm"));
  const auto json = nlohmann::json::parse(std::ifstream(path));
  ASSERT_EQ(json.at("benchmarks").size(), 3U);
  EXPECT_EQ(json.at("benchmarks")[0].at("name"), "software/AES-128-GCM/encrypt/64");
  EXPECT_EQ(json.at("benchmarks")[2].at("name"), "software/RSA-2048/encrypt-pkcs1");
}

TEST(BenchmarkProgram, PrintsOnlyJsonToStandardOutput) {
  const Outcome outcome = run({"--time", "0.01", "--bytes", "64", "--format", "json", "md5"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(nlohmann::json::accept(outcome.out));
}

TEST(BenchmarkProgram, ThreadsAddUpAndAreNamed) {
  const Outcome outcome =
      run({"--time", "0.02", "--bytes", "1K", "--threads", "2", "--format", "json", "sha-256"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("benchmarks")[0].at("threads"), 2);
  EXPECT_EQ(json.at("context").at("threads"), 2);
}

TEST(BenchmarkProgram, LeavesOutSizesThatACipherCannotTake) {
  const Outcome outcome = run({"--time", "0.01", "--bytes", "16,17", "aes-128-cbc", "aes-128-ctr"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("AES-128-CBC-enc: left out: 17 bytes given, multiples of 16"));
  EXPECT_THAT(outcome.out, HasSubstr("17 B"));
}

class WrongWorkload final : public Workload {
 public:
  void run(std::uint64_t) override {}
  bool verify() override { return false; }
};

Case wrong_case() {
  Case which = all_cases().front();
  which.label = "WRONG";
  which.make = [](const Provider&, const CaseParameters&) {
    return std::make_unique<WrongWorkload>();
  };
  return which;
}

TEST(BenchmarkProgram, AFailedCheckExitsWith1AndTheOtherRowsStand) {
  std::vector<Case> cases{wrong_case()};
  const std::vector<std::string> filters{"md5"};
  for (const Case& which : select_cases(all_cases(), filters)) {
    cases.push_back(which);
  }
  Options options;
  options.seconds = 0.01;
  options.bytes = {64};
  std::ostringstream out;
  log_to_standard_error("benchmark");
  ::testing::internal::CaptureStderr();
  const ExitCode code = run_cases(cases, find_provider("software"), options, wall_instruments, out);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, exit_failed);
  EXPECT_THAT(log, HasSubstr("WRONG"));
  EXPECT_THAT(out.str(), HasSubstr("MD5"));
  EXPECT_EQ(out.str().find("WRONG"), std::string::npos);
}

TEST(BenchmarkProgram, TakesAModelledClockInPlaceOfTheWall) {
  const std::vector<std::string> filters{"md5"};
  const auto cases = select_cases(all_cases(), filters);
  Options options;
  options.format = Format::json;
  options.bytes = {64};
  std::ostringstream out;
  const FakeTime time = make_time();
  ASSERT_EQ(run_cases(
                cases, find_provider("software"), options,
                [&] { return fake_instruments(time, true); }, out),
            exit_good);
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json.at("context").at("clock"), "fake clock");
  EXPECT_EQ(json.at("context").at("cycle_source"), "fake cycles");
  EXPECT_EQ(json.at("benchmarks")[0].at("iterations"), 3000) << "its time stands still";
  EXPECT_TRUE(json.at("benchmarks")[0].contains("instructions"));
}

TEST(BenchmarkProgram, TakesNoOtherClockWhereTheModelCannotBeHad) {
  const Outcome outcome = run({"--clock", "u54", "md5"});
  const bool emulated =
      std::string_view(HARTLS_TEST_EMULATOR).find("qemu") != std::string_view::npos;
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr(emulated ? "without the model's plugin" : "--clock u54: this"));
  EXPECT_EQ(outcome.out, "");
}

TEST(BenchmarkProgram, GooglesCompareToolReadsItsJson) {
  const cpu::FixtureTree tree;
  const std::string path = (tree.root() / "result.json").string();
  ASSERT_EQ(run({"--time", "0.01", "--bytes", "64,1K", "--format", "json", "--output", path.c_str(),
                 "sha-256", "ecdsa256"})
                .code,
            0);
  // The parts of tools/compare.py of Google Benchmark 1.7 and 1.9 that touch an entry: look-up by
  // name and time unit, differences of both times, conversion to seconds, sorting and the optional
  // fields.
  tree.write("check.py", R"(
import json, sys
old = json.load(open(sys.argv[1]))
new = json.load(open(sys.argv[1]))
seconds = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
assert isinstance(old["context"]["date"], str)
assert isinstance(old["context"]["num_cpus"], int)
names = [e["name"] for e in old["benchmarks"]]
assert len(names) == len(set(names)) > 0, names
for name in names:
    lhs = [e for e in old["benchmarks"] if e["name"] == name]
    unit = lhs[0]["time_unit"]
    rhs = [e for e in new["benchmarks"] if e["name"] == name and e["time_unit"] == unit]
    for a, b in zip(lhs, rhs, strict=True):
        for field in ("real_time", "cpu_time"):
            assert a[field] * seconds[unit] > 0, (name, field)
            assert (b[field] - a[field]) / abs(a[field]) == 0.0
        assert a["run_type"] == "iteration" and a["run_name"] == name
        assert isinstance(a.get("label", ""), str)
        assert a["repetitions"] == 1 and a["repetition_index"] == 0
        assert isinstance(a["iterations"], int) and a["iterations"] > 0
for key in ("repetition_index", "run_type", "per_family_instance_index", "family_index"):
    sorted(old["benchmarks"], key=lambda e: e[key])
)");
  const std::string command =
      "python3 '" + (tree.root() / "check.py").string() + "' '" + path + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace hartls::bench
