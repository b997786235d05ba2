// SPDX-License-Identifier: GPL-3.0-or-later
// Two cores that run the same: one that takes the blocks' schedules where it can, one that looks at
// each instruction. All counters must agree after each block.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core.hpp"

namespace hartls::u54::test {

struct Sums {
  std::uint64_t cycles = 0, instructions = 0, misaligned = 0, mispredictions = 0;
  std::uint64_t l1d_misses = 0, l1i_misses = 0, l2_misses = 0;

  bool operator==(const Sums&) const = default;
};

inline Sums sums_of(const VcpuCounters& counters) {
  return {counters.cycles,     counters.instructions, counters.misaligned, counters.mispredictions,
          counters.l1d_misses, counters.l1i_misses,   counters.l2_misses};
}

inline std::ostream& operator<<(std::ostream& out, const Sums& sums) {
  return out << sums.cycles << " cycles, " << sums.instructions << " instructions, "
             << sums.misaligned << " misaligned, " << sums.mispredictions << " mispredictions, L1D "
             << sums.l1d_misses << ", L1I " << sums.l1i_misses << ", L2 " << sums.l2_misses;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

/// The table's values but for those named.
inline Constants constants_with(const Settings& settings) {
  Constants constants;
  for (const auto& [name, value] : settings)
    constants.set(name, value);
  constants.check();
  return constants;
}

/// The block's accesses: the n-th instruction with one goes to the n-th address.
inline std::vector<Access> accesses_of(const Block& block,
                                       const std::vector<std::uint64_t>& addresses) {
  std::vector<Access> accesses;
  for (std::uint32_t op = 0; op < block.ops.size() && accesses.size() < addresses.size(); ++op) {
    if (block.ops[op].access_bytes != 0)
      accesses.push_back({addresses[accesses.size()], op});
  }
  EXPECT_EQ(accesses.size(), addresses.size());
  return accesses;
}

class Machine {
 public:
  explicit Machine(const Constants& constants = {})
      : constants_(constants), fast_(constants), slow_(constants, false) {}

  void set(Profile profile) { block_->profile = static_cast<std::uint32_t>(profile); }
  void set_caches(bool on) { block_->caches = on ? 1 : 0; }

  /// All so far.
  Sums sums() const { return sums_of(block_->vcpus[1]); }

  /// What this run added.
  Sums run(Block& block, const std::vector<Access>& accesses, std::uint64_t next_pc) {
    const Sums before = sums();
    fast_.run(block, accesses, next_pc, *block_, block_->vcpus[0]);
    slow_.run(block, accesses, next_pc, *block_, block_->vcpus[1]);
    const Sums after = sums();
    EXPECT_EQ(sums_of(block_->vcpus[0]), after) << "the schedule and each instruction differ";
    return {after.cycles - before.cycles,         after.instructions - before.instructions,
            after.misaligned - before.misaligned, after.mispredictions - before.mispredictions,
            after.l1d_misses - before.l1d_misses, after.l1i_misses - before.l1i_misses,
            after.l2_misses - before.l2_misses};
  }

  /// Instructions in a row, followed by what comes after them.
  Sums run(const std::vector<std::uint32_t>& words,
           const std::vector<std::uint64_t>& addresses = {}) {
    Block block(0x10000, words, constants_);
    return run(block, accesses_of(block, addresses), block.end);
  }

  std::uint64_t cycles(const std::vector<std::uint32_t>& words,
                       const std::vector<std::uint64_t>& addresses = {}) {
    return run(words, addresses).cycles;
  }

  /// One instruction at `pc` that goes on at `next_pc`.
  Sums go(std::uint64_t pc, std::uint32_t word, std::uint64_t next_pc) {
    Block block(pc, std::array{word}, constants_);
    return run(block, {}, next_pc);
  }

 private:
  Constants constants_;
  std::unique_ptr<Counters> block_ = std::make_unique<Counters>();
  Core fast_, slow_;
};

}  // namespace hartls::u54::test
