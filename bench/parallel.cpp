// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/parallel.hpp"

#include <algorithm>
#include <barrier>
#include <exception>
#include <mutex>
#include <thread>

namespace hartls::bench {
namespace {

double own_rate(const Measurement& measurement) {
  const auto seconds = measurement.seconds();
  return 1 / summarize(seconds).median;
}

struct Interval {
  double begin;
  double end;

  double length() const noexcept { return end - begin; }
};

/// Operations of `measurement` inside `interval`, in ticks.
double operations_inside(const Measurement& measurement, const Interval& interval) {
  double operations = 0;
  for (const Sample& sample : measurement.samples) {
    const auto begin = static_cast<double>(sample.start_ticks);
    const auto end = static_cast<double>(sample.end_ticks);
    const double inside = std::min(end, interval.end) - std::max(begin, interval.begin);
    if (inside > 0) {
      operations += static_cast<double>(sample.iterations) * inside / (end - begin);
    }
  }
  return operations;
}

}  // namespace

std::vector<Measurement> measure_in_parallel(unsigned threads, const OpenInstruments& open,
                                             const MakeWorkload& make,
                                             const SamplerOptions& options) {
  std::vector<Measurement> measurements(threads);
  std::barrier warmed_up(static_cast<std::ptrdiff_t>(threads));
  std::mutex error_lock;
  std::exception_ptr error;

  const auto measure_one = [&](unsigned index) {
    try {
      Instruments instruments = open();
      const auto workload = make();
      Sampler sampler(instruments, options);
      sampler.warm_up(*workload);
      warmed_up.arrive_and_wait();
      measurements[index] = sampler.measure(*workload, sampler.remaining_seconds());
    } catch (...) {
      warmed_up.arrive_and_drop();  // the others must not wait for this thread
      const std::lock_guard lock(error_lock);
      error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned index = 1; index < threads; ++index) {
      try {
        others.emplace_back(measure_one, index);
      } catch (...) {
        const std::lock_guard lock(error_lock);
        error = std::current_exception();
        warmed_up.arrive_and_drop();  // in place of the thread that the system refused
      }
    }
    measure_one(0);
  }
  if (error) {
    std::rethrow_exception(error);
  }
  return measurements;
}

double operations_per_second(std::span<const Measurement> threads) {
  const Measurement& first = threads.front();
  if (first.deterministic || threads.size() == 1) {
    double sum = 0;
    for (const Measurement& measurement : threads) {
      sum += own_rate(measurement);
    }
    return sum;
  }
  Interval common{0, 0};
  Interval whole{0, 0};
  for (const Measurement& measurement : threads) {
    const auto begin = static_cast<double>(measurement.samples.front().start_ticks);
    const auto end = static_cast<double>(measurement.samples.back().end_ticks);
    const bool is_first = &measurement == &first;
    common = is_first ? Interval{begin, end}
                      : Interval{std::max(common.begin, begin), std::min(common.end, end)};
    whole = is_first ? Interval{begin, end}
                     : Interval{std::min(whole.begin, begin), std::max(whole.end, end)};
  }
  // Single long operations may not overlap at all.
  const Interval& interval = common.length() > 0 ? common : whole;
  double operations = 0;
  for (const Measurement& measurement : threads) {
    operations += operations_inside(measurement, interval);
  }
  return operations / (interval.length() * first.seconds_per_tick);
}

}  // namespace hartls::bench
