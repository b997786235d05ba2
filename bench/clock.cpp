// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/clock.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace hartls::bench {
namespace {

std::uint64_t nanoseconds(clockid_t id) noexcept {
  timespec now{};
  ::clock_gettime(id, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

std::uint64_t WallClock::now_ticks() noexcept {
  return nanoseconds(CLOCK_MONOTONIC);
}

std::uint64_t ThreadCpuClock::now_ticks() noexcept {
  return nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}

double resolution_seconds(Clock& clock) {
  if (clock.deterministic()) {
    return clock.seconds_per_tick();  // it may stand still while nothing but this loop runs
  }
  constexpr int steps = 16;
  std::uint64_t smallest = UINT64_MAX;
  for (int step = 0; step < steps; ++step) {
    const std::uint64_t before = clock.now_ticks();
    std::uint64_t after = before;
    while (after == before) {
      after = clock.now_ticks();
    }
    smallest = std::min(smallest, after - before);
  }
  return clock.seconds(smallest);
}

Instruments wall_instruments() {
  Instruments instruments;
  instruments.clock = std::make_unique<WallClock>();
  instruments.cpu_clock = std::make_unique<ThreadCpuClock>();
  cpu::CycleSourceChoice choice = cpu::open_cycle_source();
  instruments.cycles = std::move(choice.source);
  instruments.cycles_note = std::move(choice.note);
  return instruments;
}

}  // namespace hartls::bench
