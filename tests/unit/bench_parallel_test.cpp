// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "bench_fakes.hpp"

namespace hartls::bench {
namespace {

Measurement samples(std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> spans,
                    std::uint64_t iterations) {
  Measurement measurement;
  measurement.seconds_per_tick = 1;
  for (const auto& [start, end] : spans) {
    measurement.samples.push_back({start, end, iterations, 0, {}});
  }
  return measurement;
}

TEST(OperationsPerSecond, OfOneThreadIsTheMediansInverse) {
  const std::vector threads{samples({{0, 2}, {2, 4}, {4, 104}}, 10)};
  EXPECT_DOUBLE_EQ(operations_per_second(threads), 5);
}

TEST(OperationsPerSecond, OfTwoEqualThreadsIsTwice) {
  const std::vector threads{samples({{0, 10}, {10, 20}}, 100), samples({{0, 10}, {10, 20}}, 100)};
  EXPECT_DOUBLE_EQ(operations_per_second(threads), 20);
}

TEST(OperationsPerSecond, CountsTheCommonIntervalOnly) {
  // Common: 10 to 20. The first did 100 in it, the second 50 of its sample from 10 to 30.
  const std::vector threads{samples({{0, 10}, {10, 20}}, 100), samples({{10, 30}}, 100)};
  EXPECT_DOUBLE_EQ(operations_per_second(threads), 150.0 / 10);
}

TEST(OperationsPerSecond, FallsBackToTheWholeIntervalWhereThreadsNeverMet) {
  const std::vector threads{samples({{0, 10}}, 1), samples({{10, 20}}, 1)};
  EXPECT_DOUBLE_EQ(operations_per_second(threads), 2.0 / 20);
}

TEST(OperationsPerSecond, AddsRatesUnderDeterministicClocks) {
  std::vector threads{samples({{0, 10}}, 10), samples({{1000, 1005}}, 10)};
  threads[0].deterministic = threads[1].deterministic = true;
  EXPECT_DOUBLE_EQ(operations_per_second(threads), 1 + 2);
}

TEST(MeasureInParallel, GivesEachThreadItsOwnWorkload) {
  std::atomic<unsigned> made = 0;
  const auto make = [&]() -> std::unique_ptr<Workload> {
    ++made;
    return std::make_unique<FakeWorkload>(make_time(), 1.0);
  };
  const auto open = [] {
    Instruments instruments;
    instruments.clock = std::make_unique<WallClock>();
    return instruments;
  };
  const auto measurements = measure_in_parallel(3, open, make, {0.02, 10});
  EXPECT_EQ(made, 3U);
  ASSERT_EQ(measurements.size(), 3U);
  for (const Measurement& measurement : measurements) {
    EXPECT_FALSE(measurement.samples.empty());
  }
}

TEST(MeasureInParallel, ThrowsWhatOneThreadThrewAndDoesNotHang) {
  std::atomic<unsigned> made = 0;
  const auto make = [&]() -> std::unique_ptr<Workload> {
    if (++made == 2) {
      throw std::runtime_error("the second one fails");
    }
    return std::make_unique<FakeWorkload>(make_time(), 1.0);
  };
  EXPECT_THROW(measure_in_parallel(3, wall_instruments, make, {0.02, 10}), std::runtime_error);
}

}  // namespace
}  // namespace hartls::bench
