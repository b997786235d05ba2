// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-384, SHA-512 and SHA-512/t's compression function, FIPS 180-4 section 6.4.2.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// `state`: H0 to H7. `blocks`: 128 bytes each.
using Sha512Compress = void(std::uint64_t* state, const std::uint8_t* blocks, std::size_t count);

namespace generic {
Sha512Compress sha512_compress;
}
extern "C" Sha512Compress hartls_rv64gc_sha512_compress;

}  // namespace hartls::riscv
