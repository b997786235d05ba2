// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench_fakes.hpp"
#include "hartls/bench/statistics.hpp"

namespace hartls::bench {
namespace {

struct Outcome {
  Measurement measurement;
  double seconds;  ///< that passed in all
  std::uint64_t operations;
};

Outcome run(FakeWorkload&& workload, const FakeTime& time, double seconds) {
  Instruments instruments = fake_instruments(time);
  const std::uint64_t start = *time;
  Sampler sampler(instruments, {seconds, 50});
  Measurement measurement = sampler.run(workload);
  return {std::move(measurement), static_cast<double>(*time - start) * 1e-9, workload.operations()};
}

TEST(Sampler, TakesTheToldTimeWithin20PercentFromNanosecondsToSeconds) {
  for (const double told : {0.05, 1.0, 5.0}) {
    for (double operation = 20e-9; operation <= 0.6 * told; operation *= 1.37) {
      const FakeTime time = make_time();
      const Outcome result = run(FakeWorkload(time, operation * 1e9), time, told);
      EXPECT_GE(result.seconds, 0.8 * told) << operation;
      EXPECT_LE(result.seconds, 1.2 * told) << operation;
      const Summary summary = summarize(result.measurement.seconds());
      EXPECT_NEAR(summary.median, operation, 0.02 * operation + 1e-9);
    }
  }
}

TEST(Sampler, RunsAnOperationThatIsLongerThanTheTimeOnce) {
  const FakeTime time = make_time();
  const Outcome result = run(FakeWorkload(time, 3e9), time, 1);
  EXPECT_EQ(result.operations, 1U);
  ASSERT_EQ(result.measurement.samples.size(), 1U);
  EXPECT_NEAR(result.measurement.seconds().front(), 3, 1e-6);
}

TEST(Sampler, EndsNearestToTheToldTime) {
  const FakeTime time = make_time();
  // Two operations of 0.4 s end at 0.8 s, three at 1.2 s.
  EXPECT_EQ(run(FakeWorkload(time, 0.45e9), time, 1).operations, 2U);
  EXPECT_EQ(run(FakeWorkload(time, 0.34e9), time, 1).operations, 3U);
}

TEST(Sampler, TakesAboutTheWishedNumberOfSamplesOfShortOperations) {
  const FakeTime time = make_time();
  const Outcome result = run(FakeWorkload(time, 100.0), time, 1);
  EXPECT_GE(result.measurement.samples.size(), 40U);
  EXPECT_LE(result.measurement.samples.size(), 60U);
}

TEST(Sampler, MakesSamplesLongForACoarseClock) {
  const FakeTime time = make_time();
  Instruments instruments;
  // A 1 ms clock: 100 steps a sample.
  instruments.clock = std::make_unique<FakeClock>(time, false, 1'000'000, 1000);
  FakeWorkload workload(time, 100.0);
  Sampler sampler(instruments, {1, 50});
  const Measurement measurement = sampler.run(workload);
  for (const Sample& sample : measurement.samples) {
    EXPECT_GE(sample.end_ticks - sample.start_ticks, 90'000'000U);
  }
  EXPECT_NEAR(summarize(measurement.seconds()).median, 100e-9, 2e-9);
}

TEST(Sampler, SurvivesAFirstOperationThatIsMuchSlowerThanTheRest) {
  const FakeTime time = make_time();
  // A look-up table is built once: 0.3 s, then 1 us each.
  const auto duration_ns = [](std::uint64_t first, std::uint64_t count) {
    return (first == 0 ? 0.3e9 : 0.0) + 1000.0 * static_cast<double>(count);
  };
  const Outcome result = run(FakeWorkload(time, duration_ns), time, 1);
  EXPECT_GE(result.seconds, 0.8);
  EXPECT_LE(result.seconds, 1.2);
  EXPECT_NEAR(summarize(result.measurement.seconds()).median, 1e-6, 0.01e-6);
  EXPECT_LT(summarize(result.measurement.seconds()).max, 0.1) << "the cold one is left out";
  EXPECT_LT(result.measurement.samples.size(), 500U) << "batches must grow again";
}

TEST(Sampler, ReadsCountersAroundEachSample) {
  const FakeTime time = make_time();
  const Outcome result = run(FakeWorkload(time, 1000.0), time, 0.1);
  EXPECT_NEAR(summarize(result.measurement.counts(0)).median, 2000, 1);
  EXPECT_NEAR(summarize(result.measurement.counts(1)).median, 1000, 1);
}

TEST(Sampler, CountsOperationsAndProcessorTime) {
  const FakeTime time = make_time();
  const Outcome result = run(FakeWorkload(time, 1000.0), time, 0.1);
  const auto iterations = result.measurement.iterations();
  EXPECT_GT(iterations, 0U);
  EXPECT_LE(iterations, result.operations);
  // Without a processor clock it is the clock's own time.
  EXPECT_NEAR(result.measurement.cpu_seconds() / static_cast<double>(iterations), 1e-6, 1e-8);
}

TEST(Sampler, NeedsFewOperationsUnderADeterministicClock) {
  const FakeTime time = make_time();
  Instruments instruments = fake_instruments(time, true);
  FakeWorkload workload(time, 5000.0);
  Sampler sampler(instruments, {1, 50});
  const Measurement measurement = sampler.run(workload);
  EXPECT_EQ(workload.operations(), 2U + 3 * 20) << "100,000 ticks a sample";
  EXPECT_EQ(measurement.samples.size(), 3U);
  EXPECT_TRUE(measurement.deterministic);
}

Measurement run_deterministic(const FakeTime& time, FakeWorkload& workload,
                              std::uint64_t reading_ns = 1) {
  Instruments instruments = fake_instruments(time, true);
  instruments.clock = std::make_unique<FakeClock>(time, true, 1, reading_ns);
  return Sampler(instruments, {1, 50}).run(workload);
}

TEST(Sampler, PutsAThousandOperationsAtMostIntoADeterministicSample) {
  const FakeTime time = make_time();
  FakeWorkload workload(time, 3.0);
  EXPECT_EQ(run_deterministic(time, workload).iterations(), 3000U);
}

TEST(Sampler, RunsALongOperationOnceASampleUnderADeterministicClock) {
  const FakeTime time = make_time();
  FakeWorkload workload(time, 1e9);
  EXPECT_EQ(run_deterministic(time, workload).iterations(), 3U);
  EXPECT_EQ(workload.operations(), 4U) << "one to warm up";
}

TEST(Sampler, WarmsUpADeterministicClockBeforeItSizesSamples) {
  const FakeTime time = make_time();
  // A table is built once.
  FakeWorkload workload(time, [](std::uint64_t first, std::uint64_t count) {
    return (first == 0 ? 50'000.0 : 0.0) + 1000.0 * static_cast<double>(count);
  });
  EXPECT_EQ(run_deterministic(time, workload).iterations(), 300U);
}

TEST(Sampler, TakesTheCostOfReadingOffUnderADeterministicClock) {
  const FakeTime time = make_time();
  FakeWorkload workload(time, 500.0);
  const Measurement measurement = run_deterministic(time, workload, 70);
  for (const double seconds : measurement.seconds()) {
    EXPECT_DOUBLE_EQ(seconds, 500e-9);
  }
  for (const double cycles : measurement.counts(0)) {
    EXPECT_EQ(cycles, 1000);
  }
  EXPECT_NEAR(measurement.cpu_seconds(), 500e-9 * static_cast<double>(measurement.iterations()),
              1e-12);
}

TEST(Sampler, EndsUnderADeterministicClockThatStandsStill) {
  const FakeTime time = make_time();
  FakeWorkload workload(time, 0.0);
  const Measurement measurement = run_deterministic(time, workload, 0);
  EXPECT_EQ(measurement.samples.size(), 3U);
  EXPECT_EQ(measurement.seconds().front(), 0);
}

TEST(WallClockTest, MovesAndHasAResolutionBelowAMillisecond) {
  WallClock clock;
  EXPECT_GT(resolution_seconds(clock), 0);
  EXPECT_LT(resolution_seconds(clock), 1e-3);
}

}  // namespace
}  // namespace hartls::bench
