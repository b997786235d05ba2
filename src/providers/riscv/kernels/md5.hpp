// SPDX-License-Identifier: GPL-3.0-or-later
// MD5's compression function, RFC 1321 section 3.4.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// `state`: A, B, C, D. `blocks`: 64 bytes each.
using Md5Compress = void(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count);

namespace generic {
Md5Compress md5_compress;
}
extern "C" Md5Compress hartls_rv64gc_md5_compress;

}  // namespace hartls::riscv
