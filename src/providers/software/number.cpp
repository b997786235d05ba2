// SPDX-License-Identifier: GPL-3.0-or-later
#include "number.hpp"

#include <algorithm>
#include <string>

#include "hartls/core/error.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

void check(int result) {
  throw_unless_success(result, "big integer", "arithmetic");
}

}  // namespace

Number::Number() {
  check(mp_init(value_));
}

Number::Number(ByteView big_endian) : Number() {
  check(mp_read_unsigned_bin(value_, not_null(big_endian),
                             word32_size(big_endian.size(), "big integer")));
}

Number::Number(const mp_int* value) : Number() {
  check(mp_copy(value, value_));
}

Number& Number::operator=(const Number& other) {
  if (this != &other)
    check(mp_copy(other.value_, value_));
  return *this;
}

Number Number::from_hex(const char* digits) {
  Number number;
  check(mp_read_radix(number.value_, digits, MP_RADIX_HEX));
  return number;
}

Number Number::small(unsigned value) {
  Number number;
  check(mp_set_int(number.value_, value));
  return number;
}

void Number::to_bytes(ByteSpan out) const {
  check(mp_to_unsigned_bin_len(read_only(), out.data(), static_cast<int>(out.size())));
}

Number operator+(const Number& a, const Number& b) {
  Number sum;
  check(mp_add(a.value_, b.value_, sum.value_));
  return sum;
}

Number operator-(const Number& a, const Number& b) {
  Number difference;
  check(mp_sub(a.value_, b.value_, difference.value_));
  return difference;
}

Number operator*(const Number& a, const Number& b) {
  Number product;
  check(mp_mul(a.value_, b.value_, product.value_));
  return product;
}

Number operator%(const Number& a, const Number& m) {
  Number rest;
  check(mp_mod(a.value_, m.read_only(), rest.value_));
  return rest;
}

Number operator>>(const Number& a, std::size_t bits) {
  Number shifted(a);
  if (bits > 0)
    mp_rshb(shifted.value_, static_cast<int>(bits));
  return shifted;
}

Number multiply_mod(const Number& a, const Number& b, const Number& m) {
  Number product;
  check(mp_mulmod(a.get(), b.get(), m.get(), product.get()));
  return product;
}

Number power_mod(const Number& base, const Number& exponent, const Number& m) {
  Number power;
  check(mp_exptmod(base.get(), exponent.get(), m.get(), power.get()));
  return power;
}

Number power_mod_vartime(const Number& base, const Number& exponent, const Number& m) {
  Number power;
  check(mp_exptmod_nct(base.get(), exponent.get(), m.get(), power.get()));
  return power;
}

std::optional<Number> square_root_mod_vartime(const Number& a, const Number& p) {
  const Number one = Number::small(1);
  if (a.is_zero())
    return a;
  // Tonelli-Shanks with p - 1 = q 2^s; for p = 3 mod 4 its loop ends at once.
  std::size_t s = 0;
  Number q = p - one;
  while (!q.odd()) {
    q = q >> 1;
    ++s;
  }
  Number root = power_mod_vartime(a, (q + one) >> 1, p);
  Number t = power_mod_vartime(a, q, p);
  Number c;
  if (s > 1) {
    const Number half = (p - one) >> 1;
    unsigned z = 2;
    // Half of all numbers are non-residues; the bound is for a p that was made to have none among
    // the small ones.
    constexpr unsigned z_bound = 1024;
    while (z < z_bound && power_mod_vartime(Number::small(z), half, p) == one)
      ++z;
    if (z == z_bound)
      return std::nullopt;
    c = power_mod_vartime(Number::small(z), q, p);
  }
  for (std::size_t m = s; !t.is_one();) {
    std::size_t i = 0;
    for (Number square = t; !square.is_one() && i < m; ++i)
      square = multiply_mod(square, square, p);
    if (i == 0 || i >= m)
      return std::nullopt;
    for (std::size_t j = 0; j + i + 1 < m; ++j)
      c = multiply_mod(c, c, p);
    root = multiply_mod(root, c, p);
    c = multiply_mod(c, c, p);
    t = multiply_mod(t, c, p);
    m = i;
  }
  return root;
}

bool is_probable_prime_vartime(const Number& p) {
  int prime = MP_NO;
  check(mp_prime_is_prime(p.read_only(), 8, &prime));
  return prime == MP_YES;
}

ByteView significant_vartime(ByteView big_endian) noexcept {
  const auto first = std::ranges::find_if(big_endian, [](std::uint8_t byte) { return byte != 0; });
  return big_endian.subspan(static_cast<std::size_t>(first - big_endian.begin()));
}

}  // namespace hartls::software
