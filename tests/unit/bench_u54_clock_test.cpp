// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/u54_clock.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "expect_error.hpp"
#include "u54_fake_block.hpp"

namespace hartls::bench {
namespace {

using test::expect_error;
using ::testing::ElementsAre;
using u54::FakeBlock;

TEST(MapU54Counters, FindsTheBlockAmongTheDescriptors) {
  const FakeBlock other("some-other-memory");
  FakeBlock fake;
  const U54Block block = map_u54_counters();
  ASSERT_TRUE(block);
  fake.counters().vcpus[7].cycles = 123;
  EXPECT_EQ(block->vcpus[7].cycles, 123U) << "the same memory, not a copy";
}

TEST(MapU54Counters, IsNullWithoutABlock) {
  const FakeBlock other("hartls-u54-counters-2");
  EXPECT_FALSE(map_u54_counters());
  EXPECT_FALSE(map_u54_counters("/nonexistent/folder"));
}

TEST(MapU54Counters, RefusesAnotherVersion) {
  FakeBlock fake;
  fake.counters().magic = u54::counters_magic + 1;
  expect_error(Errc::invalid_state, {"0x6861727455353402", "plugin and program of one build"},
               [] { map_u54_counters(); });
}

TEST(MapU54Counters, RefusesAnotherSize) {
  const FakeBlock fake(u54::counters_name, 4096);
  expect_error(Errc::invalid_state, {"4096 bytes", "plugin and program of one build"},
               [] { map_u54_counters(); });
}

TEST(U54ClockTest, TellsTheCyclesOfItsThread) {
  FakeBlock fake;
  u54::VcpuCounters& mine = fake.count_this_thread(3);
  fake.counters().vcpus[0].cycles = 1;
  mine.cycles = 5000;
  U54Clock clock(map_u54_counters(), 1000);
  EXPECT_EQ(clock.now_ticks(), 5000U);
  mine.cycles += 70;
  EXPECT_EQ(clock.now_ticks(), 5070U);
  EXPECT_DOUBLE_EQ(clock.seconds(70), 70e-9);
  EXPECT_TRUE(clock.deterministic());
  EXPECT_THAT(std::string(clock.modelled()), ::testing::HasSubstr("U540"));
}

TEST(U54ClockTest, NamesWhatIsModelled) {
  FakeBlock fake;
  fake.count_this_thread(0);
  const U54Block block = map_u54_counters();
  EXPECT_EQ(U54Clock(block, 1400).name(), "U54 model, 1400 MHz, pipelined multiplier, caches off");
  fake.counters().profile = static_cast<std::uint32_t>(u54::Profile::blocking);
  fake.counters().caches = 1;
  EXPECT_EQ(U54Clock(block, 999.5).name(), "U54 model, 999.5 MHz, blocking multiplier, caches on");
}

TEST(U54ClockTest, TellsTheModelWhenWorkIsMeasured) {
  FakeBlock fake;
  u54::VcpuCounters& mine = fake.count_this_thread(0);
  U54Clock clock(map_u54_counters(), 1400);
  clock.measuring(true);
  EXPECT_EQ(mine.measuring, 1U);
  clock.measuring(false);
  EXPECT_EQ(mine.measuring, 0U);
}

TEST(U54ClockTest, EachThreadHasItsOwn) {
  FakeBlock fake;
  fake.count_this_thread(0).cycles = 10;
  const U54Block block = map_u54_counters();
  std::uint64_t other = 0;
  std::jthread([&] {
    fake.count_this_thread(1).cycles = 20;
    other = U54Clock(block, 1400).now_ticks();
  }).join();
  EXPECT_EQ(U54Clock(block, 1400).now_ticks(), 10U);
  EXPECT_EQ(other, 20U);
}

TEST(U54ClockTest, RefusesAThreadThatIsNotCounted) {
  FakeBlock fake;
  const U54Block block = map_u54_counters();
  expect_error(Errc::invalid_state, {std::to_string(::gettid()), "does not count"},
               [&] { U54Clock(block, 1400); });
  fake.counters().lost_vcpus = 2;
  expect_error(Errc::invalid_state, {"2 threads", "1024"}, [&] { U54Counters counters(block); });
}

TEST(U54CountersTest, HasCacheMissesWithCachesAlone) {
  FakeBlock fake;
  u54::VcpuCounters& mine = fake.count_this_thread(0);
  const U54Block block = map_u54_counters();
  U54Counters without(block);
  EXPECT_THAT(without.counters(),
              ElementsAre("cycles", "instructions", "misaligned", "mispredictions"));
  EXPECT_TRUE(without.counts_core_cycles());
  fake.counters().caches = 1;
  U54Counters with(block);
  EXPECT_THAT(with.counters(), ElementsAre("cycles", "instructions", "misaligned", "mispredictions",
                                           "l1d_misses", "l1i_misses", "l2_misses"));
  std::uint64_t next = 1;
  for (auto* counter : {&mine.cycles, &mine.instructions, &mine.misaligned, &mine.mispredictions,
                        &mine.l1d_misses, &mine.l1i_misses, &mine.l2_misses}) {
    *counter = next++;
  }
  std::array<std::uint64_t, 7> values{};
  without.read(std::span(values).first(4));
  EXPECT_THAT(values, ElementsAre(1, 2, 3, 4, 0, 0, 0));
  with.read(values);
  EXPECT_THAT(values, ElementsAre(1, 2, 3, 4, 5, 6, 7));
}

}  // namespace
}  // namespace hartls::bench
