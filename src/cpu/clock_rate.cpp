// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/clock_rate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <vector>

#include "hartls/cpu/system.hpp"
#include "text_files.hpp"

namespace hartls::cpu {
namespace {

struct RateFile {
  const char* path;
  double hertz_per_unit;
  const char* source;
};

constexpr std::array rate_files{
    RateFile{"sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", 1e3, "cpufreq"},
    RateFile{"sys/devices/platform/soc/10000000.prci/rate", 1, "prci"},
    RateFile{"sys/kernel/debug/clk/corepll/clk_rate", 1, "corepll"},
};

/// A device-tree number: one or two big-endian 32-bit cells.
std::optional<double> cells_to_number(const std::string& cells) {
  if (cells.size() != 4 && cells.size() != 8) {
    return std::nullopt;
  }
  double value = 0;
  for (const char byte : cells) {
    value = value * 256 + static_cast<unsigned char>(byte);
  }
  if (value == 0) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> device_tree_rate(const Machine& machine) {
  // The Unleashed's cpu@0 is the E51 monitor core, which Linux never runs on: a U54 is cpu@1.
  for (const char* base : {"sys/firmware/devicetree/base", "proc/device-tree"}) {
    for (const char* hart : {"cpu@1", "cpu@0"}) {
      const auto cells = read_file(machine.root / base / "cpus" / hart / "clock-frequency");
      if (!cells) {
        continue;
      }
      if (const auto rate = cells_to_number(*cells)) {
        return rate;
      }
    }
  }
  return std::nullopt;
}

std::optional<double> cpuinfo_rate(const Machine& machine) {
  const CpuInfo info = read_cpuinfo(machine);
  const std::string_view text = cpuinfo_value(info, "cpu MHz");
  double megahertz = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), megahertz);
  if (error != std::errc() || megahertz <= 0) {
    return std::nullopt;
  }
  return megahertz * 1e6;
}

/// Keeps the core at work for `duration`.
void spin(std::chrono::nanoseconds duration) {
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < duration) {
  }
}

}  // namespace

std::optional<ClockRate> clock_rate(const Machine& machine, const Calibration& calibration) {
  if (detect_emulation(machine).kind == EmulationKind::qemu_user) {
    return std::nullopt;
  }
  for (const auto& file : rate_files) {
    if (const auto value = read_number(machine.root / file.path)) {
      return ClockRate{static_cast<double>(*value) * file.hertz_per_unit, file.source};
    }
  }
  if (calibration) {
    if (const auto rate = calibration()) {
      return ClockRate{*rate, "calibrated"};
    }
  }
  if (const auto rate = device_tree_rate(machine)) {
    return ClockRate{*rate, "device tree"};
  }
  if (const auto rate = cpuinfo_rate(machine)) {
    return ClockRate{*rate, "cpuinfo"};
  }
  return std::nullopt;
}

std::optional<double> calibrate(CycleSource& source) {
  using namespace std::chrono_literals;
  if (!source.counts_core_cycles()) {
    return std::nullopt;
  }
  std::vector<std::uint64_t> before(source.counters().size());
  std::vector<std::uint64_t> after(before.size());
  // User-mode cycles over wall time: an interruption makes the rate too low, so the best of some
  // windows counts.
  double best = 0;
  for (int window = 0; window < 5; ++window) {
    source.read(before);
    const auto start = std::chrono::steady_clock::now();
    spin(4ms);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    source.read(after);
    best = std::max(best, static_cast<double>(after[0] - before[0]) / elapsed.count());
  }
  if (best < 1e6) {
    return std::nullopt;  // a counter that stands still
  }
  return best;
}

}  // namespace hartls::cpu
