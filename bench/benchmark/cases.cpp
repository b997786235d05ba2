// SPDX-License-Identifier: GPL-3.0-or-later
#include "cases.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace hartls::bench {
namespace {

/// The rows of wolfSSL's published table for the HiFive Unleashed, top to bottom.
constexpr std::array<std::string_view, 34> unleashed_rows{
    "RNG",
    "AES-128-CBC-enc",
    "AES-128-CBC-dec",
    "AES-192-CBC-enc",
    "AES-192-CBC-dec",
    "AES-256-CBC-enc",
    "AES-256-CBC-dec",
    "AES-128-GCM-enc",
    "AES-128-GCM-dec",
    "AES-192-GCM-enc",
    "AES-192-GCM-dec",
    "AES-256-GCM-enc",
    "AES-256-GCM-dec",
    "CHACHA",
    "CHA-POLY",
    "MD5",
    "POLY1305",
    "SHA",
    "SHA-256",
    "SHA-384",
    "SHA-512",
    "HMAC-MD5",
    "HMAC-SHA",
    "HMAC-SHA256",
    "HMAC-SHA384",
    "HMAC-SHA512",
    "RSA 2048 public",
    "RSA 2048 private",
    "DH 2048 key gen",
    "DH 2048 agree",
    "ECC 256 key gen",
    "ECDHE 256 agree",
    "ECDSA 256 sign",
    "ECDSA 256 verify",
};

/// A row's place in the table; the table's size for a row that it lacks.
std::size_t place(const Case& row) {
  const auto* const found = std::ranges::find(unleashed_rows, row.label);
  return static_cast<std::size_t>(found - unleashed_rows.begin());
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  add_random_cases(cases);
  add_cipher_cases(cases);
  add_aead_cases(cases);
  add_hash_cases(cases);
  add_mac_cases(cases);
  add_kdf_cases(cases);
  add_rsa_cases(cases);
  add_key_exchange_cases(cases);
  add_ecdsa_cases(cases);
  add_signature_cases(cases);
  add_kem_cases(cases);
  std::ranges::stable_sort(cases, {}, place);
  return cases;
}

std::vector<Case> unleashed_cases() {
  std::vector<Case> cases = all_cases();
  std::erase_if(cases, [](const Case& row) { return place(row) == unleashed_rows.size(); });
  return cases;
}

}  // namespace hartls::bench
