// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "hartls/bench/measure.hpp"

namespace hartls::bench {

/// Every row: first those of wolfSSL's list for the HiFive Unleashed with its names and in its
/// order, then the other algorithms by family.
std::vector<Case> all_cases();

/// Those of all_cases() that stand in wolfSSL's list for the HiFive Unleashed.
std::vector<Case> unleashed_cases();

void add_random_cases(std::vector<Case>& cases);
void add_hash_cases(std::vector<Case>& cases);
void add_mac_cases(std::vector<Case>& cases);
void add_kdf_cases(std::vector<Case>& cases);
void add_cipher_cases(std::vector<Case>& cases);
void add_aead_cases(std::vector<Case>& cases);
void add_key_exchange_cases(std::vector<Case>& cases);
void add_ecdsa_cases(std::vector<Case>& cases);
void add_signature_cases(std::vector<Case>& cases);
void add_rsa_cases(std::vector<Case>& cases);
void add_kem_cases(std::vector<Case>& cases);

}  // namespace hartls::bench
