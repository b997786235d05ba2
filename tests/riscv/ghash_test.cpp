// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/ghash.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

struct Kernel {
  std::string_view name;
  GhashBlocks* blocks;
};

const std::vector<Kernel> kernels {
  {"generic", generic::ghash_blocks},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_ghash_blocks},
#endif
};

constexpr std::size_t most_blocks = 20;

struct alignas(8) Block {
  std::array<std::uint8_t, 16> bytes{};
  bool operator==(const Block&) const = default;
};
using Blocks = std::array<Block, most_blocks>;

/// X * Y bit by bit, SP 800-38D section 6.3, algorithm 1.
Block multiply(const Block& x, const Block& y) {
  Block z;
  Block v = y;
  for (std::size_t i = 0; i < 128; ++i) {
    if ((x.bytes[i / 8] >> (7 - i % 8) & 1) != 0)
      std::transform(z.bytes.begin(), z.bytes.end(), v.bytes.begin(), z.bytes.begin(),
                     std::bit_xor<>());
    const bool carry = (v.bytes[15] & 1) != 0;
    for (std::size_t byte = 15; byte > 0; --byte)
      v.bytes[byte] = static_cast<std::uint8_t>(v.bytes[byte] >> 1 | v.bytes[byte - 1] << 7);
    v.bytes[0] = static_cast<std::uint8_t>(v.bytes[0] >> 1 ^ (carry ? 0xe1 : 0));
  }
  return z;
}

/// SP 800-38D section 6.4, algorithm 2.
Block definition(const Block& h, Block y, std::span<const Block> blocks) {
  for (const Block& block : blocks) {
    std::transform(y.bytes.begin(), y.bytes.end(), block.bytes.begin(), y.bytes.begin(),
                   std::bit_xor<>());
    y = multiply(y, h);
  }
  return y;
}

GhashKey key_of(const Block& h) {
  GhashKey key{};
  generic::ghash_set_key(&key, h.bytes.data());
  return key;
}

Block run(const Kernel& kernel, const GhashKey& key, Block y, std::span<const Block> blocks) {
  kernel.blocks(&key, y.bytes.data(), blocks.front().bytes.data(), blocks.size());
  return y;
}

Block random_block(std::mt19937_64& random) {
  Block block;
  for (auto& byte : block.bytes)
    byte = static_cast<std::uint8_t>(random());
  return block;
}

// McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B: H, the blocks of
// GHASH with that of the lengths, and what comes out.
TEST(GhashBlocks, MatchesTestCase2OfTheSpecification) {
  const Block h{{0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b,  //
                 0x88, 0x4c, 0xfa, 0x59, 0xca, 0x34, 0x2b, 0x2e}};
  const std::array<Block, 2> blocks{{{{0x03, 0x88, 0xda, 0xce, 0x60, 0xb6, 0xa3, 0x92,  //
                                       0xf3, 0x28, 0xc2, 0xb9, 0x71, 0xb2, 0xfe, 0x78}},
                                     {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80}}}};
  const Block expected{{0xf3, 0x8c, 0xbb, 0x1a, 0xd6, 0x92, 0x23, 0xdc,  //
                        0xc3, 0x45, 0x7a, 0xe5, 0xb6, 0xb0, 0xf8, 0x85}};
  for (const Kernel& kernel : kernels)
    EXPECT_EQ(run(kernel, key_of(h), {}, blocks), expected) << kernel.name;
}

TEST(GhashBlocks, MatchesTestCase4OfTheSpecification) {
  const Block h{{0xb8, 0x3b, 0x53, 0x37, 0x08, 0xbf, 0x53, 0x5d,  //
                 0x0a, 0xa6, 0xe5, 0x29, 0x80, 0xd5, 0x3b, 0x78}};
  const std::array<Block, 7> blocks{{{{0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef,  //
                                       0xfe, 0xed, 0xfa, 0xce, 0xde, 0xad, 0xbe, 0xef}},
                                     {{0xab, 0xad, 0xda, 0xd2}},
                                     {{0x42, 0x83, 0x1e, 0xc2, 0x21, 0x77, 0x74, 0x24,  //
                                       0x4b, 0x72, 0x21, 0xb7, 0x84, 0xd0, 0xd4, 0x9c}},
                                     {{0xe3, 0xaa, 0x21, 0x2f, 0x2c, 0x02, 0xa4, 0xe0,  //
                                       0x35, 0xc1, 0x7e, 0x23, 0x29, 0xac, 0xa1, 0x2e}},
                                     {{0x21, 0xd5, 0x14, 0xb2, 0x54, 0x66, 0x93, 0x1c,  //
                                       0x7d, 0x8f, 0x6a, 0x5a, 0xac, 0x84, 0xaa, 0x05}},
                                     {{0x1b, 0xa3, 0x0b, 0x39, 0x6a, 0x0a, 0xac, 0x97,  //
                                       0x3d, 0x58, 0xe0, 0x91}},
                                     {{0, 0, 0, 0, 0, 0, 0, 0xa0, 0, 0, 0, 0, 0, 0, 0x01, 0xe0}}}};
  const Block expected{{0x69, 0x8e, 0x57, 0xf7, 0x0e, 0x6e, 0xcc, 0x7f,  //
                        0xd9, 0x46, 0x3b, 0x72, 0x60, 0xa9, 0xae, 0x5f}};
  for (const Kernel& kernel : kernels)
    EXPECT_EQ(run(kernel, key_of(h), {}, blocks), expected) << kernel.name;
}

TEST(GhashBlocks, MatchesTheDefinitionForEachCount) {
  std::mt19937_64 random(20070101);
  for (std::size_t count = 1; count <= most_blocks; ++count) {
    const Block h = random_block(random);
    const Block y = random_block(random);
    Blocks blocks;
    std::generate(blocks.begin(), blocks.end(), [&] { return random_block(random); });
    const std::span used(blocks.data(), count);
    for (const Kernel& kernel : kernels)
      EXPECT_EQ(run(kernel, key_of(h), y, used), definition(h, y, used))
          << kernel.name << ", " << count << " blocks";
  }
}

TEST(GhashBlocks, LeavesYAloneWithoutBlocks) {
  std::mt19937_64 random(20070102);
  const Block y = random_block(random);
  const GhashKey key = key_of(random_block(random));
  for (const Kernel& kernel : kernels) {
    Block result = y;
    kernel.blocks(&key, result.bytes.data(), y.bytes.data(), 0);
    EXPECT_EQ(result, y) << kernel.name;
  }
}

// Operands that fill the sums of digits: these carry furthest.
TEST(GhashBlocks, KeepsCarriesApartWithManyOnes) {
  const auto filled = [](std::uint8_t first, std::uint8_t second) {
    Block block;
    std::fill_n(block.bytes.begin(), 8, first);
    std::fill_n(block.bytes.begin() + 8, 8, second);
    return block;
  };
  std::vector<Block> patterns;
  for (unsigned first = 0; first < 16; ++first) {
    const auto bits = static_cast<std::uint8_t>(first * 0x11);
    patterns.push_back(filled(bits, 0));
    patterns.push_back(filled(0, bits));
    patterns.push_back(filled(bits, 0xff));
  }
  for (const Block& h : patterns) {
    const GhashKey key = key_of(h);
    for (const Block& pattern : patterns) {
      Blocks blocks;
      blocks.fill(pattern);
      const std::span used(blocks.data(), 4);
      const Block expected = definition(h, {}, used);
      for (const Kernel& kernel : kernels)
        ASSERT_EQ(run(kernel, key, {}, used), expected) << kernel.name;
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(GhashBlocks, KeepsTheCallersRegisters) {
  std::mt19937_64 random(20070103);
  const GhashKey key = key_of(random_block(random));
  Blocks blocks{};
  Block y;
  for (const std::size_t count : {0U, 1U, 4U, 7U})
    EXPECT_EQ(lost_registers(hartls_rv64gc_ghash_blocks, &key, y.bytes.data(),
                             blocks.front().bytes.data(), count),
              "");
}
#endif

}  // namespace
}  // namespace hartls::riscv
