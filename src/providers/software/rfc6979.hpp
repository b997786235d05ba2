// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hartls/core/secret.hpp"
#include "hartls/crypto/algorithms.hpp"
#include "number.hpp"

namespace hartls::software {

/// RFC 6979 section 2.3.2: the leftmost bits of `digest`, as many as `order` has.
Number bits_to_integer(ByteView digest, const Number& order);

/// RFC 6979 section 3.2: ECDSA's per-message secret k, 1 to order - 1, order-sized. `extra` is the
/// additional input k' of section 3.6: empty for the deterministic variant, randomness for the
/// hedged one.
///
/// Our own, because wolfCrypt's does not shift digests for orders whose bits are no multiple of 8,
/// and knows SHA-256 only before 5.8.
SecretBytes rfc6979_nonce(HashAlgorithm hash, const Number& order, ByteView private_key,
                          ByteView digest, ByteView extra);

}  // namespace hartls::software
