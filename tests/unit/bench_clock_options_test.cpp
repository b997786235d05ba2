// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/clock_options.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "benchmark_program.hpp"
#include "expect_error.hpp"
#include "hartls/bench/u54_clock.hpp"
#include "u54_fake_block.hpp"

namespace hartls::bench {
namespace {

using test::expect_error;
using ::testing::HasSubstr;
using u54::emulated_machine;
using u54::FakeBlock;

struct Parsed {
  std::variant<Options, ExitCode> result;
  std::string err;

  const Options& options() const { return std::get<Options>(result); }
};

Parsed parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "benchmark");
  std::ostringstream out;
  std::ostringstream err;
  log_to_standard_error("benchmark");
  ::testing::internal::CaptureStderr();
  auto result =
      parse_options(static_cast<int>(arguments.size()), arguments.data(), "1.2.3", out, err);
  return {std::move(result), err.str() + ::testing::internal::GetCapturedStderr()};
}

ClockOptions u54_options() {
  ClockOptions options;
  options.source = ClockSource::u54;
  return options;
}

TEST(ClockOptionsTest, DefaultToTheWall) {
  const Options options = parse({}).options();
  EXPECT_EQ(options.clock.source, ClockSource::wall);
  EXPECT_EQ(options.bytes, std::vector<std::uint64_t>{1U << 20U});
  EXPECT_EQ(parse({"--clock", "wall"}).options().clock.source, ClockSource::wall);
}

TEST(ClockOptionsTest, ModelHasDefaultsOfItsOwn) {
  const Options options = parse({"--clock", "u54"}).options();
  EXPECT_EQ(options.clock.source, ClockSource::u54);
  EXPECT_EQ(options.clock.mhz, 1400);
  EXPECT_FALSE(options.clock.profile);
  EXPECT_FALSE(options.clock.caches);
  EXPECT_EQ(options.bytes, std::vector<std::uint64_t>{8192});
  EXPECT_EQ(parse({"--clock", "u54", "--bytes", "16"}).options().bytes,
            std::vector<std::uint64_t>{16});
}

TEST(ClockOptionsTest, ReadsTheModelsParameters) {
  const ClockOptions options =
      parse({"--clock", "u54", "--clock-mhz", "999.5", "--profile", "blocking", "--caches", "on"})
          .options()
          .clock;
  EXPECT_EQ(options.mhz, 999.5);
  EXPECT_EQ(options.profile, u54::Profile::blocking);
  EXPECT_EQ(options.caches, true);
  EXPECT_EQ(parse({"--caches", "off", "--profile", "pipelined", "--clock", "u54"})
                .options()
                .clock.profile,
            u54::Profile::pipelined);
}

TEST(ClockOptionsTest, WrongUseTellsWhatIsAllowed) {
  struct Mistake {
    std::vector<const char*> arguments;
    std::vector<const char*> told;
  };
  const std::vector<Mistake> mistakes{
      {{"--clock", "moon"}, {"'moon'", "wall, u54"}},
      {{"--clock", ""}, {"--clock"}},
      {{"--clock", "u54", "--clock-mhz", "0.5"}, {"'0.5'", "1 to 10000"}},
      {{"--clock", "u54", "--clock-mhz", "10001"}, {"'10001'", "1 to 10000"}},
      {{"--clock", "u54", "--clock-mhz", "nan"}, {"'nan'", "1 to 10000"}},
      {{"--clock", "u54", "--profile", "fast"}, {"'fast'", "pipelined, blocking"}},
      {{"--clock", "u54", "--caches", "1"}, {"'1'", "on, off"}},
      {{"--clock-mhz", "1000"}, {"--clock-mhz", "needs --clock u54"}},
      {{"--profile", "blocking"}, {"--profile", "needs --clock u54"}},
      {{"--caches", "off", "--clock", "wall"}, {"--caches", "needs --clock u54"}},
  };
  for (const Mistake& mistake : mistakes) {
    const Parsed parsed = parse(mistake.arguments);
    ASSERT_TRUE(std::holds_alternative<ExitCode>(parsed.result)) << mistake.told[0];
    EXPECT_EQ(std::get<ExitCode>(parsed.result), exit_usage);
    for (const char* const part : mistake.told) {
      EXPECT_THAT(parsed.err, HasSubstr(part));
    }
  }
}

TEST(ClockOptionsTest, WarnThatTheModelTakesNoTime) {
  EXPECT_THAT(parse({"--clock", "u54", "--time", "2"}).err, HasSubstr("--time has no effect"));
  EXPECT_EQ(parse({"--clock", "u54"}).err, "");
  EXPECT_EQ(parse({"--time", "2"}).err, "");
}

TEST(OpenInstruments, OpensTheModelWhereQemuHasThePlugin) {
  FakeBlock fake;
  const cpu::FixtureTree tree;
  u54::VcpuCounters& mine = fake.count_this_thread(5);
  const OpenInstruments open = open_instruments(u54_options(), emulated_machine(tree));
  const Instruments instruments = open();
  mine.cycles = 42;
  EXPECT_EQ(instruments.clock->now_ticks(), 42U);
  EXPECT_DOUBLE_EQ(instruments.clock->seconds_per_tick(), 1 / 1.4e9);
  EXPECT_FALSE(instruments.cpu_clock) << "processor time of the host would say nothing";
  ASSERT_TRUE(instruments.cycles);
  EXPECT_EQ(instruments.cycles->name(), "U54 model");
}

TEST(OpenInstruments, TellsThePluginWhatWasAskedForAndNothingElse) {
  FakeBlock fake;
  const cpu::FixtureTree tree;
  fake.count_this_thread(0);
  fake.counters().profile = static_cast<std::uint32_t>(u54::Profile::blocking);
  fake.counters().caches = 1;
  ClockOptions options = u54_options();
  EXPECT_EQ(open_instruments(options, emulated_machine(tree))().clock->name(),
            "U54 model, 1400 MHz, blocking multiplier, caches on");
  options.profile = u54::Profile::pipelined;
  options.mhz = 1000;
  EXPECT_EQ(open_instruments(options, emulated_machine(tree))().clock->name(),
            "U54 model, 1000 MHz, pipelined multiplier, caches on");
  options.caches = false;
  open_instruments(options, emulated_machine(tree));
  EXPECT_EQ(fake.counters().caches, 0U);
  EXPECT_EQ(fake.counters().profile, 0U);
}

TEST(OpenInstruments, RefusesAProgramThatIsNotRiscV) {
  FakeBlock fake;
  fake.count_this_thread(0);
  cpu::Machine machine;
  machine.architecture = cpu::Architecture::x86_64;
  expect_error(Errc::invalid_argument, {"built for x86_64", "build/host/bin/u54"},
               [&] { open_instruments(u54_options(), machine); });
}

TEST(OpenInstruments, RefusesABoard) {
  FakeBlock fake;
  fake.count_this_thread(0);
  const cpu::FixtureTree tree;
  tree.write("proc/cpuinfo", cpu::unleashed_cpuinfo());
  expect_error(Errc::invalid_argument, {"real RISC-V processor", "leave --clock out"},
               [&] { open_instruments(u54_options(), tree.machine()); });
}

TEST(OpenInstruments, RefusesAWholeEmulatedMachine) {
  FakeBlock fake;
  fake.count_this_thread(0);
  const cpu::FixtureTree tree;
  tree.write("proc/cpuinfo", cpu::unleashed_cpuinfo());
  tree.write("proc/device-tree/model", std::string_view("riscv-virtio,qemu\0", 18));
  expect_error(Errc::invalid_argument, {"whole machine", "leave --clock out"},
               [&] { open_instruments(u54_options(), tree.machine()); });
}

TEST(OpenInstruments, SaysWhatToInstallWithoutThePlugin) {
  const cpu::FixtureTree tree;
  expect_error(Errc::invalid_argument,
               {"without the model's plugin", "qemu-user", "static", "libhartls_u54.so"},
               [&] { open_instruments(u54_options(), emulated_machine(tree)); });
}

TEST(OpenInstruments, RefusesABlockOfAnotherVersionOrWithoutThisThread) {
  FakeBlock fake;
  const cpu::FixtureTree tree;
  expect_error(Errc::invalid_state, {"does not count thread"},
               [&] { open_instruments(u54_options(), emulated_machine(tree)); });
  fake.counters().magic = 0;
  expect_error(Errc::invalid_state, {"one build"},
               [&] { open_instruments(u54_options(), emulated_machine(tree)); });
}

/// 59 cycles, 40 instructions and a quarter of a misaligned load a byte, and what reading costs.
class ModelledWorkload final : public Workload {
 public:
  ModelledWorkload(u54::VcpuCounters& counters, std::uint64_t bytes)
      : counters_(counters), bytes_(bytes) {}

  void run(std::uint64_t iterations) override {
    const std::uint64_t bytes = iterations * bytes_;
    counters_.cycles += 59 * bytes + 30;
    counters_.instructions += 40 * bytes + 20;
    counters_.misaligned += bytes / 4;
    if (iterations != 0 && counters_.measuring != 0) {
      ++measured;
    }
  }

  static inline int measured = 0;

 private:
  u54::VcpuCounters& counters_;
  std::uint64_t bytes_;
};

class ModelledRun : public ::testing::Test {
 protected:
  std::string run(Format format, std::uint64_t bytes) {
    Case which;
    which.label = "SHA-256";
    which.algorithm = "SHA-256";
    which.operation = "hash";
    which.multiple = 1;
    which.support = [](const Provider&) { return Support{true, true, "modelled C"}; };
    which.make = [this](const Provider&, const CaseParameters& parameters) {
      return std::make_unique<ModelledWorkload>(mine_, parameters.bytes);
    };
    Options options;
    options.clock = u54_options();
    options.bytes = {bytes};
    options.format = format;
    const std::vector<Case> cases{which};
    std::ostringstream out;
    EXPECT_EQ(run_cases(cases, find_provider("software"), options,
                        open_instruments(options.clock, emulated_machine(tree_)), out),
              exit_good);
    return out.str();
  }

  FakeBlock fake_;
  cpu::FixtureTree tree_;
  u54::VcpuCounters& mine_ = fake_.count_this_thread(0);
};

TEST_F(ModelledRun, GivesTheModelsFiguresWithoutTheCostOfReading) {
  for (const std::uint64_t bytes : {16U, 8192U}) {
    const auto json = nlohmann::json::parse(run(Format::json, bytes));
    const auto& entry = json.at("benchmarks").at(0);
    const auto exact = static_cast<double>(bytes);
    EXPECT_EQ(entry.at("cycles"), 59 * exact);
    EXPECT_EQ(entry.at("cycles_per_byte"), 59);
    EXPECT_EQ(entry.at("instructions"), 40 * exact);
    EXPECT_EQ(entry.at("misaligned"), exact / 4);
    EXPECT_EQ(entry.at("unit_bytes"), bytes);
    EXPECT_NEAR(entry.at("real_time").get<double>(), 59 * exact / 1.4, 1e-6 * exact);
    EXPECT_EQ(json.at("context").at("clock"),
              "U54 model, 1400 MHz, pipelined multiplier, caches off");
    EXPECT_EQ(json.at("context").at("modelled"), true);
    EXPECT_EQ(json.at("context").at("mhz_per_cpu"), 1400.0);
    EXPECT_THAT(json.at("context").at("estimate").get<std::string>(), HasSubstr("ESTIMATE"));
  }
}

TEST_F(ModelledRun, SaysInTheTableThatFiguresAreEstimates) {
  const std::string text = run(Format::table, 8192);
  EXPECT_THAT(text, HasSubstr("modelled: an ESTIMATE for the SiFive U540"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("not a board's speed")));
  EXPECT_THAT(text, HasSubstr("clock            U54 model, 1400 MHz, pipelined"));
  EXPECT_THAT(text, HasSubstr("clock rate       1400.0 MHz (model)"));
  EXPECT_THAT(text,
              HasSubstr("SHA-256                  8 KiB        483328       59.00         2048.0"));
}

TEST_F(ModelledRun, MarksTheSamplesAloneAsMeasured) {
  ModelledWorkload::measured = 0;
  run(Format::json, 8192);
  EXPECT_EQ(ModelledWorkload::measured, 3);
  EXPECT_EQ(mine_.measuring, 0U);
}

}  // namespace
}  // namespace hartls::bench
