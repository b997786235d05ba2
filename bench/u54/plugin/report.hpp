// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core.hpp"
#include "symbols.hpp"

namespace hartls::u54 {

/// A block with the texts that its profile shows.
struct KnownBlock {
  KnownBlock(std::uint64_t pc, std::vector<std::uint32_t> words_in, const Constants& constants)
      : words(std::move(words_in)), block(pc, words, constants) {}

  std::vector<std::uint32_t> words;
  std::vector<std::string> disassembly;  ///< of each instruction; empty unless a profile is wanted
  Block block;
};

/// The functions and the blocks that took the most cycles, each block with its instructions, their
/// cycles an execution and what they waited for. Of the measured work if there was any, else of
/// all.
void write_profile(std::span<const std::unique_ptr<KnownBlock>> blocks, std::size_t most_blocks,
                   const Symbols& symbols, std::ostream& out);

}  // namespace hartls::u54
