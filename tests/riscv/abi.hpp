// SPDX-License-Identifier: GPL-3.0-or-later
// Holds a function in assembly to the RISC-V calling convention: what it must give back, it gives
// back.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

namespace hartls::riscv {

extern "C" void hartls_test_call_with_patterns(void (*function)(), const std::uint64_t* arguments,
                                               std::uint64_t* found);

/// Calls `function` and names the registers that it did not give back; empty: it kept them all. On
/// other machines than RISC-V the call alone is made.
template <typename... Parameters, typename... Arguments>
std::string lost_registers(void (*function)(Parameters...), Arguments... given) {
#if defined(__riscv) && __riscv_xlen == 64
  const auto word = []<typename T>(T value) {
    if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<std::uint64_t>(value);
    else
      return static_cast<std::uint64_t>(value);
  };
  static_assert(sizeof...(Parameters) <= 6 && sizeof...(Arguments) == sizeof...(Parameters));
  const std::array<std::uint64_t, 6> arguments{word(static_cast<Parameters>(given))...};
  std::array<std::uint64_t, 28> found{};
  hartls_test_call_with_patterns(reinterpret_cast<void (*)()>(function), arguments.data(),
                                 found.data());
  static constexpr std::array<const char*, 27> names{
      "sp",  "gp",  "tp",  "s0",  "s1",  "s2",  "s3",  "s4",   "s5",
      "s6",  "s7",  "s8",  "s9",  "s10", "s11", "fs0", "fs1",  "fs2",
      "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11"};
  std::string lost;
  for (std::uint64_t index = 0; index < names.size(); ++index) {
    if (found[index] != index * 0x0123456789abcdef)
      lost.append(lost.empty() ? "" : " ").append(names[index]);
  }
  return lost;
#else
  function(static_cast<Parameters>(given)...);
  return {};
#endif
}

}  // namespace hartls::riscv
