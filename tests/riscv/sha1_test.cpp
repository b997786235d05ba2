// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha1.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

using State = std::array<std::uint32_t, 5>;

struct Kernel {
  std::string_view name;
  Sha1Compress* compress;
};

const std::vector<Kernel> kernels {
  {"generic", generic::sha1_compress},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_sha1_compress},
#endif
};

struct Blocks {
  alignas(8) std::array<std::uint8_t, 20 * 64> bytes{};
};

/// FIPS 180-4 section 5.3.1.
constexpr State start_value{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/// `message` padded, FIPS 180-4 section 5.1.1: how many blocks.
std::size_t pad(std::string_view message, Blocks& blocks) {
  const std::size_t count = (message.size() + 9 + 63) / 64;
  std::memcpy(blocks.bytes.data(), message.data(), message.size());
  blocks.bytes[message.size()] = 0x80;
  blocks.bytes[count * 64 - 2] = static_cast<std::uint8_t>(message.size() >> 5);
  blocks.bytes[count * 64 - 1] = static_cast<std::uint8_t>(message.size() << 3);
  return count;
}

struct Example {
  std::string_view message;
  State digest;
};

// NIST, "Cryptographic Standards and Guidelines: Examples with Intermediate Values", SHA1.pdf.
const std::vector<Example> examples{
    {"abc", {0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d}},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     {0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1}},
};

TEST(Sha1Compress, MatchesTheExamplesOfNist) {
  for (const Kernel& kernel : kernels) {
    SCOPED_TRACE(kernel.name);
    for (const Example& example : examples) {
      Blocks blocks;
      alignas(8) State state = start_value;
      kernel.compress(state.data(), blocks.bytes.data(), pad(example.message, blocks));
      EXPECT_EQ(state, example.digest) << example.message;
    }
  }
}

TEST(Sha1Compress, AgreesWithTheGenericKernelOnRandomBlocks) {
  std::mt19937_64 random(1);
  for (std::size_t count = 0; count <= 20; ++count) {
    Blocks blocks;
    for (std::uint8_t& byte : blocks.bytes)
      byte = static_cast<std::uint8_t>(random());
    State start;
    for (std::uint32_t& word : start)
      word = static_cast<std::uint32_t>(random());
    alignas(8) State expected = start;
    generic::sha1_compress(expected.data(), blocks.bytes.data(), count);
    if (count == 0) {
      EXPECT_EQ(expected, start);
    }
    for (const Kernel& kernel : kernels) {
      SCOPED_TRACE(kernel.name);
      alignas(8) State state = start;
      kernel.compress(state.data(), blocks.bytes.data(), count);
      EXPECT_EQ(state, expected) << count << " blocks";
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(Sha1Compress, KeepsTheCallersRegisters) {
  Blocks blocks;
  alignas(8) State state = start_value;
  for (std::size_t count = 0; count <= 2; ++count) {
    EXPECT_EQ(lost_registers(hartls_rv64gc_sha1_compress, state.data(), blocks.bytes.data(), count),
              "");
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
