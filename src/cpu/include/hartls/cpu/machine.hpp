// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace hartls::cpu {

enum class Architecture : std::uint8_t { riscv64, x86_64, other };

/// The architecture that this code was compiled for.
constexpr Architecture compiled_architecture() noexcept {
#if defined(__riscv) && __riscv_xlen == 64
  return Architecture::riscv64;
#elif defined(__x86_64__)
  return Architecture::x86_64;
#else
  return Architecture::other;
#endif
}

/// One question to the kernel's riscv_hwprobe syscall. The kernel sets `key` to -1 where it does
/// not know it.
struct HwprobePair {
  std::int64_t key;
  std::uint64_t value;
};

/// Answers `pairs` for all harts; false where there is no such syscall.
using Hwprobe = std::function<bool(std::span<HwprobePair> pairs)>;

/// What detection looks at. Tests give a folder of fixture files and answers of their own.
struct Machine {
  std::filesystem::path root = "/";  ///< above proc and sys
  Architecture architecture = compiled_architecture();
  std::uint64_t hwcap = 0;     ///< AT_HWCAP, 0 where it says nothing
  std::string process_name;    ///< the kernel's name of this process, cut to 15 characters
  std::string kernel_release;  ///< as `uname -r`
  bool under_tcg = false;      ///< x86: cpuid names QEMU's translator
  Hwprobe hwprobe = [](std::span<HwprobePair>) { return false; };

  /// The machine that this process runs on.
  static const Machine& running();
};

}  // namespace hartls::cpu
