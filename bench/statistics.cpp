// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "hartls/core/error.hpp"

namespace hartls::bench {
namespace {

void require_values(std::size_t count) {
  if (count == 0) {
    fail(Errc::invalid_argument, "statistics: 0 values given, at least 1 allowed");
  }
}

}  // namespace

double percentile(std::span<const double> sorted, double percent) {
  require_values(sorted.size());
  const double position = static_cast<double>(sorted.size() - 1) * percent / 100;
  const double below = std::floor(position);
  const auto index = static_cast<std::size_t>(below);
  if (index + 1 >= sorted.size()) {
    return sorted.back();
  }
  return sorted[index] + (position - below) * (sorted[index + 1] - sorted[index]);
}

std::vector<Bucket> histogram(std::span<const double> values) {
  constexpr double per_decade = 10;
  const auto index_of = [](double value) {
    return static_cast<int>(std::floor(std::log10(value) * per_decade));
  };
  std::map<int, std::size_t> counts;
  for (const double value : values) {
    if (value > 0) {
      ++counts[index_of(value)];
    }
  }
  std::vector<Bucket> buckets;
  if (counts.empty()) {
    return buckets;
  }
  for (int index = counts.begin()->first; index <= counts.rbegin()->first; ++index) {
    const auto found = counts.find(index);
    buckets.push_back({std::pow(10, index / per_decade), std::pow(10, (index + 1) / per_decade),
                       found == counts.end() ? 0 : found->second});
  }
  return buckets;
}

MedianInterval median_interval(std::size_t count, double confidence) {
  require_values(count);
  const auto n = static_cast<double>(count);
  // P(B = k) and P(B < rank) for B ~ Binomial(n, 1/2), from logarithms: 2^-n alone would underflow.
  double log_probability = -n * std::log(2.0);
  double below = std::exp(log_probability);  // P(B < 1)
  MedianInterval best{1, count, 1 - 2 * below};
  for (std::size_t rank = 2; 2 * rank <= count; ++rank) {
    const auto k = static_cast<double>(rank - 1);
    log_probability += std::log((n - k + 1) / k);
    below += std::exp(log_probability);
    if (1 - 2 * below < confidence) {
      break;
    }
    best = {rank, count + 1 - rank, 1 - 2 * below};
  }
  best.confidence = std::max(best.confidence, 0.0);
  return best;
}

Summary summarize(std::span<const double> values) {
  require_values(values.size());
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);

  Summary summary;
  summary.count = sorted.size();
  summary.min = sorted.front();
  summary.quartile_1 = percentile(sorted, 25);
  summary.median = percentile(sorted, 50);
  summary.quartile_3 = percentile(sorted, 75);
  summary.max = sorted.back();

  const MedianInterval interval = median_interval(sorted.size());
  summary.low = sorted[interval.low_rank - 1];
  summary.high = sorted[interval.high_rank - 1];
  summary.confidence = interval.confidence;

  for (double& value : sorted) {
    value = std::abs(value - summary.median);
  }
  std::ranges::sort(sorted);
  summary.mad = percentile(sorted, 50);
  return summary;
}

}  // namespace hartls::bench
