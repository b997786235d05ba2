// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-224 and SHA-256's compression function, FIPS 180-4 section 6.2.2.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// `state`: H0 to H7. `blocks`: 64 bytes each.
using Sha256Compress = void(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count);

namespace generic {
Sha256Compress sha256_compress;
}
extern "C" Sha256Compress hartls_rv64gc_sha256_compress;

}  // namespace hartls::riscv
