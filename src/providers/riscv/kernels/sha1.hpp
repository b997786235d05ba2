// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-1's compression function, FIPS 180-4 section 6.1.2.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// `state`: H0 to H4. `blocks`: 64 bytes each.
using Sha1Compress = void(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count);

namespace generic {
Sha1Compress sha1_compress;
}
extern "C" Sha1Compress hartls_rv64gc_sha1_compress;

}  // namespace hartls::riscv
