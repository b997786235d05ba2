// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of random instructions and random ways through them; the same for the same seed.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "assemble.hpp"
#include "core.hpp"

namespace hartls::u54::test {

class RandomProgram {
 public:
  /// `data_bytes`: where addresses lie; small: loads meet stores.
  RandomProgram(const Constants& constants, unsigned seed, std::size_t block_count,
                std::uint64_t data_bytes)
      : random_(seed), data_bytes_(data_bytes) {
    for (std::size_t index = 0; index < block_count; ++index) {
      const bool simple = below(4) != 0;
      std::vector<std::uint32_t> words(1 + below(20));
      for (std::uint32_t& word : words)
        word = instruction(simple);
      words.push_back(ending());
      blocks_.push_back(std::make_unique<Block>(0x10000 + index * 0x84, words, constants));
    }
  }

  struct Step {
    Block* block;
    std::vector<Access> accesses;
    std::uint64_t next_pc;
  };

  Step next() {
    Step step{blocks_[at_].get(), {}, 0};
    for (std::uint32_t op = 0; op < step.block->ops.size(); ++op) {
      const Op& one = step.block->ops[op];
      if (one.access_bytes == 0)
        continue;
      step.accesses.push_back({address(one.access_bytes), op});
      if (one.kind == Kind::atomic && below(2) != 0)  // told twice
        step.accesses.push_back(step.accesses.back());
    }
    if (below(50) == 0 && !step.accesses.empty())  // a fault, or an sc that failed
      step.accesses.erase(step.accesses.begin() +
                          static_cast<std::ptrdiff_t>(below(step.accesses.size())));
    step.next_pc = leave(*step.block);
    return step;
  }

 private:
  using Register = registers::Register;

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  Register integer() { return static_cast<Register>(below(8) == 0 ? 0 : 8 + below(6)); }
  Register floating() { return static_cast<Register>(32 + below(4)); }
  unsigned bytes() { return 1U << below(4); }

  std::uint32_t instruction(bool simple) {
    using namespace assemble;
    const std::uint64_t kind = below(simple ? 90 : 100);
    if (kind < 25)
      return add(integer(), integer(), integer());
    if (kind < 45)
      return load(bytes(), integer(), integer());
    if (kind < 65)
      return store(bytes(), integer(), integer());
    if (kind < 75)
      return mul(integer(), integer(), integer());
    if (kind < 83) {
      constexpr Word kinds[] = {0x00, 0x01, 0x08, 0x09, 0x10, 0x11};
      return fp(kinds[below(6)], floating(), floating(), floating());
    }
    if (kind < 84)
      return fp(0x50, integer(), floating(), floating(), 2);
    if (kind < 85)
      return r_type(0x43, 7, static_cast<Word>(below(2)), floating(), floating(), floating());
    if (kind < 86)
      return csrr(integer());
    if (kind < 88)
      return fld(floating(), integer());
    if (kind < 89)
      return lr_d(integer(), integer());
    if (kind < 90)
      return c_nop;
    if (kind < 93)
      return divu(integer(), integer(), integer());
    if (kind < 96) {
      constexpr Word kinds[] = {0x0c, 0x0d, 0x2c, 0x2d};
      const Word chosen = kinds[below(4)];
      return fp(chosen, floating(), floating(), chosen < 0x2c ? floating() : Register{0});
    }
    if (kind < 98)
      return below(2) == 0 ? amoadd_d(integer(), integer(), integer())
                           : sc_d(integer(), integer(), integer());
    return fence;
  }

  std::uint32_t ending() {
    using namespace assemble;
    switch (below(10)) {
      case 0:
        return jal(registers::zero);
      case 1:
      case 2:
        return jal(registers::ra);
      case 3:
      case 4:
        return ret;
      case 5:
        return jalr(registers::zero, registers::a5);
      case 6:
        return add(integer(), integer(), integer());
      default:
        return branch(integer(), integer());
    }
  }

  std::uint64_t address(unsigned size) {
    const bool near = below(2) != 0;
    const std::uint64_t address = 0x80000 + below(near ? 32 : data_bytes_);
    return below(40) == 0 ? address : address & ~(std::uint64_t{size} - 1);
  }

  /// Chooses the next block. Mostly a block has few ways out, so that there is something
  /// to learn.
  std::uint64_t leave(const Block& block) {
    const std::size_t count = blocks_.size();
    const std::size_t straight = (at_ + 1) % count;
    const std::size_t other = below(8) == 0 ? below(count) : (at_ * 7 + 3) % count;
    switch (block.flow) {
      case Flow::next:
        at_ = straight;
        return block.end;
      case Flow::branch:
        if (below(4) == 0) {
          at_ = straight;
          return block.end;
        }
        at_ = other;
        break;
      case Flow::call:
        calls_.push_back({straight, block.end});
        at_ = other;
        break;
      case Flow::ret:
        if (!calls_.empty() && below(16) != 0) {
          const Call back = calls_.back();
          calls_.pop_back();
          at_ = back.block;
          return back.address;
        }
        at_ = below(count);
        break;
      case Flow::indirect:
        at_ = below(3) == 0 ? straight : other;
        break;
      default:
        at_ = other;
        break;
    }
    return blocks_[at_]->pc;
  }

  struct Call {
    std::size_t block;
    std::uint64_t address;
  };

  std::mt19937_64 random_;
  std::uint64_t data_bytes_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Call> calls_;
  std::size_t at_ = 0;
};

}  // namespace hartls::u54::test
