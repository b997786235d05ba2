// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions by name, for hand-written sequences. Offsets are left out where the model does not
// look at them.
#pragma once

#include <cstdint>

#include "registers.hpp"

namespace hartls::u54::assemble {

using registers::Register;
using Word = std::uint32_t;

constexpr Word field(Register number, unsigned low) {
  return (Word{number} & 31U) << low;
}
constexpr Word r_type(Word opcode, Word function3, Word function7, Register rd, Register rs1,
                      Register rs2) {
  return opcode | function3 << 12U | function7 << 25U | field(rd, 7) | field(rs1, 15) |
         field(rs2, 20);
}

constexpr Word nop = 0x00000013;
constexpr Word fence = 0x0330000f;
constexpr Word c_nop = 0x0001;
/// csrr rd, frm
constexpr Word csrr(Register rd) {
  return 0x00202073 | field(rd, 7);
}

constexpr Word add(Register rd, Register rs1, Register rs2) {
  return r_type(0x33, 0, 0, rd, rs1, rs2);
}
constexpr Word mul(Register rd, Register rs1, Register rs2) {
  return r_type(0x33, 0, 1, rd, rs1, rs2);
}
constexpr Word divu(Register rd, Register rs1, Register rs2) {
  return r_type(0x33, 5, 1, rd, rs1, rs2);
}

/// Of 1, 2, 4 or 8 bytes; lb to ld and sb to sd.
constexpr Word log_bytes(unsigned bytes) {
  return bytes == 8 ? 3 : bytes / 2;
}
constexpr Word load(unsigned bytes, Register rd, Register rs1) {
  return r_type(0x03, log_bytes(bytes), 0, rd, rs1, 0);
}
constexpr Word store(unsigned bytes, Register rs2, Register rs1) {
  return r_type(0x23, log_bytes(bytes), 0, 0, rs1, rs2);
}
constexpr Word ld(Register rd, Register rs1) {
  return load(8, rd, rs1);
}
constexpr Word lb(Register rd, Register rs1) {
  return load(1, rd, rs1);
}
constexpr Word sd(Register rs2, Register rs1) {
  return store(8, rs2, rs1);
}
constexpr Word fld(Register rd, Register rs1) {
  return r_type(0x07, 3, 0, rd, rs1, 0);
}
constexpr Word fsd(Register rs2, Register rs1) {
  return r_type(0x27, 3, 0, 0, rs1, rs2);
}
constexpr Word amoadd_d(Register rd, Register rs2, Register rs1) {
  return r_type(0x2f, 3, 0, rd, rs1, rs2);
}
constexpr Word lr_d(Register rd, Register rs1) {
  return r_type(0x2f, 3, 0x08, rd, rs1, 0);
}
constexpr Word sc_d(Register rd, Register rs2, Register rs1) {
  return r_type(0x2f, 3, 0x0c, rd, rs1, rs2);
}

/// OP-FP, by funct7.
constexpr Word fp(Word function7, Register rd, Register rs1, Register rs2, Word function3 = 7) {
  return r_type(0x53, function3, function7, rd, rs1, rs2);
}
constexpr Word fadd_s(Register rd, Register rs1, Register rs2) {
  return fp(0x00, rd, rs1, rs2);
}
constexpr Word fdiv_d(Register rd, Register rs1, Register rs2) {
  return fp(0x0d, rd, rs1, rs2);
}

/// beq
constexpr Word branch(Register rs1, Register rs2) {
  return r_type(0x63, 0, 0, 0, rs1, rs2);
}
constexpr Word jal(Register rd) {
  return 0x6f | field(rd, 7);
}
constexpr Word jalr(Register rd, Register rs1) {
  return r_type(0x67, 0, 0, rd, rs1, 0);
}
constexpr Word ret = jalr(registers::zero, registers::ra);
constexpr Word c_j = 0xa001;

// As GNU as makes them.
static_assert(csrr(registers::a0) == 0x00202573);                                // frrm a0
static_assert(add(registers::t0, registers::a7, registers::s2) == 0x012882b3);   // add t0, a7, s2
static_assert(mul(registers::a0, registers::a1, registers::t4) == 0x03d58533);   // mul a0, a1, t4
static_assert(divu(registers::a0, registers::a1, registers::t4) == 0x03d5d533);  // divu a0, a1, t4
static_assert(load(4, registers::s4, registers::t1) == 0x00032a03);              // lw s4, 0(t1)
static_assert(store(8, registers::s5, registers::t2) == 0x0153b023);             // sd s5, 0(t2)
static_assert(fld(registers::fs11, registers::tp) == 0x00023d87);                // fld fs11, 0(tp)
static_assert(fsd(registers::ft0, registers::a4) == 0x00073027);                 // fsd ft0, 0(a4)
static_assert(amoadd_d(registers::t3, registers::a2, registers::a1) ==
              0x00c5be2f);                                        // amoadd.d t3, a2, (a1)
static_assert(lr_d(registers::a0, registers::a1) == 0x1005b52f);  // lr.d a0, (a1)
static_assert(sc_d(registers::a0, registers::a2, registers::a1) ==
              0x18c5b52f);  // sc.d a0, a2, (a1)
static_assert(fadd_s(registers::fa0, registers::fs2, registers::ft11) ==
              0x01f97553);  // fadd.s fa0, fs2, ft11
static_assert(fdiv_d(registers::fa0, registers::fs2, registers::ft11) ==
              0x1bf97553);                                          // fdiv.d fa0, fs2, ft11
static_assert(branch(registers::a0, registers::t1) == 0x00650063);  // beq a0, t1, .
static_assert(jal(registers::ra) == 0x000000ef);                    // jal .
static_assert(jalr(registers::ra, registers::a5) == 0x000780e7);    // jalr a5
static_assert(ret == 0x00008067);                                   // ret

}  // namespace hartls::u54::assemble
