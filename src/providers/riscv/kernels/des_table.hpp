// SPDX-License-Identifier: GPL-3.0-or-later
// DES and triple DES (FIPS 46-3, SP 800-67) with tables: time depends on key and data through the
// caches.
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// Subkeys in the kernels' own form, for one DES or three in a row.
struct DesTableSchedule {
  std::uint64_t encrypt[3][16];
  std::uint64_t decrypt[3][16];
  std::uint64_t stages;  ///< 1: DES, 3: EDE with three keys
};

/// `key_bytes`: 8 or 24; parity bits are not looked at. `key` needs no alignment.
using DesTableExpandKey = void(DesTableSchedule* schedule, const std::uint8_t* key,
                               std::size_t key_bytes);
/// ECB: `count` blocks of 8 bytes.
using DesTableBlocks = void(const DesTableSchedule* schedule, const std::uint8_t* in,
                            std::uint8_t* out, std::size_t count);
/// `iv`, 8 bytes, becomes the last block of ciphertext.
using DesTableCbc = void(const DesTableSchedule* schedule, std::uint8_t* iv, const std::uint8_t* in,
                         std::uint8_t* out, std::size_t count);

namespace generic {
DesTableExpandKey des_table_expand_key;
DesTableBlocks des_table_encrypt_blocks, des_table_decrypt_blocks;
DesTableCbc des_table_cbc_encrypt, des_table_cbc_decrypt;
}  // namespace generic
extern "C" DesTableBlocks hartls_rv64gc_des_table_encrypt_blocks,
    hartls_rv64gc_des_table_decrypt_blocks;
extern "C" DesTableCbc hartls_rv64gc_des_table_cbc_encrypt, hartls_rv64gc_des_table_cbc_decrypt;

}  // namespace hartls::riscv
