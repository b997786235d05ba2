// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "hartls/cpu/system.hpp"

namespace hartls::cpu {

/// Counters that a measurement reads before and after the work. The first is the cycle counter.
/// An object counts for the thread that made it.
class CycleSource {
 public:
  CycleSource() = default;
  CycleSource(const CycleSource&) = delete;
  CycleSource& operator=(const CycleSource&) = delete;
  virtual ~CycleSource() = default;

  /// For the report: "perf_event, user mode".
  virtual std::string_view name() const noexcept = 0;

  /// The counters' names in results, such as "cycles" and "instructions". A first name other than
  /// "cycles" tells that the core's own cycles are not what is counted.
  virtual std::span<const std::string_view> counters() const noexcept = 0;

  /// Fills `values`, one for each counter; only differences mean something. Costs from some cycles
  /// to about 1 us.
  virtual void read(std::span<std::uint64_t> values) noexcept = 0;

  bool counts_core_cycles() const noexcept { return counters().front() == "cycles"; }
};

struct CycleSourceChoice {
  std::unique_ptr<CycleSource> source;  ///< null where there is none
  std::string
      note;  ///< why the better ones are missing: "perf_event: Permission denied"; may be empty
};

/// The best source that works here: perf_event; else rdcycle and rdinstret where the kernel lets
/// them run (since Linux 6.6 they fault), or on x86 the time stamp counter, which calls its counter
/// "reference_cycles". None under emulation, where each of them counts the host's ticks.
CycleSourceChoice open_cycle_source(const Emulation& emulation = detect_emulation());

}  // namespace hartls::cpu
