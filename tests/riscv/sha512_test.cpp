// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha512.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

using State = std::array<std::uint64_t, 8>;

struct Kernel {
  std::string_view name;
  Sha512Compress* compress;
};

const std::vector<Kernel> kernels {
  {"generic", generic::sha512_compress},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_sha512_compress},
#endif
};

struct Blocks {
  alignas(8) std::array<std::uint8_t, 20 * 128> bytes{};
};

/// FIPS 180-4 sections 5.3.4 (SHA-384) and 5.3.5 (SHA-512).
constexpr State sha384_start{0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
                             0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
                             0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
constexpr State sha512_start{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                             0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                             0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/// `message` padded, FIPS 180-4 section 5.1.2.
std::size_t pad(std::string_view message, Blocks& blocks) {
  const std::size_t count = (message.size() + 17 + 127) / 128;
  std::memcpy(blocks.bytes.data(), message.data(), message.size());
  blocks.bytes[message.size()] = 0x80;
  blocks.bytes[count * 128 - 2] = static_cast<std::uint8_t>(message.size() >> 5);
  blocks.bytes[count * 128 - 1] = static_cast<std::uint8_t>(message.size() << 3);
  return count;
}

// The examples of NIST, "Cryptographic Standards and Guidelines: Examples with Intermediate
// Values", SHA512.pdf and SHA384.pdf.
constexpr std::string_view one_block = "abc";
constexpr std::string_view two_blocks =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

TEST(Sha512Compress, MatchesTheExamplesOfSha512) {
  for (const Kernel& kernel : kernels) {
    SCOPED_TRACE(kernel.name);
    Blocks blocks;
    State state = sha512_start;
    kernel.compress(state.data(), blocks.bytes.data(), pad(one_block, blocks));
    EXPECT_EQ(state, (State{0xddaf35a193617aba, 0xcc417349ae204131, 0x12e6fa4e89a97ea2,
                            0x0a9eeee64b55d39a, 0x2192992a274fc1a8, 0x36ba3c23a3feebbd,
                            0x454d4423643ce80e, 0x2a9ac94fa54ca49f}));
    blocks = {};
    state = sha512_start;
    kernel.compress(state.data(), blocks.bytes.data(), pad(two_blocks, blocks));
    EXPECT_EQ(state, (State{0x8e959b75dae313da, 0x8cf4f72814fc143f, 0x8f7779c6eb9f7fa1,
                            0x7299aeadb6889018, 0x501d289e4900f7e4, 0x331b99dec4b5433a,
                            0xc7d329eeb6dd2654, 0x5e96e55b874be909}));
  }
}

TEST(Sha512Compress, MatchesTheExamplesOfSha384) {
  for (const Kernel& kernel : kernels) {
    SCOPED_TRACE(kernel.name);
    Blocks blocks;
    State state = sha384_start;
    kernel.compress(state.data(), blocks.bytes.data(), pad(one_block, blocks));
    state[6] = state[7] = 0;  // Not in the digest.
    EXPECT_EQ(state, (State{0xcb00753f45a35e8b, 0xb5a03d699ac65007, 0x272c32ab0eded163,
                            0x1a8b605a43ff5bed, 0x8086072ba1e7cc23, 0x58baeca134c825a7}));
    blocks = {};
    state = sha384_start;
    kernel.compress(state.data(), blocks.bytes.data(), pad(two_blocks, blocks));
    state[6] = state[7] = 0;
    EXPECT_EQ(state, (State{0x09330c33f71147e8, 0x3d192fc782cd1b47, 0x53111b173b3b05d2,
                            0x2fa08086e3b0f712, 0xfcc7c71a557e2db9, 0x66c3e9fa91746039}));
  }
}

TEST(Sha512Compress, AgreesWithTheGenericKernelOnRandomBlocks) {
  std::mt19937_64 random(512);
  for (std::size_t count = 0; count <= 20; ++count) {
    Blocks blocks;
    for (std::uint8_t& byte : blocks.bytes)
      byte = static_cast<std::uint8_t>(random());
    State start;
    for (std::uint64_t& word : start)
      word = random();
    State expected = start;
    generic::sha512_compress(expected.data(), blocks.bytes.data(), count);
    if (count == 0) {
      EXPECT_EQ(expected, start);
    }
    for (const Kernel& kernel : kernels) {
      SCOPED_TRACE(kernel.name);
      State state = start;
      kernel.compress(state.data(), blocks.bytes.data(), count);
      EXPECT_EQ(state, expected) << count << " blocks";
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(Sha512Compress, KeepsTheCallersRegisters) {
  Blocks blocks;
  State state = sha512_start;
  for (std::size_t count = 0; count <= 2; ++count) {
    EXPECT_EQ(
        lost_registers(hartls_rv64gc_sha512_compress, state.data(), blocks.bytes.data(), count),
        "");
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
