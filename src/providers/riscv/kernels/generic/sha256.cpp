// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha256.hpp"

#include <array>
#include <bit>

namespace hartls::riscv::generic {
namespace {

// FIPS 180-4 section 4.2.2.
constexpr std::array<std::uint32_t, 64> constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U |
         std::uint32_t{bytes[2]} << 8U | std::uint32_t{bytes[3]};
}

void compress(std::uint32_t* state, const std::uint8_t* block) {
  std::array<std::uint32_t, 16> w;
  for (std::size_t t = 0; t < 16; ++t)
    w[t] = big_endian(block + 4 * t);
  std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  std::uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t sigma_e = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t sigma_a = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t1 = h + sigma_e + (((f ^ g) & e) ^ g) + constants[t] + w[t % 16];
    const std::uint32_t t2 = sigma_a + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
    // Sixteen rounds ahead; what the last rounds make is not used.
    const std::uint32_t w1 = w[(t + 1) % 16], w14 = w[(t + 14) % 16];
    w[t % 16] += (std::rotr(w1, 7) ^ std::rotr(w1, 18) ^ w1 >> 3U) + w[(t + 9) % 16] +
                 (std::rotr(w14, 17) ^ std::rotr(w14, 19) ^ w14 >> 10U);
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

}  // namespace

void sha256_compress(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count) {
  for (; count != 0; --count, blocks += 64)
    compress(state, blocks);
}

}  // namespace hartls::riscv::generic
