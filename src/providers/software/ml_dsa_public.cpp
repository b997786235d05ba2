// SPDX-License-Identifier: GPL-3.0-or-later
#include "ml_dsa_public.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "hartls/core/secret.hpp"
#include "symmetric.hpp"

namespace hartls::software {
namespace {

constexpr std::uint32_t q = 8380417;
constexpr std::size_t n = 256;
constexpr std::size_t rho_bytes = 32;
constexpr std::size_t key_seed_bytes = 32;  // K
constexpr std::size_t tr_bytes = 64;
constexpr unsigned dropped_bits = 13;  // d

struct Parameters {
  std::size_t k, l;
  std::uint32_t eta;
  unsigned eta_bits;
};

constexpr Parameters parameters(SignatureAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case SignatureAlgorithm::ml_dsa_44:
      return {4, 4, 2, 3};
    case SignatureAlgorithm::ml_dsa_65:
      return {6, 5, 4, 4};
    default:
      return {8, 7, 2, 3};
  }
}

using Polynomial = std::array<std::uint32_t, n>;
using Vector = std::vector<Polynomial, WipingAllocator<Polynomial>>;

// A division by a constant compiles to a multiplication: no branch, no divide.
constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) noexcept {
  return static_cast<std::uint32_t>(std::uint64_t{a} * b % q);
}
constexpr std::uint32_t add(std::uint32_t a, std::uint32_t b) noexcept {
  return (a + b) % q;
}
constexpr std::uint32_t subtract(std::uint32_t a, std::uint32_t b) noexcept {
  return (a + q - b) % q;
}

/// 1753^brv(m), FIPS 204 appendix B.
constexpr std::array<std::uint32_t, n> zetas = [] {
  std::array<std::uint32_t, n> power{};
  power[0] = 1;
  for (std::size_t i = 1; i < n; ++i)
    power[i] = multiply(power[i - 1], 1753);
  std::array<std::uint32_t, n> table{};
  for (std::size_t m = 0; m < n; ++m) {
    std::size_t reversed = 0;
    for (unsigned bit = 0; bit < 8; ++bit)
      reversed |= (m >> bit & 1U) << (7U - bit);
    table[m] = power[reversed];
  }
  return table;
}();

/// Algorithm 41.
void ntt(Polynomial& w) noexcept {
  std::size_t m = 0;
  for (std::size_t length = n / 2; length >= 1; length /= 2) {
    for (std::size_t start = 0; start < n; start += 2 * length) {
      const std::uint32_t z = zetas[++m];
      for (std::size_t j = start; j < start + length; ++j) {
        const std::uint32_t t = multiply(z, w[j + length]);
        w[j + length] = subtract(w[j], t);
        w[j] = add(w[j], t);
      }
    }
  }
}

/// Algorithm 42.
void inverse_ntt(Polynomial& w) noexcept {
  std::size_t m = n;
  for (std::size_t length = 1; length < n; length *= 2) {
    for (std::size_t start = 0; start < n; start += 2 * length) {
      const std::uint32_t z = q - zetas[--m];
      for (std::size_t j = start; j < start + length; ++j) {
        const std::uint32_t t = w[j];
        w[j] = add(t, w[j + length]);
        w[j + length] = multiply(z, subtract(t, w[j + length]));
      }
    }
  }
  for (std::uint32_t& coefficient : w)
    coefficient = multiply(coefficient, 8347681);  // 256^-1
}

/// Algorithm 30, RejNTTPoly: one entry of the public matrix, already transformed.
Polynomial expand(HashContext& shake128, ByteView rho, std::size_t row, std::size_t column) {
  constexpr std::size_t rate = 168;
  const std::array<std::uint8_t, 2> position{static_cast<std::uint8_t>(column),
                                             static_cast<std::uint8_t>(row)};
  Polynomial a{};
  // Five blocks are nearly always enough; else all again, longer.
  for (std::size_t blocks = 5;; ++blocks) {
    Bytes stream(blocks * rate);
    shake128.reset();
    shake128.update(rho);
    shake128.update(position);
    shake128.finish(stream);
    std::size_t filled = 0;
    for (std::size_t i = 0; i + 3 <= stream.size() && filled < n; i += 3) {
      const std::uint32_t candidate =
          stream[i] | std::uint32_t{stream[i + 1]} << 8U | (stream[i + 2] & 0x7fU) << 16U;
      if (candidate < q)
        a[filled++] = candidate;
    }
    if (filled == n)
      return a;
  }
}

class BitReader {
 public:
  explicit BitReader(ByteView bytes) : bytes_(bytes) {}
  std::uint32_t take(unsigned bits) noexcept {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < bits; ++i, ++position_) {
      value |= (std::uint32_t{bytes_[position_ / 8]} >> position_ % 8 & 1U) << i;
    }
    return value;
  }

 private:
  ByteView bytes_;
  std::size_t position_ = 0;
};

/// Coefficients that are stored as `offset` minus themselves (algorithm 19, BitUnpack).
Vector unpack(ByteView bytes, std::size_t count, unsigned bits, std::uint32_t offset) {
  BitReader reader(bytes);
  Vector vector(count);
  for (Polynomial& polynomial : vector) {
    for (std::uint32_t& coefficient : polynomial)
      coefficient = subtract(offset, reader.take(bits));
  }
  return vector;
}

/// True where every coefficient is in -eta to eta.
bool all_small(const Vector& vector, std::uint32_t eta) noexcept {
  std::uint32_t excess = 0;
  for (const Polynomial& polynomial : vector) {
    for (const std::uint32_t coefficient : polynomial)
      excess |= (2 * eta - add(coefficient, eta)) >> 31U;
  }
  return excess == 0;
}

}  // namespace

std::optional<Bytes> ml_dsa_public_key(SignatureAlgorithm algorithm, ByteView private_key) {
  const Parameters set = parameters(algorithm);
  const std::size_t s1_bytes = set.l * n * set.eta_bits / 8;
  const std::size_t s2_bytes = set.k * n * set.eta_bits / 8;
  const ByteView rho = private_key.first(rho_bytes);
  const ByteView tr = private_key.subspan(rho_bytes + key_seed_bytes, tr_bytes);
  const ByteView vectors = private_key.subspan(rho_bytes + key_seed_bytes + tr_bytes);
  Vector s1 = unpack(vectors.first(s1_bytes), set.l, set.eta_bits, set.eta);
  const Vector s2 = unpack(vectors.subspan(s1_bytes, s2_bytes), set.k, set.eta_bits, set.eta);
  const Vector t0 =
      unpack(vectors.subspan(s1_bytes + s2_bytes), set.k, dropped_bits, 1U << (dropped_bits - 1));
  if (!all_small(s1, set.eta) || !all_small(s2, set.eta))
    return std::nullopt;
  for (Polynomial& polynomial : s1)
    ntt(polynomial);

  const auto shake128 = make_hash(HashAlgorithm::shake128);
  Bytes public_key(rho.begin(), rho.end());
  std::uint32_t difference = 0;
  for (std::size_t row = 0; row < set.k; ++row) {
    Vector sum(1);
    Polynomial& t = sum.front();
    for (std::size_t column = 0; column < set.l; ++column) {
      const Polynomial a = expand(*shake128, rho, row, column);
      for (std::size_t i = 0; i < n; ++i)
        t[i] = add(t[i], multiply(a[i], s1[column][i]));
    }
    inverse_ntt(t);
    std::uint32_t buffer = 0;
    unsigned buffered = 0;
    for (std::size_t i = 0; i < n; ++i) {
      t[i] = add(t[i], s2[row][i]);
      // Algorithm 35, Power2Round.
      const std::uint32_t high = (t[i] + (1U << (dropped_bits - 1)) - 1) >> dropped_bits;
      difference |= subtract(t[i], high << dropped_bits) ^ t0[row][i];
      buffer |= high << buffered;
      for (buffered += 10; buffered >= 8; buffered -= 8, buffer >>= 8U) {
        public_key.push_back(static_cast<std::uint8_t>(buffer));
      }
    }
  }

  std::array<std::uint8_t, tr_bytes> expected_tr;
  const auto shake256 = make_hash(HashAlgorithm::shake256);
  shake256->update(public_key);
  shake256->finish(expected_tr);
  if (difference != 0 || !constant_time_equal(expected_tr, tr))
    return std::nullopt;
  return public_key;
}

}  // namespace hartls::software
