// SPDX-License-Identifier: GPL-3.0-or-later
// A block's schedule saves looking at each instruction; it must not show in any figure. (Machine
// compares all counters after each block.)
#include <gtest/gtest.h>

#include "core.hpp"
#include "machine.hpp"
#include "random_program.hpp"

namespace hartls::u54 {
namespace {

using test::constants_with;
using test::Machine;
using test::RandomProgram;

constexpr int runs = 20'000;

void compare(const Constants& constants, unsigned seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomProgram program(constants, seed, 60, 4096);
  Machine machine(constants);
  for (int run = 0; run < runs && !testing::Test::HasFailure(); ++run) {
    if (run % 1000 == 0)
      machine.set(run / 1000 % 2 == 0 ? Profile::pipelined : Profile::blocking);
    if (run % 5000 == 4000)
      machine.set_caches(true);
    if (run % 5000 == 4100)
      machine.set_caches(false);
    const RandomProgram::Step step = program.next();
    machine.run(*step.block, step.accesses, step.next_pc);
  }
  // The ways were worth it.
  EXPECT_GT(machine.sums().misaligned, 100U);
  EXPECT_GT(machine.sums().mispredictions, 1000U);
}

TEST(Schedule, TakesTheCyclesOfItsInstructions) {
  for (unsigned seed = 1; seed <= 4; ++seed)
    compare(Constants(), seed);
}

TEST(Schedule, TakesTheCyclesOfItsInstructionsWithOtherConstants) {
  compare(constants_with({{"store_pipeline", "0"}}), 11);
  compare(constants_with({{"store_pipeline", "1"}, {"store_drain", "0"}}), 12);
  compare(constants_with({{"store_pipeline", "8"}, {"store_drain", "9"}}), 13);
  compare(constants_with({{"alu", "3"}, {"load", "1"}, {"multiply_blocking", "40"}}), 14);
  compare(constants_with({{"multiply_pipelined", "17"}, {"store_to_load", "0"}}), 15);
  compare(constants_with({{"store_drain", "60"}, {"mispredict", "0"}, {"jump_bubble", "0"}}), 16);
}

TEST(Schedule, IsNotUsableWhereTheTimeIsNotFixed) {
  using namespace assemble;
  using namespace registers;
  const auto is_usable = [](std::uint32_t word) {
    return Block(0x10000, std::array{nop, word, nop}, Constants()).schedules[0].usable;
  };
  EXPECT_TRUE(is_usable(mul(a0, a1, a2)));
  EXPECT_TRUE(is_usable(ld(a0, a1)));
  EXPECT_TRUE(is_usable(sd(a0, a1)));
  EXPECT_FALSE(is_usable(divu(a0, a1, a2)));
  EXPECT_FALSE(is_usable(fdiv_d(fa0, fa1, fa2)));
  EXPECT_FALSE(is_usable(amoadd_d(a0, a1, a2)));
  EXPECT_FALSE(is_usable(fence));
}

TEST(Core, CountsTheSameInEveryRun) {
  const auto run = [] {
    const Constants constants;
    RandomProgram program(constants, 5, 60, 1U << 20U);
    Machine machine(constants);
    machine.set_caches(true);
    for (int step = 0; step < 5000; ++step) {
      const RandomProgram::Step one = program.next();
      machine.run(*one.block, one.accesses, one.next_pc);
    }
    return machine.sums();
  };
  EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace hartls::u54
