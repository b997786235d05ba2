// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/clock_rate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>

#include "cpu_fixtures.hpp"

namespace hartls::cpu {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr auto cpufreq = "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq";
constexpr auto prci = "sys/devices/platform/soc/10000000.prci/rate";
constexpr auto corepll = "sys/kernel/debug/clk/corepll/clk_rate";
constexpr auto device_tree = "sys/firmware/devicetree/base/cpus/cpu@1/clock-frequency";

std::optional<double> calibrated() {
  return 999e6;
}

void expect_rate(const Machine& machine, double hertz, std::string_view source) {
  const auto rate = clock_rate(machine, calibrated);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->hertz, hertz);
  EXPECT_EQ(rate->source, source);
}

TEST(CpuClockRate, TakesTheFirstSourceThatAnswers) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  const Machine machine = tree.machine();
  tree.write(device_tree, "\x3b\x9a\xca\x00"s);
  expect_rate(machine, 999e6, "calibrated");
  tree.write(corepll, "1000000000\n");
  expect_rate(machine, 1e9, "corepll");
  tree.write(prci, "1400000000\n");
  expect_rate(machine, 1.4e9, "prci");
  tree.write(cpufreq, "1500000\n");
  expect_rate(machine, 1.5e9, "cpufreq");
}

TEST(CpuClockRate, ReadsTheDeviceTreesBigEndianCells) {
  const FixtureTree tree;
  tree.write(device_tree, "\x3b\x9a\xca\x00"s);
  ASSERT_TRUE(clock_rate(tree.machine()));
  EXPECT_DOUBLE_EQ(clock_rate(tree.machine())->hertz, 1e9);
  EXPECT_EQ(clock_rate(tree.machine())->source, "device tree");
  tree.write(device_tree, "\x00\x00\x00\x00\x53\x72\x4e\x00"s);
  EXPECT_DOUBLE_EQ(clock_rate(tree.machine())->hertz, 1.4e9);
}

TEST(CpuClockRate, ReadsX86Cpuinfo) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", x86_cpuinfo);
  Machine machine = tree.machine();
  machine.architecture = Architecture::x86_64;
  ASSERT_TRUE(clock_rate(machine));
  EXPECT_DOUBLE_EQ(clock_rate(machine)->hertz, 2096.022e6);
  EXPECT_EQ(clock_rate(machine)->source, "cpuinfo");
}

TEST(CpuClockRate, IsUnknownWhereNothingAnswers) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  EXPECT_FALSE(clock_rate(tree.machine()));
  EXPECT_FALSE(clock_rate(tree.machine(), [] { return std::optional<double>(); }));
}

TEST(CpuClockRate, SkipsFilesThatHoldNoRate) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  for (const auto text : {"", "0\n", "<unknown>\n", "-1\n", "12 34\n"}) {
    tree.write(cpufreq, text);
    EXPECT_FALSE(clock_rate(tree.machine())) << text;
  }
  tree.write(device_tree, "\0\0\0\0"s);
  EXPECT_FALSE(clock_rate(tree.machine())) << "the boot loader left it at zero";
  tree.write(device_tree, "\x01\x02"s);
  EXPECT_FALSE(clock_rate(tree.machine()));
}

TEST(CpuClockRate, IsUnknownUnderUserEmulationWhereTheFilesAreTheHosts) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", x86_cpuinfo);
  tree.write(cpufreq, "3000000\n");
  EXPECT_FALSE(clock_rate(tree.machine(), calibrated));
}

/// Counts `hertz` of the wall's seconds.
class WallCounter final : public CycleSource {
 public:
  WallCounter(double hertz, std::string_view counter) : hertz_(hertz), names_{counter} {}
  std::string_view name() const noexcept override { return "test"; }
  std::span<const std::string_view> counters() const noexcept override { return names_; }
  void read(std::span<std::uint64_t> values) noexcept override {
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    values[0] = static_cast<std::uint64_t>(now.count() * hertz_);
  }

 private:
  double hertz_;
  std::array<std::string_view, 1> names_;
};

TEST(CpuCalibrate, FindsTheCountersRate) {
  WallCounter source(1.4e9, "cycles");
  const auto rate = calibrate(source);
  ASSERT_TRUE(rate);
  EXPECT_NEAR(*rate, 1.4e9, 0.1e9);
}

TEST(CpuCalibrate, RefusesReferenceCyclesAndACounterThatStandsStill) {
  WallCounter reference(1.4e9, "reference_cycles");
  EXPECT_FALSE(calibrate(reference));
  WallCounter still(0, "cycles");
  EXPECT_FALSE(calibrate(still));
}

}  // namespace
}  // namespace hartls::cpu
