// SPDX-License-Identifier: GPL-3.0-or-later
// The riscv_hwprobe syscall of Linux >= 6.4, declared here because older kernel headers lack it.
// Numbers: Linux, Documentation/arch/riscv/hwprobe.rst and its uapi header.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hartls/cpu/machine.hpp"

namespace hartls::cpu::hwprobe {

constexpr long syscall_number = 258;

enum Key : std::int64_t {
  mvendorid = 0,
  marchid = 1,
  base_behavior = 3,
  ima_ext_0 = 4,
  cpuperf_0 = 5,               // misaligned speed, Linux 6.4 to 6.10
  misaligned_scalar_perf = 9,  // the same, Linux >= 6.11
};

constexpr std::uint64_t base_ima = 1;

/// The kernel's own answer for all harts.
bool ask_kernel(std::span<HwprobePair> pairs);

/// One key's value; nothing where the syscall or the key is unknown.
std::optional<std::uint64_t> value(const Machine& machine, Key key);

}  // namespace hartls::cpu::hwprobe
