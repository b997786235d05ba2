// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of all hashes' compression functions share.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {

/// A hash of `state_words` words, with its kernels: the portable twin first.
template <typename Word, std::size_t state_words>
struct Compression {
  static constexpr std::size_t block_bytes = 16 * sizeof(Word);
  static constexpr std::size_t most_blocks = 20;
  using State = std::array<Word, state_words>;
  struct Blocks {
    alignas(8) std::array<std::uint8_t, most_blocks * block_bytes> bytes{};
  };
  struct Kernel {
    std::string_view name;
    void (*compress)(Word* state, const std::uint8_t* blocks, std::size_t count);
  };

  std::vector<Kernel> kernels;
  bool little_endian = false;  ///< the message's length: MD5

  /// `message` padded (FIPS 180-4 section 5.1, RFC 1321 sections 3.1 and 3.2): how many blocks.
  std::size_t pad(std::string_view message, Blocks& blocks) const {
    constexpr std::size_t length_bytes = 2 * sizeof(Word);
    const std::size_t count = (message.size() + 1 + length_bytes + block_bytes - 1) / block_bytes;
    std::memcpy(blocks.bytes.data(), message.data(), message.size());
    blocks.bytes[message.size()] = 0x80;
    const std::uint64_t bits = 8 * message.size();
    for (std::size_t byte = 0; byte < 8; ++byte) {
      const std::size_t from_end = little_endian ? length_bytes - byte : byte + 1;
      blocks.bytes[count * block_bytes - from_end] = static_cast<std::uint8_t>(bits >> (8 * byte));
    }
    return count;
  }

  /// From `start` to `expected`, of which zero words are not in the digest.
  void expect_digest(std::string_view message, const State& start, const State& expected) const {
    for (const Kernel& kernel : kernels) {
      Blocks blocks;
      alignas(8) State state = start;
      kernel.compress(state.data(), blocks.bytes.data(), pad(message, blocks));
      for (std::size_t word = 0; word < state_words; ++word) {
        if (expected[word] != 0) {
          EXPECT_EQ(state[word], expected[word]) << kernel.name << ' ' << message;
        }
      }
    }
  }

  void expect_same_on_random_blocks() const {
    std::mt19937_64 random(1);
    for (std::size_t count = 0; count <= most_blocks; ++count) {
      Blocks blocks;
      for (std::uint8_t& byte : blocks.bytes)
        byte = static_cast<std::uint8_t>(random());
      State start;
      for (Word& word : start)
        word = static_cast<Word>(random());
      alignas(8) State expected = start;
      kernels.front().compress(expected.data(), blocks.bytes.data(), count);
      EXPECT_EQ(expected == start, count == 0);
      for (const Kernel& kernel : kernels) {
        alignas(8) State state = start;
        kernel.compress(state.data(), blocks.bytes.data(), count);
        EXPECT_EQ(state, expected) << kernel.name << ' ' << count << " blocks";
      }
    }
  }

  void expect_registers_kept() const {
    Blocks blocks;
    alignas(8) State state{};
    for (std::size_t count = 0; count <= 2; ++count) {
      EXPECT_EQ(lost_registers(kernels.back().compress, state.data(), blocks.bytes.data(), count),
                "");
    }
  }
};

}  // namespace hartls::riscv
