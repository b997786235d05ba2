// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/chacha20.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::riscv {
namespace {

constexpr std::size_t most_blocks = 20;

struct Kernel {
  std::string_view name;
  ChaCha20Xor* process;
};

const std::vector<Kernel> kernels {
  {"generic", generic::chacha20_xor},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_chacha20_xor},
#endif
};

struct alignas(8) State {
  std::array<std::uint32_t, 16> words;
  bool operator==(const State&) const = default;
};

struct alignas(8) Blocks {
  std::array<std::uint8_t, most_blocks * 64> bytes{};
  bool operator==(const Blocks&) const = default;
};

// RFC 8439 section 2.3.2.
TEST(ChaCha20Xor, MatchesTheBlockOfTheRfc) {
  const State start{{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504,
                     0x0b0a0908, 0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c,
                     0x00000001, 0x09000000, 0x4a000000, 0x00000000}};
  const Bytes expected = from_hex(
      "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
      "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
  for (const Kernel& kernel : kernels) {
    State state = start;
    Blocks blocks;
    kernel.process(state.words.data(), blocks.bytes.data(), blocks.bytes.data(), 1);
    EXPECT_EQ(Bytes(blocks.bytes.begin(), blocks.bytes.begin() + 64), expected) << kernel.name;
    EXPECT_EQ(state.words[12], 2U) << kernel.name;
    EXPECT_EQ(state.words[13], start.words[13]) << kernel.name;
  }
}

TEST(ChaCha20Xor, CarriesTheCounterIntoTheNextWord) {
  for (const Kernel& kernel : kernels) {
    State state{};
    state.words[12] = 0xffffffff;
    state.words[13] = 7;
    State next{};
    next.words[13] = 8;
    Blocks two, second;
    kernel.process(state.words.data(), two.bytes.data(), two.bytes.data(), 2);
    EXPECT_EQ(state.words[12], 1U) << kernel.name;
    EXPECT_EQ(state.words[13], 8U) << kernel.name;
    kernel.process(next.words.data(), second.bytes.data(), second.bytes.data(), 1);
    EXPECT_EQ(std::memcmp(two.bytes.data() + 64, second.bytes.data(), 64), 0) << kernel.name;
  }
}

TEST(ChaCha20Xor, AgreesWithTheGenericKernelInPlaceAndApart) {
  std::mt19937_64 random(8439);
  for (std::size_t count = 0; count <= most_blocks; ++count) {
    State start;
    for (std::uint32_t& word : start.words)
      word = static_cast<std::uint32_t>(random());
    Blocks in, expected;
    for (std::uint8_t& byte : in.bytes)
      byte = static_cast<std::uint8_t>(random());
    State after = start;
    generic::chacha20_xor(after.words.data(), in.bytes.data(), expected.bytes.data(), count);
    for (const Kernel& kernel : kernels) {
      SCOPED_TRACE(kernel.name);
      State state = start;
      Blocks apart, in_place = in;
      kernel.process(state.words.data(), in.bytes.data(), apart.bytes.data(), count);
      EXPECT_EQ(apart, expected) << count << " blocks";
      EXPECT_EQ(state, after) << count << " blocks";
      state = start;
      kernel.process(state.words.data(), in_place.bytes.data(), in_place.bytes.data(), count);
      EXPECT_EQ(std::memcmp(in_place.bytes.data(), expected.bytes.data(), 64 * count), 0);
      EXPECT_EQ(std::memcmp(in_place.bytes.data() + 64 * count, in.bytes.data() + 64 * count,
                            64 * (most_blocks - count)),
                0);
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(ChaCha20Xor, KeepsTheCallersRegisters) {
  State state{};
  Blocks blocks;
  for (std::size_t count = 0; count <= 2; ++count) {
    EXPECT_EQ(lost_registers(hartls_rv64gc_chacha20_xor, state.words.data(), blocks.bytes.data(),
                             blocks.bytes.data(), count),
              "");
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
