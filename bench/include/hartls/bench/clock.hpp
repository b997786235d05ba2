// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hartls/cpu/cycle_source.hpp"

namespace hartls::bench {

/// What a measurement takes its time from: the wall, or a model of another machine's. An object
/// serves the thread that made it.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  /// For the report: "monotonic wall clock".
  virtual std::string_view name() const noexcept = 0;
  /// Never goes back.
  virtual std::uint64_t now_ticks() noexcept = 0;
  virtual double seconds_per_tick() const noexcept = 0;
  /// True where the same work always takes the same ticks, so that a few runs say all.
  virtual bool deterministic() const noexcept { return false; }
  /// The machine whose cycles a model's ticks are: "the SiFive U540's U54 cores". Empty where time
  /// is real.
  virtual std::string_view modelled() const noexcept { return {}; }
  /// Told before and after the work that is measured, outside of its time, so that a model's
  /// profile holds nothing else.
  virtual void measuring(bool /*on*/) noexcept {}

  double seconds(std::uint64_t ticks) const noexcept {
    return static_cast<double>(ticks) * seconds_per_tick();
  }
};

/// CLOCK_MONOTONIC, in nanoseconds.
class WallClock final : public Clock {
 public:
  std::string_view name() const noexcept override { return "monotonic wall clock"; }
  std::uint64_t now_ticks() noexcept override;
  double seconds_per_tick() const noexcept override { return 1e-9; }
};

/// Processor time of the calling thread, in nanoseconds.
class ThreadCpuClock final : public Clock {
 public:
  std::string_view name() const noexcept override { return "thread processor time"; }
  std::uint64_t now_ticks() noexcept override;
  double seconds_per_tick() const noexcept override { return 1e-9; }
};

/// The smallest step that `clock` was seen to make between two readings, in seconds; at least one
/// tick.
double resolution_seconds(Clock& clock);

/// What one thread measures with.
struct Instruments {
  std::unique_ptr<Clock> clock;
  std::unique_ptr<Clock> cpu_clock;          ///< null: processor time is `clock`'s
  std::unique_ptr<cpu::CycleSource> cycles;  ///< null: no counters
  std::string cycles_note;                   ///< why there is none, or no better one
};

/// Called once on each thread that measures.
using OpenInstruments = std::function<Instruments()>;

/// The wall clock, thread processor time and the best cycle source of this machine.
Instruments wall_instruments();

}  // namespace hartls::bench
