// SPDX-License-Identifier: GPL-3.0-or-later
// How wolfCrypt's AES was built, for every mode on top of it.
#pragma once

#include "hartls/crypto/provider.hpp"

#ifndef HARTLS_WOLFSSL_AES_CONSTANT_TIME
#error "HARTLS_WOLFSSL_AES_CONSTANT_TIME comes with the CMake target hartls::wolfssl."
#endif

namespace hartls::software {

/// Plain tables are indexed by secret bytes, in the cipher, in the key schedule and in GHASH (16
/// multiples of the hash key). The resistant build reads every line of a table at each look-up, and
/// multiplies bit by bit in GHASH.
constexpr Support aes_support() noexcept {
#if HARTLS_WOLFSSL_AES_CONSTANT_TIME
  return {
      .available = true, .constant_time = true, .implementation = "wolfCrypt C, every table line"};
#else
  return {.available = true, .constant_time = false, .implementation = "wolfCrypt C, tables"};
#endif
}

}  // namespace hartls::software
