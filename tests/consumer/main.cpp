// SPDX-License-Identifier: GPL-3.0-or-later
#include <hartls/core/hex.hpp>
#include <hartls/crypto/hash.hpp>

#include <array>
#include <cstdint>
#include <iostream>

int main() {
  // FIPS 180-4's example: SHA-256 of "abc".
  const std::array<std::uint8_t, 3> message{'a', 'b', 'c'};
  std::cout << hartls::to_hex(hartls::hash(hartls::HashAlgorithm::sha256, message)) << '\n';
}
