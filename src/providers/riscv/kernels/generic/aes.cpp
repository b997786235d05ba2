// SPDX-License-Identifier: GPL-3.0-or-later
// AES (FIPS 197), portable and in constant time: four blocks at once, bitsliced and fixsliced.
//
// Plane i holds bit i of each of the 64 bytes. Row r, column c of block b stands at position
//     16 r + 8 (b % 2) + 4 (b / 2) + (c + lag * r) % 4.
// ShiftRows moves nothing: each one raises the lag, which is known beforehand, by 1; only the
// rotations within MixColumns and the round keys differ with it. All is modulo 4, the lag of the
// ciphertext is 1; so the round keys fit a plaintext of lag 3, or of lag 1 for AES-192 (12 rounds).
//
// SubBytes: the tower field circuit of Boyar and Peralta ("A New Combinational Logic Minimization
// Technique with Applications to Cryptology", 2010). Its linear layers are re-minimised: inversion
// is the same through x -> a x^(2^k) for each a and k, and the best of those 2040 maps takes 48
// gates instead of 51 (inverse: 59). 110 gates each way. The constant 0x63 is in the round keys.
//
// Review: constant time: no branch or address depends on key or data, only on counts and rounds.

#include "kernels/aes.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "wipe.hpp"

namespace hartls::riscv::generic {
namespace {

using Planes = std::array<std::uint64_t, 8>;
using Words = std::array<std::uint64_t, 8>;  // little endian; word 2 b + h: half h of block b
using Block = std::array<std::uint64_t, 2>;

constexpr std::size_t block_bytes = 16;
constexpr std::uint64_t sub_bytes_constant = 0x63;

std::uint64_t load_little(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i)
    word |= std::uint64_t{bytes[i]} << (8 * i);
  return word;
}

void store_little(std::uint8_t* bytes, std::uint64_t word) {
  for (unsigned i = 0; i < 8; ++i)
    bytes[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

Block load_block(const std::uint8_t* bytes) {
  return {load_little(bytes), load_little(bytes + 8)};
}

void store_block(std::uint8_t* bytes, const Block& block) {
  store_little(bytes, block[0]);
  store_little(bytes + 8, block[1]);
}

Block operator^(const Block& a, const Block& b) {
  return {a[0] ^ b[0], a[1] ^ b[1]};
}

/// Swaps bit `word_bit` of the words' numbers with the bit of positions that is worth `distance`.
template <unsigned word_bit, unsigned distance>
void exchange(Words& words) {
  constexpr std::uint64_t mask = ~std::uint64_t{0} / ((std::uint64_t{1} << distance) + 1);
  constexpr unsigned step = 1U << word_bit;
  for (unsigned pair = 0; pair < 4; ++pair) {
    const unsigned low = pair + (pair & ~(step - 1));  // a zero bit put in
    std::uint64_t& a = words[low];
    std::uint64_t& b = words[low + step];
    const std::uint64_t difference = ((a >> distance) ^ b) & mask;
    b ^= difference;
    a ^= difference << distance;
  }
}

/// Columns of rows 1 and 3 by `lag` further, where the number of a word is (b / 2, r % 2, c / 2)
/// and columns 1 and 3 are in the high halves.
void rotate_odd_rows(Words& words, unsigned lag) {
  for (unsigned i = 2; i < 8; i += 4) {
    const std::uint64_t x = words[i];
    const std::uint64_t y = words[i + 1];
    const std::array<std::uint64_t, 4> columns{x & 0xffffffff, x >> 32, y & 0xffffffff, y >> 32};
    words[i] = columns[(4 - lag) % 4] | columns[(5 - lag) % 4] << 32;
    words[i + 1] = columns[(6 - lag) % 4] | columns[(7 - lag) % 4] << 32;
  }
}

/// Columns of rows 2 and 3 by 2 `lag` further, where the number of a word is (b / 2, r / 2, c / 2).
void rotate_low_rows(Words& words, unsigned lag) {
  if (lag % 2 == 0)
    return;
  std::swap(words[2], words[3]);
  std::swap(words[6], words[7]);
}

/// The plane in word i.
constexpr std::array<unsigned, 8> plane_order{0, 2, 1, 3, 4, 6, 5, 7};

Planes pack(Words words, unsigned lag) {
  // The number of a word goes from (b / 2, b % 2, c / 2)
  exchange<1, 8>(words);  // to (b / 2, r % 2, c / 2),
  rotate_odd_rows(words, lag);
  exchange<1, 16>(words);  // to (b / 2, r / 2, c / 2),
  rotate_low_rows(words, lag);
  exchange<1, 32>(words);  // to (b / 2, c % 2, c / 2),
  exchange<2, 4>(words);   // to three bits of a plane's number.
  exchange<0, 2>(words);
  exchange<1, 1>(words);
  Planes planes;
  for (unsigned i = 0; i < 8; ++i)
    planes[plane_order[i]] = words[i];
  return planes;
}

/// The inverse of pack.
Words unpack(const Planes& planes, unsigned lag) {
  Words words;
  for (unsigned i = 0; i < 8; ++i)
    words[i] = planes[plane_order[i]];
  exchange<1, 1>(words);
  exchange<0, 2>(words);
  exchange<2, 4>(words);
  exchange<1, 32>(words);
  rotate_low_rows(words, lag);
  exchange<1, 16>(words);
  rotate_odd_rows(words, (4 - lag) % 4);
  exchange<1, 8>(words);
  return words;
}

using LinearForms = std::array<std::uint64_t, 22>;  // y0 to y17: factors; y18 to y21: summands
using Products = std::array<std::uint64_t, 18>;

LinearForms sub_bytes_input(const Planes& x) {
  LinearForms y;
  y[7] = x[7];
  y[9] = x[0] ^ x[6];
  y[3] = x[2] ^ y[9];
  y[16] = x[3] ^ y[3];
  y[1] = x[7] ^ y[16];
  y[21] = x[4] ^ y[9];
  y[13] = y[16] ^ y[21];
  y[20] = x[5] ^ y[13];
  y[11] = y[9] ^ y[20];
  y[0] = x[7] ^ y[11];
  y[14] = x[6] ^ y[0];
  y[12] = y[13] ^ y[14];
  y[2] = x[2] ^ y[12];
  y[18] = x[7] ^ y[2];
  y[6] = x[1] ^ y[18];
  y[10] = y[1] ^ y[6];
  y[8] = x[0] ^ y[0];
  y[4] = y[9] ^ y[2];
  y[5] = x[2] ^ y[14];
  y[15] = y[0] ^ y[6];
  y[17] = y[16] ^ y[15];
  y[19] = y[10] ^ y[8];
  return y;
}

LinearForms inverse_sub_bytes_input(const Planes& x) {
  LinearForms y;
  y[15] = x[5];
  y[4] = x[3];
  y[18] = x[5] ^ x[6];
  y[9] = x[1] ^ x[7];
  y[12] = x[2] ^ y[18];
  y[3] = x[3] ^ y[12];
  y[5] = x[1] ^ x[5];
  y[2] = x[3] ^ y[9];
  y[8] = y[3] ^ y[5];
  y[21] = x[4] ^ y[8];
  y[13] = y[5] ^ y[2];
  y[7] = y[18] ^ y[2];
  y[16] = y[21] ^ y[13];
  y[6] = x[0] ^ y[13];
  y[1] = y[7] ^ y[16];
  y[0] = x[5] ^ y[6];
  y[11] = y[7] ^ y[0];
  y[10] = y[6] ^ y[1];
  y[19] = y[8] ^ y[10];
  y[14] = y[9] ^ y[8];
  y[20] = y[9] ^ y[11];
  y[17] = x[5] ^ y[16];
  return y;
}

/// Inversion in GF(2^8) = GF((2^4)^2): the norm t21 to t24 in GF(2^4), its inverse t29, t33, t37,
/// t40, and products with that.
Products invert(const LinearForms& y) {
  const auto t2 = y[12] & y[15];
  const auto t4 = (y[3] & y[6]) ^ t2;
  const auto t6 = (y[4] & y[0]) ^ t2;
  const auto t7 = y[13] & y[16];
  const auto t9 = (y[5] & y[1]) ^ t7;
  const auto t11 = (y[2] & y[7]) ^ t7;
  const auto t12 = y[9] & y[11];
  const auto t14 = (y[14] & y[17]) ^ t12;
  const auto t16 = (y[8] & y[10]) ^ t12;
  const auto t21 = t4 ^ t14 ^ y[20];
  const auto t22 = t6 ^ t16 ^ y[19];
  const auto t23 = t9 ^ t14 ^ y[21];
  const auto t24 = t11 ^ t16 ^ y[18];

  const auto t25 = t21 ^ t22;
  const auto t26 = t21 & t23;
  const auto t27 = t24 ^ t26;
  const auto t29 = (t25 & t27) ^ t22;
  const auto t33 = ((t22 ^ t26) & (t23 ^ t24)) ^ t24;
  const auto t36 = t24 & (t27 ^ t33);
  const auto t37 = t36 ^ t23 ^ t33;
  const auto t40 = t25 ^ (t29 & (t27 ^ t36));
  const auto t41 = t40 ^ t37;
  const auto t42 = t29 ^ t33;
  const auto t43 = t29 ^ t40;
  const auto t44 = t33 ^ t37;
  const auto t45 = t42 ^ t41;

  return {t44 & y[15], t37 & y[6],  t33 & y[0],  t43 & y[16], t40 & y[1],  t29 & y[7],
          t42 & y[11], t45 & y[17], t41 & y[10], t44 & y[12], t37 & y[3],  t33 & y[4],
          t43 & y[13], t40 & y[5],  t29 & y[2],  t42 & y[9],  t45 & y[14], t41 & y[8]};
}

/// Without 0x63.
Planes sub_bytes(const Planes& x) {
  const Products z = invert(sub_bytes_input(x));
  const auto c0 = z[16] ^ z[15];
  const auto c1 = z[13] ^ c0 ^ z[12];
  const auto c2 = z[4] ^ z[1];
  const auto c3 = z[5] ^ c2;
  const auto c4 = z[3] ^ c2 ^ z[0];
  const auto c5 = z[2] ^ c3;
  const auto c6 = c1 ^ c4 ^ c5;
  const auto c7 = z[7] ^ z[1];
  const auto c8 = z[8] ^ c3;
  const auto c9 = z[6] ^ z[0];
  const auto c10 = z[11] ^ z[9] ^ c7 ^ c9;
  return {c6,
          c4,
          c7 ^ c8,
          z[14] ^ z[12] ^ c10,
          c1 ^ c8 ^ c9,
          c1,
          z[10] ^ c0 ^ c5 ^ z[9],
          z[17] ^ z[15] ^ c6 ^ c10};
}

/// Of a state to which 0x63 has been added.
Planes inverse_sub_bytes(const Planes& x) {
  const Products z = invert(inverse_sub_bytes_input(x));
  const auto c0 = z[1] ^ z[7];
  const auto c1 = z[12] ^ z[13];
  const auto c2 = z[14] ^ z[13];
  const auto c3 = z[11] ^ c2;
  const auto c4 = z[2] ^ c0;
  const auto c5 = z[8] ^ c3 ^ c4;
  const auto c6 = z[15] ^ z[16] ^ c1;
  const auto c7 = z[0] ^ c0 ^ z[6] ^ c6;
  const auto c8 = z[10] ^ c5 ^ c7;
  const auto c9 = z[5] ^ c4;
  const auto c10 = z[9] ^ c1 ^ c5;
  const auto c11 = z[4] ^ z[7] ^ c9;
  const auto c12 = z[3] ^ z[6] ^ c9;
  return {c7, z[17] ^ z[16] ^ c2 ^ c8, c11, c10 ^ c12, c10, c8 ^ c11, c6, z[10] ^ c3 ^ c12};
}

/// To each position what is `rows` rows below in the same column: 16 positions a row, and the
/// rows' different rotation.
Planes below(const Planes& planes, unsigned rows, unsigned lag) {
  const unsigned shift = lag * rows % 4;
  const std::uint64_t low = 0x1111111111111111 * ((1U << shift) - 1U);
  Planes result;
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint64_t x = planes[i];
    const std::uint64_t in_row = (x & ~low) >> shift | (x & low) << (4 - shift);
    result[i] = std::rotr(in_row, static_cast<int>(16 * rows));
  }
  return result;
}

Planes operator^(const Planes& a, const Planes& b) {
  Planes result;
  for (unsigned i = 0; i < 8; ++i)
    result[i] = a[i] ^ b[i];
  return result;
}

/// Each byte times 2 in GF(2^8).
Planes doubled(const Planes& x) {
  return {x[7], x[0] ^ x[7], x[1], x[2] ^ x[7], x[3] ^ x[7], x[4], x[5], x[6]};
}

/// 2 x + 3 below(1) + below(2) + below(3)
Planes mix_columns(const Planes& x, unsigned lag) {
  const Planes next = below(x, 1, lag);
  const Planes sum = x ^ next;
  return doubled(sum) ^ next ^ below(sum, 2, lag);
}

/// 14 x + 11 below(1) + 13 below(2) + 9 below(3): with sum = x + below(1),
/// half = 13 x + 9 below(1) = 4 (2 sum + x) + sum, that is half + below(half, 2) + 2 sum + x.
Planes inverse_mix_columns(const Planes& x, unsigned lag) {
  const Planes sum = x ^ below(x, 1, lag);
  const Planes rest = doubled(sum) ^ x;
  const Planes half = doubled(doubled(rest)) ^ sum;
  return half ^ below(half, 2, lag) ^ rest;
}

Planes round_key(const AesSchedule& schedule, std::uint64_t round) {
  Planes planes;
  std::memcpy(planes.data(), schedule.words[round], sizeof planes);
  return planes;
}

/// The lag of the state after `round` ShiftRows.
unsigned lag_after(std::uint64_t rounds, std::uint64_t round) {
  return static_cast<unsigned>((1 + 16 - rounds + round) % 4);
}

Words encrypt(const AesSchedule& schedule, const Words& words) {
  const std::uint64_t rounds = schedule.rounds;
  Planes state = pack(words, lag_after(rounds, 0)) ^ round_key(schedule, 0);
  for (std::uint64_t round = 1; round < rounds; ++round)
    state = mix_columns(sub_bytes(state), lag_after(rounds, round)) ^ round_key(schedule, round);
  return unpack(sub_bytes(state) ^ round_key(schedule, rounds), 1);
}

Words decrypt(const AesSchedule& schedule, const Words& words) {
  const std::uint64_t rounds = schedule.rounds;
  Planes state = pack(words, 1) ^ round_key(schedule, rounds);
  for (std::uint64_t round = rounds - 1; round > 0; --round) {
    state = inverse_mix_columns(inverse_sub_bytes(state) ^ round_key(schedule, round),
                                lag_after(rounds, round));
  }
  return unpack(inverse_sub_bytes(state) ^ round_key(schedule, 0), lag_after(rounds, 0));
}

/// Up to four blocks; the others are zero.
Words load_batch(const std::uint8_t* in, std::size_t count) {
  Words words{};
  for (std::size_t i = 0; i < 2 * count; ++i)
    words[i] = load_little(in + 8 * i);
  return words;
}

void store_batch(std::uint8_t* out, const Words& words, std::size_t count) {
  for (std::size_t i = 0; i < 2 * count; ++i)
    store_little(out + 8 * i, words[i]);
}

std::size_t batch_of(std::size_t count) {
  return count < aes_batch_blocks ? count : aes_batch_blocks;
}

template <Words (&transform)(const AesSchedule&, const Words&)>
void ecb(const AesSchedule* schedule, const std::uint8_t* in, std::uint8_t* out,
         std::size_t count) {
  for (std::size_t batch; count > 0; count -= batch) {
    batch = batch_of(count);
    store_batch(out, transform(*schedule, load_batch(in, batch)), batch);
    in += block_bytes * batch;
    out += block_bytes * batch;
  }
}

Block encrypt_block(const AesSchedule& schedule, const Block& block) {
  const Words words = encrypt(schedule, {block[0], block[1]});
  return {words[0], words[1]};
}

std::uint32_t load_big32(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

void store_big32(std::uint8_t* bytes, std::uint32_t word) {
  for (unsigned i = 0; i < 4; ++i)
    bytes[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
}

/// S-box of each byte: positions in planes are free here, so each byte keeps its own.
std::uint32_t sub_word(std::uint32_t word) {
  Planes planes;
  for (unsigned i = 0; i < 8; ++i)
    planes[i] = word >> i & 0x01010101U;
  planes = sub_bytes(planes);
  std::uint64_t result = 0;
  for (unsigned i = 0; i < 8; ++i)
    result |= planes[i] << i;
  return static_cast<std::uint32_t>(result ^ sub_bytes_constant * 0x01010101);
}

}  // namespace

// FIPS 197 section 5.2
void aes_expand_key(AesSchedule* schedule, const std::uint8_t* key, std::size_t key_bytes) {
  const std::size_t key_words = key_bytes / 4;
  const std::size_t rounds = key_words + 6;
  std::array<std::uint32_t, 60> words{};
  std::uint32_t round_constant = 1;
  for (std::size_t i = 0; i < 4 * (rounds + 1); ++i) {
    if (i < key_words) {
      words[i] = load_big32(key + 4 * i);
      continue;
    }
    std::uint32_t word = words[i - 1];
    if (i % key_words == 0) {
      word = sub_word(std::rotl(word, 8)) ^ round_constant << 24;
      round_constant = (round_constant << 1) ^ (round_constant >> 7) * 0x11b;
    } else if (key_words == 8 && i % key_words == 4) {
      word = sub_word(word);
    }
    words[i] = words[i - key_words] ^ word;
  }

  *schedule = {};
  schedule->rounds = rounds;
  for (std::size_t round = 0; round <= rounds; ++round) {
    std::array<std::uint8_t, block_bytes> bytes{};
    for (std::size_t i = 0; i < 4; ++i)
      store_big32(bytes.data() + 4 * i, words[4 * round + i]);
    const Block block = load_block(bytes.data());
    Planes planes =
        pack({block[0], block[1], block[0], block[1], block[0], block[1], block[0], block[1]},
             lag_after(rounds, round));
    for (unsigned i = 0; i < 8; ++i) {
      const bool complement = round > 0 && (sub_bytes_constant >> i & 1) != 0;
      schedule->words[round][i] = complement ? ~planes[i] : planes[i];
    }
    wipe(bytes);
    wipe(planes);
  }
  wipe(words);
}

void aes_encrypt_blocks(const AesSchedule* schedule, const std::uint8_t* in, std::uint8_t* out,
                        std::size_t count) {
  ecb<encrypt>(schedule, in, out, count);
}

void aes_decrypt_blocks(const AesSchedule* schedule, const std::uint8_t* in, std::uint8_t* out,
                        std::size_t count) {
  ecb<decrypt>(schedule, in, out, count);
}

void aes_ctr32_xor(const AesSchedule* schedule, std::uint8_t* counter, const std::uint8_t* in,
                   std::uint8_t* out, std::size_t count) {
  std::uint32_t number = load_big32(counter + 12);
  for (std::size_t batch; count > 0; count -= batch) {
    batch = batch_of(count);
    std::array<std::uint8_t, block_bytes * aes_batch_blocks> counters{};
    for (std::size_t i = 0; i < batch; ++i) {
      std::memcpy(counters.data() + block_bytes * i, counter, 12);
      store_big32(counters.data() + block_bytes * i + 12, number++);
    }
    Words words = encrypt(*schedule, load_batch(counters.data(), batch));
    const Words data = load_batch(in, batch);
    for (unsigned i = 0; i < 8; ++i)
      words[i] ^= data[i];
    store_batch(out, words, batch);
    in += block_bytes * batch;
    out += block_bytes * batch;
  }
  store_big32(counter + 12, number);
}

void aes_cbc_encrypt(const AesSchedule* schedule, std::uint8_t* iv, const std::uint8_t* in,
                     std::uint8_t* out, std::size_t count) {
  Block chain = load_block(iv);
  for (std::size_t i = 0; i < count; ++i) {
    chain = encrypt_block(*schedule, chain ^ load_block(in + block_bytes * i));
    store_block(out + block_bytes * i, chain);
  }
  store_block(iv, chain);
}

void aes_cbc_decrypt(const AesSchedule* schedule, std::uint8_t* iv, const std::uint8_t* in,
                     std::uint8_t* out, std::size_t count) {
  Block chain = load_block(iv);
  for (std::size_t batch; count > 0; count -= batch) {
    batch = batch_of(count);
    const Words ciphertext = load_batch(in, batch);  // `out` may overwrite it
    Words words = decrypt(*schedule, ciphertext);
    for (std::size_t i = 0; i < batch; ++i) {
      words[2 * i] ^= chain[0];
      words[2 * i + 1] ^= chain[1];
      chain = {ciphertext[2 * i], ciphertext[2 * i + 1]};
    }
    store_batch(out, words, batch);
    in += block_bytes * batch;
    out += block_bytes * batch;
  }
  store_block(iv, chain);
}

void aes_cbc_mac(const AesSchedule* schedule, std::uint8_t* mac, const std::uint8_t* blocks,
                 std::size_t count) {
  Block chain = load_block(mac);
  for (std::size_t i = 0; i < count; ++i)
    chain = encrypt_block(*schedule, chain ^ load_block(blocks + block_bytes * i));
  store_block(mac, chain);
}

}  // namespace hartls::riscv::generic
