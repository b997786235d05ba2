// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "hartls/core/bytes.hpp"
#include "hartls/crypto/algorithms.hpp"

namespace hartls::software {

/// The public key that belongs to FIPS 204's expanded private key, which holds all but t1 of it;
/// nothing where the private key contradicts itself (a coefficient of s1 or s2 out of range, t0 or
/// tr that the others do not give).
///
/// Our own, because wolfCrypt has no such function. In constant time.
std::optional<Bytes> ml_dsa_public_key(SignatureAlgorithm algorithm, ByteView private_key);

}  // namespace hartls::software
