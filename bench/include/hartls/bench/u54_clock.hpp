// SPDX-License-Identifier: GPL-3.0-or-later
// The timing model of the U54, which runs as a plugin inside QEMU, as a clock of the program that
// QEMU runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "hartls/bench/clock.hpp"

namespace hartls::u54 {
struct Counters;
struct VcpuCounters;
}  // namespace hartls::u54

namespace hartls::bench {

/// The block of counters that the model writes; unmapped by its last owner.
using U54Block = std::shared_ptr<u54::Counters>;

/// Maps the block, which is one of this process's descriptors; `descriptors` has a link for each of
/// them. Null where none of them is the block. Throws Errc::invalid_state where the block is not of
/// the version that this program was built with.
U54Block map_u54_counters(const std::filesystem::path& descriptors = "/proc/self/fd");

/// The calling thread's set of counters. Throws Errc::invalid_state where it has none.
u54::VcpuCounters& u54_counters_of_this_thread(u54::Counters& block);

/// Modelled cycles of the thread that made it.
class U54Clock final : public Clock {
 public:
  /// Throws as u54_counters_of_this_thread.
  U54Clock(U54Block block, double mhz);

  /// "U54 model, 1400 MHz, pipelined multiplier, caches off", as it stood when this was made.
  std::string_view name() const noexcept override { return name_; }
  std::uint64_t now_ticks() noexcept override;
  double seconds_per_tick() const noexcept override { return seconds_per_tick_; }
  bool deterministic() const noexcept override { return true; }
  std::string_view modelled() const noexcept override { return "the SiFive U540's U54 cores"; }
  void measuring(bool on) noexcept override;

 private:
  U54Block block_;
  u54::VcpuCounters* counters_;
  double seconds_per_tick_;
  std::string name_;
};

/// "cycles", "instructions", "misaligned", "mispredictions", and with caches on (when this is made)
/// "l1d_misses", "l1i_misses", "l2_misses", of the thread that made it.
class U54Counters final : public cpu::CycleSource {
 public:
  /// Throws as u54_counters_of_this_thread.
  explicit U54Counters(U54Block block);

  std::string_view name() const noexcept override { return "U54 model"; }
  std::span<const std::string_view> counters() const noexcept override { return names_; }
  void read(std::span<std::uint64_t> values) noexcept override;

 private:
  U54Block block_;
  u54::VcpuCounters* counters_;
  std::span<const std::string_view> names_;
};

}  // namespace hartls::bench
