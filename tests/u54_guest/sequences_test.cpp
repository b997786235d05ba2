// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions under the real plugin: what the program reads is what the table of constants says.
// Two lengths of one sequence are subtracted, so that the frame around them falls out.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

#include "hartls/bench/u54_clock.hpp"
#include "hartls/u54/counters.hpp"

namespace hartls::u54 {
namespace {

struct Counts {
  std::uint64_t cycles = 0, instructions = 0, misaligned = 0, mispredictions = 0, l1d_misses = 0;
};

// A call ends a basic block, so that all before it is counted.
[[gnu::noinline]] Counts counts_of(const VcpuCounters& counters) {
  return {counters.cycles, counters.instructions, counters.misaligned, counters.mispredictions,
          counters.l1d_misses};
}

class Sequences : public testing::Test {
 protected:
  void SetUp() override {
    block_ = bench::map_u54_counters();
    ASSERT_TRUE(block_) << "not started by u54";
    mine_ = &bench::u54_counters_of_this_thread(*block_);
  }
  void TearDown() override {
    if (block_) {
      block_->profile = static_cast<std::uint32_t>(Profile::pipelined);
      block_->caches = 0;
    }
  }

  void set(Profile profile) { block_->profile = static_cast<std::uint32_t>(profile); }

  /// The third run's: the first ones teach the predictor.
  template <typename Run>
  Counts count(Run run) const {
    Counts before, after;
    for (int round = 0; round < 3; ++round) {
      before = counts_of(*mine_);
      run();
      after = counts_of(*mine_);
    }
    return {after.cycles - before.cycles, after.instructions - before.instructions,
            after.misaligned - before.misaligned, after.mispredictions - before.mispredictions,
            after.l1d_misses - before.l1d_misses};
  }

  /// What `longer` has more than `shorter`.
  template <typename Longer, typename Shorter>
  Counts difference(Longer longer, Shorter shorter) const {
    const Counts more = count(longer), less = count(shorter);
    return {more.cycles - less.cycles, more.instructions - less.instructions,
            more.misaligned - less.misaligned, more.mispredictions - less.mispredictions,
            more.l1d_misses - less.l1d_misses};
  }

  bench::U54Block block_;
  VcpuCounters* mine_ = nullptr;
};

// Cycles that 100 more of `text` take.
#define CYCLES_OF_100(text)                                           \
  difference(                                                         \
      [&] {                                                           \
        asm volatile(".rept 200\n" text "\n.endr" ::"r"(a0), "r"(a1)  \
                     : "t0", "t1", "t2", "t3", "t4", "t5", "memory"); \
      },                                                              \
      [&] {                                                           \
        asm volatile(".rept 100\n" text "\n.endr" ::"r"(a0), "r"(a1)  \
                     : "t0", "t1", "t2", "t3", "t4", "t5", "memory"); \
      })                                                              \
      .cycles

TEST_F(Sequences, TakeTheCyclesOfTheTable) {
  alignas(64) std::array<std::uint64_t, 16> memory{};
  memory[0] = reinterpret_cast<std::uintptr_t>(memory.data());
  const auto a0 = memory[0], a1 = std::uint64_t{3};
  EXPECT_EQ(CYCLES_OF_100("add t0, t0, t0"), 100U);
  // A chain of loads from itself, two cycles each; independent ones, one each.
  EXPECT_EQ(CYCLES_OF_100("ld t0, 0(%0)\n ld t0, 0(t0)"), 400U);
  EXPECT_EQ(CYCLES_OF_100("ld t0, 0(%0)\n ld t1, 0(%0)\n ld t2, 0(%0)"), 300U);
  EXPECT_EQ(CYCLES_OF_100("lbu t0, 0(%0)\n add t1, t0, t0"), 400U);
  EXPECT_EQ(CYCLES_OF_100("divu t0, t0, %1"), 3300U);
  EXPECT_EQ(CYCLES_OF_100("bne zero, zero, .+8"), 100U);
  // Always of a doubleword that the two instructions before wrote: 1, the load 1 + 5.
  EXPECT_EQ(CYCLES_OF_100("sd %1, 0(%0)\n ld t0, 0(%0)\n"), 700U);
}

TEST_F(Sequences, FollowTheMultipliersProfile) {
  const std::uint64_t a0 = 5, a1 = 7;
  for (int round = 0; round < 2; ++round) {
    set(Profile::pipelined);
    EXPECT_EQ(CYCLES_OF_100("mul t0, t0, %1"), 400U);
    EXPECT_EQ(CYCLES_OF_100("mul t0, %0, %1\n mulhu t1, %0, %1\n mul t2, %0, %1\n mul t3, %0, %1"),
              400U);
    set(Profile::blocking);
    EXPECT_EQ(CYCLES_OF_100("mul t0, t0, %1"), 500U);
    EXPECT_EQ(CYCLES_OF_100("mul t0, %0, %1\n mulhu t1, %0, %1\n mul t2, %0, %1\n mul t3, %0, %1"),
              2000U);
  }
}

/// `count` rounds of two instructions.
[[gnu::noinline]] void loop(std::uint64_t count) {
  asm volatile(
      "1: addi %0, %0, -1\n"
      "bnez %0, 1b"
      : "+r"(count));
}

TEST_F(Sequences, LoopsCostTheirInstructionsAndOneWrongBranch) {
  // One place in the code for both, so that the frame is the same.
  std::vector<Counts> counts;
  for (const std::uint64_t rounds : {1000U, 3000U})
    counts.push_back(count([rounds] { loop(rounds); }));
  EXPECT_EQ(counts[1].instructions - counts[0].instructions, 4000U);
  EXPECT_EQ(counts[1].cycles - counts[0].cycles, 4000U);
  EXPECT_EQ(counts[1].mispredictions, counts[0].mispredictions) << "both end once";
  EXPECT_GE(counts[0].mispredictions, 1U);
}

/// Taken as the bits of `pattern` say, from the lowest.
[[gnu::noinline]] void branches(std::uint64_t pattern, std::uint64_t rounds) {
  asm volatile(
      "1: andi t0, %0, 1\n"
      "srli %0, %0, 1\n"
      "beqz t0, 2f\n"
      "nop\n"
      "2: addi %1, %1, -1\n"
      "bnez %1, 1b"
      : "+r"(pattern), "+r"(rounds)
      :
      : "t0");
}

TEST_F(Sequences, WrongBranchesCostThreeCycles) {
  // As many ones in both: as many instructions. One has them in a row, the other where no history
  // of eight branches foretells them.
  std::vector<Counts> counts;
  for (const std::uint64_t pattern : {0x0000'0000'ffff'ffffUL, 0xb4d2'c59a'6e31'd8a5UL})
    counts.push_back(count([pattern] { branches(pattern, 64); }));
  const Counts &regular = counts[0], &irregular = counts[1];
  ASSERT_EQ(regular.instructions, irregular.instructions);
  EXPECT_GT(irregular.mispredictions, regular.mispredictions + 5);
  EXPECT_EQ(irregular.cycles - regular.cycles,
            3 * (irregular.mispredictions - regular.mispredictions));
}

TEST_F(Sequences, MisalignedLoadsAreCountedAndCharged) {
  alignas(64) std::array<std::uint8_t, 64> memory{};
  const auto odd = [&](std::uint64_t offset) {
    return [address = reinterpret_cast<std::uintptr_t>(memory.data()) + offset] {
      asm volatile(".rept 50\n ld t0, 0(%0)\n ld t1, 8(%0)\n .endr" ::"r"(address) : "t0", "t1");
    };
  };
  const Counts aligned = count(odd(0));
  EXPECT_EQ(aligned.misaligned, 0U);
  for (const std::uint64_t offset : {1U, 2U, 4U, 7U}) {
    const Counts misaligned = count(odd(offset));
    EXPECT_EQ(misaligned.misaligned, 100U) << offset;
    EXPECT_GE(misaligned.cycles, aligned.cycles + 100 * 290) << offset;
    EXPECT_LE(misaligned.cycles, aligned.cycles + 100 * 292) << offset;
  }
}

void sweep(const std::vector<std::uint8_t>& memory, std::size_t bytes) {
  std::uintptr_t address = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t end = address + bytes;
  asm volatile(
      "1: ld t0, 0(%0)\n"
      "addi %0, %0, 64\n"
      "bltu %0, %1, 1b"
      : "+r"(address)
      : "r"(end)
      : "t0", "memory");
}

TEST_F(Sequences, ASweepMissesWhatDoesNotFit) {
  const std::vector<std::uint8_t> memory(65536 + 64);
  block_->caches = 1;
  const Counts fits = count([&] { sweep(memory, 16384); });
  const Counts twice = count([&] { sweep(memory, 65536); });
  block_->caches = 0;
  const Counts off = count([&] { sweep(memory, 65536); });
  // The stack and the counters share the cache: a few lines of the 256.
  EXPECT_LE(fits.l1d_misses, 8U);
  EXPECT_GE(twice.l1d_misses, 1024U);
  EXPECT_LE(twice.l1d_misses, 1032U);
  EXPECT_EQ(off.l1d_misses, 0U);
  EXPECT_GT(twice.cycles, off.cycles + std::uint64_t{1000} * 20);
}

TEST_F(Sequences, EachThreadCountsItsOwnAndNothingIsLost) {
  constexpr std::size_t thread_count = 8;
  std::array<Counts, thread_count> counts{};
  const auto work = [&](Counts& result) {
    const VcpuCounters& own = bench::u54_counters_of_this_thread(*block_);
    loop(100);
    const Counts before = counts_of(own);
    loop(200'000);
    const Counts after = counts_of(own);
    result = {after.cycles - before.cycles, after.instructions - before.instructions, 0, 0, 0};
  };
  const Counts mine = counts_of(*mine_);
  std::vector<std::thread> threads;
  for (Counts& result : counts)
    threads.emplace_back(work, std::ref(result));
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_LT(counts_of(*mine_).instructions - mine.instructions, 400'000U)
      << "others' work is not mine";
  for (const Counts& one : counts) {
    EXPECT_EQ(one.instructions, counts[0].instructions);
    EXPECT_GE(one.instructions, 400'000U);
    EXPECT_LT(one.instructions, 400'100U);
    EXPECT_NEAR(static_cast<double>(one.cycles), static_cast<double>(one.instructions), 60);
  }
  // One that begins now may get the counters of one that has ended: from zero.
  std::uint64_t first = UINT64_MAX;
  std::thread([&] {
    first = counts_of(bench::u54_counters_of_this_thread(*block_)).instructions;
  }).join();
  EXPECT_LT(first, 400'000U);
}

TEST_F(Sequences, AChildProcessDoesNotCountHere) {
  const Counts before = counts_of(*mine_);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    loop(2'000'000);
    ::_exit(7);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_LT(counts_of(*mine_).instructions - before.instructions, 1'000'000U);
}

}  // namespace
}  // namespace hartls::u54
