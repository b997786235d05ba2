// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <regex>
#include <sstream>

#include "assemble.hpp"
#include "machine.hpp"
#include "random_program.hpp"

namespace hartls::u54 {
namespace {

using namespace assemble;
using namespace registers;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t data = 0x80000;

void count(Block& block) {
  for (auto& counts : block.counts)
    counts = std::make_unique<OpCounts[]>(block.ops.size());
}

/// Blocks with counts, run by one core.
class Profiled {
 public:
  struct Line {
    std::uint32_t word;
    const char* text;
  };

  Block& add_block(std::uint64_t pc, const std::vector<Line>& lines) {
    std::vector<std::uint32_t> words;
    for (const Line& line : lines)
      words.push_back(line.word);
    blocks_.push_back(std::make_unique<KnownBlock>(pc, words, constants_));
    for (const Line& line : lines)
      blocks_.back()->disassembly.emplace_back(line.text);
    count(blocks_.back()->block);
    return blocks_.back()->block;
  }

  void run(Block& block, const std::vector<std::uint64_t>& addresses, std::uint64_t next_pc) {
    core_.run(block, test::accesses_of(block, addresses), next_pc, *counters_, counters_->vcpus[0]);
  }

  Counters& counters() { return *counters_; }
  VcpuCounters& thread() { return counters_->vcpus[0]; }

  std::string text(std::size_t most_blocks = 10) const {
    std::ostringstream out;
    write_profile(blocks_, most_blocks, Symbols(), out);
    return out.str();
  }

 private:
  Constants constants_;
  std::unique_ptr<Counters> counters_ = std::make_unique<Counters>();
  Core core_{constants_};
  std::vector<std::unique_ptr<KnownBlock>> blocks_;
};

/// The line with `part` in it.
std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != line.npos)
      return line;
  }
  return "none has " + part;
}

TEST(Profile, SaysSoWhereNothingRan) {
  Profiled profiled;
  profiled.add_block(0x1000, {{nop, "nop"}});
  EXPECT_EQ(profiled.text(),
            "U54 model: 0 cycles of the whole run, 0 instructions (0.00 cycles each)\n");
}

TEST(Profile, HasTheStallAtTheInstructionThatWaited) {
  Profiled profiled;
  Block& block = profiled.add_block(0x1000, {{ld(a0, s0), "ld a0,0(s0)"},
                                             {nop, "nop"},
                                             {mul(a1, a2, a3), "mul a1,a2,a3"},
                                             {add(a4, a1, a0), "add a4,a1,a0"},
                                             {branch(a0, a1), "beq a0,a1"}});
  for (int round = 0; round < 4; ++round)
    profiled.run(block, {data}, block.end);
  const std::string text = profiled.text();
  EXPECT_THAT(text, HasSubstr("U54 model: 32 cycles of the whole run, 20 instructions (1.60"));
  EXPECT_EQ(line_with(text, "add a4"),
            "     4.00        100c  add a4,a1,a0                                  ; multiply 3.00");
  EXPECT_EQ(line_with(text, "ld a0"), "     1.00        1000  ld a0,0(s0)");
  EXPECT_THAT(line_with(text, "lost to multiply"), HasSubstr(" 37.5 %"));
  EXPECT_THAT(text, Not(HasSubstr("load-use")));
  EXPECT_THAT(text, HasSubstr("#1  100.0 %, 32 cycles, 4 times, 8.00 cycles each for 5"));
}

TEST(Profile, NamesEachCause) {
  struct Case {
    const char* cause;
    std::vector<Profiled::Line> lines;  ///< the last one waits
    std::vector<std::uint64_t> addresses;
    const char* each;
    bool jumps = false, caches = false;
  };
  const std::vector<Case> cases{
      {"load-use", {{ld(a0, s0), "load"}, {add(a1, a0, a0), "last"}}, {data}, "1.00"},
      {"load-use", {{fld(fa0, s0), "load"}, {fsd(fa0, s0), "last"}}, {data, data + 8}, "1.00"},
      {"multiply", {{mul(a0, s0, s0), "mul"}, {add(a1, a0, a0), "last"}}, {}, "3.00"},
      {"divide", {{divu(a0, s0, s0), "div"}, {add(a1, a0, a0), "last"}}, {}, "32.00"},
      {"divide", {{divu(a0, s0, s0), "div"}, {divu(a1, s0, s0), "last"}}, {}, "32.00"},
      {"FPU", {{fadd_s(fa0, fa1, fa1), "fadd"}, {fsd(fa0, s0), "last"}}, {data}, "3.00"},
      {"FPU", {{fdiv_d(fa0, fa1, fa1), "fdiv"}, {fdiv_d(fa2, fa1, fa1), "last"}}, {}, "19.00"},
      {"CSR or atomic", {{csrr(a0), "csrr"}, {add(a1, a0, a0), "last"}}, {}, "2.00"},
      {"CSR or atomic", {{amoadd_d(a0, a1, s0), "amo"}, {add(a1, a0, a0), "last"}}, {data}, "1.00"},
      {"store-to-load", {{sd(a0, s0), "store"}, {ld(a1, s0), "last"}}, {data, data}, "5.00"},
      {"misaligned", {{nop, "nop"}, {ld(a1, s0), "last"}}, {data + 1}, "290.00"},
      {"control flow", {{nop, "nop"}, {jal(zero), "last"}}, {}, "2.00", true},
      {"control flow", {{nop, "nop"}, {branch(a0, a1), "last"}}, {}, "3.00", true},
      {"data cache",
       {{ld(a0, s0), "load"}, {add(a1, a0, a0), "last"}},
       {data},
       "166.00",
       false,
       true},
      {"data cache",
       {{ld(a0, s0), "load"}, {ld(a1, s0), "last"}},
       {data, data},
       "164.00",
       false,
       true},
  };
  for (const Case& one : cases) {
    Profiled profiled;
    SCOPED_TRACE(one.cause);
    profiled.counters().caches = one.caches ? 1 : 0;
    Block& block = profiled.add_block(0x1000, one.lines);
    profiled.run(block, one.addresses, one.jumps ? 0x2000 : block.end);
    const std::string text = profiled.text();
    EXPECT_THAT(line_with(text, "last"), HasSubstr("; " + std::string(one.cause) + " " + one.each));
    EXPECT_THAT(text, HasSubstr("lost to " + std::string(one.cause)));
  }
}

TEST(Profile, HasTheLineOfInstructionsAtTheBlocksFirst) {
  Profiled profiled;
  profiled.counters().caches = 1;
  Block& block = profiled.add_block(0x1000, {{nop, "first"}, {nop, "last"}});
  profiled.run(block, {}, block.end);
  EXPECT_THAT(line_with(profiled.text(), "first"), HasSubstr("; instruction cache 165.00"));
}

TEST(Profile, ListsTheLargestCauseFirst) {
  Profiled profiled;
  Block& block =
      profiled.add_block(0x1000, {{lb(a0, s0), "lb"}, {sd(a1, s0), "sd"}, {ld(a2, a0), "ld"}});
  profiled.run(block, {data, data + 8, data + 9}, block.end);
  EXPECT_THAT(line_with(profiled.text(), " ld "),
              HasSubstr("; misaligned 290.00, store-to-load 5.00, load-use 1.00"));
}

TEST(Profile, PrefersTheMeasuredWork) {
  Profiled profiled;
  Block& setup = profiled.add_block(0x1000, {{divu(a0, a1, a2), "divu"}, {add(a3, a0, a0), "add"}});
  Block& work = profiled.add_block(0x2000, {{mul(a0, a1, a2), "mul"}, {add(a3, a0, a0), "add"}});
  profiled.run(setup, {}, setup.end);
  profiled.run(work, {}, work.end);
  EXPECT_THAT(profiled.text(), HasSubstr("39 cycles of the whole run, 4 instructions"));
  EXPECT_THAT(profiled.text(), HasSubstr("divu"));
  profiled.thread().measuring = 1;
  profiled.run(work, {}, work.end);
  profiled.thread().measuring = 0;
  profiled.run(setup, {}, setup.end);
  const std::string text = profiled.text();
  EXPECT_THAT(text, HasSubstr("U54 model: 5 cycles of measured work, 2 instructions (2.50"));
  EXPECT_THAT(text, HasSubstr("5 cycles, 1 times"));
  EXPECT_THAT(text, Not(HasSubstr("divu")));
  EXPECT_THAT(text, Not(HasSubstr("lost to divide")));
}

TEST(Profile, ListsTheHottestBlocksAndNoMoreThanAskedFor) {
  Profiled profiled;
  std::vector<Block*> blocks;
  for (const std::uint64_t pc : {0x1000U, 0x2000U, 0x3000U})
    blocks.push_back(&profiled.add_block(pc, {{nop, "nop"}}));
  const std::array<int, 3> times{2, 5, 3};
  for (std::size_t index = 0; index < times.size(); ++index) {
    for (int time = 0; time < times[index]; ++time)
      profiled.run(*blocks[index], {}, blocks[index]->end);
  }
  const std::string text = profiled.text(2);
  EXPECT_THAT(text, HasSubstr("#1   50.0 %, 5 cycles, 5 times"));
  EXPECT_THAT(text, HasSubstr("#2   30.0 %, 3 cycles, 3 times"));
  EXPECT_THAT(text, Not(HasSubstr("#3")));
  EXPECT_THAT(text, HasSubstr(" 20.0 %  0x1000"));  // among the functions
  EXPECT_LT(text.find("0x2000"), text.find("0x3000"));
  EXPECT_LT(text.find("0x3000"), text.find("0x1000"));
}

/// Everything that waits is said to wait for something, and all cycles are somebody's.
TEST(Profile, AddsUpToTheCycles) {
  for (const bool caches : {false, true}) {
    const Constants constants;
    test::RandomProgram program(constants, 31, 60, 1U << 16U);
    Core core(constants);
    const auto counters = std::make_unique<Counters>();
    counters->caches = caches ? 1 : 0;
    VcpuCounters& thread = counters->vcpus[0];
    std::vector<Block*> blocks;
    std::uint64_t measured_cycles = 0;
    for (int run = 0; run < 5000; ++run) {
      const auto step = program.next();
      if (step.block->counts[0] == nullptr) {
        count(*step.block);
        blocks.push_back(step.block);
      }
      counters->profile = run < 2000 ? 0 : 1;
      thread.measuring = run % 3 == 0 ? 1 : 0;
      const std::uint64_t before = thread.cycles;
      core.run(*step.block, step.accesses, step.next_pc, *counters, thread);
      if (run % 3 == 0)
        measured_cycles += thread.cycles - before;
    }
    for (const std::size_t set : {0U, 1U}) {
      std::uint64_t cycles = 0;
      for (const Block* const block : blocks) {
        for (std::size_t index = 0; index < block->ops.size(); ++index) {
          const OpCounts& counts = block->counts[set][index];
          std::uint64_t stalls = 0;
          for (const auto& one : counts.stalls)
            stalls += one;
          EXPECT_EQ(counts.cycles, block->executions[set] + stalls);
          cycles += counts.cycles;
        }
      }
      EXPECT_EQ(cycles, set == 0 ? thread.cycles.load() : measured_cycles);
    }
  }
}

TEST(Profile, DoesNotChangeTheCycles) {
  const Constants constants;
  test::RandomProgram program(constants, 41, 60, 1U << 16U);
  test::RandomProgram same(constants, 41, 60, 1U << 16U);
  Core counting(constants), plain(constants);
  const auto counters = std::make_unique<Counters>();
  for (int run = 0; run < 5000; ++run) {
    counters->caches = run / 1000 % 2 == 0 ? 0 : 1;
    const auto step = program.next(), other = same.next();
    if (step.block->counts[0] == nullptr)
      count(*step.block);
    counting.run(*step.block, step.accesses, step.next_pc, *counters, counters->vcpus[0]);
    plain.run(*other.block, other.accesses, other.next_pc, *counters, counters->vcpus[1]);
  }
  EXPECT_EQ(test::sums_of(counters->vcpus[0]), test::sums_of(counters->vcpus[1]));
}

}  // namespace
}  // namespace hartls::u54
