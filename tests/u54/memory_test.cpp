// SPDX-License-Identifier: GPL-3.0-or-later
// Stores on their way, misaligned accesses, atomics, fences and caches.
#include <gtest/gtest.h>

#include "assemble.hpp"
#include "core.hpp"
#include "machine.hpp"

namespace hartls::u54 {
namespace {

using namespace assemble;
using namespace registers;
using test::Machine;
using test::Sums;
using Words = std::vector<std::uint32_t>;
using Addresses = std::vector<std::uint64_t>;

constexpr std::uint64_t here = 0x80000, there = 0x90000;

std::uint64_t cycles(const Words& words, const Addresses& addresses) {
  return Machine().cycles(words, addresses);
}

TEST(StoreToLoad, CostsFiveCyclesOnTheSameBytes) {
  EXPECT_EQ(cycles({sd(a0, s0), ld(a1, s0)}, {here, here}), 7U);
  EXPECT_EQ(cycles({sd(a0, s0), ld(a1, s0), add(a2, a1, a1)}, {here, here}), 9U);
  EXPECT_EQ(cycles({fsd(fa0, s0), ld(a1, s0)}, {here, here}), 7U);
  EXPECT_EQ(cycles({sd(a0, s0), fld(fa1, s0)}, {here, here}), 7U);
}

TEST(StoreToLoad, CostsFiveCyclesOnOverlappingBytes) {
  EXPECT_EQ(cycles({sd(a0, s0), lb(a1, s0)}, {here, here + 7}), 7U);
  EXPECT_EQ(cycles({store(1, a0, s0), ld(a1, s0)}, {here + 7, here}), 7U);
  EXPECT_EQ(cycles({sd(a0, s0), load(4, a1, s0)}, {here, here + 4}), 7U);
}

TEST(StoreToLoad, CostsNothingOnOtherBytes) {
  EXPECT_EQ(cycles({sd(a0, s0), lb(a1, s0)}, {here, here + 8}), 2U);
  EXPECT_EQ(cycles({sd(a0, s0), lb(a1, s0)}, {here, here - 1}), 2U);
  EXPECT_EQ(cycles({store(1, a0, s0), ld(a1, s0)}, {here + 8, here}), 2U);
  EXPECT_EQ(cycles({store(4, a0, s0), load(4, a1, s0)}, {here, here + 4}), 2U);
  EXPECT_EQ(cycles({sd(a0, s0), sd(a1, s0)}, {here, here}), 2U);
  EXPECT_EQ(cycles({ld(a0, s0), ld(a1, s0)}, {here, here}), 2U);
}

TEST(StoreToLoad, EndsWhenTheStoreHasLeft) {
  EXPECT_EQ(cycles({sd(a0, s0), nop, ld(a1, s0)}, {here, here}), 8U);
  EXPECT_EQ(cycles({sd(a0, s0), nop, nop, ld(a1, s0)}, {here, here}), 4U);
}

TEST(StoreToLoad, LastsWhileOtherAccessesKeepTheStore) {
  const Addresses addresses{here, there, there, there, here};
  EXPECT_EQ(cycles({sd(a0, s0), ld(a1, s0), ld(a2, s0), ld(a3, s0), ld(a4, s0)}, addresses), 10U);
  EXPECT_EQ(cycles({sd(a0, s0), ld(a1, s0), ld(a2, s0), ld(a3, s0), nop, ld(a4, s0)}, addresses),
            6U);
}

TEST(StoreToLoad, KnowsTwoStores) {
  EXPECT_EQ(cycles({sd(a0, s0), sd(a1, s0), ld(a2, s0)}, {here, there, here}), 8U);
  EXPECT_EQ(cycles({sd(a0, s0), sd(a1, s0), ld(a2, s0)}, {there, here, here}), 8U);
  // The third pushes the first out.
  const Words three{sd(a0, s0), sd(a1, s0), sd(a2, s0), ld(a3, s0)};
  EXPECT_EQ(cycles(three, {here, there, there + 8, here}), 4U);
  EXPECT_EQ(cycles(three, {there, here, there + 8, here}), 9U);
  EXPECT_EQ(cycles(three, {there, there + 8, here, here}), 9U);
  // One leaves in a cycle: the first in cycle 2, the second in cycle 3.
  EXPECT_EQ(cycles({sd(a0, s0), sd(a1, s0), nop, ld(a2, s0)}, {here, there, here}), 4U);
  EXPECT_EQ(cycles({sd(a0, s0), sd(a1, s0), nop, ld(a2, s0)}, {there, here, here}), 9U);
  EXPECT_EQ(cycles({sd(a0, s0), sd(a1, s0), nop, nop, ld(a2, s0)}, {there, here, here}), 5U);
}

TEST(StoreToLoad, IsPaidOnce) {
  EXPECT_EQ(cycles({sd(a0, s0), ld(a1, s0), ld(a2, s0)}, {here, here, here}), 8U);
}

TEST(StoreToLoad, ReachesAcrossBlocks) {
  Machine machine;
  EXPECT_EQ(machine.cycles({sd(a0, s0)}, {here}), 1U);
  EXPECT_EQ(machine.cycles({ld(a1, s0)}, {here}), 6U);
  EXPECT_EQ(machine.cycles({sd(a0, s0)}, {here}), 1U);
  EXPECT_EQ(machine.cycles({nop}), 1U);
  EXPECT_EQ(machine.cycles({ld(a1, s0)}, {here}), 6U);
  EXPECT_EQ(machine.cycles({sd(a0, s0)}, {here}), 1U);
  EXPECT_EQ(machine.cycles({nop, nop}), 2U);
  EXPECT_EQ(machine.cycles({ld(a1, s0)}, {here}), 1U);
  EXPECT_EQ(machine.cycles({sd(a0, s0), sd(a0, s0)}, {here, there}), 2U);
  EXPECT_EQ(machine.cycles({ld(a2, s0), ld(a3, s0)}, {there + 8, here}), 7U);
}

TEST(Misaligned, IsCountedAndCharged290ByteAccesses) {
  for (const unsigned bytes : {1U, 2U, 4U, 8U}) {
    for (unsigned offset = 0; offset < 8; ++offset) {
      SCOPED_TRACE(std::to_string(bytes) + " bytes at " + std::to_string(offset));
      const std::uint64_t traps = offset % bytes == 0 ? 0 : 1;
      for (const std::uint32_t word : {load(bytes, a0, s0), store(bytes, a0, s0)}) {
        Machine machine;
        const Sums run = machine.run({word}, {here + offset});
        EXPECT_EQ(run.misaligned, traps);
        EXPECT_EQ(run.cycles, 1 + 290 * traps);
      }
    }
  }
}

TEST(Misaligned, IsChargedForFpAndCompressedAccessesToo) {
  EXPECT_EQ(cycles({fld(fa0, s0)}, {here + 4}), 291U);
  EXPECT_EQ(cycles({fsd(fa0, s0)}, {here + 1}), 291U);
  EXPECT_EQ(cycles({0x4388}, {here + 2}), 291U);  // c.lw a0, 0(a5)
}

TEST(Misaligned, HoldsUpItsResultAndLetsStoresLeave) {
  EXPECT_EQ(cycles({ld(a0, s0), add(a1, a0, a0)}, {here + 1}), 293U);
  EXPECT_EQ(cycles({sd(a0, s0), ld(a1, s0), ld(a2, s0)}, {here, there + 1, here}), 293U);
}

TEST(Atomic, HasItsResultAfterTwoCycles) {
  EXPECT_EQ(cycles({amoadd_d(a0, a1, s0), add(a2, a0, a0)}, {here}), 3U);
  EXPECT_EQ(cycles({lr_d(a0, s0), add(a2, a0, a0)}, {here}), 3U);
  EXPECT_EQ(cycles({sc_d(a0, a1, s0), add(a2, a0, a0)}, {here}), 3U);
}

TEST(Atomic, ReadsBehindAStoreAndWritesBeforeALoad) {
  EXPECT_EQ(cycles({sd(a0, s0), amoadd_d(a1, a2, s0)}, {here, here}), 7U);
  EXPECT_EQ(cycles({amoadd_d(a1, a2, s0), ld(a3, s0)}, {here, here}), 7U);
  EXPECT_EQ(cycles({sc_d(a1, a2, s0), ld(a3, s0)}, {here, here}), 7U);
}

TEST(Atomic, LoadReservedWritesNothing) {
  EXPECT_EQ(cycles({lr_d(a0, s0), ld(a1, s0)}, {here, here}), 2U);
  EXPECT_EQ(cycles({lr_d(a0, s0), sc_d(a1, a2, s0)}, {here, here}), 2U);
  EXPECT_EQ(cycles({sd(a0, s0), lr_d(a1, s0)}, {here, here}), 7U);
}

TEST(Atomic, ToldAsALoadAndAStoreCountsOnce) {
  Machine machine;
  Block block(0x10000, std::array{amoadd_d(a0, a1, s0), ld(a2, s0)}, Constants());
  const Sums run = machine.run(block, {{here + 4, 0}, {here + 4, 0}, {there, 1}}, block.end);
  EXPECT_EQ(run.misaligned, 1U);
  EXPECT_EQ(run.cycles, 292U);
}

TEST(Fence, WaitsForTheStoresBeforeIt) {
  EXPECT_EQ(cycles({fence}, {}), 1U);
  EXPECT_EQ(cycles({sd(a0, s0), fence}, {here}), 3U);
  EXPECT_EQ(cycles({sd(a0, s0), sd(a0, s0), fence}, {here, there}), 4U);
  EXPECT_EQ(cycles({sd(a0, s0), nop, nop, fence}, {here}), 4U);
  EXPECT_EQ(cycles({sd(a0, s0), fence, ld(a1, s0)}, {here, here}), 4U);
}

/// One load of each line.
Sums sweep(Machine& machine, std::uint64_t bytes) {
  Block block(0x10000, std::array{ld(a0, s0)}, Constants());
  const Sums before = machine.sums();
  for (std::uint64_t offset = 0; offset < bytes; offset += 64)
    machine.run(block, {{here + offset, 0}}, block.end);
  const Sums after = machine.sums();
  return {after.cycles - before.cycles,         after.instructions - before.instructions,
          after.misaligned - before.misaligned, after.mispredictions - before.mispredictions,
          after.l1d_misses - before.l1d_misses, after.l1i_misses - before.l1i_misses,
          after.l2_misses - before.l2_misses};
}

Machine with_caches(const test::Settings& settings = {}) {
  Machine machine(test::constants_with(settings));
  machine.set_caches(true);
  return machine;
}

TEST(Caches, OffCountNoMisses) {
  Machine machine;
  sweep(machine, 1U << 20U);
  const Sums sums = machine.sums();
  EXPECT_EQ(sums.cycles, 16384U * 2 - 1);  // each waits for the register that it writes
  EXPECT_EQ(sums.l1d_misses + sums.l1i_misses + sums.l2_misses, 0U);
}

TEST(Caches, KeepASweepOver32KiB) {
  Machine machine = with_caches();
  const Sums first = sweep(machine, 32768);
  EXPECT_EQ(first.l1d_misses, 512U);
  EXPECT_EQ(first.l2_misses, 513U);  // and the block's own line
  EXPECT_EQ(first.l1i_misses, 1U);
  const Sums second = sweep(machine, 32768);
  EXPECT_EQ(second.l1d_misses + second.l1i_misses + second.l2_misses, 0U);
}

TEST(Caches, LoseASweepOver64KiBToLevel2) {
  Machine machine = with_caches();
  sweep(machine, 65536);
  const Sums second = sweep(machine, 65536);
  EXPECT_EQ(second.l1d_misses, 1024U);
  EXPECT_EQ(second.l2_misses, 0U);
}

TEST(Caches, LoseASweepOver4MiBToMemory) {
  Machine machine = with_caches();
  sweep(machine, 4U << 20U);
  const Sums second = sweep(machine, 4U << 20U);
  EXPECT_EQ(second.l1d_misses, 65536U);
  EXPECT_GE(second.l2_misses, 65536U);
}

TEST(Caches, ReplaceTheLeastRecentlyUsedLineOfASet) {
  Machine machine = with_caches({{"l1d_ways", "2"}, {"l1d_bytes", "1024"}});  // 8 sets
  const auto misses = [&](std::uint64_t line) {
    return machine.run({ld(a0, s0)}, {here + line * 512}).l1d_misses;
  };
  EXPECT_EQ(misses(0), 1U);
  EXPECT_EQ(misses(1), 1U);
  EXPECT_EQ(misses(0), 0U);
  EXPECT_EQ(misses(2), 1U);  // instead of 1
  EXPECT_EQ(misses(0), 0U);
  EXPECT_EQ(misses(1), 1U);  // instead of 2
  EXPECT_EQ(misses(2), 1U);  // instead of 0
  EXPECT_EQ(misses(1), 0U);
}

/// The line of the sequences is in the instruction cache.
Machine warm() {
  Machine machine = with_caches();
  machine.run({nop, nop, nop, nop, nop, nop, nop, nop});
  return machine;
}

TEST(Caches, ChargeMemoryThenLevel2ThenNothing) {
  Machine machine = warm();
  const Words words{ld(a0, s0), add(a1, a0, a0)};
  EXPECT_EQ(machine.cycles(words, {here}), 3U + 165);
  EXPECT_EQ(machine.cycles(words, {here + 56}), 3U);
  for (std::uint64_t way = 1; way <= 8; ++way)  // out of level 1, not of level 2
    machine.run({ld(a2, s0)}, {here + way * 4096});
  machine.run({ld(a2, s0), add(a3, a2, a2)}, {here + 8 * 4096});
  EXPECT_EQ(machine.cycles(words, {here}), 3U + 21);
  EXPECT_EQ(machine.cycles(words, {here}), 3U);
}

TEST(Caches, MakeOtherAccessesWaitForAMissButNothingElse) {
  {
    Machine machine = warm();
    EXPECT_EQ(machine.cycles({ld(a0, s0), add(a1, a2, a3), nop}, {here}), 3U);
  }
  {
    Machine machine = warm();
    machine.cycles({ld(a0, s0), add(a1, a0, a0)}, {there});
    EXPECT_EQ(machine.cycles({ld(a0, s0), ld(a2, s0)}, {here, there}), 166U);
    EXPECT_EQ(machine.cycles({sd(a4, s0), sd(a5, s0)}, {here + 64, there}), 166U);
    EXPECT_EQ(machine.cycles({sd(a4, s0)}, {here + 128}), 1U);
    EXPECT_EQ(machine.cycles({ld(a0, s0)}, {there + 8}), 165U);
  }
}

TEST(Caches, MakeAFenceWaitForAMiss) {
  Machine machine = warm();
  EXPECT_EQ(machine.cycles({sd(a0, s0), fence}, {here}), 166U);
  EXPECT_EQ(machine.cycles({sd(a0, s0), fence}, {here}), 3U);
}

TEST(Caches, CountBothLinesOfAnAccessAcrossThem) {
  Machine machine = warm();
  const Sums run = machine.run({ld(a0, s0), add(a1, a0, a0)}, {here + 60});
  EXPECT_EQ(run.l1d_misses, 2U);
  EXPECT_EQ(run.l2_misses, 2U);
  EXPECT_EQ(run.misaligned, 1U);
  EXPECT_EQ(run.cycles, 3U + 290 + 2 * 165);
}

TEST(Caches, CountTheLinesOfInstructions) {
  Machine machine = with_caches();
  const Constants constants;
  Block inside(0x20000, Words(16, nop), constants);
  Block across(0x20020, Words(16, nop), constants);
  Sums run = machine.run(inside, {}, inside.end);
  EXPECT_EQ(run.cycles, 16U + 165);
  EXPECT_EQ(run.l1i_misses, 1U);
  EXPECT_EQ(run.l2_misses, 1U);
  run = machine.run(across, {}, across.end);
  EXPECT_EQ(run.cycles, 16U + 165);
  EXPECT_EQ(run.l1i_misses, 1U);
  EXPECT_EQ(machine.run(across, {}, across.end).cycles, 16U);
  EXPECT_EQ(machine.sums().l1d_misses, 0U);
}

TEST(Caches, ShareLevel2BetweenInstructionsAndData) {
  Machine machine = with_caches();
  machine.run({ld(a0, s0), add(a1, a0, a0)}, {0x20000});
  Block block(0x20000, Words(4, nop), Constants());
  const Sums run = machine.run(block, {}, block.end);
  EXPECT_EQ(run.l1i_misses, 1U);
  EXPECT_EQ(run.l2_misses, 0U);
  EXPECT_EQ(run.cycles, 4U + 21);
}

TEST(Caches, AreSwitchedWhileTheProgramRuns) {
  Machine machine;
  const Words words{ld(a0, s0), add(a1, a0, a0)};
  EXPECT_EQ(machine.cycles(words, {here}), 3U);
  machine.set_caches(true);
  EXPECT_EQ(machine.cycles(words, {here}), 3U + 165 + 165);  // an instruction's line too
  EXPECT_EQ(machine.cycles(words, {here}), 3U);
  machine.set_caches(false);
  EXPECT_EQ(machine.cycles(words, {there}), 3U);
  EXPECT_EQ(machine.sums().l1d_misses, 1U);
  machine.set_caches(true);
  EXPECT_EQ(machine.cycles(words, {there}), 3U + 165);
}

}  // namespace
}  // namespace hartls::u54
