// SPDX-License-Identifier: GPL-3.0-or-later
// A column of the state is a word of 64 bits with its four bytes apart, as the lookups in assembly
// want them (lanes). A table has for each value of a byte what that byte adds to a column after
// SubBytes and MixColumns, and the substituted byte alone for the last round.
#include "kernels/aes_table.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "wipe.hpp"

namespace hartls::riscv {
namespace {

using Bytes = std::array<std::uint8_t, 256>;
using Tables = std::array<std::array<std::uint64_t, 256>, 4>;  // by the row of the byte

/// Where a row's byte begins in a column. Three bits below the third and the fourth are zero:
/// shifts take them out times eight, srliw and srli, with no mask.
constexpr std::array<unsigned, 4> lane{3, 11, 24, 56};
/// Of the substituted byte in a table's entry. There is a zero byte below it: lhu gives it times
/// 256.
constexpr unsigned substituted = 40;

/// FIPS 197 section 4.2.1.
constexpr std::uint8_t times_x(unsigned value) {
  return static_cast<std::uint8_t>((value << 1U) ^ ((value >> 7U) * 0x11b));
}

/// FIPS 197 section 5.1.1. 3 generates the multiplicative group, which has 255 members.
constexpr Bytes make_sbox() {
  Bytes power{};
  std::uint8_t value = 1;
  for (std::size_t exponent = 0; exponent < 256; ++exponent) {
    power[exponent] = value;
    value = static_cast<std::uint8_t>(value ^ times_x(value));
  }
  Bytes sbox{0x63};
  for (std::size_t exponent = 0; exponent < 255; ++exponent) {
    const std::uint8_t inverse = power[255 - exponent];
    sbox[power[exponent]] =
        static_cast<std::uint8_t>(inverse ^ std::rotl(inverse, 1) ^ std::rotl(inverse, 2) ^
                                  std::rotl(inverse, 3) ^ std::rotl(inverse, 4) ^ 0x63);
  }
  return sbox;
}

constexpr Bytes invert(const Bytes& box) {
  Bytes inverse{};
  for (std::size_t index = 0; index < 256; ++index)
    inverse[box[index]] = static_cast<std::uint8_t>(index);
  return inverse;
}

/// `polynomial`: the first column of MixColumns' matrix, whose columns are rotations of it.
constexpr Tables make_tables(const Bytes& box, const std::array<unsigned, 4>& polynomial) {
  Tables tables{};
  for (std::size_t index = 0; index < 256; ++index) {
    const std::uint8_t once = box[index];
    const std::uint8_t twice = times_x(once);
    const std::uint8_t four_times = times_x(twice);
    const std::uint8_t eight_times = times_x(four_times);
    for (std::size_t degree = 0; degree < 4; ++degree) {
      const unsigned factor = polynomial[degree];
      const std::uint64_t product = ((factor & 1U) * once) ^ ((factor >> 1U & 1U) * twice) ^
                                    ((factor >> 2U & 1U) * four_times) ^
                                    ((factor >> 3U & 1U) * eight_times);
      for (std::size_t row = 0; row < 4; ++row)
        tables[row][index] |= product << lane[(row + degree) % 4];
    }
    for (auto& table : tables)
      table[index] |= static_cast<std::uint64_t>(once) << substituted;
  }
  return tables;
}

constexpr Bytes sbox = make_sbox();
constexpr Bytes inverse_sbox = invert(sbox);

}  // namespace

// The assembly's tables too.
extern "C" {
extern const Tables hartls_riscv_aes_table_encrypt [[gnu::visibility("hidden")]];
extern const Tables hartls_riscv_aes_table_decrypt [[gnu::visibility("hidden")]];
alignas(64) constexpr Tables hartls_riscv_aes_table_encrypt = make_tables(sbox, {2, 1, 1, 3});
alignas(64) constexpr Tables hartls_riscv_aes_table_decrypt = make_tables(inverse_sbox,
                                                                          {14, 9, 13, 11});
}

namespace generic {
namespace {

using Block = std::array<std::uint8_t, 16>;
using State = std::array<std::uint64_t, 4>;

/// From the columns `step` apart comes the next row's byte: ShiftRows or its inverse.
struct Direction {
  const Tables& tables;
  const std::uint64_t* keys;
  std::uint64_t rounds;
  std::size_t step;
};

Direction encryption(const AesTableSchedule& schedule) {
  return {hartls_riscv_aes_table_encrypt, schedule.encrypt, schedule.rounds, 1};
}
Direction decryption(const AesTableSchedule& schedule) {
  return {hartls_riscv_aes_table_decrypt, schedule.decrypt, schedule.rounds, 3};
}

Block load(const std::uint8_t* from) {
  Block block{};
  std::memcpy(block.data(), from, block.size());
  return block;
}

void store(std::uint8_t* to, const Block& block) {
  std::memcpy(to, block.data(), block.size());
}

Block operator^(const Block& left, const Block& right) {
  Block sum{};
  for (std::size_t index = 0; index < sum.size(); ++index)
    sum[index] = static_cast<std::uint8_t>(left[index] ^ right[index]);
  return sum;
}

std::uint8_t byte_of(std::uint64_t column, std::size_t row) {
  return static_cast<std::uint8_t>(column >> lane[row]);
}

/// Of the first and the last round: two words with the bytes as they lie in a block.
Block plain_key(const std::uint64_t* words) {
  Block key{};
  for (std::size_t index = 0; index < key.size(); ++index)
    key[index] = static_cast<std::uint8_t>(words[index / 8] >> (8 * (index % 8)));
  return key;
}

Block crypt(const Direction& direction, const Block& block) {
  const std::uint64_t* keys = direction.keys;
  const Block first = block ^ plain_key(keys);
  keys += 2;
  const auto source = [&](std::size_t column, std::size_t row) {
    return (column + row * direction.step) % 4;
  };
  State state{};
  for (std::size_t column = 0; column < 4; ++column) {
    state[column] = keys[column];
    for (std::size_t row = 0; row < 4; ++row)
      state[column] ^= direction.tables[row][first[4 * source(column, row) + row]];
  }
  keys += 4;
  for (std::uint64_t round = 2; round < direction.rounds; ++round, keys += 4) {
    State next{};
    for (std::size_t column = 0; column < 4; ++column) {
      next[column] = keys[column];
      for (std::size_t row = 0; row < 4; ++row)
        next[column] ^= direction.tables[row][byte_of(state[source(column, row)], row)];
    }
    state = next;
  }
  Block last{};
  for (std::size_t index = 0; index < last.size(); ++index) {
    const std::size_t row = index % 4;
    const std::uint64_t entry = direction.tables[0][byte_of(state[source(index / 4, row)], row)];
    last[index] = static_cast<std::uint8_t>(entry >> substituted);
  }
  return last ^ plain_key(keys);
}

/// Of FIPS 197 section 5.2.
struct KeyWords {
  std::array<Block, 15> round{};
};

KeyWords expand(const std::uint8_t* key, std::size_t key_bytes, std::size_t rounds) {
  KeyWords words;
  std::array<std::uint8_t, 4> word{};
  std::uint8_t constant = 1;
  const auto at = [&](std::size_t byte) -> std::uint8_t& {
    return words.round[byte / 16][byte % 16];
  };
  for (std::size_t byte = 0; byte < 16 * (rounds + 1); byte += 4) {
    if (byte < key_bytes) {
      std::memcpy(word.data(), key + byte, 4);
    } else {
      if (byte % key_bytes == 0) {
        word = {static_cast<std::uint8_t>(sbox[word[1]] ^ constant), sbox[word[2]], sbox[word[3]],
                sbox[word[0]]};
        constant = times_x(constant);
      } else if (key_bytes == 32 && byte % key_bytes == 16) {
        word = {sbox[word[0]], sbox[word[1]], sbox[word[2]], sbox[word[3]]};
      }
      for (std::size_t row = 0; row < 4; ++row)
        word[row] = static_cast<std::uint8_t>(word[row] ^ at(byte - key_bytes + row));
    }
    for (std::size_t row = 0; row < 4; ++row)
      at(byte + row) = word[row];
  }
  return words;
}

void put_plain(std::uint64_t* words, const Block& key) {
  for (std::size_t index = 0; index < key.size(); ++index)
    words[index / 8] |= static_cast<std::uint64_t>(key[index]) << (8 * (index % 8));
}

std::uint64_t spread(const std::uint8_t* column) {
  std::uint64_t word = 0;
  for (std::size_t row = 0; row < 4; ++row)
    word |= static_cast<std::uint64_t>(column[row]) << lane[row];
  return word;
}

/// InvMixColumns, of the inverse cipher's tables, which begin with the inverse S-box.
std::uint64_t mixed(const std::uint8_t* column) {
  std::uint64_t word = 0;
  for (std::size_t row = 0; row < 4; ++row)
    word ^= hartls_riscv_aes_table_decrypt[row][sbox[column[row]]];
  return word & ~(std::uint64_t{0xff} << substituted);
}

}  // namespace

void aes_table_expand_key(AesTableSchedule* schedule, const std::uint8_t* key,
                          std::size_t key_bytes) {
  *schedule = {};
  const std::size_t rounds = key_bytes / 4 + 6;
  schedule->rounds = rounds;
  KeyWords words = expand(key, key_bytes, rounds);
  put_plain(schedule->encrypt, words.round[0]);
  put_plain(schedule->decrypt, words.round[rounds]);
  for (std::size_t round = 1; round < rounds; ++round) {
    for (std::size_t column = 0; column < 4; ++column) {
      const std::size_t word = 4 * round - 2 + column;
      schedule->encrypt[word] = spread(&words.round[round][4 * column]);
      schedule->decrypt[word] = mixed(&words.round[rounds - round][4 * column]);
    }
  }
  put_plain(schedule->encrypt + 4 * rounds - 2, words.round[rounds]);
  put_plain(schedule->decrypt + 4 * rounds - 2, words.round[0]);
  wipe(words);
}

void aes_table_encrypt_blocks(const AesTableSchedule* schedule, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 16, out += 16)
    store(out, crypt(encryption(*schedule), load(in)));
}

void aes_table_decrypt_blocks(const AesTableSchedule* schedule, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 16, out += 16)
    store(out, crypt(decryption(*schedule), load(in)));
}

void aes_table_ctr32_xor(const AesTableSchedule* schedule, std::uint8_t* counter,
                         const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 16, out += 16) {
    store(out, crypt(encryption(*schedule), load(counter)) ^ load(in));
    for (std::size_t byte = 15; byte >= 12; --byte) {
      if (++counter[byte] != 0)
        break;
    }
  }
}

void aes_table_cbc_encrypt(const AesTableSchedule* schedule, std::uint8_t* iv,
                           const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  Block chain = load(iv);
  for (; count != 0; --count, in += 16, out += 16) {
    chain = crypt(encryption(*schedule), chain ^ load(in));
    store(out, chain);
  }
  store(iv, chain);
}

void aes_table_cbc_decrypt(const AesTableSchedule* schedule, std::uint8_t* iv,
                           const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  Block chain = load(iv);
  for (; count != 0; --count, in += 16, out += 16) {
    const Block block = load(in);
    store(out, crypt(decryption(*schedule), block) ^ chain);
    chain = block;
  }
  store(iv, chain);
}

void aes_table_cbc_mac(const AesTableSchedule* schedule, std::uint8_t* mac,
                       const std::uint8_t* blocks, std::size_t count) {
  Block chain = load(mac);
  for (; count != 0; --count, blocks += 16)
    chain = crypt(encryption(*schedule), chain ^ load(blocks));
  store(mac, chain);
}

}  // namespace generic
}  // namespace hartls::riscv
