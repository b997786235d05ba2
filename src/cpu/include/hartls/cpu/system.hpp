// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hartls/cpu/machine.hpp"

namespace hartls::cpu {

enum class EmulationKind : std::uint8_t {
  none,
  qemu_user,    ///< one process, translated; the kernel is the host's
  qemu_system,  ///< a whole machine, translated
};

struct Emulation {
  EmulationKind kind = EmulationKind::none;
  std::string evidence;  ///< what gave it away, for the report; empty for `none`

  explicit operator bool() const noexcept { return kind != EmulationKind::none; }
};

/// Whether `machine` translates instructions, so that times say nothing about a board. Hardware
/// virtualisation is not emulation.
Emulation detect_emulation(const Machine& machine = Machine::running());

/// How the kernel rates a scalar access at an odd address.
enum class MisalignedAccess : std::uint8_t {
  unknown,
  emulated,  ///< it traps: hundreds of cycles
  slow,      ///< slower than the same bytes one by one
  fast,
  unsupported,
};

std::string_view to_string(MisalignedAccess speed) noexcept;

/// By hwprobe; `fast` on x86; else unknown.
MisalignedAccess misaligned_access(const Machine& machine = Machine::running());

struct SystemInfo {
  std::string
      cpu;  ///< "SiFive U54 (sifive,u54-mc)"; under user emulation the host's, and it says so
  std::string board;   ///< the device tree's model, or empty
  unsigned harts = 0;  ///< that run
  std::string kernel;  ///< `uname -r`
  /// cpufreq's governor of the first hart; empty where the clock does not change by itself, and
  /// under user emulation. Any but "performance" lets the clock follow the load.
  std::string governor;
  MisalignedAccess misaligned = MisalignedAccess::unknown;
  Emulation emulation;
};

SystemInfo system_info(const Machine& machine = Machine::running());

}  // namespace hartls::cpu
