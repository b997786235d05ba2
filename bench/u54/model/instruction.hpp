// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "constants.hpp"

namespace hartls::u54 {

/// What an instruction occupies besides its cycle to issue.
enum class Kind : std::uint8_t {
  plain,     ///< nothing
  load,      ///< the data memory; to an integer or FP register
  store,     ///< the data memory
  atomic,    ///< the data memory, in both directions
  multiply,  ///< the multiplier
  divide,    ///< the divider
  fp_divide,
  fence,  ///< until the stores before it are done
};

/// How an instruction can leave its block.
enum class Flow : std::uint8_t {
  next,
  branch,         ///< conditional
  jump,           ///< jal without a link
  call,           ///< jal with one
  indirect,       ///< jalr to anywhere
  indirect_call,  ///< jalr with a link
  ret,            ///< jalr by a link register
};

/// Registers of the scoreboard: x0 to x31, f0 to f31, and one that is always ready.
inline constexpr std::uint8_t fp_registers = 32;
inline constexpr std::uint8_t no_register = 64;

struct Instruction {
  Kind kind = Kind::plain;
  Flow flow = Flow::next;
  Constant latency = Constant::alu;  ///< of the result; a multiplication's follows the profile
  std::uint8_t rd = no_register;
  std::uint8_t rs1 = no_register, rs2 = no_register, rs3 = no_register;
  std::uint8_t access_bytes = 0;  ///< of a load, store or atomic
  std::uint8_t bytes = 4;         ///< 2 for a compressed one
};

/// Decodes RV64GC (RISC-V unprivileged ISA, 20191213). `word` holds the instruction in its low 16
/// or 32 bits. What it does not know, it takes for a plain instruction without registers.
Instruction decode(std::uint32_t word) noexcept;

}  // namespace hartls::u54
