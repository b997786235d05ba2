// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha256.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

using State = std::array<std::uint32_t, 8>;

struct Kernel {
  std::string_view name;
  Sha256Compress* compress;
};

const std::vector<Kernel> kernels {
  {"generic", generic::sha256_compress},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_sha256_compress},
#endif
};

struct Blocks {
  alignas(8) std::array<std::uint8_t, 20 * 64> bytes{};
};

/// FIPS 180-4 section 5.3.3.
constexpr State start_value{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

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

// NIST, "Cryptographic Standards and Guidelines: Examples with Intermediate Values", SHA256.pdf.
const std::vector<Example> examples{
    {"abc",
     {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61,
      0xf20015ad}},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     {0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4,
      0x19db06c1}},
};

TEST(Sha256Compress, MatchesTheExamplesOfNist) {
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

TEST(Sha256Compress, AgreesWithTheGenericKernelOnRandomBlocks) {
  std::mt19937_64 random(1);
  for (std::size_t count = 0; count <= 20; ++count) {
    Blocks blocks;
    for (std::uint8_t& byte : blocks.bytes)
      byte = static_cast<std::uint8_t>(random());
    State start;
    for (std::uint32_t& word : start)
      word = static_cast<std::uint32_t>(random());
    alignas(8) State expected = start;
    generic::sha256_compress(expected.data(), blocks.bytes.data(), count);
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
TEST(Sha256Compress, KeepsTheCallersRegisters) {
  Blocks blocks;
  alignas(8) State state = start_value;
  for (std::size_t count = 0; count <= 2; ++count) {
    EXPECT_EQ(
        lost_registers(hartls_rv64gc_sha256_compress, state.data(), blocks.bytes.data(), count),
        "");
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
