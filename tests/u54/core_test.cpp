// SPDX-License-Identifier: GPL-3.0-or-later
// Registers and units: hand-written sequences whose cycles follow from the sources of the table.
// The last instruction of a sequence ends it in the cycle after the one it issues in.
#include "core.hpp"

#include <gtest/gtest.h>

#include "assemble.hpp"
#include "machine.hpp"

namespace hartls::u54 {
namespace {

using namespace assemble;
using namespace registers;
using test::Machine;

constexpr std::uint64_t data = 0x80000;

TEST(Core, IssuesOneInstructionACycle) {
  Machine machine;
  EXPECT_EQ(machine.cycles({nop}), 1U);
  EXPECT_EQ(machine.cycles({c_nop, nop, c_nop}), 3U);
  EXPECT_EQ(machine.cycles({add(a0, a0, a1), add(a0, a0, a1), add(a2, a0, a0)}), 3U);
  EXPECT_EQ(machine.sums().instructions, 7U);
  EXPECT_EQ(machine.sums().cycles, 7U);
}

TEST(Core, MakesTheUserOfALoadWait) {
  EXPECT_EQ(Machine().cycles({ld(a0, s0), add(a1, a0, a0)}, {data}), 3U);
  EXPECT_EQ(Machine().cycles({load(4, a0, s0), add(a1, zero, a0)}, {data}), 3U);
  EXPECT_EQ(Machine().cycles({lb(a0, s0), add(a1, a0, a0)}, {data}), 4U);
  EXPECT_EQ(Machine().cycles({load(2, a0, s0), add(a1, a0, a0)}, {data}), 4U);
  EXPECT_EQ(Machine().cycles({fld(fa0, s0), fsd(fa0, s1)}, {data, data + 64}), 3U);
  // A chain of pointers.
  EXPECT_EQ(Machine().cycles({ld(a0, a0), ld(a0, a0), ld(a0, a0), nop}, {data, data, data}), 6U);
}

TEST(Core, LetsIndependentInstructionsPassBehindALoad) {
  EXPECT_EQ(Machine().cycles({ld(a0, s0), ld(a1, s0), ld(a2, s0)}, {data, data, data}), 3U);
  EXPECT_EQ(Machine().cycles({ld(a0, s0), nop, add(a1, a0, a0)}, {data}), 3U);
  EXPECT_EQ(Machine().cycles({lb(a0, s0), nop, add(a1, a0, a0)}, {data}), 4U);
  EXPECT_EQ(Machine().cycles({lb(a0, s0), nop, nop, add(a1, a0, a0)}, {data}), 4U);
  // Integer and FP registers of the same number, and x0, which nobody waits for.
  EXPECT_EQ(Machine().cycles({fld(fa0, s0), add(a1, a0, a0)}, {data}), 2U);
  EXPECT_EQ(Machine().cycles({lb(zero, s0), add(a1, zero, zero), lb(zero, s0)}, {data, data}), 3U);
}

TEST(Core, MakesAStoreWaitForItsDataAndItsAddress) {
  EXPECT_EQ(Machine().cycles({mul(a0, a1, a2), sd(a0, s0)}, {data}), 5U);
  EXPECT_EQ(Machine().cycles({mul(s0, a1, a2), sd(a0, s0)}, {data}), 5U);
}

TEST(Core, WaitsForTheRegisterThatItWrites) {
  EXPECT_EQ(Machine().cycles({lb(a0, s0), add(a0, a1, a1)}, {data}), 4U);
  EXPECT_EQ(Machine().cycles({mul(a0, a1, a2), add(a0, zero, zero), add(a3, a0, a0)}), 6U);
}

TEST(Core, PipelinesMultiplications) {
  EXPECT_EQ(Machine().cycles({mul(a0, s0, s1), mul(a1, s0, s1), mul(a2, s0, s1)}), 3U);
  EXPECT_EQ(Machine().cycles({mul(a0, s0, s1), add(a1, a0, a0)}), 5U);
  EXPECT_EQ(Machine().cycles({mul(a0, s0, s1), mul(a0, a0, s1), add(a1, a0, a0)}), 9U);
  EXPECT_EQ(Machine().cycles({mul(zero, s0, s1), mul(a0, s0, s1), add(a1, a0, a0)}), 6U);
}

TEST(Core, BlocksTheMultiplierInItsOtherProfile) {
  const auto cycles = [](const std::vector<std::uint32_t>& words) {
    Machine machine;
    machine.set(Profile::blocking);
    return machine.cycles(words);
  };
  EXPECT_EQ(cycles({mul(a0, s0, s1), add(a1, a0, a0)}), 6U);
  EXPECT_EQ(cycles({mul(a0, s0, s1), mul(a1, s0, s1), mul(a2, s0, s1)}), 11U);
  EXPECT_EQ(cycles({mul(a0, s0, s1), mul(a0, a0, s1), add(a1, a0, a0)}), 11U);
  EXPECT_EQ(cycles({mul(zero, s0, s1), mul(zero, s0, s1)}), 6U);
  EXPECT_EQ(cycles({mul(a0, s0, s1), nop, nop, nop, nop, mul(a1, s0, s1)}), 6U);
  EXPECT_EQ(cycles({mul(a0, s0, s1), nop, add(a1, s0, s0)}), 3U);
  // One unit multiplies and divides.
  EXPECT_EQ(cycles({mul(a0, s0, s1), divu(a1, s0, s1)}), 6U);
  EXPECT_EQ(cycles({divu(a0, s0, s1), mul(a1, s0, s1)}), 34U);
}

TEST(Core, BlocksTheMultiplierAcrossBlocks) {
  Machine machine;
  machine.set(Profile::blocking);
  EXPECT_EQ(machine.cycles({mul(a0, s0, s1)}), 1U);
  EXPECT_EQ(machine.cycles({nop, mul(a1, s0, s1)}), 5U);  // in cycle 5, the block's fifth
  EXPECT_EQ(machine.cycles({nop, add(a2, a1, a1)}), 5U);
}

TEST(Core, FollowsTheProfileFromBlockToBlock) {
  Machine machine;
  const std::vector<std::uint32_t> words{mul(a0, s0, s1), mul(a1, s0, s1), add(a2, a1, a1)};
  EXPECT_EQ(machine.cycles(words), 6U);
  machine.set(Profile::blocking);
  EXPECT_EQ(machine.cycles(words), 11U);
  machine.set(Profile::pipelined);
  EXPECT_EQ(machine.cycles(words), 6U);
}

TEST(Core, DividesOneAfterTheOther) {
  EXPECT_EQ(Machine().cycles({divu(a0, s0, s1)}), 1U);
  EXPECT_EQ(Machine().cycles({divu(a0, s0, s1), add(a1, a0, a0)}), 34U);
  EXPECT_EQ(Machine().cycles({divu(a0, s0, s1), divu(a1, s0, s1)}), 34U);
  EXPECT_EQ(Machine().cycles({divu(a0, s0, s1), divu(a1, a0, s1), add(a2, a1, a1)}), 67U);
  EXPECT_EQ(Machine().cycles({divu(zero, s0, s1), divu(zero, s0, s1), divu(zero, s0, s1)}), 67U);
  // The pipelined multiplier is another unit.
  EXPECT_EQ(Machine().cycles({divu(a0, s0, s1), mul(a1, s0, s1), nop}), 3U);
  EXPECT_EQ(Machine().cycles({mul(a1, s0, s1), divu(a0, s0, s1), nop}), 3U);
}

struct FpCase {
  const char* name;
  std::uint32_t word;  ///< writes fa0 or a0 from fa1, fa2 or a1
  bool to_integer;
  std::uint64_t latency;
};

class CoreFloatingPoint : public testing::TestWithParam<FpCase> {};

TEST_P(CoreFloatingPoint, MakesTheUserWait) {
  const FpCase& one = GetParam();
  if (one.to_integer)
    EXPECT_EQ(Machine().cycles({one.word, add(a3, a0, a0)}), one.latency + 1);
  else
    EXPECT_EQ(Machine().cycles({one.word, fsd(fa0, s0)}, {data}), one.latency + 1);
  EXPECT_EQ(Machine().cycles({one.word, nop, add(a3, a4, a5)}), 3U);
}

TEST_P(CoreFloatingPoint, AddsUpInAChain) {
  const FpCase& one = GetParam();
  if (one.to_integer)
    return;
  // The same from fa0. (From an integer, each waits for the register that it writes.)
  const std::uint32_t again = (one.word & ~field(t6, 15)) | field(fa0, 15);
  EXPECT_EQ(Machine().cycles({one.word, again, again, fsd(fa0, s0)}, {data}), 3 * one.latency + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Classes, CoreFloatingPoint,
    testing::Values(FpCase{"fadd_s", fp(0x00, fa0, fa1, fa2), false, 4},
                    FpCase{"fsub_s", fp(0x04, fa0, fa1, fa2), false, 4},
                    FpCase{"fadd_d", fp(0x01, fa0, fa1, fa2), false, 6},
                    FpCase{"fsub_d", fp(0x05, fa0, fa1, fa2), false, 6},
                    FpCase{"fmin_s", fp(0x14, fa0, fa1, fa2, 0), false, 4},
                    FpCase{"fmax_d", fp(0x15, fa0, fa1, fa2, 1), false, 6},
                    FpCase{"fmul_s", fp(0x08, fa0, fa1, fa2), false, 5},
                    FpCase{"fmul_d", fp(0x09, fa0, fa1, fa2), false, 7},
                    FpCase{"fmadd_s", r_type(0x43, 7, 0x00, fa0, fa1, fa2), false, 5},
                    FpCase{"fnmsub_s", r_type(0x4b, 7, 0x00, fa0, fa1, fa2), false, 5},
                    FpCase{"fmsub_d", r_type(0x47, 7, 0x01, fa0, fa1, fa2), false, 7},
                    FpCase{"fnmadd_d", r_type(0x4f, 7, 0x01, fa0, fa1, fa2), false, 7},
                    FpCase{"fsgnj_s", fp(0x10, fa0, fa1, fa2, 0), false, 4},
                    FpCase{"fsgnjx_d", fp(0x11, fa0, fa1, fa2, 2), false, 6},
                    FpCase{"fcvt_s_d", fp(0x20, fa0, fa1, Register{1}), false, 2},
                    FpCase{"fcvt_d_s", fp(0x21, fa0, fa1, Register{0}, 0), false, 2},
                    FpCase{"fcvt_d_l", fp(0x69, fa0, a1, Register{2}), false, 2},
                    FpCase{"fmv_d_x", fp(0x79, fa0, a1, Register{0}, 0), false, 2},
                    FpCase{"fcvt_l_d", fp(0x61, a0, fa1, Register{2}, 1), true, 2},
                    FpCase{"fmv_x_w", fp(0x70, a0, fa1, Register{0}, 0), true, 2},
                    FpCase{"fclass_d", fp(0x71, a0, fa1, Register{0}, 1), true, 2},
                    FpCase{"feq_s", fp(0x50, a0, fa1, fa2, 2), true, 2},
                    FpCase{"fle_d", fp(0x51, a0, fa1, fa2, 0), true, 2},
                    FpCase{"fdiv_s", fp(0x0c, fa0, fa1, fa2), false, 20},
                    FpCase{"fdiv_d", fp(0x0d, fa0, fa1, fa2), false, 20},
                    FpCase{"fsqrt_s", fp(0x2c, fa0, fa1, Register{0}), false, 20},
                    FpCase{"fsqrt_d", fp(0x2d, fa0, fa1, Register{0}), false, 25}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(Core, PipelinesTheFpuButNotItsDivider) {
  const std::uint32_t divide = fdiv_d(fa0, fs0, fs1), other = fdiv_d(fa1, fs0, fs1);
  const std::uint32_t root = fp(0x2d, fa2, fs0, Register{0});  // fsqrt.d
  EXPECT_EQ(Machine().cycles({fadd_s(fa0, fs0, fs1), fadd_s(fa1, fs0, fs1), nop}), 3U);
  EXPECT_EQ(Machine().cycles({divide, other}), 21U);
  EXPECT_EQ(Machine().cycles({divide, root, other}), 46U);
  EXPECT_EQ(Machine().cycles({divide, fadd_s(fa1, fs0, fs1), divu(a0, a1, a2)}), 3U);
}

TEST(Core, WaitsForTheThirdOperandOfAFusedMultiplyAdd) {
  const std::uint32_t fmadd_d = r_type(0x43, 7, 0x01, fa0, fa1, fa2) | field(fa3, 27);
  EXPECT_EQ(Machine().cycles({fld(fa3, s0), fmadd_d}, {data}), 3U);
  EXPECT_EQ(Machine().cycles({fld(fa7, s0), fmadd_d}, {data}), 2U);
}

TEST(Core, MakesTheUserOfACsrWait) {
  EXPECT_EQ(Machine().cycles({csrr(a0), add(a1, a0, a0)}), 4U);
  EXPECT_EQ(Machine().cycles({csrr(a0), csrr(a1)}), 2U);
}

TEST(Core, KeepsTheScoreboardAcrossBlocks) {
  Machine machine;
  EXPECT_EQ(machine.cycles({nop, ld(a0, s0)}, {data}), 2U);
  EXPECT_EQ(machine.cycles({add(a1, a0, a0)}), 2U);
  EXPECT_EQ(machine.cycles({lb(a0, s0)}, {data}), 1U);
  EXPECT_EQ(machine.cycles({nop}), 1U);
  EXPECT_EQ(machine.cycles({add(a1, a0, a0)}), 2U);
  EXPECT_EQ(machine.cycles({divu(a0, s0, s1)}), 1U);
  EXPECT_EQ(machine.cycles({add(a1, a2, a3), add(a1, a2, a3)}), 2U);
  EXPECT_EQ(machine.cycles({add(a0, a2, a3)}), 31U);  // 33 - 3 cycles left, and its own
  EXPECT_EQ(machine.cycles({fdiv_d(fa0, fs0, fs1)}), 1U);
  EXPECT_EQ(machine.cycles({fdiv_d(fa1, fs0, fs1)}), 20U);
}

TEST(Core, CountsABlockWhoseAccessesWereNotAllTold) {
  // As after a fault: no access, no time for one.
  Machine machine;
  EXPECT_EQ(machine.cycles({load(4, a0, s0), load(4, a1, s0), nop}), 3U);
  EXPECT_EQ(machine.cycles({load(4, a0, s0), load(4, a1, s0), nop}, {data + 1}), 293U);
  EXPECT_EQ(machine.sums().instructions, 6U);
}

TEST(Core, KeepsThreadsApart) {
  const Constants constants;
  const auto counters = std::make_unique<Counters>();
  Core one(constants), other(constants);
  Block late(0x1000, std::array{divu(a0, s0, s1)}, constants);
  Block use(0x2000, std::array{add(a1, a0, a0)}, constants);
  one.run(late, {}, late.end, *counters, counters->vcpus[0]);
  other.run(use, {}, use.end, *counters, counters->vcpus[7]);
  one.run(use, {}, use.end, *counters, counters->vcpus[0]);
  EXPECT_EQ(counters->vcpus[0].cycles, 34U);
  EXPECT_EQ(counters->vcpus[7].cycles, 1U);
  EXPECT_EQ(counters->vcpus[1].cycles, 0U);
}

}  // namespace
}  // namespace hartls::u54
