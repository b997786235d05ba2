// SPDX-License-Identifier: GPL-3.0-or-later
#include "hwprobe.hpp"

#include <unistd.h>

namespace hartls::cpu::hwprobe {

bool ask_kernel([[maybe_unused]] std::span<HwprobePair> pairs) {
  if constexpr (compiled_architecture() != Architecture::riscv64) {
    return false;  // the number is another syscall elsewhere
  }
  return ::syscall(syscall_number, pairs.data(), pairs.size(), std::size_t{0}, nullptr, 0U) == 0;
}

std::optional<std::uint64_t> value(const Machine& machine, Key key) {
  HwprobePair pair{key, 0};
  if (!machine.hwprobe({&pair, 1}) || pair.key != key) {
    return std::nullopt;
  }
  return pair.value;
}

}  // namespace hartls::cpu::hwprobe
