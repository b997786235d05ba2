// SPDX-License-Identifier: GPL-3.0-or-later
// A half of the state is a word with the half's first byte lowest, as a little-endian load gives
// it. A table has for each value of a byte what that byte adds to the other half after the S-box
// and P. Whitening at the start is moved through all rounds into the subkeys: all but the S-boxes
// is affine, FL too.
#include "kernels/camellia_table.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "wipe.hpp"

namespace hartls::riscv {
namespace {

using Bytes = std::array<std::uint8_t, 256>;
using Tables = std::array<std::array<std::uint64_t, 256>, 8>;

/// Bits of `value` by number, the highest is 1, the order in which the specification
/// ("Specification of Camellia", version 2.0, section 4.4) writes f and h.
using BitNumbers = std::array<std::array<unsigned, 3>, 8>;  // 0: none

constexpr std::uint8_t add_bits(unsigned value, const BitNumbers& numbers) {
  unsigned sum = 0;
  for (const auto& row : numbers) {
    sum <<= 1U;
    for (const unsigned number : row)
      sum ^= number == 0 ? 0U : value >> (8 - number) & 1U;
  }
  return static_cast<std::uint8_t>(sum);
}

constexpr BitNumbers f{{{6, 2}, {7, 1}, {8, 5, 3}, {8, 3}, {7, 4}, {5, 2}, {8, 1}, {6, 4}}};
constexpr BitNumbers h{{{5, 6, 2}, {6, 2}, {7, 4}, {8, 2}, {7, 3}, {8, 1}, {5, 1}, {6, 3}}};

/// Of the field of 256 elements in the specification's basis 1, a, a^2, a^3, b, ab, a^2 b, a^3 b,
/// lowest bit first; b generates the group, b^8 = b^6 + b^5 + b^3 + 1, and a = b^238.
constexpr Bytes make_inverses() {
  std::array<std::uint8_t, 255> power{};  // of b, in the basis of powers of b
  std::array<std::uint8_t, 256> exponent{};
  unsigned value = 1;
  for (std::size_t index = 0; index < 255; ++index) {
    power[index] = static_cast<std::uint8_t>(value);
    exponent[value] = static_cast<std::uint8_t>(index);
    value = (value << 1U) ^ ((value >> 7U) * 0x169);
  }
  std::array<std::uint8_t, 256> in_powers{};
  std::array<std::uint8_t, 256> from_powers{};
  for (std::size_t element = 0; element < 256; ++element) {
    unsigned sum = 0;
    for (std::size_t bit = 0; bit < 8; ++bit)
      sum ^= (element >> bit & 1U) != 0 ? power[(238 * (bit % 4) + bit / 4) % 255] : 0U;
    in_powers[element] = static_cast<std::uint8_t>(sum);
    from_powers[sum] = static_cast<std::uint8_t>(element);
  }
  Bytes inverses{};
  for (std::size_t element = 1; element < 256; ++element)
    inverses[element] = from_powers[power[(255U - exponent[in_powers[element]]) % 255U]];
  return inverses;
}

constexpr Bytes make_sbox1() {
  const Bytes inverses = make_inverses();
  Bytes sbox{};
  for (unsigned index = 0; index < 256; ++index)
    sbox[index] =
        static_cast<std::uint8_t>(add_bits(inverses[add_bits(index ^ 0xc5U, f)], h) ^ 0x6eU);
  return sbox;
}

constexpr Bytes sbox1 = make_sbox1();
static_assert(sbox1[0] == 112 && sbox1[1] == 130 && sbox1[255] == 158);  // RFC 3713 section 2.4.1

/// RFC 3713 section 2.4.1: which bytes of the result an input byte is added to, and its S-box.
struct Column {
  unsigned sbox;
  std::array<std::uint8_t, 8> p;
};
constexpr std::array<Column, 8> columns{{{1, {1, 1, 1, 0, 1, 0, 0, 1}},
                                         {2, {0, 1, 1, 1, 1, 1, 0, 0}},
                                         {3, {1, 0, 1, 1, 0, 1, 1, 0}},
                                         {4, {1, 1, 0, 1, 0, 0, 1, 1}},
                                         {2, {0, 1, 1, 1, 0, 1, 1, 1}},
                                         {3, {1, 0, 1, 1, 1, 0, 1, 1}},
                                         {4, {1, 1, 0, 1, 1, 1, 0, 1}},
                                         {1, {1, 1, 1, 0, 1, 1, 1, 0}}}};

constexpr std::uint8_t substitute(unsigned sbox, std::uint8_t value) {
  switch (sbox) {
    case 2:
      return std::rotl(sbox1[value], 1);
    case 3:
      return std::rotr(sbox1[value], 1);
    case 4:
      return sbox1[std::rotl(value, 1)];
    default:
      return sbox1[value];
  }
}

constexpr Tables make_tables() {
  Tables tables{};
  for (std::size_t position = 0; position < 8; ++position) {
    const Column& column = columns[position];
    for (std::size_t value = 0; value < 256; ++value) {
      const std::uint64_t byte = substitute(column.sbox, static_cast<std::uint8_t>(value));
      for (std::size_t to = 0; to < 8; ++to)
        tables[position][value] |= byte * column.p[to] << (8 * to);
    }
  }
  return tables;
}

}  // namespace

// The assembly's tables too.
extern "C" {
extern const Tables hartls_riscv_camellia_table [[gnu::visibility("hidden")]];
alignas(64) constexpr Tables hartls_riscv_camellia_table = make_tables();
}

namespace generic {
namespace {

constexpr std::uint64_t swap_bytes(std::uint64_t word) {
  std::uint64_t swapped = 0;
  for (unsigned byte = 0; byte < 8; ++byte)
    swapped |= (word >> (8 * byte) & 0xff) << (56 - 8 * byte);
  return swapped;
}

/// Big endian, as the standard has it.
std::uint64_t load_big(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  for (std::size_t byte = 0; byte < 8; ++byte)
    word = word << 8U | bytes[byte];
  return word;
}

std::uint64_t f_function(std::uint64_t half, std::uint64_t subkey) {
  const std::uint64_t sum = half ^ subkey;
  std::uint64_t result = 0;
  for (std::size_t byte = 0; byte < 8; ++byte)
    result ^= hartls_riscv_camellia_table[byte][sum >> (8 * byte) & 0xff];
  return result;
}

/// FL and its inverse, RFC 3713 sections 2.4.2 and 2.4.3, on words with the first byte highest.
struct Fl {
  std::uint32_t left, right;

  explicit Fl(std::uint64_t word)
      : left(static_cast<std::uint32_t>(word >> 32U)), right(static_cast<std::uint32_t>(word)) {}
  std::uint64_t word() const { return static_cast<std::uint64_t>(left) << 32U | right; }

  void and_and_rotate(const Fl& key) { right ^= std::rotl(left & key.left, 1); }
  void or_in(const Fl& key) { left ^= right | key.right; }
  /// or_in's linear part.
  void or_in_difference(const Fl& key) { left ^= right & ~key.right; }
};

std::uint64_t fl(std::uint64_t half, std::uint64_t subkey) {
  Fl value(swap_bytes(half));
  const Fl key(swap_bytes(subkey));
  value.and_and_rotate(key);
  value.or_in(key);
  return swap_bytes(value.word());
}

std::uint64_t fl_inverse(std::uint64_t half, std::uint64_t subkey) {
  Fl value(swap_bytes(half));
  const Fl key(swap_bytes(subkey));
  value.or_in(key);
  value.and_and_rotate(key);
  return swap_bytes(value.word());
}

struct Block {
  std::uint64_t left, right;

  static Block load(const std::uint8_t* from) {
    return {swap_bytes(load_big(from)), swap_bytes(load_big(from + 8))};
  }
  void store(std::uint8_t* to) const {
    for (unsigned byte = 0; byte < 8; ++byte) {
      to[byte] = static_cast<std::uint8_t>(left >> (8 * byte));
      to[byte + 8] = static_cast<std::uint8_t>(right >> (8 * byte));
    }
  }
  friend Block operator^(const Block& one, const Block& other) {
    return {one.left ^ other.left, one.right ^ other.right};
  }
};

Block crypt(const std::uint64_t* subkeys, std::uint64_t grand_rounds, Block block) {
  for (std::uint64_t grand_round = 0;; ++grand_round) {
    for (unsigned round = 0; round < 6; round += 2, subkeys += 2) {
      block.right ^= f_function(block.left, subkeys[0]);
      block.left ^= f_function(block.right, subkeys[1]);
    }
    if (grand_round + 1 == grand_rounds)
      return {block.right ^ subkeys[0], block.left ^ subkeys[1]};
    block.left = fl(block.left, subkeys[0]);
    block.right = fl_inverse(block.right, subkeys[1]);
    subkeys += 2;
  }
}

struct Wide {
  std::uint64_t high, low;
};

Wide operator^(const Wide& one, const Wide& other) {
  return {one.high ^ other.high, one.low ^ other.low};
}

Wide rotate_left(const Wide& value, unsigned count) {
  const Wide turned = count < 64 ? value : Wide{value.low, value.high};
  count %= 64;
  if (count == 0)
    return turned;
  return {turned.high << count | turned.low >> (64 - count),
          turned.low << count | turned.high >> (64 - count)};
}

/// Two rounds with big-endian words, RFC 3713 section 2.2.
Wide two_rounds(Wide value, std::uint64_t sigma1, std::uint64_t sigma2) {
  const auto big_f = [](std::uint64_t half, std::uint64_t subkey) {
    return swap_bytes(f_function(swap_bytes(half), swap_bytes(subkey)));
  };
  value.low ^= big_f(value.high, sigma1);
  value.high ^= big_f(value.low, sigma2);
  return value;
}

enum Source : unsigned { kl, kr, ka, kb };

/// RFC 3713 section 2.2.
std::array<Wide, 4> make_sources(const std::uint8_t* key, std::size_t key_bytes) {
  std::array<Wide, 4> sources{};
  sources[kl] = {load_big(key), load_big(key + 8)};
  if (key_bytes > 16) {
    const std::uint64_t high = load_big(key + 16);
    sources[kr] = {high, key_bytes > 24 ? load_big(key + 24) : ~high};
  }
  Wide value = two_rounds(sources[kl] ^ sources[kr], 0xa09e667f3bcc908b, 0xb67ae8584caa73b2);
  sources[ka] = two_rounds(value ^ sources[kl], 0xc6ef372fe94f82be, 0x54ff53a5f1d36f1c);
  sources[kb] = two_rounds(sources[ka] ^ sources[kr], 0x10e527fade682d1d, 0xb05688c2b3e6c1fd);
  return sources;
}

struct Rotation {
  Source source;
  unsigned count;
};

/// Subkeys in the order of their use, two from each: whitening, three times the rounds' and FL's,
/// the last rounds', whitening.
constexpr std::array<Rotation, 13> short_key{{{kl, 0},
                                              {ka, 0},
                                              {kl, 15},
                                              {ka, 15},
                                              {ka, 30},
                                              {kl, 45},
                                              {ka, 45},
                                              {ka, 60},
                                              {kl, 77},
                                              {kl, 94},
                                              {ka, 94},
                                              {kl, 111},
                                              {ka, 111}}};
constexpr std::array<Rotation, 17> long_key{{{kl, 0},
                                             {kb, 0},
                                             {kr, 15},
                                             {ka, 15},
                                             {kr, 30},
                                             {kb, 30},
                                             {kl, 45},
                                             {ka, 45},
                                             {kl, 60},
                                             {kr, 60},
                                             {kb, 60},
                                             {kl, 77},
                                             {ka, 77},
                                             {kr, 94},
                                             {ka, 94},
                                             {kl, 111},
                                             {kb, 111}}};

/// Puts what comes after the whitening at the start, with that moved into it, at `words`.
void absorb_whitening(std::uint64_t* words, const Wide* subkeys, std::uint64_t grand_rounds) {
  Wide whitening = *subkeys++;
  for (std::uint64_t grand_round = 0; grand_round < grand_rounds; ++grand_round) {
    for (unsigned round = 0; round < 6; round += 2, words += 2) {
      const Wide sum = *subkeys++ ^ whitening;
      words[0] = swap_bytes(sum.high);
      words[1] = swap_bytes(sum.low);
    }
    const Wide next = *subkeys++;
    if (grand_round + 1 == grand_rounds) {
      words[0] = swap_bytes(next.high ^ whitening.low);
      words[1] = swap_bytes(next.low ^ whitening.high);
      return;
    }
    words[0] = swap_bytes(next.high);
    words[1] = swap_bytes(next.low);
    words += 2;
    Fl left(whitening.high);
    left.and_and_rotate(Fl(next.high));
    left.or_in_difference(Fl(next.high));
    Fl right(whitening.low);
    right.or_in_difference(Fl(next.low));
    right.and_and_rotate(Fl(next.low));
    whitening = {left.word(), right.word()};
  }
}

}  // namespace

void camellia_table_expand_key(CamelliaTableSchedule* schedule, const std::uint8_t* key,
                               std::size_t key_bytes) {
  *schedule = {};
  std::array<Wide, 4> sources = make_sources(key, key_bytes);
  const bool is_short = key_bytes == 16;
  const std::size_t pairs = is_short ? short_key.size() : long_key.size();
  std::array<Wide, long_key.size()> encrypt{};
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const Rotation& rotation = is_short ? short_key[pair] : long_key[pair];
    encrypt[pair] = rotate_left(sources[rotation.source], rotation.count);
  }
  if (is_short)  // the one pair whose halves have different sources
    encrypt[6].low = rotate_left(sources[kl], 60).low;
  std::array<Wide, long_key.size()> decrypt{};
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const Wide& from = encrypt[pairs - 1 - pair];
    const bool is_whitening = pair == 0 || pair + 1 == pairs;
    decrypt[pair] = is_whitening ? from : Wide{from.low, from.high};
  }
  schedule->grand_rounds = is_short ? 3 : 4;
  absorb_whitening(schedule->encrypt, encrypt.data(), schedule->grand_rounds);
  absorb_whitening(schedule->decrypt, decrypt.data(), schedule->grand_rounds);
  wipe(sources);
  wipe(encrypt);
  wipe(decrypt);
}

void camellia_table_encrypt_blocks(const CamelliaTableSchedule* schedule, const std::uint8_t* in,
                                   std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 16, out += 16)
    crypt(schedule->encrypt, schedule->grand_rounds, Block::load(in)).store(out);
}

void camellia_table_decrypt_blocks(const CamelliaTableSchedule* schedule, const std::uint8_t* in,
                                   std::uint8_t* out, std::size_t count) {
  for (; count != 0; --count, in += 16, out += 16)
    crypt(schedule->decrypt, schedule->grand_rounds, Block::load(in)).store(out);
}

void camellia_table_cbc_encrypt(const CamelliaTableSchedule* schedule, std::uint8_t* iv,
                                const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  Block chain = Block::load(iv);
  for (; count != 0; --count, in += 16, out += 16) {
    chain = crypt(schedule->encrypt, schedule->grand_rounds, chain ^ Block::load(in));
    chain.store(out);
  }
  chain.store(iv);
}

void camellia_table_cbc_decrypt(const CamelliaTableSchedule* schedule, std::uint8_t* iv,
                                const std::uint8_t* in, std::uint8_t* out, std::size_t count) {
  Block chain = Block::load(iv);
  for (; count != 0; --count, in += 16, out += 16) {
    const Block block = Block::load(in);
    (crypt(schedule->decrypt, schedule->grand_rounds, block) ^ chain).store(out);
    chain = block;
  }
  chain.store(iv);
}

}  // namespace generic
}  // namespace hartls::riscv
