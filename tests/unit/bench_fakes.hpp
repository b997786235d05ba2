// SPDX-License-Identifier: GPL-3.0-or-later
// A time that only the work moves, so that tests of measuring are exact and take no time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "hartls/bench/sampler.hpp"

namespace hartls::bench {

/// Nanoseconds that passed in the test's world.
using FakeTime = std::shared_ptr<std::uint64_t>;

inline FakeTime make_time() {
  return std::make_shared<std::uint64_t>(1'000'000);
}

/// Each reading costs `reading_ns`; what it returns is a multiple of `step_ns`.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(FakeTime time, bool deterministic = false, std::uint64_t step_ns = 1,
                     std::uint64_t reading_ns = 1)
      : time_(std::move(time)),
        deterministic_(deterministic),
        step_ns_(step_ns),
        reading_ns_(reading_ns) {}

  std::string_view name() const noexcept override { return "fake clock"; }
  std::uint64_t now_ticks() noexcept override {
    *time_ += reading_ns_;
    return *time_ / step_ns_ * step_ns_;
  }
  double seconds_per_tick() const noexcept override { return 1e-9; }
  bool deterministic() const noexcept override { return deterministic_; }

 private:
  FakeTime time_;
  bool deterministic_;
  std::uint64_t step_ns_;
  std::uint64_t reading_ns_;
};

/// Two cycles and one instruction a nanosecond.
class FakeCycles final : public cpu::CycleSource {
 public:
  explicit FakeCycles(FakeTime time) : time_(std::move(time)) {}
  std::string_view name() const noexcept override { return "fake cycles"; }
  std::span<const std::string_view> counters() const noexcept override {
    static constexpr std::array<std::string_view, 2> names{"cycles", "instructions"};
    return names;
  }
  void read(std::span<std::uint64_t> values) noexcept override {
    values[0] = 2 * *time_;
    values[1] = *time_;
  }

 private:
  FakeTime time_;
};

/// Takes the nanoseconds that `duration_ns` says for `count` operations after `first` earlier ones.
class FakeWorkload final : public Workload {
 public:
  using Duration = std::function<double(std::uint64_t first, std::uint64_t count)>;

  FakeWorkload(FakeTime time, Duration duration_ns)
      : time_(std::move(time)), duration_ns_(std::move(duration_ns)) {}
  /// Each operation takes `nanoseconds`.
  FakeWorkload(FakeTime time, double nanoseconds)
      : FakeWorkload(std::move(time), [nanoseconds](std::uint64_t, std::uint64_t count) {
          return nanoseconds * static_cast<double>(count);
        }) {}

  void run(std::uint64_t iterations) override {
    *time_ += static_cast<std::uint64_t>(duration_ns_(operations_, iterations));
    operations_ += iterations;
  }

  std::uint64_t operations() const noexcept { return operations_; }

 private:
  FakeTime time_;
  Duration duration_ns_;
  std::uint64_t operations_ = 0;
};

inline Instruments fake_instruments(const FakeTime& time, bool deterministic = false) {
  Instruments instruments;
  instruments.clock = std::make_unique<FakeClock>(time, deterministic);
  instruments.cycles = std::make_unique<FakeCycles>(time);
  return instruments;
}

}  // namespace hartls::bench
