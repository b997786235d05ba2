// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/keccak.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

using State = std::array<std::uint64_t, 25>;

struct Kernel {
  std::string_view name;
  KeccakPermute* permute;
  KeccakAbsorb* absorb;
};

const std::vector<Kernel> kernels {
  {"generic", generic::keccak_permute, generic::keccak_absorb},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_keccak_permute, hartls_rv64gc_keccak_absorb},
#endif
};

constexpr std::size_t most_rate = 168;
constexpr std::size_t most_blocks = 20;

struct Blocks {
  alignas(8) std::array<std::uint8_t, most_rate * most_blocks> bytes{};
};

State random_state(std::mt19937_64& random) {
  State state;
  std::generate(state.begin(), state.end(), std::ref(random));
  return state;
}

std::string hex(const State& state, std::size_t size) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned>(state[i / 8] >> (8 * (i % 8)) & 0xff);
    text += {digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

/// SHA-3 (domain 6) or SHAKE (domain 0x1f), FIPS 202 section 6, of 1600 bits, as 200 times 0xa3.
std::string sponge_of_a3(const Kernel& kernel, std::size_t rate, std::uint8_t domain,
                         std::size_t out_bytes) {
  constexpr std::size_t message_bytes = 200;
  const std::size_t count = message_bytes / rate + 1;
  Blocks blocks;
  std::fill_n(blocks.bytes.begin(), message_bytes, std::uint8_t{0xa3});
  blocks.bytes[message_bytes] = domain;
  blocks.bytes[count * rate - 1] |= 0x80;
  State state{};
  kernel.absorb(state.data(), blocks.bytes.data(), rate, count);
  return hex(state, out_bytes);
}

// The examples of NIST, "Cryptographic Standards and Guidelines: Examples with Intermediate
// Values", SHA3-*_1600.pdf and SHAKE128_Msg1600.pdf.
TEST(KeccakAbsorb, MatchesTheExamplesOfSha3) {
  for (const Kernel& kernel : kernels) {
    EXPECT_EQ(sponge_of_a3(kernel, 144, 6, 28),
              "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0")
        << kernel.name;
    EXPECT_EQ(sponge_of_a3(kernel, 136, 6, 32),
              "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787")
        << kernel.name;
    EXPECT_EQ(sponge_of_a3(kernel, 104, 6, 48),
              "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd"
              "76197a31fd55ee989f2d7050dd473e8f")
        << kernel.name;
    EXPECT_EQ(sponge_of_a3(kernel, 72, 6, 64),
              "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca8"
              "1b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00")
        << kernel.name;
  }
}

TEST(KeccakAbsorb, MatchesTheExampleOfShake128) {
  for (const Kernel& kernel : kernels)
    EXPECT_EQ(sponge_of_a3(kernel, 168, 0x1f, 32),
              "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037")
        << kernel.name;
}

// The Keccak team's KeccakF-1600-IntermediateValues.txt: the permutation of zeros, once and twice.
TEST(KeccakPermute, MatchesTheIntermediateValues) {
  for (const Kernel& kernel : kernels) {
    State state{};
    kernel.permute(state.data());
    EXPECT_EQ(state[0], std::uint64_t{0xf1258f7940e1dde7}) << kernel.name;
    EXPECT_EQ(state[24], std::uint64_t{0xeaf1ff7b5ceca249}) << kernel.name;
    kernel.permute(state.data());
    EXPECT_EQ(state[0], std::uint64_t{0x2d5c954df96ecb3c}) << kernel.name;
    EXPECT_EQ(state[24], std::uint64_t{0x20d06cd26a8fbf5c}) << kernel.name;
  }
}

TEST(KeccakPermute, AgreesOnRandomStates) {
  std::mt19937_64 random(20150801);
  for (int i = 0; i < 20; ++i) {
    const State start = random_state(random);
    State expected = start;
    generic::keccak_permute(expected.data());
    for (const Kernel& kernel : kernels) {
      State state = start;
      kernel.permute(state.data());
      EXPECT_EQ(state, expected) << kernel.name;
    }
  }
}

TEST(KeccakAbsorb, AgreesForEachRate) {
  std::mt19937_64 random(20150802);
  for (std::size_t rate = 8; rate <= most_rate; rate += 8) {
    const std::size_t count = rate / 8 % 4;
    const State start = random_state(random);
    Blocks blocks;
    for (auto& byte : blocks.bytes)
      byte = static_cast<std::uint8_t>(random());
    State expected = start;
    for (std::size_t block = 0; block < count; ++block) {
      for (std::size_t i = 0; i < rate; ++i)
        expected[i / 8] ^= std::uint64_t{blocks.bytes[block * rate + i]} << (8 * (i % 8));
      generic::keccak_permute(expected.data());
    }
    for (const Kernel& kernel : kernels) {
      State state = start;
      kernel.absorb(state.data(), blocks.bytes.data(), rate, count);
      EXPECT_EQ(state, expected) << kernel.name << ", rate " << rate;
    }
  }
}

TEST(KeccakAbsorb, AgreesForEachCount) {
  std::mt19937_64 random(20150803);
  Blocks blocks;
  for (auto& byte : blocks.bytes)
    byte = static_cast<std::uint8_t>(random());
  for (std::size_t count = 0; count <= most_blocks; ++count) {
    const State start = random_state(random);
    State expected = start;
    for (std::size_t block = 0; block < count; ++block)
      generic::keccak_absorb(expected.data(), blocks.bytes.data() + block * 136, 136, 1);
    for (const Kernel& kernel : kernels) {
      State state = start;
      kernel.absorb(state.data(), blocks.bytes.data(), 136, count);
      EXPECT_EQ(state, expected) << kernel.name << ", " << count << " blocks";
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(KeccakAbsorb, KeepsTheCallersRegisters) {
  State state{};
  const Blocks blocks;
  for (std::size_t count : {0U, 1U, 3U})
    EXPECT_EQ(
        lost_registers(hartls_rv64gc_keccak_absorb, state.data(), blocks.bytes.data(), 136, count),
        "");
}

TEST(KeccakPermute, KeepsTheCallersRegisters) {
  State state{};
  EXPECT_EQ(lost_registers(hartls_rv64gc_keccak_permute, state.data()), "");
}
#endif

}  // namespace
}  // namespace hartls::riscv
