// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hartls/bench/clock.hpp"

namespace hartls::bench {

/// One operation, ready to be repeated.
class Workload {
 public:
  Workload() = default;
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;
  virtual ~Workload() = default;

  virtual void run(std::uint64_t iterations) = 0;

  /// Whether the operation gives the right result; asked once before it is timed.
  virtual bool verify() { return true; }
};

/// `iterations` operations, run in one go.
struct Sample {
  std::uint64_t start_ticks = 0;
  std::uint64_t end_ticks = 0;
  std::uint64_t iterations = 0;
  double cpu_seconds = 0;
  std::vector<std::uint64_t> counters;  ///< what each of the cycle source's counters went on by

  std::uint64_t ticks() const noexcept { return end_ticks - start_ticks; }
};

struct Measurement {
  std::vector<Sample> samples;  ///< never empty
  double seconds_per_tick = 1;
  bool deterministic = false;  ///< the clock was; ticks of two threads cannot be compared then

  /// Seconds an operation, one value a sample.
  std::vector<double> seconds() const;
  /// Counts an operation of counter `index`, one value a sample.
  std::vector<double> counts(std::size_t index) const;
  std::uint64_t iterations() const noexcept;
  /// Processor seconds of all operations.
  double cpu_seconds() const noexcept;
};

struct SamplerOptions {
  double seconds = 1;     ///< for everything: warm-up and samples
  unsigned samples = 50;  ///< wished for; fewer where operations are long
};

/// Repeats a workload for a told time. Warms up, puts as many operations into one sample as the
/// clock's resolution and the wished number of samples ask for, and stops where the end lies
/// nearest to the told time: within 20 % of it, unless a single operation takes longer than 60 % of
/// it. There is always at least one sample.
///
/// With a deterministic clock it takes three samples, whatever the time, each of as many operations
/// as make about 100,000 ticks: 1 to 1000. What reading clock and counters costs is taken off.
class Sampler {
 public:
  /// Borrows `instruments`, which this thread opened.
  Sampler(Instruments& instruments, SamplerOptions options);

  /// Step one. Takes at most about a tenth of the time, or one operation.
  void warm_up(Workload& workload);

  /// What warm_up left of the told time.
  double remaining_seconds();

  /// Step two, for `seconds`.
  Measurement measure(Workload& workload, double seconds);

  /// Both steps.
  Measurement run(Workload& workload);

 private:
  double elapsed_seconds(std::uint64_t since_ticks);
  /// Runs `iterations` in one go and keeps the sample; its seconds.
  double take_sample(Workload& workload, std::uint64_t iterations);
  Sample time(Workload& workload, std::uint64_t iterations);
  void read_counters(std::vector<std::uint64_t>& values) noexcept;
  void warm_up_deterministic(Workload& workload);
  void take_off_overhead(Sample& sample) const noexcept;

  Instruments& instruments_;
  SamplerOptions options_;
  std::uint64_t start_ticks_ = 0;
  std::uint64_t batch_ = 1;
  double sample_seconds_ = 0;     // that a sample should take
  double operation_seconds_ = 0;  // as the last sample showed
  std::vector<std::uint64_t> counters_before_;
  Sample overhead_;  // of a sample without work; a deterministic clock's alone
  Measurement measurement_;
};

}  // namespace hartls::bench
