// SPDX-License-Identifier: GPL-3.0-or-later
// Camellia (RFC 3713) with tables: time depends on key and data through the caches.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// Subkeys in the kernels' own form.
struct CamelliaTableSchedule {
  std::uint64_t encrypt[34];
  std::uint64_t decrypt[34];
  std::uint64_t grand_rounds;  ///< of six rounds each: 3 for 128-bit keys, 4 for longer ones
};

/// `key_bytes`: 16, 24 or 32; `key` needs no alignment.
using CamelliaTableExpandKey = void(CamelliaTableSchedule* schedule, const std::uint8_t* key,
                                    std::size_t key_bytes);
/// ECB: `count` blocks of 16 bytes.
using CamelliaTableBlocks = void(const CamelliaTableSchedule* schedule, const std::uint8_t* in,
                                 std::uint8_t* out, std::size_t count);
/// `iv`, 16 bytes, becomes the last block of ciphertext.
using CamelliaTableCbc = void(const CamelliaTableSchedule* schedule, std::uint8_t* iv,
                              const std::uint8_t* in, std::uint8_t* out, std::size_t count);

namespace generic {
CamelliaTableExpandKey camellia_table_expand_key;
CamelliaTableBlocks camellia_table_encrypt_blocks, camellia_table_decrypt_blocks;
CamelliaTableCbc camellia_table_cbc_encrypt, camellia_table_cbc_decrypt;
}  // namespace generic
extern "C" CamelliaTableBlocks hartls_rv64gc_camellia_table_encrypt_blocks,
    hartls_rv64gc_camellia_table_decrypt_blocks;
extern "C" CamelliaTableCbc hartls_rv64gc_camellia_table_cbc_encrypt,
    hartls_rv64gc_camellia_table_cbc_decrypt;

}  // namespace hartls::riscv
