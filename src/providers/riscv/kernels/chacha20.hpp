// SPDX-License-Identifier: GPL-3.0-or-later
// The ChaCha20 block function, RFC 8439 section 2.3, as a keystream.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// out = in ^ keystream, `count` blocks of 64 bytes. `state`: the 16 words of RFC 8439 section 2.3.
/// Words 12 and 13 count blocks as one 64-bit number, low word first, and are advanced by `count`.
/// RFC 8439's counter is word 12 alone; word 13 is nonce there. A caller that wants that form ends
/// a call before word 12 wraps.
using ChaCha20Xor = void(std::uint32_t* state, const std::uint8_t* in, std::uint8_t* out,
                         std::size_t count);

namespace generic {
ChaCha20Xor chacha20_xor;
}
extern "C" ChaCha20Xor hartls_rv64gc_chacha20_xor;

}  // namespace hartls::riscv
