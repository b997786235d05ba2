// SPDX-License-Identifier: GPL-3.0-or-later
// Keccak-p[1600, 24], FIPS 202 section 3.3. Lane A[x, y] is state[x + 5 * y], in host order, which
// is little endian on RISC-V.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// Permutes `state`, 25 lanes.
using KeccakPermute = void(std::uint64_t* state);

/// For each of `count` blocks of `rate_bytes` (a multiple of 8, at most 168): adds it to the state
/// and permutes (FIPS 202 section 4, the absorbing half).
using KeccakAbsorb = void(std::uint64_t* state, const std::uint8_t* blocks, std::size_t rate_bytes,
                          std::size_t count);

namespace generic {
KeccakPermute keccak_permute;
KeccakAbsorb keccak_absorb;
}  // namespace generic
extern "C" KeccakPermute hartls_rv64gc_keccak_permute;
extern "C" KeccakAbsorb hartls_rv64gc_keccak_absorb;

}  // namespace hartls::riscv
