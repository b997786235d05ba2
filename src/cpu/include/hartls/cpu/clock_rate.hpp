// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hartls/cpu/cycle_source.hpp"
#include "hartls/cpu/machine.hpp"

namespace hartls::cpu {

struct ClockRate {
  double hertz = 0;
  std::string source;  ///< "cpufreq", "prci", "corepll", "calibrated", "device tree" or "cpuinfo"
};

/// Measures the core's rate in hertz; nothing where it cannot.
using Calibration = std::function<std::optional<double>()>;

/// The core clock now, by the first that answers: cpufreq's scaling_cur_freq; the rate file of
/// SiFive's old kernel (10000000.prci); the core PLL in debugfs; `calibrate`; the device tree;
/// /proc/cpuinfo. Nothing where none does, and under user emulation, where those files are the
/// host's.
std::optional<ClockRate> clock_rate(const Machine& machine = Machine::running(),
                                    const Calibration& calibrate = {});

/// Counts cycles of a busy loop of about 20 ms against the monotonic clock. Nothing where `source`
/// does not count the core's own cycles.
std::optional<double> calibrate(CycleSource& source);

}  // namespace hartls::cpu
