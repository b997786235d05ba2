// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha1.hpp"

#include <array>
#include <bit>
#include <utility>

namespace hartls::riscv::generic {
namespace {

constexpr std::uint32_t load_big_endian(const std::uint8_t* bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word = word << 8 | bytes[i];
  return word;
}

/// f(t; b, c, d) + K(t), FIPS 180-4 sections 4.1.1 and 4.2.1.
constexpr std::uint32_t function_and_constant(std::size_t t, std::uint32_t b, std::uint32_t c,
                                              std::uint32_t d) {
  if (t < 20)
    return (((c ^ d) & b) ^ d) + 0x5a827999;
  if (t < 40)
    return (b ^ c ^ d) + 0x6ed9eba1;
  if (t < 60)
    return ((b & c) | ((b | c) & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

}  // namespace

void sha1_compress(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count) {
  for (; count != 0; --count, blocks += 64) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t t = 0; t < 16; ++t)
      w[t] = load_big_endian(blocks + 4 * t);
    for (std::size_t t = 16; t < 80; ++t)
      w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    auto [a, b, c, d, e] = std::to_array({state[0], state[1], state[2], state[3], state[4]});
    for (std::size_t t = 0; t < 80; ++t) {
      const std::uint32_t next = std::rotl(a, 5) + function_and_constant(t, b, c, d) + e + w[t];
      e = std::exchange(d, std::exchange(c, std::rotl(b, 30)));
      b = std::exchange(a, next);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  }
}

}  // namespace hartls::riscv::generic
