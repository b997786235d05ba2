// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/cycle_source.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "hartls/cpu/fault_probe.hpp"

namespace hartls::cpu {
namespace {

void do_nothing() {}

void illegal_instruction() {
#if defined(__riscv)
  asm volatile("unimp");
#elif defined(__x86_64__)
  asm volatile("ud2");
#else
  std::raise(SIGILL);
#endif
}

TEST(CpuFaultProbe, TellsWhatFaults) {
  EXPECT_TRUE(executes(do_nothing));
  EXPECT_FALSE(executes(illegal_instruction));
  EXPECT_FALSE(executes(illegal_instruction)) << "the signal must not stay blocked";
  EXPECT_TRUE(executes(do_nothing));
}

volatile std::sig_atomic_t own_handler_calls = 0;

TEST(CpuFaultProbe, LeavesTheProcessesHandlerAsItWas) {
  struct sigaction own = {};
  own.sa_handler = [](int) { own_handler_calls = own_handler_calls + 1; };
  struct sigaction before = {};
  ASSERT_EQ(sigaction(SIGILL, &own, &before), 0);
  EXPECT_FALSE(executes(illegal_instruction));
  std::raise(SIGILL);
  EXPECT_EQ(own_handler_calls, 1);
  sigaction(SIGILL, &before, nullptr);
}

TEST(CpuCycleSource, OffersNoneUnderEmulationAndSaysWhy) {
  const CycleSourceChoice choice =
      open_cycle_source({EmulationKind::qemu_user, "the test says so"});
  EXPECT_EQ(choice.source, nullptr);
  EXPECT_NE(choice.note.find("emulated"), std::string::npos);
}

TEST(CpuCycleSource, CountsForwardAndHasAName) {
  const CycleSourceChoice choice = open_cycle_source();
  if (!choice.source) {
    EXPECT_FALSE(choice.note.empty()) << "a missing source has a reason";
    return;
  }
  EXPECT_FALSE(choice.source->name().empty());
  std::vector<std::uint64_t> before(choice.source->counters().size());
  std::vector<std::uint64_t> after(before.size());
  ASSERT_FALSE(before.empty());
  choice.source->read(before);
  for (volatile int work = 0; work < 10000;) {
    work = work + 1;
  }
  choice.source->read(after);
  EXPECT_GT(after[0], before[0]);
}

TEST(CpuCycleSource, CallsTheTimeStampCounterByItsName) {
  const CycleSourceChoice choice = open_cycle_source();
  if (choice.source && choice.source->name().find("rdtsc") != std::string_view::npos) {
    EXPECT_FALSE(choice.source->counts_core_cycles());
    EXPECT_EQ(choice.source->counters().front(), "reference_cycles");
  }
}

}  // namespace
}  // namespace hartls::cpu
