// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/poly1305.hpp"

namespace hartls::riscv::generic {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t low(Wide value) {
  return static_cast<std::uint64_t>(value);
}

std::uint64_t high(Wide value) {
  return static_cast<std::uint64_t>(value >> 64U);
}

std::uint64_t little_endian(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (std::size_t index = 8; index-- > 0;)
    value = value << 8U | bytes[index];
  return value;
}

void store_little_endian(std::uint8_t* bytes, std::uint64_t value) {
  for (std::size_t index = 0; index < 8; ++index)
    bytes[index] = static_cast<std::uint8_t>(value >> (8 * index));
}

}  // namespace

void poly1305_start(Poly1305State* state, const std::uint8_t* key) {
  // RFC 8439 section 2.5: which bits of r are zero.
  *state = {{0, 0, 0},
            {little_endian(key) & 0x0ffffffc0fffffff, little_endian(key + 8) & 0x0ffffffc0ffffffc},
            {little_endian(key + 16), little_endian(key + 24)}};
}

void poly1305_blocks(Poly1305State* state, const std::uint8_t* blocks, std::size_t count,
                     std::uint64_t high_bit) {
  const std::uint64_t r0 = state->r[0], r1 = state->r[1];
  const std::uint64_t s1 = r1 + (r1 >> 2U);  // 5 / 4 of r1: what 2^128 of it is worth
  std::uint64_t h0 = state->h[0], h1 = state->h[1], h2 = state->h[2];
  for (; count != 0; --count, blocks += 16) {
    Wide sum = Wide{h0} + little_endian(blocks);
    h0 = low(sum);
    sum = Wide{h1} + little_endian(blocks + 8) + high(sum);
    h1 = low(sum);
    h2 += high_bit + high(sum);

    const Wide d0 = Wide{h0} * r0 + Wide{h1} * s1;
    const Wide d1 = Wide{h0} * r1 + Wide{h1} * r0 + h2 * s1 + high(d0);
    const std::uint64_t d2 = h2 * r0 + high(d1);
    // All above 2^130, times five.
    sum = Wide{low(d0)} + (d2 >> 2U) + (d2 & ~std::uint64_t{3});
    h0 = low(sum);
    sum = Wide{low(d1)} + high(sum);
    h1 = low(sum);
    h2 = (d2 & 3U) + high(sum);
  }
  state->h[0] = h0;
  state->h[1] = h1;
  state->h[2] = h2;
}

void poly1305_finish(const Poly1305State* state, std::uint8_t* tag) {
  // Twice, since what comes back may carry once more.
  std::uint64_t h0 = state->h[0], h1 = state->h[1], h2 = state->h[2];
  for (int pass = 0; pass < 2; ++pass) {
    Wide sum = Wide{h0} + (h2 >> 2U) * 5;
    h0 = low(sum);
    sum = Wide{h1} + high(sum);
    h1 = low(sum);
    h2 = (h2 & 3U) + high(sum);
  }
  // h + 5 reaches 2^130 exactly where h is not below the prime; then h + 5 - 2^130 is the result.
  Wide sum = Wide{h0} + 5;
  const std::uint64_t g0 = low(sum);
  sum = Wide{h1} + high(sum);
  const std::uint64_t g1 = low(sum);
  const std::uint64_t mask = 0 - ((h2 + high(sum)) >> 2U);
  h0 ^= (h0 ^ g0) & mask;
  h1 ^= (h1 ^ g1) & mask;
  sum = Wide{h0} + state->pad[0];
  store_little_endian(tag, low(sum));
  store_little_endian(tag + 8, h1 + state->pad[1] + high(sum));
}

}  // namespace hartls::riscv::generic
