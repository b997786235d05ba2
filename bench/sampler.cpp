// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/sampler.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace hartls::bench {
namespace {

constexpr std::uint64_t max_batch = std::uint64_t{1} << 40U;
constexpr std::size_t deterministic_samples = 3;
/// With as many samples as this the first one, which found cold caches, is left out.
constexpr std::size_t samples_without_cold_one = 5;

std::vector<std::uint64_t> read_counters(cpu::CycleSource* source) {
  if (source == nullptr) {
    return {};
  }
  std::vector<std::uint64_t> values(source->counters().size());
  source->read(values);
  return values;
}

}  // namespace

std::vector<double> Measurement::seconds() const {
  std::vector<double> values;
  for (const Sample& sample : samples) {
    values.push_back(static_cast<double>(sample.end_ticks - sample.start_ticks) * seconds_per_tick /
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
  start_ticks_ = instruments.clock->now_ticks();
}

double Sampler::elapsed_seconds(std::uint64_t since_ticks) {
  return instruments_.clock->seconds(instruments_.clock->now_ticks() - since_ticks);
}

double Sampler::remaining_seconds() {
  return std::max(0.0, options_.seconds - elapsed_seconds(start_ticks_));
}

double Sampler::take_sample(Workload& workload, std::uint64_t iterations) {
  Clock& clock = *instruments_.clock;
  Clock* const cpu_clock = instruments_.cpu_clock.get();
  Sample sample;
  sample.iterations = iterations;

  const std::uint64_t cpu_start = cpu_clock != nullptr ? cpu_clock->now_ticks() : 0;
  const auto counters_start = read_counters(instruments_.cycles.get());
  sample.start_ticks = clock.now_ticks();
  workload.run(iterations);
  sample.end_ticks = clock.now_ticks();
  sample.counters = read_counters(instruments_.cycles.get());
  const std::uint64_t cpu_end = cpu_clock != nullptr ? cpu_clock->now_ticks() : 0;

  std::ranges::transform(sample.counters, counters_start, sample.counters.begin(), std::minus<>());
  const double seconds = clock.seconds(sample.end_ticks - sample.start_ticks);
  sample.cpu_seconds = cpu_clock != nullptr ? cpu_clock->seconds(cpu_end - cpu_start) : seconds;
  measurement_.samples.push_back(std::move(sample));
  return seconds;
}

void Sampler::warm_up(Workload& workload) {
  start_ticks_ = instruments_.clock->now_ticks();
  if (measurement_.deterministic) {
    workload.run(1);
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
      take_sample(workload, 1);
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
