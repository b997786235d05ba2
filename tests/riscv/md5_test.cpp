// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/md5.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

using State = std::array<std::uint32_t, 4>;

struct Kernel {
  std::string_view name;
  Md5Compress* compress;
};

const std::vector<Kernel> kernels {
  {"generic", generic::md5_compress},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_md5_compress},
#endif
};

struct Blocks {
  alignas(8) std::array<std::uint8_t, 20 * 64> bytes{};
};

/// RFC 1321 section 3.3.
constexpr State start_value{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/// `message` padded, RFC 1321 sections 3.1 and 3.2: how many blocks.
std::size_t pad(std::string_view message, Blocks& blocks) {
  const std::size_t count = (message.size() + 9 + 63) / 64;
  std::memcpy(blocks.bytes.data(), message.data(), message.size());
  blocks.bytes[message.size()] = 0x80;
  blocks.bytes[count * 64 - 8] = static_cast<std::uint8_t>(message.size() << 3);
  blocks.bytes[count * 64 - 7] = static_cast<std::uint8_t>(message.size() >> 5);
  return count;
}

struct Example {
  std::string_view message;
  State digest;
};

// The test suite of RFC 1321, appendix A.5; the digests as words in little endian.
const std::vector<Example> examples{
    {"", {0xd98c1dd4, 0x04b2008f, 0x980980e9, 0x7e42f8ec}},
    {"a", {0xb975c10c, 0xa8b6f1c0, 0xe299c331, 0x61267769}},
    {"abc", {0x98500190, 0xb04fd23c, 0x7d3f96d6, 0x727fe128}},
    {"message digest", {0x7d696bf9, 0x8d93b77c, 0x312f5a52, 0xd061f1aa}},
    {"abcdefghijklmnopqrstuvwxyz", {0xd7d3fcc3, 0x00e49261, 0x6c49fb7d, 0x3be167ca}},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
     {0x98ab74d1, 0xf5d977d2, 0x2c1c61a5, 0x9f9d419f}},
    {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
     {0xa2f4ed57, 0x55c9e32b, 0x2eda49ac, 0x7ab60721}},
};

TEST(Md5Compress, MatchesTheTestSuiteOfRfc1321) {
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

TEST(Md5Compress, AgreesWithTheGenericKernelOnRandomBlocks) {
  std::mt19937_64 random(5);
  for (std::size_t count = 0; count <= 20; ++count) {
    Blocks blocks;
    for (std::uint8_t& byte : blocks.bytes)
      byte = static_cast<std::uint8_t>(random());
    State start;
    for (std::uint32_t& word : start)
      word = static_cast<std::uint32_t>(random());
    alignas(8) State expected = start;
    generic::md5_compress(expected.data(), blocks.bytes.data(), count);
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
TEST(Md5Compress, KeepsTheCallersRegisters) {
  Blocks blocks;
  alignas(8) State state = start_value;
  for (std::size_t count = 0; count <= 2; ++count) {
    EXPECT_EQ(lost_registers(hartls_rv64gc_md5_compress, state.data(), blocks.bytes.data(), count),
              "");
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
