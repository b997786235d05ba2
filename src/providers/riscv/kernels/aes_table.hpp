// SPDX-License-Identifier: GPL-3.0-or-later
// AES (FIPS 197) with tables: time depends on key and data through the caches. For callers that ask
// for it.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// Round keys in the kernels' own form: the first and the last are two words as the bytes lie in a
/// block, the others a word for each column, its bytes apart.
struct AesTableSchedule {
  std::uint64_t encrypt[56];
  std::uint64_t decrypt[56];  ///< of the equivalent inverse cipher, FIPS 197 section 5.3.5
  std::uint64_t rounds;       ///< 10, 12 or 14
};

/// `key_bytes`: 16, 24 or 32; `key` needs no alignment.
using AesTableExpandKey = void(AesTableSchedule* schedule, const std::uint8_t* key,
                               std::size_t key_bytes);
/// ECB: `count` blocks of 16 bytes.
using AesTableBlocks = void(const AesTableSchedule* schedule, const std::uint8_t* in,
                            std::uint8_t* out, std::size_t count);
/// As AesCtr32Xor.
using AesTableCtr32Xor = void(const AesTableSchedule* schedule, std::uint8_t* counter,
                              const std::uint8_t* in, std::uint8_t* out, std::size_t count);
/// As AesCbc.
using AesTableCbc = void(const AesTableSchedule* schedule, std::uint8_t* iv, const std::uint8_t* in,
                         std::uint8_t* out, std::size_t count);
/// As AesCbcMac.
using AesTableCbcMac = void(const AesTableSchedule* schedule, std::uint8_t* mac,
                            const std::uint8_t* blocks, std::size_t count);

namespace generic {
AesTableExpandKey aes_table_expand_key;
AesTableBlocks aes_table_encrypt_blocks, aes_table_decrypt_blocks;
AesTableCtr32Xor aes_table_ctr32_xor;
AesTableCbc aes_table_cbc_encrypt, aes_table_cbc_decrypt;
AesTableCbcMac aes_table_cbc_mac;
}  // namespace generic
extern "C" AesTableBlocks hartls_rv64gc_aes_table_encrypt_blocks,
    hartls_rv64gc_aes_table_decrypt_blocks;
extern "C" AesTableCtr32Xor hartls_rv64gc_aes_table_ctr32_xor;
extern "C" AesTableCbc hartls_rv64gc_aes_table_cbc_encrypt, hartls_rv64gc_aes_table_cbc_decrypt;
extern "C" AesTableCbcMac hartls_rv64gc_aes_table_cbc_mac;

}  // namespace hartls::riscv
