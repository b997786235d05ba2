// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/chacha20.hpp"

#include <array>
#include <bit>

namespace hartls::riscv::generic {
namespace {

using Words = std::array<std::uint32_t, 16>;

/// RFC 8439 section 2.1.
void quarter_round(Words& x, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  x[a] += x[b];
  x[d] = std::rotl(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = std::rotl(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = std::rotl(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = std::rotl(x[b] ^ x[c], 7);
}

void xor_block(const std::uint32_t* state, const std::uint8_t* in, std::uint8_t* out) {
  Words x;
  for (std::size_t index = 0; index < x.size(); ++index)
    x[index] = state[index];
  for (int round = 0; round < 20; round += 2) {
    for (std::size_t column = 0; column < 4; ++column)
      quarter_round(x, column, column + 4, column + 8, column + 12);
    for (std::size_t column = 0; column < 4; ++column)
      quarter_round(x, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4);
  }
  for (std::size_t index = 0; index < x.size(); ++index) {
    const std::uint32_t word = x[index] + state[index];
    for (std::size_t byte = 0; byte < 4; ++byte)
      out[4 * index + byte] =
          static_cast<std::uint8_t>(in[4 * index + byte] ^ (word >> (8 * byte) & 0xffU));
  }
}

}  // namespace

void chacha20_xor(std::uint32_t* state, const std::uint8_t* in, std::uint8_t* out,
                  std::size_t count) {
  for (; count != 0; --count, in += 64, out += 64) {
    xor_block(state, in, out);
    state[12] += 1;
    state[13] += state[12] == 0 ? 1 : 0;
  }
}

}  // namespace hartls::riscv::generic
