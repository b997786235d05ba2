// SPDX-License-Identifier: GPL-3.0-or-later
// GHASH in constant time with integer multiplications: the portable twin, and the key's layout.
//
// A word of 64 coefficients over GF(2) is four polynomials in X = x^4, interleaved: digit m of
// class c is bit 4 m + c. A class alone has three empty bits above each digit, which take the
// carries of an integer product: its digits are sums of at most 16 bits, whose parity is the digit
// of the product over GF(2). Karatsuba works on the classes (nine products in place of 16) and on
// the two words of an element (three in place of four). What the carries leave in the empty bits
// goes at the end, by one mask: sums over products and over blocks are XORs of raw products.
//
// A sum of 16 happens at digit 15 alone, with all 32 bits set, and carries into the upper half; so
// that half is taken without digit 0 of one factor, which has no part in it: then 15 is the most.
#include "kernels/ghash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "wipe.hpp"

namespace hartls::riscv::generic {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t digit_mask = 0x1111111111111111;  // those of class 0
constexpr std::size_t word_form_count = 9;
constexpr std::size_t form_count = 3 * word_form_count;
// Blocks between two reductions. words[form_count * (p - 1)...] are the forms of H^p.
constexpr std::size_t power_count = 4;
static_assert(power_count * form_count <= sizeof(GhashKey::words) / sizeof(std::uint64_t));

using Forms = std::array<std::uint64_t, form_count>;

/// Bit i of `low`: the coefficient of x^i, and of `high`: of x^(64 + i).
struct Element {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// SP 800-38D has the lowest coefficient in a byte's highest bit.
std::uint64_t reverse_bits_in_bytes(std::uint64_t word) {
  constexpr std::uint64_t nibbles = 0x0f0f0f0f0f0f0f0f;
  constexpr std::uint64_t pairs = 0x3333333333333333;
  constexpr std::uint64_t even = 0x5555555555555555;
  word = (word & nibbles) << 4 | (word >> 4 & nibbles);
  word = (word & pairs) << 2 | (word >> 2 & pairs);
  return (word & even) << 1 | (word >> 1 & even);
}

Element load(const std::uint8_t* bytes) {
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), bytes, sizeof words);
  return {reverse_bits_in_bytes(words[0]), reverse_bits_in_bytes(words[1])};
}

void store(std::uint8_t* bytes, Element element) {
  const std::array words{reverse_bits_in_bytes(element.low), reverse_bits_in_bytes(element.high)};
  std::memcpy(bytes, words.data(), sizeof words);
}

std::uint64_t folded(std::uint64_t word) {
  return word ^ word << 1 ^ word << 2 ^ word << 7;
}

/// What folded() pushes into the next word.
std::uint64_t pushed_out(std::uint64_t word) {
  return word >> 63 ^ word >> 62 ^ word >> 57;
}

/// low + x^128 * high, with x^128 = x^7 + x^2 + x + 1. What goes beyond x^255 folds to x^128 first.
Element reduce(Element low, Element high) {
  const std::uint64_t middle = high.low ^ pushed_out(high.high);
  return {low.low ^ folded(middle), low.high ^ folded(high.high) ^ pushed_out(middle)};
}

/// Bit i of the low 32 goes to bit 2 i, which is squaring.
std::uint64_t spread(std::uint64_t word) {
  word &= 0x00000000ffffffff;
  word = (word | word << 16) & 0x0000ffff0000ffff;
  word = (word | word << 8) & 0x00ff00ff00ff00ff;
  word = (word | word << 4) & 0x0f0f0f0f0f0f0f0f;
  word = (word | word << 2) & 0x3333333333333333;
  return (word | word << 1) & 0x5555555555555555;
}

Element square(Element element) {
  return reduce({spread(element.low), spread(element.low >> 32)},
                {spread(element.high), spread(element.high >> 32)});
}

/// The classes of `word` and the sums of them that Karatsuba multiplies.
void split(std::uint64_t word, std::uint64_t* forms) {
  const std::uint64_t class0 = word & digit_mask;
  const std::uint64_t class1 = word >> 1 & digit_mask;
  const std::uint64_t class2 = word >> 2 & digit_mask;
  const std::uint64_t class3 = word >> 3 & digit_mask;
  forms[0] = class0;
  forms[1] = class1;
  forms[2] = class2;
  forms[3] = class3;
  forms[4] = class0 ^ class1;
  forms[5] = class2 ^ class3;
  forms[6] = class0 ^ class2;
  forms[7] = class1 ^ class3;
  forms[8] = forms[6] ^ forms[7];
}

void split(Element element, std::uint64_t* forms) {
  split(element.low, forms);
  split(element.high, forms + word_form_count);
  split(element.low ^ element.high, forms + 2 * word_form_count);
}

std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
}

/// The seven sums by power of x that the nine products of two words' forms make.
std::array<std::uint64_t, 8> undo_karatsuba(
    std::span<const std::uint64_t, word_form_count> product) {
  const std::uint64_t sum12 = product[1] ^ product[2];
  const std::uint64_t power1 = product[4] ^ product[0] ^ product[1];
  const std::uint64_t power5 = product[5] ^ product[2] ^ product[3];
  return {product[0],
          power1,
          product[6] ^ product[0] ^ sum12,
          product[8] ^ product[6] ^ product[7] ^ power1 ^ power5,
          product[7] ^ product[3] ^ sum12,
          power5,
          product[3],
          0};
}

/// A sum of products that waits for its carries to be dropped and for its reduction.
class RawSum {
 public:
  RawSum() = default;
  RawSum(const RawSum&) = delete;
  RawSum& operator=(const RawSum&) = delete;
  ~RawSum() {
    wipe(low_);
    wipe(high_);
  }

  void add(std::span<const std::uint64_t, form_count> a,
           std::span<const std::uint64_t, form_count> b) {
    for (std::size_t form = 0; form < form_count; ++form) {
      low_[form] ^= a[form] * b[form];
      high_[form] ^= high_product(a[form] & ~std::uint64_t{1}, b[form]);
    }
  }

  [[nodiscard]] Element reduced() const {
    const Element low = word_product(0);
    const Element high = word_product(1);
    const Element both = word_product(2);
    return reduce({low.low, low.high ^ both.low ^ low.low ^ high.low},
                  {high.low ^ both.high ^ low.high ^ high.high, high.high});
  }

 private:
  static std::span<const std::uint64_t, word_form_count> word_forms(const Forms& forms,
                                                                    std::size_t part) {
    return std::span<const std::uint64_t, word_form_count>(&forms[part * word_form_count],
                                                           word_form_count);
  }

  [[nodiscard]] Element word_product(std::size_t part) const {
    const auto low = undo_karatsuba(word_forms(low_, part));
    const auto high = undo_karatsuba(word_forms(high_, part));
    Element product;
    for (unsigned power = 0; power < 4; ++power) {
      const std::uint64_t carried = low[power + 4];  // by x^4: one digit further
      product.low |= ((low[power] ^ carried << 4) & digit_mask) << power;
      product.high |= ((high[power] ^ high[power + 4] << 4 ^ carried >> 60) & digit_mask) << power;
    }
    return product;
  }

  Forms low_{};
  Forms high_{};
};

std::span<const std::uint64_t, form_count> power_of_h(const GhashKey& key, std::size_t power) {
  return std::span<const std::uint64_t, form_count>(key.words + form_count * (power - 1),
                                                    form_count);
}

}  // namespace

void ghash_set_key(GhashKey* key, const std::uint8_t* h) {
  const Element h1 = load(h);
  split(h1, key->words);
  const Element h2 = square(h1);
  split(h2, key->words + form_count);
  RawSum h3;
  h3.add(power_of_h(*key, 1), power_of_h(*key, 2));
  split(h3.reduced(), key->words + 2 * form_count);
  split(square(h2), key->words + 3 * form_count);
}

void ghash_blocks(const GhashKey* key, std::uint8_t* y, const std::uint8_t* blocks,
                  std::size_t count) {
  Element sum = load(y);
  while (count > 0) {
    const std::size_t group = std::min(count, power_count);
    RawSum product;
    for (std::size_t power = group; power > 0; --power, blocks += 16) {
      const Element block = load(blocks);
      Forms forms;
      split({sum.low ^ block.low, sum.high ^ block.high}, forms.data());
      product.add(forms, power_of_h(*key, power));
      sum = {};
    }
    sum = product.reduced();
    count -= group;
  }
  store(y, sum);
}

}  // namespace hartls::riscv::generic
