// SPDX-License-Identifier: GPL-3.0-or-later
// Branches, jumps, calls and returns: what the front end foretells and what it costs to be wrong.
#include <gtest/gtest.h>

#include <array>

#include "assemble.hpp"
#include "core.hpp"
#include "machine.hpp"

namespace hartls::u54 {
namespace {

using namespace assemble;
using namespace registers;
using test::constants_with;
using test::Machine;
using test::Sums;

constexpr std::uint64_t base = 0x10000;
/// Counters by address alone: each branch stands for itself.
const Constants without_history = constants_with({{"bht_history_bits", "0"}});
constexpr std::uint32_t beq = branch(a0, a1);

/// A branch at `base`.
Sums take(Machine& machine) {
  return machine.go(base, beq, base - 0x40);
}
Sums pass(Machine& machine) {
  return machine.go(base, beq, base + 4);
}

TEST(Branch, CostsNothingWhereItIsNotTaken) {
  Machine machine;
  for (int round = 0; round < 20; ++round)
    EXPECT_EQ(pass(machine).cycles, 1U);
  EXPECT_EQ(machine.sums().mispredictions, 0U);
}

TEST(Branch, CostsThreeCyclesTheFirstTimeAndNothingOnceLearned) {
  Machine machine(without_history);
  EXPECT_EQ(take(machine).cycles, 4U);
  EXPECT_EQ(machine.sums().mispredictions, 1U);
  for (int round = 0; round < 5; ++round)
    EXPECT_EQ(take(machine).cycles, 1U);
  EXPECT_EQ(machine.sums().mispredictions, 1U);
}

TEST(Branch, IsWrongOnceAtALoopsExitAndOnceAtItsNextStart) {
  Machine machine(without_history);
  for (int loop = 0; loop < 3; ++loop) {
    for (int round = 0; round < 9; ++round)
      EXPECT_EQ(take(machine).mispredictions, round == 0 ? 1U : 0U);
    EXPECT_EQ(pass(machine).cycles, 4U);
  }
  EXPECT_EQ(machine.sums().mispredictions, 6U);
}

TEST(Branch, IsWrongAtALoopsExitAloneWithTwoBitCounters) {
  Machine machine(constants_with({{"bht_history_bits", "0"}, {"bht_counter_bits", "2"}}));
  for (int loop = 0; loop < 3; ++loop) {
    for (int round = 0; round < 9; ++round)
      EXPECT_EQ(take(machine).mispredictions, loop == 0 && round < 2 ? 1U : 0U) << round;
    EXPECT_EQ(pass(machine).mispredictions, 1U);
  }
}

TEST(Branch, AlternatingIsAlwaysWrongWithoutHistory) {
  Machine machine(without_history);
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(take(machine).mispredictions, 1U);
    EXPECT_EQ(pass(machine).mispredictions, 1U);
  }
}

TEST(Branch, AlternatingIsLearnedByHistory) {
  Machine machine;
  for (int round = 0; round < 8; ++round) {
    take(machine);
    pass(machine);
  }
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(take(machine).cycles, 1U);
    EXPECT_EQ(pass(machine).cycles, 1U);
  }
}

TEST(Branch, HashesItsHistoryAsRocketDoes) {
  // The last eight directions, newest on top, times 221 = floor(sqrt(3) / 2 * 256), upper 3 of the
  // low 8 bits: 0, 4, 6, 3, 1, 0, 4, 2, 1 for 00, 80, C0, E0, F0, F8, FC, FE, FF. Each new value
  // finds a counter that does not know the branch.
  Machine machine;
  constexpr std::array wrong = {1U, 1U, 1U, 1U, 1U, 0U, 0U, 1U, 0U, 0U, 0U};
  for (const std::uint64_t expected : wrong)
    EXPECT_EQ(take(machine).mispredictions, expected);
}

TEST(Branch, SharesACounterWithAddressesWhoseIndexIsTheSame) {
  // Index: bits 9 to 2 of the address, with bits 11 and 10 over its lowest two.
  const auto is_shared = [](std::uint64_t address) {
    Machine machine(without_history);
    take(machine);
    machine.go(address, jal(zero), address - 0x40);  // known to the target buffer
    return machine.go(address, beq, address - 0x40).mispredictions == 0;
  };
  EXPECT_TRUE(is_shared(base + 2));  // the same four bytes
  EXPECT_FALSE(is_shared(base + 4));
  EXPECT_FALSE(is_shared(base + 0x400));
  EXPECT_TRUE(is_shared(base + 0x404));
  EXPECT_TRUE(is_shared(base + 0x808));
  EXPECT_TRUE(is_shared(base + 0xc0c));
  EXPECT_TRUE(is_shared(base + 0x1000));
}

TEST(Branch, ForetoldTakenIsHarmlessWhereTheTargetIsNotKnown) {
  Machine machine(without_history);
  take(machine);
  EXPECT_EQ(machine.go(base + 0x1000, beq, base + 0x1004).cycles, 1U);
  take(machine);
  EXPECT_EQ(pass(machine).cycles, 4U);  // with a target
}

TEST(Branch, ForetoldTakenNeedsItsTarget) {
  Machine machine(without_history);
  take(machine);
  EXPECT_EQ(machine.go(base + 0x1000, beq, base).cycles, 4U);
  EXPECT_EQ(machine.go(base + 0x1000, beq, base).cycles, 1U);
}

TEST(Branch, CountsFromItsOwnAddressInALongerBlock) {
  Machine machine(without_history);
  Block block(base, std::array{nop, c_nop, beq}, Constants());
  EXPECT_EQ(block.end, base + 10);
  EXPECT_EQ(block.last_pc, base + 6);
  EXPECT_EQ(machine.run(block, {}, base).cycles, 6U);
  EXPECT_EQ(machine.run(block, {}, base).cycles, 3U);
  EXPECT_EQ(machine.go(base + 6, beq, base).cycles, 1U);  // in a block of its own
  EXPECT_EQ(machine.run(block, {}, block.end).cycles, 6U);
}

TEST(Jump, CostsABubbleUntilTheTargetBufferHoldsIt) {
  for (const std::uint32_t word : {jal(zero), jal(a0), c_j}) {
    Machine machine;
    EXPECT_EQ(machine.go(base, word, base + 0x100).cycles, 3U);
    EXPECT_EQ(machine.go(base, word, base + 0x100).cycles, 1U);
    EXPECT_EQ(machine.sums().mispredictions, 0U);
  }
}

/// Rounds over `count` jumps; what the last round lost.
std::uint64_t lost_in_rotation(Machine& machine, unsigned count) {
  std::uint64_t lost = 0;
  for (int round = 0; round < 4; ++round) {
    lost = 0;
    for (unsigned jump = 0; jump < count; ++jump)
      lost += machine.go(base + jump * 0x20, jal(zero), base + (jump + 1) * 0x20).cycles - 1;
  }
  return lost;
}

TEST(TargetBuffer, Holds30Targets) {
  Machine fits, exceeds;
  EXPECT_EQ(lost_in_rotation(fits, 30), 0U);
  // Each was the least recently used one when its turn came.
  EXPECT_EQ(lost_in_rotation(exceeds, 31), 31U * 2);
  Machine one(constants_with({{"btb_entries", "1"}}));
  EXPECT_EQ(lost_in_rotation(one, 1), 0U);
  EXPECT_EQ(lost_in_rotation(one, 2), 2U * 2);
}

TEST(TargetBuffer, ReplacesTheLeastRecentlyUsedEntry) {
  Machine machine(constants_with({{"btb_entries", "3"}}));
  const auto lost = [&](unsigned number) {
    return machine.go(base + number * 0x200, jal(zero), base).cycles - 1;
  };
  for (const unsigned number : {1U, 2U, 3U})
    EXPECT_EQ(lost(number), 2U);
  EXPECT_EQ(lost(1), 0U);
  EXPECT_EQ(lost(4), 2U);  // instead of 2
  EXPECT_EQ(lost(3), 0U);
  EXPECT_EQ(lost(1), 0U);
  EXPECT_EQ(lost(2), 2U);  // instead of 4
  EXPECT_EQ(lost(4), 2U);  // instead of 3
  EXPECT_EQ(lost(1), 0U);
}

TEST(TargetBuffer, IsNotFilledByBranchesThatAreNotTaken) {
  Machine machine;
  lost_in_rotation(machine, 30);
  for (unsigned number = 0; number < 100; ++number)
    machine.go(0x40000 + number * 4, beq, 0x40004 + number * 4);
  EXPECT_EQ(lost_in_rotation(machine, 30), 0U);
}

TEST(IndirectJump, CostsThreeCyclesWithEachNewTarget) {
  Machine machine;
  const std::uint32_t word = jalr(zero, a5);
  EXPECT_EQ(machine.go(base, word, 0x20000).cycles, 4U);
  EXPECT_EQ(machine.go(base, word, 0x20000).cycles, 1U);
  EXPECT_EQ(machine.go(base, word, 0x30000).cycles, 4U);
  EXPECT_EQ(machine.go(base, word, 0x20000).cycles, 4U);
  EXPECT_EQ(machine.go(base, word, 0x20000).cycles, 1U);
  EXPECT_EQ(machine.sums().mispredictions, 3U);
}

struct CallCase {
  const char* name;
  std::uint32_t call, ret;
};

class ReturnStack : public testing::TestWithParam<CallCase> {
 protected:
  /// Calls `depth` deep, each from a place of its own, then returns; how many returns were wrong.
  std::uint64_t wrong_returns(unsigned depth) {
    for (unsigned level = 0; level < depth; ++level)
      machine_.go(base + level * 0x100, GetParam().call, base + (level + 1) * 0x100);
    const std::uint64_t before = machine_.sums().mispredictions;
    for (unsigned level = depth; level-- > 0;) {
      const Sums back =
          machine_.go(base + 0x8000 + level * 4, GetParam().ret, base + level * 0x100 + 4);
      EXPECT_EQ(back.cycles, 1 + 3 * back.mispredictions);
    }
    return machine_.sums().mispredictions - before;
  }

  Machine machine_;
};

TEST_P(ReturnStack, Holds6Returns) {
  EXPECT_EQ(wrong_returns(1), 0U);
  EXPECT_EQ(wrong_returns(6), 0U);
  EXPECT_EQ(wrong_returns(7), 1U);
  EXPECT_EQ(wrong_returns(9), 3U);
  EXPECT_EQ(wrong_returns(6), 0U);
}

INSTANTIATE_TEST_SUITE_P(Links, ReturnStack,
                         testing::Values(CallCase{"jal", jal(ra), ret},
                                         CallCase{"jal_t0", jal(t0), jalr(zero, t0)},
                                         CallCase{"jalr", jalr(ra, a5), ret},
                                         CallCase{"jalr_by_ra", jalr(ra, ra), ret}),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Return, IsWrongWithAnEmptyStackOrAnotherAddress) {
  Machine machine;
  EXPECT_EQ(machine.go(base, ret, 0x20000).cycles, 4U);
  EXPECT_EQ(machine.go(base, jal(ra), 0x30000).cycles, 3U);
  EXPECT_EQ(machine.go(0x30000, ret, 0x20000).cycles, 4U);
  EXPECT_EQ(machine.go(base, ret, base + 4).cycles, 4U);  // it was taken off the stack
}

TEST(Return, GoesBehindACompressedCall) {
  Machine machine;
  machine.go(base, 0x9782, 0x20000);  // c.jalr a5
  EXPECT_EQ(machine.go(0x20000, 0x8082, base + 2).cycles, 1U);
}

TEST(Call, CostsAsAJumpDoes) {
  Machine machine;
  EXPECT_EQ(machine.go(base, jal(ra), 0x20000).cycles, 3U);
  EXPECT_EQ(machine.go(base, jal(ra), 0x20000).cycles, 1U);
  EXPECT_EQ(machine.sums().mispredictions, 0U);
  EXPECT_EQ(machine.go(base + 8, jalr(ra, a5), 0x20000).cycles, 4U);
  EXPECT_EQ(machine.go(base + 8, jalr(ra, a5), 0x20000).cycles, 1U);
  EXPECT_EQ(machine.sums().mispredictions, 1U);
}

TEST(TailCall, LeavesTheReturnStackAlone) {
  Machine machine;
  machine.go(base, jal(ra), 0x20000);
  machine.go(0x20000, jal(zero), 0x30000);
  machine.go(0x30000, jalr(zero, t1), 0x40000);
  EXPECT_EQ(machine.go(0x40000, ret, base + 4).cycles, 1U);
}

TEST(Control, WaitsForNothingBehindAnEnvironmentCall) {
  Machine machine;
  EXPECT_EQ(machine.go(base, 0x00000073, base + 4).cycles, 1U);
  EXPECT_EQ(machine.go(base, 0x00000073, 0x50000).cycles, 1U);  // a signal came
}

}  // namespace
}  // namespace hartls::u54
