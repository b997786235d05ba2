// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/md5.hpp"

#include <array>
#include <bit>
#include <utility>

namespace hartls::riscv::generic {
namespace {

/// RFC 1321 section 3.4: the integer part of 2^32 * abs(sin(i + 1)).
constexpr std::array<std::uint32_t, 64> constants{
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/// For each round, how far its four kinds of step rotate.
constexpr std::array<std::array<int, 4>, 4> rotations{
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

constexpr std::uint32_t load_little_endian(const std::uint8_t* bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;)
    word = word << 8 | bytes[i];
  return word;
}

/// F, G, H, I: the function of the round.
constexpr std::uint32_t function(std::size_t round, std::uint32_t b, std::uint32_t c,
                                 std::uint32_t d) {
  if (round == 0)
    return ((c ^ d) & b) ^ d;
  if (round == 1)
    return ((b ^ c) & d) ^ c;
  if (round == 2)
    return b ^ c ^ d;
  return c ^ (b | ~d);
}

/// Which word of the message step i of 64 takes.
constexpr std::size_t word_of_step(std::size_t i) {
  constexpr std::array<std::size_t, 4> first{0, 1, 5, 0};
  constexpr std::array<std::size_t, 4> increase{1, 5, 3, 7};
  return (first[i / 16] + increase[i / 16] * i) % 16;
}

}  // namespace

void md5_compress(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count) {
  for (; count != 0; --count, blocks += 64) {
    auto [a, b, c, d] = std::to_array({state[0], state[1], state[2], state[3]});
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t sum = a + function(i / 16, b, c, d) +
                                load_little_endian(blocks + 4 * word_of_step(i)) + constants[i];
      const std::uint32_t next = b + std::rotl(sum, rotations[i / 16][i % 4]);
      a = std::exchange(d, std::exchange(c, std::exchange(b, next)));
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
  }
}

}  // namespace hartls::riscv::generic
