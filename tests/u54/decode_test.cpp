// SPDX-License-Identifier: GPL-3.0-or-later
// The words are what GNU as 2.40 makes of the text beside them (-march=rv64gc).
#include "instruction.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

#include "registers.hpp"

namespace hartls::u54 {
namespace {

using namespace registers;

struct Row {
  std::uint32_t word;
  const char* text;
  Kind kind;
  Flow flow;
  Constant latency;
  std::uint8_t rd, rs1, rs2, rs3;
  unsigned access_bytes, bytes;
};

void check(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Instruction decoded = decode(row.word);
    EXPECT_EQ(decoded.kind, row.kind);
    EXPECT_EQ(decoded.flow, row.flow);
    EXPECT_EQ(decoded.latency, row.latency);
    EXPECT_EQ(decoded.rd, row.rd);
    EXPECT_EQ(decoded.rs1, row.rs1);
    EXPECT_EQ(decoded.rs2, row.rs2);
    EXPECT_EQ(decoded.rs3, row.rs3);
    EXPECT_EQ(decoded.access_bytes, row.access_bytes);
    EXPECT_EQ(decoded.bytes, row.bytes);
  }
}

// Each row: word, text, kind, flow, latency, rd, rs1, rs2, rs3, bytes accessed, length.
// clang-format off

TEST(Decode, IntegerImmediates) {
  check({
      {0x00598513, "addi a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059a513, "slti a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059b513, "sltiu a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059c513, "xori a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059e513, "ori a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059f513, "andi a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x00599513, "slli a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059d513, "srli a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x4059d513, "srai a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059851b, "addiw a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059951b, "slliw a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x0059d51b, "srliw a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0x4059d51b, "sraiw a0, s3, 5", Kind::plain, Flow::next, Constant::alu, a0, s3, none, none, 0, 4},
      {0xffffffb7, "lui t6, 0xfffff", Kind::plain, Flow::next, Constant::alu, t6, none, none, none, 0, 4},
      {0x12345d97, "auipc s11, 0x12345", Kind::plain, Flow::next, Constant::alu, s11, none, none, none, 0, 4},
      {0x00000013, "addi zero, zero, 0", Kind::plain, Flow::next, Constant::alu, none, none, none, none, 0, 4},
      {0x00700513, "addi a0, zero, 7", Kind::plain, Flow::next, Constant::alu, a0, none, none, none, 0, 4},
      {0x00750013, "addi zero, a0, 7", Kind::plain, Flow::next, Constant::alu, none, a0, none, none, 0, 4},
  });
}

TEST(Decode, IntegerRegisters) {
  check({
      {0x012882b3, "add t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x412882b3, "sub t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x012892b3, "sll t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128a2b3, "slt t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128b2b3, "sltu t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128c2b3, "xor t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128d2b3, "srl t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x4128d2b3, "sra t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128e2b3, "or t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128f2b3, "and t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x012882bb, "addw t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x412882bb, "subw t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x012892bb, "sllw t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x0128d2bb, "srlw t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x4128d2bb, "sraw t0, a7, s2", Kind::plain, Flow::next, Constant::alu, t0, a7, s2, none, 0, 4},
      {0x00c58033, "add zero, a1, a2", Kind::plain, Flow::next, Constant::alu, none, a1, a2, none, 0, 4},
      {0x00c00533, "add a0, zero, a2", Kind::plain, Flow::next, Constant::alu, a0, none, a2, none, 0, 4},
      {0x00058533, "add a0, a1, zero", Kind::plain, Flow::next, Constant::alu, a0, a1, none, none, 0, 4},
  });
}

TEST(Decode, MultiplicationsAndDivisions) {
  check({
      {0x03d58533, "mul a0, a1, t4", Kind::multiply, Flow::next, Constant::multiply_pipelined, a0, a1, t4, none, 0, 4},
      {0x03d59533, "mulh a0, a1, t4", Kind::multiply, Flow::next, Constant::multiply_pipelined, a0, a1, t4, none, 0, 4},
      {0x03d5a533, "mulhsu a0, a1, t4", Kind::multiply, Flow::next, Constant::multiply_pipelined, a0, a1, t4, none, 0, 4},
      {0x03d5b533, "mulhu a0, a1, t4", Kind::multiply, Flow::next, Constant::multiply_pipelined, a0, a1, t4, none, 0, 4},
      {0x03d5853b, "mulw a0, a1, t4", Kind::multiply, Flow::next, Constant::multiply_pipelined, a0, a1, t4, none, 0, 4},
      {0x03d5c533, "div a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5d533, "divu a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5e533, "rem a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5f533, "remu a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5c53b, "divw a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5d53b, "divuw a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5e53b, "remw a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x03d5f53b, "remuw a0, a1, t4", Kind::divide, Flow::next, Constant::divide, a0, a1, t4, none, 0, 4},
      {0x02b00033, "mul zero, zero, a1", Kind::multiply, Flow::next, Constant::multiply_pipelined, none, none, a1, none, 0, 4},
  });
}

TEST(Decode, LoadsAndStores) {
  check({
      {0xff830a03, "lb s4, -8(t1)", Kind::load, Flow::next, Constant::load_small, s4, t1, none, none, 1, 4},
      {0xff834a03, "lbu s4, -8(t1)", Kind::load, Flow::next, Constant::load_small, s4, t1, none, none, 1, 4},
      {0xff831a03, "lh s4, -8(t1)", Kind::load, Flow::next, Constant::load_small, s4, t1, none, none, 2, 4},
      {0xff835a03, "lhu s4, -8(t1)", Kind::load, Flow::next, Constant::load_small, s4, t1, none, none, 2, 4},
      {0xff832a03, "lw s4, -8(t1)", Kind::load, Flow::next, Constant::load, s4, t1, none, none, 4, 4},
      {0xff836a03, "lwu s4, -8(t1)", Kind::load, Flow::next, Constant::load, s4, t1, none, none, 4, 4},
      {0xff833a03, "ld s4, -8(t1)", Kind::load, Flow::next, Constant::load, s4, t1, none, none, 8, 4},
      {0x0041a187, "flw ft3, 4(gp)", Kind::load, Flow::next, Constant::fp_load, ft3, gp, none, none, 4, 4},
      {0x00823d87, "fld fs11, 8(tp)", Kind::load, Flow::next, Constant::fp_load, fs11, tp, none, none, 8, 4},
      {0x00853007, "fld ft0, 8(a0)", Kind::load, Flow::next, Constant::fp_load, ft0, a0, none, none, 8, 4},
      {0x00053003, "ld zero, 0(a0)", Kind::load, Flow::next, Constant::load, none, a0, none, none, 8, 4},
      {0x00050003, "lb zero, 0(a0)", Kind::load, Flow::next, Constant::load_small, none, a0, none, none, 1, 4},
      {0x01003503, "ld a0, 16(zero)", Kind::load, Flow::next, Constant::load, a0, none, none, none, 8, 4},
      {0xff538823, "sb s5, -16(t2)", Kind::store, Flow::next, Constant::alu, none, t2, s5, none, 1, 4},
      {0xff539823, "sh s5, -16(t2)", Kind::store, Flow::next, Constant::alu, none, t2, s5, none, 2, 4},
      {0xff53a823, "sw s5, -16(t2)", Kind::store, Flow::next, Constant::alu, none, t2, s5, none, 4, 4},
      {0xff53b823, "sd s5, -16(t2)", Kind::store, Flow::next, Constant::alu, none, t2, s5, none, 8, 4},
      {0x01c6a227, "fsw ft8, 4(a3)", Kind::store, Flow::next, Constant::alu, none, a3, ft8, none, 4, 4},
      {0x00073427, "fsd ft0, 8(a4)", Kind::store, Flow::next, Constant::alu, none, a4, ft0, none, 8, 4},
      {0x00013023, "sd zero, 0(sp)", Kind::store, Flow::next, Constant::alu, none, sp, none, none, 8, 4},
      {0x00a02023, "sw a0, 0(zero)", Kind::store, Flow::next, Constant::alu, none, none, a0, none, 4, 4},
  });
}

TEST(Decode, Atomics) {
  check({
      {0x1005a52f, "lr.w a0, (a1)", Kind::load, Flow::next, Constant::atomic, a0, a1, none, none, 4, 4},
      {0x1604a42f, "lr.w.aqrl s0, (s1)", Kind::load, Flow::next, Constant::atomic, s0, s1, none, none, 4, 4},
      {0x18c5a52f, "sc.w a0, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, a0, a1, a2, none, 4, 4},
      {0x08c5ae2f, "amoswap.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0x00c5ae2f, "amoadd.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0x20c5ae2f, "amoxor.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0x60c5ae2f, "amoand.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0x40c5ae2f, "amoor.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0x80c5ae2f, "amomin.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0xa0c5ae2f, "amomax.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0xc0c5ae2f, "amominu.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0xe0c5ae2f, "amomaxu.w t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 4, 4},
      {0x06c5a02f, "amoadd.w.aqrl zero, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, none, a1, a2, none, 4, 4},
      {0x0805a52f, "amoswap.w a0, zero, (a1)", Kind::atomic, Flow::next, Constant::atomic, a0, a1, none, none, 4, 4},
      {0x1005b52f, "lr.d a0, (a1)", Kind::load, Flow::next, Constant::atomic, a0, a1, none, none, 8, 4},
      {0x1604b42f, "lr.d.aqrl s0, (s1)", Kind::load, Flow::next, Constant::atomic, s0, s1, none, none, 8, 4},
      {0x18c5b52f, "sc.d a0, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, a0, a1, a2, none, 8, 4},
      {0x08c5be2f, "amoswap.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0x00c5be2f, "amoadd.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0x20c5be2f, "amoxor.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0x60c5be2f, "amoand.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0x40c5be2f, "amoor.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0x80c5be2f, "amomin.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0xa0c5be2f, "amomax.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0xc0c5be2f, "amominu.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0xe0c5be2f, "amomaxu.d t3, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, t3, a1, a2, none, 8, 4},
      {0x06c5b02f, "amoadd.d.aqrl zero, a2, (a1)", Kind::atomic, Flow::next, Constant::atomic, none, a1, a2, none, 8, 4},
      {0x0805b52f, "amoswap.d a0, zero, (a1)", Kind::atomic, Flow::next, Constant::atomic, a0, a1, none, none, 8, 4},
  });
}

TEST(Decode, FencesAndSystemInstructions) {
  check({
      {0x0330000f, "fence rw, rw", Kind::fence, Flow::next, Constant::alu, none, none, none, none, 0, 4},
      {0x8330000f, "fence.tso", Kind::fence, Flow::next, Constant::alu, none, none, none, none, 0, 4},
      {0x0000100f, "fence.i", Kind::fence, Flow::next, Constant::alu, none, none, none, none, 0, 4},
      {0x00000073, "ecall", Kind::plain, Flow::next, Constant::alu, none, none, none, none, 0, 4},
      {0x00100073, "ebreak", Kind::plain, Flow::next, Constant::alu, none, none, none, none, 0, 4},
      {0x00159573, "csrrw a0, fflags, a1", Kind::plain, Flow::next, Constant::csr, a0, a1, none, none, 0, 4},
      {0xc0002573, "csrrs a0, cycle, zero", Kind::plain, Flow::next, Constant::csr, a0, none, none, none, 0, 4},
      {0x002f3573, "csrrc a0, frm, t5", Kind::plain, Flow::next, Constant::csr, a0, t5, none, none, 0, 4},
      {0x0021d573, "csrrwi a0, frm, 3", Kind::plain, Flow::next, Constant::csr, a0, none, none, none, 0, 4},
      {0x001fe573, "csrrsi a0, fflags, 31", Kind::plain, Flow::next, Constant::csr, a0, none, none, none, 0, 4},
      {0x0030f073, "csrrci zero, fcsr, 1", Kind::plain, Flow::next, Constant::csr, none, none, none, none, 0, 4},
      {0x003b1073, "csrrw zero, fcsr, s6", Kind::plain, Flow::next, Constant::csr, none, s6, none, none, 0, 4},
  });
}

TEST(Decode, FloatingPoint) {
  check({
      {0x01f97553, "fadd.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_s, fa0, fs2, ft11, none, 0, 4},
      {0x09f97553, "fsub.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_s, fa0, fs2, ft11, none, 0, 4},
      {0x29f90553, "fmin.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_s, fa0, fs2, ft11, none, 0, 4},
      {0x29f91553, "fmax.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_s, fa0, fs2, ft11, none, 0, 4},
      {0x11f97553, "fmul.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fmul_s, fa0, fs2, ft11, none, 0, 4},
      {0x19f97553, "fdiv.s fa0, fs2, ft11", Kind::fp_divide, Flow::next, Constant::fdiv_s, fa0, fs2, ft11, none, 0, 4},
      {0x58097553, "fsqrt.s fa0, fs2", Kind::fp_divide, Flow::next, Constant::fsqrt_s, fa0, fs2, none, none, 0, 4},
      {0x21f90553, "fsgnj.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fp_move_s, fa0, fs2, ft11, none, 0, 4},
      {0x21f91553, "fsgnjn.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fp_move_s, fa0, fs2, ft11, none, 0, 4},
      {0x21f92553, "fsgnjx.s fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fp_move_s, fa0, fs2, ft11, none, 0, 4},
      {0x20108053, "fmv.s ft0, ft1", Kind::plain, Flow::next, Constant::fp_move_s, ft0, ft1, ft1, none, 0, 4},
      {0xd8c5f043, "fmadd.s ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_s, ft0, fa1, fa2, fs11, 0, 4},
      {0xd8c5f047, "fmsub.s ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_s, ft0, fa1, fa2, fs11, 0, 4},
      {0xd8c5f04b, "fnmsub.s ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_s, ft0, fa1, fa2, fs11, 0, 4},
      {0xd8c5f04f, "fnmadd.s ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_s, ft0, fa1, fa2, fs11, 0, 4},
      {0xa006a7d3, "feq.s a5, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, ft0, none, 0, 4},
      {0xa00697d3, "flt.s a5, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, ft0, none, 0, 4},
      {0xa00687d3, "fle.s a5, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, ft0, none, 0, 4},
      {0xa006a053, "feq.s zero, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, none, fa3, ft0, none, 0, 4},
      {0xe00697d3, "fclass.s a5, fa3", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, none, none, 0, 4},
      {0xc00e9853, "fcvt.w.s a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd0087ed3, "fcvt.s.w ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0xc01e9853, "fcvt.wu.s a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd0187ed3, "fcvt.s.wu ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0xc02e9853, "fcvt.l.s a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd0287ed3, "fcvt.s.l ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0xc03e9853, "fcvt.lu.s a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd0387ed3, "fcvt.s.lu ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0x03f97553, "fadd.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_d, fa0, fs2, ft11, none, 0, 4},
      {0x0bf97553, "fsub.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_d, fa0, fs2, ft11, none, 0, 4},
      {0x2bf90553, "fmin.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_d, fa0, fs2, ft11, none, 0, 4},
      {0x2bf91553, "fmax.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fadd_d, fa0, fs2, ft11, none, 0, 4},
      {0x13f97553, "fmul.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fmul_d, fa0, fs2, ft11, none, 0, 4},
      {0x1bf97553, "fdiv.d fa0, fs2, ft11", Kind::fp_divide, Flow::next, Constant::fdiv_d, fa0, fs2, ft11, none, 0, 4},
      {0x5a097553, "fsqrt.d fa0, fs2", Kind::fp_divide, Flow::next, Constant::fsqrt_d, fa0, fs2, none, none, 0, 4},
      {0x23f90553, "fsgnj.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fp_move_d, fa0, fs2, ft11, none, 0, 4},
      {0x23f91553, "fsgnjn.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fp_move_d, fa0, fs2, ft11, none, 0, 4},
      {0x23f92553, "fsgnjx.d fa0, fs2, ft11", Kind::plain, Flow::next, Constant::fp_move_d, fa0, fs2, ft11, none, 0, 4},
      {0x22108053, "fmv.d ft0, ft1", Kind::plain, Flow::next, Constant::fp_move_d, ft0, ft1, ft1, none, 0, 4},
      {0xdac5f043, "fmadd.d ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_d, ft0, fa1, fa2, fs11, 0, 4},
      {0xdac5f047, "fmsub.d ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_d, ft0, fa1, fa2, fs11, 0, 4},
      {0xdac5f04b, "fnmsub.d ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_d, ft0, fa1, fa2, fs11, 0, 4},
      {0xdac5f04f, "fnmadd.d ft0, fa1, fa2, fs11", Kind::plain, Flow::next, Constant::fma_d, ft0, fa1, fa2, fs11, 0, 4},
      {0xa206a7d3, "feq.d a5, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, ft0, none, 0, 4},
      {0xa20697d3, "flt.d a5, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, ft0, none, 0, 4},
      {0xa20687d3, "fle.d a5, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, ft0, none, 0, 4},
      {0xa206a053, "feq.d zero, fa3, ft0", Kind::plain, Flow::next, Constant::fp_convert, none, fa3, ft0, none, 0, 4},
      {0xe20697d3, "fclass.d a5, fa3", Kind::plain, Flow::next, Constant::fp_convert, a5, fa3, none, none, 0, 4},
      {0xc20e9853, "fcvt.w.d a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd2080ed3, "fcvt.d.w ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0xc21e9853, "fcvt.wu.d a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd2180ed3, "fcvt.d.wu ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0xc22e9853, "fcvt.l.d a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd2287ed3, "fcvt.d.l ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0xc23e9853, "fcvt.lu.d a6, ft9, rtz", Kind::plain, Flow::next, Constant::fp_convert, a6, ft9, none, none, 0, 4},
      {0xd2387ed3, "fcvt.d.lu ft9, a6", Kind::plain, Flow::next, Constant::fp_convert, ft9, a6, none, none, 0, 4},
      {0x4015f553, "fcvt.s.d fa0, fa1", Kind::plain, Flow::next, Constant::fp_convert, fa0, fa1, none, none, 0, 4},
      {0x42058553, "fcvt.d.s fa0, fa1", Kind::plain, Flow::next, Constant::fp_convert, fa0, fa1, none, none, 0, 4},
      {0xe0058553, "fmv.x.w a0, fa1", Kind::plain, Flow::next, Constant::fp_convert, a0, fa1, none, none, 0, 4},
      {0xf0058553, "fmv.w.x fa0, a1", Kind::plain, Flow::next, Constant::fp_convert, fa0, a1, none, none, 0, 4},
      {0xe2058553, "fmv.x.d a0, fa1", Kind::plain, Flow::next, Constant::fp_convert, a0, fa1, none, none, 0, 4},
      {0xf2058553, "fmv.d.x fa0, a1", Kind::plain, Flow::next, Constant::fp_convert, fa0, a1, none, none, 0, 4},
      {0xf2000553, "fmv.d.x fa0, zero", Kind::plain, Flow::next, Constant::fp_convert, fa0, none, none, none, 0, 4},
  });
}

TEST(Decode, BranchesAndJumps) {
  check({
      {0x04650063, "beq a0, t1, .+64", Kind::plain, Flow::branch, Constant::alu, none, a0, t1, none, 0, 4},
      {0x04651063, "bne a0, t1, .+64", Kind::plain, Flow::branch, Constant::alu, none, a0, t1, none, 0, 4},
      {0x04654063, "blt a0, t1, .+64", Kind::plain, Flow::branch, Constant::alu, none, a0, t1, none, 0, 4},
      {0x04655063, "bge a0, t1, .+64", Kind::plain, Flow::branch, Constant::alu, none, a0, t1, none, 0, 4},
      {0x04656063, "bltu a0, t1, .+64", Kind::plain, Flow::branch, Constant::alu, none, a0, t1, none, 0, 4},
      {0x04657063, "bgeu a0, t1, .+64", Kind::plain, Flow::branch, Constant::alu, none, a0, t1, none, 0, 4},
      {0xfc0510e3, "bne a0, zero, .-64", Kind::plain, Flow::branch, Constant::alu, none, a0, none, none, 0, 4},
      {0x00a05463, "bge zero, a0, .+8", Kind::plain, Flow::branch, Constant::alu, none, none, a0, none, 0, 4},
      {0x0010006f, "jal zero, .+2048", Kind::plain, Flow::jump, Constant::alu, none, none, none, none, 0, 4},
      {0x001000ef, "jal ra, .+2048", Kind::plain, Flow::call, Constant::alu, ra, none, none, none, 0, 4},
      {0x801ff2ef, "jal t0, .-2048", Kind::plain, Flow::call, Constant::alu, t0, none, none, none, 0, 4},
      {0x0040056f, "jal a0, .+4", Kind::plain, Flow::jump, Constant::alu, a0, none, none, none, 0, 4},
      {0x00008067, "jalr zero, 0(ra)", Kind::plain, Flow::ret, Constant::alu, none, ra, none, none, 0, 4},
      {0x00028067, "jalr zero, 0(t0)", Kind::plain, Flow::ret, Constant::alu, none, t0, none, none, 0, 4},
      {0x000780e7, "jalr ra, 0(a5)", Kind::plain, Flow::indirect_call, Constant::alu, ra, a5, none, none, 0, 4},
      {0x008782e7, "jalr t0, 8(a5)", Kind::plain, Flow::indirect_call, Constant::alu, t0, a5, none, none, 0, 4},
      {0x000080e7, "jalr ra, 0(ra)", Kind::plain, Flow::indirect_call, Constant::alu, ra, ra, none, none, 0, 4},
      {0x000280e7, "jalr ra, 0(t0)", Kind::plain, Flow::indirect_call, Constant::alu, ra, t0, none, none, 0, 4},
      {0x00078067, "jalr zero, 0(a5)", Kind::plain, Flow::indirect, Constant::alu, none, a5, none, none, 0, 4},
      {0xffc30067, "jalr zero, -4(t1)", Kind::plain, Flow::indirect, Constant::alu, none, t1, none, none, 0, 4},
      {0x00078567, "jalr a0, 0(a5)", Kind::plain, Flow::indirect, Constant::alu, a0, a5, none, none, 0, 4},
      {0x00008567, "jalr a0, 0(ra)", Kind::plain, Flow::ret, Constant::alu, a0, ra, none, none, 0, 4},
  });
}

TEST(Decode, CompressedQuadrant0) {
  check({
      {0x0808, "c.addi4spn a0, sp, 16", Kind::plain, Flow::next, Constant::alu, a0, sp, none, none, 0, 2},
      {0x2588, "c.fld fa0, 8(a1)", Kind::load, Flow::next, Constant::fp_load, fa0, a1, none, none, 8, 2},
      {0x43c0, "c.lw s0, 4(a5)", Kind::load, Flow::next, Constant::load, s0, a5, none, none, 4, 2},
      {0x7c7c, "c.ld a5, 248(s0)", Kind::load, Flow::next, Constant::load, a5, s0, none, none, 8, 2},
      {0xa484, "c.fsd fs1, 8(s1)", Kind::store, Flow::next, Constant::alu, none, s1, fs1, none, 8, 2},
      {0xdef0, "c.sw a2, 124(a3)", Kind::store, Flow::next, Constant::alu, none, a3, a2, none, 4, 2},
      {0xe398, "c.sd a4, 0(a5)", Kind::store, Flow::next, Constant::alu, none, a5, a4, none, 8, 2},
  });
}

TEST(Decode, CompressedQuadrant1) {
  check({
      {0x0001, "c.nop", Kind::plain, Flow::next, Constant::alu, none, none, none, none, 0, 2},
      {0x1ffd, "c.addi t6, -1", Kind::plain, Flow::next, Constant::alu, t6, t6, none, none, 0, 2},
      {0x2501, "c.addiw a0, 0", Kind::plain, Flow::next, Constant::alu, a0, a0, none, none, 0, 2},
      {0x5b81, "c.li s7, -32", Kind::plain, Flow::next, Constant::alu, s7, none, none, none, 0, 2},
      {0x7101, "c.addi16sp sp, -512", Kind::plain, Flow::next, Constant::alu, sp, sp, none, none, 0, 2},
      {0x7681, "c.lui a3, 0xfffe0", Kind::plain, Flow::next, Constant::alu, a3, none, none, none, 0, 2},
      {0x6085, "c.lui ra, 1", Kind::plain, Flow::next, Constant::alu, ra, none, none, none, 0, 2},
      {0x8105, "c.srli a0, 1", Kind::plain, Flow::next, Constant::alu, a0, a0, none, none, 0, 2},
      {0x95fd, "c.srai a1, 63", Kind::plain, Flow::next, Constant::alu, a1, a1, none, none, 0, 2},
      {0x9a7d, "c.andi a2, -1", Kind::plain, Flow::next, Constant::alu, a2, a2, none, none, 0, 2},
      {0x8c1d, "c.sub s0, a5", Kind::plain, Flow::next, Constant::alu, s0, s0, a5, none, 0, 2},
      {0x8c3d, "c.xor s0, a5", Kind::plain, Flow::next, Constant::alu, s0, s0, a5, none, 0, 2},
      {0x8c5d, "c.or s0, a5", Kind::plain, Flow::next, Constant::alu, s0, s0, a5, none, 0, 2},
      {0x8c7d, "c.and s0, a5", Kind::plain, Flow::next, Constant::alu, s0, s0, a5, none, 0, 2},
      {0x9c1d, "c.subw s0, a5", Kind::plain, Flow::next, Constant::alu, s0, s0, a5, none, 0, 2},
      {0x9c3d, "c.addw s0, a5", Kind::plain, Flow::next, Constant::alu, s0, s0, a5, none, 0, 2},
      {0xa101, "c.j .+1024", Kind::plain, Flow::jump, Constant::alu, none, none, none, none, 0, 2},
      {0xd965, "c.beqz a0, .-16", Kind::plain, Flow::branch, Constant::alu, none, a0, none, none, 0, 2},
      {0xe881, "c.bnez s1, .+16", Kind::plain, Flow::branch, Constant::alu, none, s1, none, none, 0, 2},
  });
}

TEST(Decode, CompressedQuadrant2) {
  check({
      {0x1e22, "c.slli t3, 40", Kind::plain, Flow::next, Constant::alu, t3, t3, none, none, 0, 2},
      {0x3ffe, "c.fldsp ft11, 504(sp)", Kind::load, Flow::next, Constant::fp_load, ft11, sp, none, none, 8, 2},
      {0x4c02, "c.lwsp s8, 0(sp)", Kind::load, Flow::next, Constant::load, s8, sp, none, none, 4, 2},
      {0x60a2, "c.ldsp ra, 8(sp)", Kind::load, Flow::next, Constant::load, ra, sp, none, none, 8, 2},
      {0x8082, "c.jr ra", Kind::plain, Flow::ret, Constant::alu, none, ra, none, none, 0, 2},
      {0x8282, "c.jr t0", Kind::plain, Flow::ret, Constant::alu, none, t0, none, none, 0, 2},
      {0x8782, "c.jr a5", Kind::plain, Flow::indirect, Constant::alu, none, a5, none, none, 0, 2},
      {0x8302, "c.jr t1", Kind::plain, Flow::indirect, Constant::alu, none, t1, none, none, 0, 2},
      {0x8cfa, "c.mv s9, t5", Kind::plain, Flow::next, Constant::alu, s9, none, t5, none, 0, 2},
      {0x8506, "c.mv a0, ra", Kind::plain, Flow::next, Constant::alu, a0, none, ra, none, 0, 2},
      {0x9002, "c.ebreak", Kind::plain, Flow::next, Constant::alu, none, none, none, none, 0, 2},
      {0x9782, "c.jalr a5", Kind::plain, Flow::indirect_call, Constant::alu, ra, a5, none, none, 0, 2},
      {0x9282, "c.jalr t0", Kind::plain, Flow::indirect_call, Constant::alu, ra, t0, none, none, 0, 2},
      {0x9082, "c.jalr ra", Kind::plain, Flow::indirect_call, Constant::alu, ra, ra, none, none, 0, 2},
      {0x9d76, "c.add s10, t4", Kind::plain, Flow::next, Constant::alu, s10, s10, t4, none, 0, 2},
      {0x9086, "c.add ra, ra", Kind::plain, Flow::next, Constant::alu, ra, ra, ra, none, 0, 2},
      {0xa846, "c.fsdsp fa7, 16(sp)", Kind::store, Flow::next, Constant::alu, none, sp, fa7, none, 8, 2},
      {0xdf9a, "c.swsp t1, 252(sp)", Kind::store, Flow::next, Constant::alu, none, sp, t1, none, 4, 2},
      {0xe006, "c.sdsp ra, 0(sp)", Kind::store, Flow::next, Constant::alu, none, sp, ra, none, 8, 2},
      {0xe002, "c.sdsp zero, 0(sp)", Kind::store, Flow::next, Constant::alu, none, sp, none, none, 8, 2},
  });
}
// clang-format on

TEST(Decode, LooksOnlyAtTheLowHalfOfACompressedInstruction) {
  const Instruction decoded = decode(0xffff'8082);  // ret, and what follows it
  EXPECT_EQ(decoded.flow, Flow::ret);
  EXPECT_EQ(decoded.bytes, 2);
}

TEST(Decode, TakesUnknownWordsForPlainInstructionsWithoutRegisters) {
  // Zeros, a reserved one of quadrant 0, custom-0, and a vector instruction.
  for (const std::uint32_t word : {0x0000U, 0x8000U, 0x0000'050bU, 0x0205'0057U}) {
    SCOPED_TRACE(word);
    const Instruction decoded = decode(word);
    EXPECT_EQ(decoded.kind, Kind::plain);
    EXPECT_EQ(decoded.flow, Flow::next);
    EXPECT_EQ(decoded.access_bytes, 0);
    EXPECT_EQ(decoded.rs3, none);
  }
}

TEST(Decode, IsDefinedForEveryCompressedWordAndForEveryOpcode) {
  const auto is_register = [](std::uint8_t number) { return number != 0 && number <= none; };
  const auto check_word = [&](std::uint32_t word) {
    const Instruction decoded = decode(word);
    ASSERT_TRUE(is_register(decoded.rd) && is_register(decoded.rs1) && is_register(decoded.rs2) &&
                is_register(decoded.rs3))
        << word;
    ASSERT_EQ(decoded.bytes, (word & 3U) == 3 ? 4 : 2) << word;
    const bool accesses =
        decoded.kind == Kind::load || decoded.kind == Kind::store || decoded.kind == Kind::atomic;
    ASSERT_EQ(decoded.access_bytes != 0, accesses) << word;
  };
  for (std::uint32_t word = 0; word <= 0xffff; ++word)
    check_word(word);
  for (std::uint32_t upper = 0; upper <= 0xffff; ++upper) {
    for (std::uint32_t opcode = 3; opcode < 0x80; opcode += 4)
      check_word(upper << 16U | 0x0500U | opcode);
  }
}

}  // namespace
}  // namespace hartls::u54
