// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hartls::bench {

/// `values` by size. Throws Errc::invalid_argument where there is none, as each function here does.
struct Summary {
  std::size_t count = 0;
  double min = 0;
  double quartile_1 = 0;
  double median = 0;
  double quartile_3 = 0;
  double max = 0;
  double mad = 0;  ///< median absolute deviation from the median, not scaled
  /// Confidence interval of the median: two of the values (see median_interval).
  double low = 0;
  double high = 0;
  double confidence = 0;

  double iqr() const noexcept { return quartile_3 - quartile_1; }
};

Summary summarize(std::span<const double> values);

/// Percentile `percent` (0 to 100) of ascending `sorted`: linear between the two nearest ranks, h =
/// (n - 1) p + 1.
double percentile(std::span<const double> sorted, double percent);

/// Values in [low, high).
struct Bucket {
  double low;
  double high;
  std::size_t count;
};

/// Buckets that are each a tenth of a decade wide, from the one with the smallest of the positive
/// `values` to the one with the largest, empty ones between them included.
std::vector<Bucket> histogram(std::span<const double> values);

/// Ranks of order statistics that hold the median of any continuous distribution between them.
struct MedianInterval {
  std::size_t low_rank;   ///< from 1
  std::size_t high_rank;  ///< count + 1 - low_rank
  double confidence;      ///< its true coverage, 1 - 2 P(Binomial(count, 1/2) < low_rank)
};

/// The narrowest symmetric interval with at least `confidence`; where `count` is too small for it
/// (below 6 for 95 %), all values and the confidence that they give.
MedianInterval median_interval(std::size_t count, double confidence = 0.95);

}  // namespace hartls::bench
