// SPDX-License-Identifier: GPL-3.0-or-later
// Poly1305, RFC 8439 section 2.5, in base 2^64.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// `h`: the accumulator, below 2^130 + a little: h[2] is a few bits. `r`: clamped, as the RFC says.
/// `pad`: s.
struct Poly1305State {
  std::uint64_t h[3];
  std::uint64_t r[2];
  std::uint64_t pad[2];
};

/// Takes the one-time key, 32 bytes: sets all of `state`.
using Poly1305Start = void(Poly1305State* state, const std::uint8_t* key);

/// For each of `count` blocks of 16 bytes: h = (h + block + high_bit * 2^128) * r mod 2^130 - 5,
/// partly reduced. `high_bit`: 1 for whole blocks of the message, 0 for a last one that the caller
/// padded with 1 and zeros.
using Poly1305Blocks = void(Poly1305State* state, const std::uint8_t* blocks, std::size_t count,
                            std::uint64_t high_bit);

/// Tag: h reduced, plus pad, 16 bytes.
using Poly1305Finish = void(const Poly1305State* state, std::uint8_t* tag);

namespace generic {
Poly1305Start poly1305_start;
Poly1305Blocks poly1305_blocks;
Poly1305Finish poly1305_finish;
}  // namespace generic
extern "C" Poly1305Blocks hartls_rv64gc_poly1305_blocks;

}  // namespace hartls::riscv
