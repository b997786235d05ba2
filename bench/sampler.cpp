// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/sampler.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace hartls::bench {
namespace {

constexpr std::uint64_t max_batch = std::uint64_t{1} << 40U;
constexpr std::size_t deterministic_samples = 3;
/// Of a deterministic sample, so that what clock and counters cost and what a predictor remembers
/// of them is below a thousandth.
constexpr std::uint64_t deterministic_ticks = 100'000;
constexpr std::uint64_t most_deterministic_batch = 1000;
/// With as many samples as this the first one, which found cold caches, is left out.
constexpr std::size_t samples_without_cold_one = 5;

}  // namespace

std::vector<double> Measurement::seconds() const {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    values.push_back(static_cast<double>(sample.ticks()) * seconds_per_tick /
                     static_cast<double>(sample.iterations));
  }
  return values;
}

std::vector<double> Measurement::counts(std::size_t index) const {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    values.push_back(static_cast<double>(sample.counters.at(index)) /
                     static_cast<double>(sample.iterations));
  }
  return values;
}

std::uint64_t Measurement::iterations() const noexcept {
  return std::accumulate(samples.begin(), samples.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Sample& s) { return sum + s.iterations; });
}

double Measurement::cpu_seconds() const noexcept {
  return std::accumulate(samples.begin(), samples.end(), 0.0,
                         [](double sum, const Sample& s) { return sum + s.cpu_seconds; });
}

Sampler::Sampler(Instruments& instruments, SamplerOptions options)
    : instruments_(instruments), options_(options) {
  measurement_.seconds_per_tick = instruments.clock->seconds_per_tick();
  measurement_.deterministic = instruments.clock->deterministic();
  if (instruments.cycles) {
    counters_before_.resize(instruments.cycles->counters().size());
  }
  start_ticks_ = instruments.clock->now_ticks();
}

double Sampler::elapsed_seconds(std::uint64_t since_ticks) {
  return instruments_.clock->seconds(instruments_.clock->now_ticks() - since_ticks);
}

double Sampler::remaining_seconds() {
  return std::max(0.0, options_.seconds - elapsed_seconds(start_ticks_));
}

void Sampler::read_counters(std::vector<std::uint64_t>& values) noexcept {
  if (instruments_.cycles) {
    instruments_.cycles->read(values);
  }
}

// The clock is read last and first, so that the other instruments are not in its interval.
Sample Sampler::time(Workload& workload, std::uint64_t iterations) {
  Clock& clock = *instruments_.clock;
  Clock* const cpu_clock = instruments_.cpu_clock.get();
  Sample sample;
  sample.iterations = iterations;
  sample.counters.resize(counters_before_.size());

  const std::uint64_t cpu_start = cpu_clock != nullptr ? cpu_clock->now_ticks() : 0;
  read_counters(counters_before_);
  clock.measuring(true);
  sample.start_ticks = clock.now_ticks();
  workload.run(iterations);
  sample.end_ticks = clock.now_ticks();
  clock.measuring(false);
  read_counters(sample.counters);
  const std::uint64_t cpu_end = cpu_clock != nullptr ? cpu_clock->now_ticks() : 0;

  std::ranges::transform(sample.counters, counters_before_, sample.counters.begin(),
                         std::minus<>());
  take_off_overhead(sample);
  sample.cpu_seconds = cpu_clock != nullptr ? cpu_clock->seconds(cpu_end - cpu_start)
                                            : clock.seconds(sample.ticks());
  return sample;
}

double Sampler::take_sample(Workload& workload, std::uint64_t iterations) {
  measurement_.samples.push_back(time(workload, iterations));
  return instruments_.clock->seconds(measurement_.samples.back().ticks());
}

void Sampler::take_off_overhead(Sample& sample) const noexcept {
  if (overhead_.counters.size() != sample.counters.size() || sample.ticks() == 0) {
    return;  // not known yet
  }
  // A tick is left, by which rates divide.
  sample.start_ticks += std::min(overhead_.ticks(), sample.ticks() - 1);
  std::ranges::transform(sample.counters, overhead_.counters, sample.counters.begin(),
                         [](std::uint64_t count, std::uint64_t overhead) {
                           return count - std::min(count, overhead);
                         });
}

void Sampler::warm_up_deterministic(Workload& workload) {
  Clock& clock = *instruments_.clock;
  std::uint64_t ticks = 0;
  // The first operation finds cold tables; a long one is not run twice for that.
  for (int attempt = 0; attempt < 2 && ticks < deterministic_ticks; ++attempt) {
    const std::uint64_t start = clock.now_ticks();
    workload.run(1);
    ticks = std::max<std::uint64_t>(clock.now_ticks() - start, 1);
  }
  batch_ = std::clamp<std::uint64_t>((deterministic_ticks + ticks - 1) / ticks, 1,
                                     most_deterministic_batch);
  time(workload, 0);  // cold
  overhead_ = time(workload, 0);
}

void Sampler::warm_up(Workload& workload) {
  start_ticks_ = instruments_.clock->now_ticks();
  if (measurement_.deterministic) {
    warm_up_deterministic(workload);
    return;
  }
  const double resolution = resolution_seconds(*instruments_.clock);
  // A hundred steps of the clock keep its rounding below one percent.
  sample_seconds_ = std::min(std::max(options_.seconds / options_.samples, 100 * resolution),
                             options_.seconds / 2);
  for (std::uint64_t iterations = 1; iterations <= max_batch; iterations *= 2) {
    const double seconds = take_sample(workload, iterations);
    operation_seconds_ = std::max(seconds, resolution) / static_cast<double>(iterations);
    if (iterations == 1 && seconds >= sample_seconds_) {
      return;  // too dear to throw away
    }
    measurement_.samples.clear();
    if (seconds >= sample_seconds_ / 2 || elapsed_seconds(start_ticks_) >= options_.seconds / 10) {
      break;
    }
  }
  batch_ = static_cast<std::uint64_t>(
      std::clamp(sample_seconds_ / operation_seconds_, 1.0, static_cast<double>(max_batch)));
}

Measurement Sampler::measure(Workload& workload, double seconds) {
  if (measurement_.deterministic) {
    while (measurement_.samples.size() < deterministic_samples) {
      take_sample(workload, batch_);
    }
    return std::move(measurement_);
  }
  const std::uint64_t begin_ticks = instruments_.clock->now_ticks();
  const bool first_is_cold = !measurement_.samples.empty();
  for (;;) {
    // The nearest end to the told time: one more sample only if at least half of it still fits.
    const double next_seconds = operation_seconds_ * static_cast<double>(batch_);
    if (!measurement_.samples.empty() &&
        elapsed_seconds(begin_ticks) + next_seconds / 2 > seconds) {
      break;
    }
    const double taken = take_sample(workload, batch_);
    operation_seconds_ = taken / static_cast<double>(batch_);
    if (taken < sample_seconds_ / 4 && batch_ < max_batch) {
      batch_ *= 2;  // the warm-up saw a slower operation than this one
    }
  }
  if (first_is_cold && measurement_.samples.size() > samples_without_cold_one) {
    measurement_.samples.erase(measurement_.samples.begin());
  }
  return std::move(measurement_);
}

Measurement Sampler::run(Workload& workload) {
  warm_up(workload);
  return measure(workload, remaining_seconds());
}

}  // namespace hartls::bench
