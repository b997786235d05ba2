// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/keccak.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

namespace hartls::riscv::generic {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t rounds = 24;

/// FIPS 202 section 3.2.5, algorithms 5 and 6.
constexpr std::array<std::uint64_t, rounds> round_constants() {
  std::array<std::uint64_t, rounds> constants{};
  unsigned lfsr = 1;
  for (std::uint64_t& constant : constants) {
    for (unsigned j = 0; j <= 6; ++j) {
      constant |= std::uint64_t{lfsr & 1} << ((1U << j) - 1);
      lfsr <<= 1;
      lfsr ^= (lfsr >> 8) * 0x171;
    }
  }
  return constants;
}

/// FIPS 202 section 3.2.2, table 2, modulo the width of a lane.
constexpr std::array<int, 25> offsets{0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                      25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

constexpr std::size_t lane(std::size_t x, std::size_t y) {
  return x % 5 + 5 * y;
}

/// Calls `step` with the constants from 0 to count - 1: indices and rotations known at compile time
/// are worth a factor of eight.
template <std::size_t count, typename Step>
void for_each_index(Step step) {
  [&]<std::size_t... index>(std::index_sequence<index...>) {
    (step(std::integral_constant<std::size_t, index>{}), ...);
  }
  (std::make_index_sequence<count>{});
}

/// Sections 3.2.1 to 3.2.4.
void theta_rho_pi_chi(std::uint64_t* a) {
  std::array<std::uint64_t, 5> parity;
  for_each_index<5>([&](auto x) {
    parity[x] = a[x] ^ a[lane(x, 1)] ^ a[lane(x, 2)] ^ a[lane(x, 3)] ^ a[lane(x, 4)];
  });
  std::array<std::uint64_t, 5> effect;
  for_each_index<5>(
      [&](auto x) { effect[x] = parity[(x + 4) % 5] ^ std::rotl(parity[(x + 1) % 5], 1); });
  std::array<std::uint64_t, 25> b;
  for_each_index<25>([&](auto to) {
    constexpr std::size_t x = to % 5;
    constexpr std::size_t from = lane(x + 3 * (to / 5), x);
    b[to] = std::rotl(a[from] ^ effect[from % 5], offsets[from]);
  });
  for_each_index<25>([&](auto to) {
    constexpr std::size_t x = to % 5;
    constexpr std::size_t y = to / 5;
    a[to] = b[to] ^ (~b[lane(x + 1, y)] & b[lane(x + 2, y)]);
  });
}

}  // namespace

void keccak_permute(std::uint64_t* state) {
  static constexpr auto constants = round_constants();
  for (const std::uint64_t constant : constants) {
    theta_rho_pi_chi(state);
    state[0] ^= constant;
  }
}

void keccak_absorb(std::uint64_t* state, const std::uint8_t* blocks, std::size_t rate_bytes,
                   std::size_t count) {
  for (; count > 0; --count, blocks += rate_bytes) {
    for (std::size_t offset = 0; offset < rate_bytes; offset += 8) {
      std::uint64_t word;
      std::memcpy(&word, blocks + offset, sizeof word);
      state[offset / 8] ^= word;
    }
    keccak_permute(state);
  }
}

}  // namespace hartls::riscv::generic
