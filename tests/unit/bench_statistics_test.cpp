// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/statistics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "expect_error.hpp"

namespace hartls::bench {
namespace {

using test::expect_error;

TEST(Percentile, InterpolatesBetweenRanks) {
  const std::array sorted{1.0, 2.0, 4.0, 8.0};
  EXPECT_DOUBLE_EQ(percentile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(percentile(sorted, 25), 1.75);  // position 0.75
  EXPECT_DOUBLE_EQ(percentile(sorted, 50), 3);
  EXPECT_DOUBLE_EQ(percentile(sorted, 90), 6.8);  // position 2.7
  EXPECT_DOUBLE_EQ(percentile(sorted, 100), 8);
  const std::array one{5.0};
  EXPECT_DOUBLE_EQ(percentile(one, 99), 5);
}

TEST(Summarize, MatchesAHandComputedSample) {
  const std::array values{9.0, 1.0, 3.0, 7.0, 5.0};
  const Summary s = summarize(values);
  EXPECT_EQ(s.count, 5U);
  EXPECT_DOUBLE_EQ(s.min, 1);
  EXPECT_DOUBLE_EQ(s.quartile_1, 3);
  EXPECT_DOUBLE_EQ(s.median, 5);
  EXPECT_DOUBLE_EQ(s.quartile_3, 7);
  EXPECT_DOUBLE_EQ(s.max, 9);
  EXPECT_DOUBLE_EQ(s.iqr(), 4);
  EXPECT_DOUBLE_EQ(s.mad, 2);  // deviations 0 2 2 4 4
}

TEST(Summarize, OneOutlierMovesNeitherMedianNorMad) {
  const std::array values{10.0, 11.0, 12.0, 13.0, 1000.0};
  const Summary s = summarize(values);
  EXPECT_DOUBLE_EQ(s.median, 12);
  EXPECT_DOUBLE_EQ(s.mad, 1);  // deviations 0 1 1 2 988
}

TEST(Summarize, OneValueHasNoSpreadAndNoConfidence) {
  const std::array values{3.0};
  const Summary s = summarize(values);
  EXPECT_DOUBLE_EQ(s.median, 3);
  EXPECT_DOUBLE_EQ(s.mad, 0);
  EXPECT_DOUBLE_EQ(s.low, 3);
  EXPECT_DOUBLE_EQ(s.high, 3);
  EXPECT_DOUBLE_EQ(s.confidence, 0);
}

TEST(Summarize, IntervalIsMadeOfOrderStatistics) {
  const std::array values{10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0};
  const Summary s = summarize(values);
  EXPECT_DOUBLE_EQ(s.low, 2);
  EXPECT_DOUBLE_EQ(s.high, 9);
  EXPECT_NEAR(s.confidence, 1 - 2 * 11.0 / 1024, 1e-12);
}

TEST(Summarize, RefusesNoValues) {
  expect_error(Errc::invalid_argument, {"0 values"}, [] { summarize({}); });
  expect_error(Errc::invalid_argument, {"0 values"}, [] { percentile({}, 50); });
  expect_error(Errc::invalid_argument, {"0 values"}, [] { median_interval(0); });
}

TEST(MedianInterval, MatchesTheBinomialTable) {
  struct Row {
    std::size_t count, low_rank;
    double confidence;
  };
  // 1 - 2 P(B < low_rank), B ~ Binomial(count, 1/2), by hand.
  constexpr std::array rows{
      Row{5, 1, 1 - 2 * 1.0 / 32},                         // 93.75 %: all values are too few
      Row{6, 1, 1 - 2 * 1.0 / 64},                         // 96.875 %
      Row{9, 2, 1 - 2 * (1.0 + 9) / 512},                  // 96.09 %
      Row{10, 2, 1 - 2 * (1.0 + 10) / 1024},               // 97.85 %
      Row{15, 4, 1 - 2 * (1.0 + 15 + 105 + 455) / 32768},  // 96.48 %
  };
  for (const Row& row : rows) {
    const MedianInterval interval = median_interval(row.count);
    EXPECT_EQ(interval.low_rank, row.low_rank) << row.count;
    EXPECT_EQ(interval.high_rank, row.count + 1 - row.low_rank) << row.count;
    EXPECT_NEAR(interval.confidence, row.confidence, 1e-12) << row.count;
  }
}

TEST(MedianInterval, HoldsForThousandsOfValues) {
  // The normal approximation: rank (n - 1.96 sqrt n) / 2.
  const MedianInterval interval = median_interval(10'000);
  EXPECT_NEAR(static_cast<double>(interval.low_rank), 4902, 2);
  EXPECT_GE(interval.confidence, 0.95);
  EXPECT_LT(interval.confidence, 0.96);
}

TEST(MedianInterval, TakesAnotherConfidence) {
  EXPECT_EQ(median_interval(10, 0.99).low_rank, 1U);  // 1 - 2/1024
  EXPECT_EQ(median_interval(10, 0.80).low_rank, 3U);  // 1 - 2 * 56/1024 = 0.89
}

TEST(BenchHistogram, CountsEveryPositiveValueInBucketsOfATenthOfADecade) {
  const std::vector<double> values{1e-3, 1.1e-3, 1.3e-3, 2.1e-3, 0};
  const std::vector<Bucket> buckets = histogram(values);
  ASSERT_EQ(buckets.size(), 4U);
  EXPECT_EQ(buckets[0].count, 2U);
  EXPECT_EQ(buckets[1].count, 1U);
  EXPECT_EQ(buckets[2].count, 0U);
  EXPECT_EQ(buckets[3].count, 1U);
  for (std::size_t index = 1; index < buckets.size(); ++index) {
    EXPECT_DOUBLE_EQ(buckets[index].low, buckets[index - 1].high);
    EXPECT_NEAR(buckets[index].high / buckets[index].low, std::pow(10, 0.1), 1e-9);
  }
  EXPECT_TRUE(histogram({}).empty());
}

}  // namespace
}  // namespace hartls::bench
