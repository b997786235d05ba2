// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace hartls::u54 {

/// What an ELF file says of itself in its headers.
struct Elf {
  std::uint16_t type = 0;     ///< ET_EXEC...
  std::uint16_t machine = 0;  ///< EM_RISCV...
  bool is_64_bit = false;
  bool little_endian = false;
  std::string interpreter;  ///< of a 64-bit program that is linked dynamically; else empty
};

/// Throws std::runtime_error, whose message continues "'FILE' ", for a file that cannot be read, is
/// no ELF file or is cut off.
Elf read_elf(const std::string& path);

/// "x86-64", "RISC-V (32-bit)"
std::string machine_name(const Elf& elf);

}  // namespace hartls::u54
