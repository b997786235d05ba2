// SPDX-License-Identifier: GPL-3.0-or-later
// GHASH, SP 800-38D section 6.4, in constant time with integer multiplications whose operands have
// holes for the carries.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// What the kernel wants to know of H, in its own form: powers, with what Karatsuba adds.
struct GhashKey {
  std::uint64_t words[128];
};

/// `h`: 16 bytes, the hash subkey.
using GhashSetKey = void(GhashKey* key, const std::uint8_t* h);

/// y = (y ^ block) * H for each of `count` blocks of 16 bytes. `y`: 16 bytes, as SP 800-38D orders
/// them.
using GhashBlocks = void(const GhashKey* key, std::uint8_t* y, const std::uint8_t* blocks,
                         std::size_t count);

namespace generic {
GhashSetKey ghash_set_key;
GhashBlocks ghash_blocks;
}  // namespace generic
extern "C" GhashBlocks hartls_rv64gc_ghash_blocks;

}  // namespace hartls::riscv
