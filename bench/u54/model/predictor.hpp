// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "constants.hpp"

namespace hartls::u54 {

/// Which way, and where to, the front end goes: Rocket's branch history table, branch target buffer
/// and return-address stack.
class Predictor {
 public:
  explicit Predictor(const Constants& constants);

  /// Each tells of one instruction at `pc` where it went, learns that, and returns whether the
  /// front end had gone there. A branch that is foretold to be taken needs its target too.
  bool branch(std::uint64_t pc, std::uint64_t target, bool taken);
  /// Direct jumps, and indirect ones that are no returns.
  bool jump(std::uint64_t pc, std::uint64_t target) { return targets_.learn(pc, target); }
  void call(std::uint64_t return_address);
  bool ret(std::uint64_t target);

 private:
  /// The target buffer: a hash table for the search, a list for the order of use, in one array.
  class Targets {
   public:
    explicit Targets(std::size_t entries);
    bool holds(std::uint64_t pc) const { return find(pc) != none; }
    /// Whether this target was known; it is afterwards.
    bool learn(std::uint64_t pc, std::uint64_t target);

   private:
    static constexpr std::uint16_t none = UINT16_MAX;
    struct Entry {
      std::uint64_t pc = UINT64_MAX, target = 0;
      std::uint16_t next_in_bucket = none, newer = none, older = none;
    };

    std::uint16_t& bucket(std::uint64_t pc);
    std::uint16_t find(std::uint64_t pc) const;
    void make_newest(std::uint16_t index);
    std::uint16_t replace_oldest(std::uint64_t pc);

    std::vector<Entry> entries_;
    std::array<std::uint16_t, 256> buckets_;
    std::uint16_t newest_ = none, oldest_ = none;
  };

  std::size_t history_index(std::uint64_t pc) const;

  std::vector<std::uint8_t> counters_;  // of one or two bits
  std::uint64_t index_bits_, counter_bits_, history_length_, history_bits_;
  std::uint64_t history_ = 0;
  std::uint64_t history_multiplier_;
  Targets targets_;
  std::vector<std::uint64_t> returns_;
  std::size_t top_ = 0, depth_ = 0;
};

}  // namespace hartls::u54
