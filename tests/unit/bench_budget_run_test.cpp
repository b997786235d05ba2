// SPDX-License-Identifier: GPL-3.0-or-later
#include "budget_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "bench_fakes.hpp"
#include "benchmark_program.hpp"
#include "cpu_fixtures.hpp"
#include "expect_error.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls::bench {
namespace {

namespace fs = std::filesystem;

using test::expect_error;
using ::testing::HasSubstr;
using ::testing::Not;

/// Operations that take some cycles of the fake clock, held to a file.
class BudgetRunTest : public ::testing::Test {
 protected:
  BudgetRunTest() {
    options_.budget = path_.string();
    options_.bytes = {10};
  }

  /// `cycles` is what an operation counts.
  void add_case(const std::string& algorithm, double cycles, std::uint64_t multiple = 1,
                std::function<void()> meanwhile = {}) {
    Case which;
    which.label = which.algorithm = algorithm;
    which.operation = "hash";
    which.multiple = multiple;
    which.support = [](const Provider&) { return Support{true, true, "fake"}; };
    const double run_ns = cycles / 2;
    which.make = [this, run_ns, meanwhile](const Provider&, const CaseParameters&) {
      return std::make_unique<FakeWorkload>(
          time_, [run_ns, meanwhile](std::uint64_t, std::uint64_t count) {
            if (meanwhile) {
              meanwhile();
            }
            return run_ns * static_cast<double>(count);
          });
    };
    cases_.push_back(std::move(which));
  }

  void add_failing_case(const std::string& algorithm) {
    add_case(algorithm, 100);
    cases_.back().make = [](const Provider&, const CaseParameters&) -> std::unique_ptr<Workload> {
      throw CheckFailed("wrong result");
    };
  }

  /// Reading the clock takes no time.
  Instruments instruments(bool deterministic = true) const {
    Instruments instruments;
    instruments.clock = std::make_unique<FakeClock>(time_, deterministic, 1, 0);
    instruments.cycles = std::make_unique<FakeCycles>(time_);
    return instruments;
  }

  ExitCode run(bool deterministic = true) {
    return run([this, deterministic] { return instruments(deterministic); });
  }

  ExitCode run(const OpenInstruments& open) {
    std::ostringstream out;
    log_to_standard_error("benchmark");
    ::testing::internal::CaptureStderr();
    try {
      const ExitCode code = run_cases(cases_, find_provider("software"), options_, open, out);
      log_ = ::testing::internal::GetCapturedStderr();
      out_ = out.str();
      return code;
    } catch (...) {
      log_ = ::testing::internal::GetCapturedStderr();
      out_ = out.str();
      throw;
    }
  }

  ExitCode write() {
    options_.write_budget = true;
    const ExitCode code = run();
    options_.write_budget = false;
    return code;
  }

  /// A budget file of the fake clock, or another one.
  void write_file(const std::string& per_byte, const std::string& per_operation = "",
                  const std::string& clock = "fake clock") {
    tree_.write("budget.json", R"({"version": 1, "clocks": {")" + clock +
                                   R"(": {"wolfssl": "5.0.0", "compiler": "GCC 1",
        "cycles_per_byte": {)" + per_byte +
                                   R"(}, "cycles_per_operation": {)" + per_operation + "}}}}");
  }

  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  /// Of the fake clock.
  nlohmann::json written() const {
    return nlohmann::json::parse(content()).at("clocks").at("fake clock");
  }

  cpu::FixtureTree tree_;
  fs::path path_ = tree_.root() / "budget.json";
  FakeTime time_ = make_time();
  std::vector<Case> cases_;
  Options options_;
  std::string out_;
  std::string log_;
};

TEST_F(BudgetRunTest, WritesANewFileThatTheNextRunIsHeldTo) {
  add_case("A", 100);
  add_case("B", 5000, 0);
  ASSERT_EQ(write(), exit_good) << log_;
  EXPECT_THAT(log_, HasSubstr("2 budgets are written, 2 of them new"));
  const auto json = written();
  EXPECT_EQ(json.at("cycles_per_byte"), (nlohmann::json{{"software/A/hash/10", 10.0}}));
  EXPECT_EQ(json.at("cycles_per_operation"), (nlohmann::json{{"software/B/hash", 5000}}));
  EXPECT_THAT(json.at("wolfssl").get<std::string>(), HasSubstr("5."));
  EXPECT_NE(json.at("compiler"), "");

  const std::string before = content();
  EXPECT_EQ(run(), exit_good) << log_;
  EXPECT_THAT(log_, HasSubstr("2 results are within budget, of 2 in the file"));
  EXPECT_EQ(content(), before);
  EXPECT_EQ(write(), exit_good);
  EXPECT_EQ(content(), before) << "no change, no other byte";
  EXPECT_EQ(std::distance(fs::directory_iterator(tree_.root()), fs::directory_iterator()), 1)
      << "no temporary file stays";
}

TEST_F(BudgetRunTest, AllowsTwoPercentAndNoMore) {
  write_file(R"("software/A/hash/10": 10)");
  add_case("A", 102);
  EXPECT_EQ(run(), exit_good) << log_;
  cases_.clear();
  add_case("A", 104);
  EXPECT_EQ(run(), exit_failed);
  EXPECT_THAT(log_, HasSubstr("1 result is more than 2 % above budget"));
  EXPECT_THAT(log_, HasSubstr("software/A/hash/10            10/B          10.4/B    +4.00 %"));
  EXPECT_THAT(log_, HasSubstr("set with wolfSSL 5.0.0, GCC 1; this run: wolfSSL "));
}

TEST_F(BudgetRunTest, NotesWhatIsFaster) {
  write_file(R"("software/A/hash/10": 10)");
  add_case("A", 90);
  EXPECT_EQ(run(), exit_good);
  EXPECT_THAT(log_, HasSubstr("info: "));
  EXPECT_THAT(log_, HasSubstr("1 result is more than 2 % below budget; --write-budget lowers it"));
  EXPECT_THAT(log_, HasSubstr("-10.00 %"));
}

TEST_F(BudgetRunTest, AResultNeedsABudget) {
  write_file(R"("software/A/hash/10": 10)");
  add_case("A", 100);
  add_case("NEW", 100);
  EXPECT_EQ(run(), exit_failed);
  EXPECT_THAT(log_, HasSubstr("software/NEW/hash/10 has no budget; --write-budget adds it"));
  EXPECT_THAT(log_, HasSubstr("1 result is within budget"));
}

TEST_F(BudgetRunTest, ABudgetNeedsARowOfThisProviderAndTheseSizes) {
  write_file(R"("software/A/hash/10": 10, "software/A/hash/110": 10, "software/GONE/hash/10": 10,
                "riscv/A/hash/10": 10)",
             R"("software/GONE/sign": 1000, "riscv/A/sign": 1)");
  add_case("A", 100);
  EXPECT_EQ(run(), exit_failed);
  EXPECT_THAT(log_, HasSubstr("software/GONE/hash/10 has a budget, but there is no such row"));
  EXPECT_THAT(log_, HasSubstr("software/GONE/sign has a budget"));
  EXPECT_THAT(log_, Not(HasSubstr("riscv/")));
  EXPECT_THAT(log_, Not(HasSubstr("/110")));
  options_.filters = {"A"};
  EXPECT_EQ(run(), exit_good) << log_;
}

TEST_F(BudgetRunTest, WritingKeepsWhatWasNotMeasured) {
  write_file(R"("software/A/hash/10": 20, "software/GONE/hash/10": 12.5)", R"("riscv/A/sign": 1)");
  add_case("A", 100);
  add_case("NEW", 120);
  EXPECT_EQ(write(), exit_good) << log_;
  EXPECT_THAT(log_, HasSubstr("2 budgets are written, 1 of them new"));
  EXPECT_THAT(log_, HasSubstr("warning: "));
  EXPECT_THAT(log_, HasSubstr("software/GONE/hash/10 has a budget"));
  EXPECT_EQ(written().at("cycles_per_byte"), (nlohmann::json{{"software/A/hash/10", 10.0},
                                                             {"software/GONE/hash/10", 12.5},
                                                             {"software/NEW/hash/10", 12.0}}));
  EXPECT_EQ(written().at("cycles_per_operation"), (nlohmann::json{{"riscv/A/sign", 1.0}}));
  EXPECT_NE(written().at("compiler"), "GCC 1");
}

TEST_F(BudgetRunTest, WritingTellsWhatItRaises) {
  write_file(R"("software/A/hash/10": 8)");
  add_case("A", 100);
  EXPECT_EQ(write(), exit_good);
  EXPECT_THAT(log_, HasSubstr("1 budget is raised by more than 2 %"));
  EXPECT_THAT(log_, HasSubstr("+25.00 %"));
  EXPECT_EQ(written().at("cycles_per_byte").at("software/A/hash/10"), 10);
}

TEST_F(BudgetRunTest, AnotherClockIsRefusedUnlessItIsAdded) {
  write_file(R"("software/A/hash/10": 20)", "", "U54, blocking");
  add_case("A", 100);
  expect_error(Errc::invalid_argument,
               {path_.string(), "'U54, blocking'", "'fake clock'", "--write-budget"},
               [this] { run(); });
  EXPECT_EQ(out_, "");
  EXPECT_EQ(write(), exit_good) << log_;
  const auto clocks = nlohmann::json::parse(content()).at("clocks");
  EXPECT_EQ(clocks.size(), 2U);
  EXPECT_EQ(clocks.at("U54, blocking").at("cycles_per_byte").at("software/A/hash/10"), 20);
  EXPECT_EQ(clocks.at("U54, blocking").at("compiler"), "GCC 1") << "that one was not measured";
  EXPECT_EQ(run(), exit_good) << log_;
}

TEST_F(BudgetRunTest, AFailedRowIsNoResult) {
  write_file(R"("software/A/hash/10": 10, "software/WRONG/hash/10": 7)");
  add_case("A", 100);
  add_failing_case("WRONG");
  EXPECT_EQ(run(), exit_failed);
  EXPECT_THAT(log_, HasSubstr("WRONG: wrong result"));
  EXPECT_THAT(log_, Not(HasSubstr("has a budget"))) << "told once";
  EXPECT_EQ(write(), exit_failed);
  EXPECT_EQ(written().at("cycles_per_byte"),
            (nlohmann::json{{"software/A/hash/10", 10.0}, {"software/WRONG/hash/10", 7.0}}));
}

TEST_F(BudgetRunTest, WithoutAnyResultNothingIsWritten) {
  add_failing_case("WRONG");
  EXPECT_EQ(write(), exit_failed);
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(BudgetRunTest, RefusesAClockWhoseFiguresVary) {
  write_file("");
  add_case("A", 100);
  for (const bool writes : {false, true}) {
    options_.write_budget = writes;
    expect_error(Errc::invalid_argument, {"'fake clock'", "--clock u54"}, [this] { run(false); });
    EXPECT_EQ(out_, "");
  }
}

TEST_F(BudgetRunTest, RefusesAClockWithoutCycles) {
  write_file("");
  add_case("A", 100);
  expect_error(Errc::invalid_argument, {"no cycles", "--clock u54"}, [this] {
    run([this] {
      Instruments without = instruments();
      without.cycles.reset();
      return without;
    });
  });
}

TEST_F(BudgetRunTest, RefusesBadFilesBeforeAnythingIsMeasured) {
  bool measured = false;
  add_case("A", 100, 1, [&measured] { measured = true; });
  const auto refuses = [&](const std::string& part) {
    try {
      run();
      ADD_FAILURE() << part;
    } catch (const std::system_error& error) {
      EXPECT_THAT(error.what(), HasSubstr(part));
      EXPECT_THAT(error.what(), HasSubstr(options_.budget));
    }
    EXPECT_EQ(out_, "");
  };
  refuses("--write-budget makes a new one");
  tree_.write("budget.json", "{ no json");
  for (const bool writes : {false, true}) {
    options_.write_budget = writes;
    refuses("line 1, column 4");
    EXPECT_EQ(content(), "{ no json");
  }
  options_.budget = tree_.root().string();
  refuses("Is a directory");
  options_.write_budget = true;
  options_.budget = "/dev/null";
  refuses("no regular file");
  options_.budget = (tree_.root() / "missing" / "budget.json").string();
  refuses("No such file");
  EXPECT_FALSE(measured);
}

TEST_F(BudgetRunTest, AFileThatCannotBeWrittenAfterAllIsAFailure) {
  fs::create_directory(tree_.root() / "folder");
  options_.budget = (tree_.root() / "folder" / "budget.json").string();
  add_case("A", 100, 1, [this] { fs::remove_all(tree_.root() / "folder"); });
  EXPECT_EQ(write(), exit_failed);
  EXPECT_THAT(log_, HasSubstr("cannot write " + options_.budget));
  EXPECT_THAT(out_, HasSubstr("A "));
}

TEST_F(BudgetRunTest, StandardOutputStaysJson) {
  write_file(R"("software/A/hash/10": 5)");
  add_case("A", 100);
  options_.format = Format::json;
  EXPECT_EQ(run(), exit_failed);
  EXPECT_EQ(nlohmann::json::parse(out_).at("benchmarks").size(), 1U);
}

TEST_F(BudgetRunTest, AResultOfNoCyclesIsAFailure) {
  write_file(R"("software/A/hash/10": 5)");
  add_case("A", 100);
  class Standing final : public cpu::CycleSource {
   public:
    std::string_view name() const noexcept override { return "standing"; }
    std::span<const std::string_view> counters() const noexcept override {
      static constexpr std::array<std::string_view, 1> names{"cycles"};
      return names;
    }
    void read(std::span<std::uint64_t> values) noexcept override { values[0] = 7; }
  };
  EXPECT_EQ(run([this] {
              Instruments standing = instruments();
              standing.cycles = std::make_unique<Standing>();
              return standing;
            }),
            exit_failed);
  EXPECT_THAT(log_, HasSubstr("software/A/hash/10: 0 cycles counted"));
}

}  // namespace
}  // namespace hartls::bench
