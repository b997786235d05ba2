// SPDX-License-Identifier: GPL-3.0-or-later
// wolfCrypt's big integers (sp_int) with an owner: initialised, wiped, and with results that are
// checked.
#pragma once

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/wolfmath.h>

#include <cstddef>
#include <optional>

#include "hartls/core/bytes.hpp"

namespace hartls::software {

/// A non-negative integer below 2^8192. Products and their reductions are exact.
class Number {
 public:
  Number();
  explicit Number(ByteView big_endian);
  explicit Number(const mp_int* value);
  static Number from_hex(const char* digits);
  static Number small(unsigned value);
  Number(const Number& other) : Number(other.value_) {}
  Number& operator=(const Number& other);
  ~Number() { mp_forcezero(value_); }

  mp_int* get() noexcept { return value_; }
  const mp_int* get() const noexcept { return value_; }
  /// For wolfCrypt's functions that only read a number whose type they do not call const.
  mp_int* read_only() const noexcept { return const_cast<mp_int*>(value_); }

  std::size_t bits() const noexcept { return static_cast<std::size_t>(mp_count_bits(value_)); }
  std::size_t bytes() const noexcept { return (bits() + 7) / 8; }
  bool odd() const noexcept { return mp_isodd(value_) == MP_YES; }
  bool is_zero() const noexcept { return mp_iszero(value_) == MP_YES; }
  bool is_one() const noexcept { return mp_isone(value_) == MP_YES; }

  /// Big endian, padded with zeros to the size of `out`. The number must fit.
  void to_bytes(ByteSpan out) const;

  friend bool operator<(const Number& a, const Number& b) noexcept {
    return mp_cmp(a.value_, b.value_) == MP_LT;
  }
  friend bool operator==(const Number& a, const Number& b) noexcept {
    return mp_cmp(a.value_, b.value_) == MP_EQ;
  }

  friend Number operator+(const Number& a, const Number& b);
  friend Number operator-(const Number& a, const Number& b);  ///< a >= b
  friend Number operator*(const Number& a, const Number& b);
  friend Number operator%(const Number& a, const Number& m);
  friend Number operator>>(const Number& a, std::size_t bits);

 private:
  mp_int value_[1];
};

Number multiply_mod(const Number& a, const Number& b, const Number& m);
/// For secret exponents: wolfCrypt's hardened exponentiation, through SP C where it has the size of
/// `m`. What the generic code still shows are the final subtractions of its reductions.
Number power_mod(const Number& base, const Number& exponent, const Number& m);
/// Variable time: for public exponents.
Number power_mod_vartime(const Number& base, const Number& exponent, const Number& m);
/// A square root of `a` modulo the odd prime `p`, or nothing. Variable time: for public values.
std::optional<Number> square_root_mod_vartime(const Number& a, const Number& p);
/// Miller-Rabin with 8 bases. Variable time: for public values.
bool is_probable_prime_vartime(const Number& p);

/// Without leading zeros.
ByteView significant_vartime(ByteView big_endian) noexcept;

}  // namespace hartls::software
