// SPDX-License-Identifier: GPL-3.0-or-later
// A half of the state is kept as E makes it, in fields of six bits, one for each S-box, where the
// assembly wants them. A table has what a field's value adds to the other half after its S-box, P
// and E. IP is the transposition of the block as an 8 by 8 matrix of bits, whose rows are then the
// left half's and the right half's bytes by turns, and FP is the same backwards.
#include "kernels/des_table.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hartls::riscv {
namespace {

using Tables = std::array<std::array<std::uint64_t, 64>, 8>;  // S1 to S8

/// Where the S-boxes' fields begin.
constexpr std::array<unsigned, 8> field{49, 42, 35, 26, 17, 10, 3, 58};

constexpr std::uint64_t each_lane(std::uint64_t lane) {
  return lane * 0x0001000100010001;
}

/// E, FIPS 46-3: `half` has its bytes in lanes of 16 bits, the first one highest. Odd S-boxes take
/// a byte's upper five bits and the bit before, even ones the lower five and the bit after.
constexpr std::uint64_t expand(std::uint64_t half) {
  const std::uint64_t with_bytes_before = half | std::rotr(half, 8);
  constexpr std::uint64_t odd = 0x000001f8000001f8;
  return (with_bytes_before & odd) | (with_bytes_before >> 2 & odd << 14) |
         (with_bytes_before << 3 & each_lane(0xfc00));
}

/// The inverse of expand().
constexpr std::uint64_t contract(std::uint64_t expanded) {
  constexpr std::uint64_t upper = 0x000000f8000000f8;
  return (expanded & upper) | (expanded << 2 & upper << 16) |
         (std::rotl(expanded, 5) & each_lane(0x1f));
}

/// FIPS 46-3, appendix 1: of S1 to S8 the four rows, a digit each of their sixteen columns.
constexpr std::array<std::array<std::uint64_t, 4>, 8> sboxes{
    {{0xe4d12fb83a6c5907, 0x0f74e2d1a6cb9538, 0x41e8d62bfc973a50, 0xfc8249175b3ea06d},
     {0xf18e6b34972dc05a, 0x3d47f28ec01a69b5, 0x0e7ba4d158c6932f, 0xd8a13f42b67c05e9},
     {0xa09e63f51dc7b428, 0xd709346a285ecbf1, 0xd6498f30b12c5ae7, 0x1ad069874fe3b52c},
     {0x7de3069a1285bc4f, 0xd8b56f03472c1ae9, 0xa690cb7df13e5284, 0x3f06a1d8945bc72e},
     {0x2c417ab6853fd0e9, 0xeb2c47d150fa3986, 0x421bad78f9c5630e, 0xb8c71e2d6f09a453},
     {0xc1af92680d34e75b, 0xaf427c9561de0b38, 0x9ef528c3704a1db6, 0x432c95fabe17608d},
     {0x4b2ef08d3c975a61, 0xd0b7491ae35c2f86, 0x14bdc37eaf680592, 0x6bd814a7950fe23c},
     {0xd2846fb1a93e50c7, 0x1fd8a374c56b0e92, 0x7b419ce206adf358, 0x21e74a8dfc90356b}}};

constexpr std::array<std::uint8_t, 32> p{16, 7, 20, 21, 29, 12, 28, 17, 1,  15, 23,
                                         26, 5, 18, 31, 10, 2,  8,  24, 14, 32, 27,
                                         3,  9, 19, 13, 30, 6,  22, 11, 4,  25};

constexpr Tables make_tables() {
  Tables tables{};
  for (unsigned box = 0; box < 8; ++box) {
    // For each of the S-box's four bits, the first one highest, where P and E bring it.
    std::array<std::uint64_t, 4> brought{};
    for (unsigned to = 0; to < 32; ++to) {
      const unsigned from = p[to] - 1U;
      if (from / 4 == box)
        brought[from % 4] = expand(std::uint64_t{1} << (16 * (3 - to / 8) + 7 - to % 8));
    }
    for (unsigned value = 0; value < 64; ++value) {
      const unsigned row = (value >> 4U & 2U) | (value & 1U);
      const unsigned column = value >> 1U & 15U;
      const std::uint64_t digit = sboxes[box][row] >> (60 - 4 * column);
      for (unsigned bit = 0; bit < 4; ++bit)
        tables[box][value] ^= (digit >> (3 - bit) & 1U) * brought[bit];
    }
  }
  return tables;
}

}  // namespace

// The assembly's tables too.
extern "C" {
extern const Tables hartls_riscv_des_table [[gnu::visibility("hidden")]];
alignas(64) constexpr Tables hartls_riscv_des_table = make_tables();
}

namespace generic {
namespace {

/// The first byte lowest.
std::uint64_t load(const std::uint8_t* from) {
  std::uint64_t word = 0;
  for (unsigned byte = 0; byte < 8; ++byte)
    word |= static_cast<std::uint64_t>(from[byte]) << (8 * byte);
  return word;
}

void store(std::uint8_t* to, std::uint64_t word) {
  for (unsigned byte = 0; byte < 8; ++byte)
    to[byte] = static_cast<std::uint8_t>(word >> (8 * byte));
}

/// The matrix whose rows are the word's bytes.
std::uint64_t transpose(std::uint64_t word) {
  const auto exchange = [&word](unsigned distance, std::uint64_t mask) {
    const std::uint64_t difference = (word ^ word >> distance) & mask;
    word ^= difference ^ difference << distance;
  };
  exchange(7, 0x00aa00aa00aa00aa);
  exchange(14, 0x0000cccc0000cccc);
  exchange(28, 0x00000000f0f0f0f0);
  return word;
}

std::uint64_t f_function(std::uint64_t half, std::uint64_t subkey) {
  const std::uint64_t sum = half ^ subkey;
  std::uint64_t result = 0;
  for (std::size_t box = 0; box < 8; ++box)
    result ^= hartls_riscv_des_table[box][sum >> field[box] & 63U];
  return result;
}

using Stages = std::uint64_t[3][16];

std::uint64_t crypt(const Stages& subkeys, std::uint64_t stages, std::uint64_t block) {
  const std::uint64_t halves = transpose(block);
  std::uint64_t left = expand(halves & each_lane(0xff));
  std::uint64_t right = expand(halves >> 8 & each_lane(0xff));
  for (std::uint64_t stage = 0; stage < stages; ++stage) {
    for (unsigned round = 0; round < 16; round += 2) {
      left ^= f_function(right, subkeys[stage][round]);
      right ^= f_function(left, subkeys[stage][round + 1]);
    }
    // One stage's FP and the next one's IP cancel out but for this.
    const std::uint64_t old_left = left;
    left = right;
    right = old_left;
  }
  return transpose(contract(left) | contract(right) << 8);
}

constexpr std::array<std::uint8_t, 56> pc1{57, 49, 41, 33, 25, 17, 9,  1,  58, 50, 42, 34, 26, 18,
                                           10, 2,  59, 51, 43, 35, 27, 19, 11, 3,  60, 52, 44, 36,
                                           63, 55, 47, 39, 31, 23, 15, 7,  62, 54, 46, 38, 30, 22,
                                           14, 6,  61, 53, 45, 37, 29, 21, 13, 5,  28, 20, 12, 4};
constexpr std::array<std::uint8_t, 48> pc2{
    14, 17, 11, 24, 1,  5,  3,  28, 15, 6,  21, 10, 23, 19, 12, 4,  26, 8,  16, 7,  27, 20, 13, 2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32};

/// FIPS 46-3, appendix 1, the key schedule KS.
void expand_one(std::uint64_t (&subkeys)[16], const std::uint8_t* key, bool is_reversed) {
  std::array<std::uint8_t, 56> bits{};  // C, D
  for (std::size_t bit = 0; bit < bits.size(); ++bit) {
    const unsigned from = pc1[bit] - 1U;
    bits[bit] = key[from / 8] >> (7 - from % 8) & 1U;
  }
  std::size_t turned = 0;
  for (std::size_t round = 0; round < 16; ++round) {
    turned += round < 2 || round == 8 || round == 15 ? 1 : 2;
    std::uint64_t subkey = 0;
    for (std::size_t bit = 0; bit < pc2.size(); ++bit) {
      const std::size_t from = pc2[bit] - 1U;
      const std::size_t start = from / 28 * 28;
      const std::uint64_t value = bits[start + (from - start + turned) % 28];
      subkey |= value << (field[bit / 6] + 5 - bit % 6);
    }
    subkeys[is_reversed ? 15 - round : round] = subkey;
  }
}

}  // namespace

void des_table_expand_key(DesTableSchedule* schedule, const std::uint8_t* key,
                          std::size_t key_bytes) {
  *schedule = {};
  const std::size_t stages = key_bytes / 8;
  schedule->stages = stages;
  for (std::size_t stage = 0; stage < stages; ++stage) {
    const bool is_decryption = stage == 1;
    expand_one(schedule->encrypt[stage], key + 8 * stage, is_decryption);
    expand_one(schedule->decrypt[stages - 1 - stage], key + 8 * stage, !is_decryption);
  }
}

void des_table_encrypt_blocks(const DesTableSchedule* schedule, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 8, out += 8)
    store(out, crypt(schedule->encrypt, schedule->stages, load(in)));
}

void des_table_decrypt_blocks(const DesTableSchedule* schedule, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 8, out += 8)
    store(out, crypt(schedule->decrypt, schedule->stages, load(in)));
}

void des_table_cbc_encrypt(const DesTableSchedule* schedule, std::uint8_t* iv,
                           const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  std::uint64_t chain = load(iv);
  for (; count != 0; --count, in += 8, out += 8) {
    chain = crypt(schedule->encrypt, schedule->stages, chain ^ load(in));
    store(out, chain);
  }
  store(iv, chain);
}

void des_table_cbc_decrypt(const DesTableSchedule* schedule, std::uint8_t* iv,
                           const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  std::uint64_t chain = load(iv);
  for (; count != 0; --count, in += 8, out += 8) {
    const std::uint64_t block = load(in);
    store(out, crypt(schedule->decrypt, schedule->stages, block) ^ chain);
    chain = block;
  }
  store(iv, chain);
}

}  // namespace generic
}  // namespace hartls::riscv
