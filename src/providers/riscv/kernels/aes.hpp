// SPDX-License-Identifier: GPL-3.0-or-later
// AES (FIPS 197) in constant time: bits of four blocks side by side in eight words, fixsliced
// (Adomnicai and Peyrin, "Fixslicing AES-like Ciphers", TCHES 2021, here on 64-bit words).
#pragma once

#include "kernel.hpp"

namespace hartls::riscv {

/// Round keys in the form that generic and rv64gc kernels share.
struct AesSchedule {
  std::uint64_t words[15][8];
  std::uint64_t rounds;  ///< 10, 12 or 14
};

/// Blocks that cost as much as one.
inline constexpr std::size_t aes_batch_blocks = 4;

/// `key_bytes`: 16, 24 or 32; `key` needs no alignment.
using AesExpandKey = void(AesSchedule* schedule, const std::uint8_t* key, std::size_t key_bytes);

/// ECB: `count` blocks of 16 bytes.
using AesBlocks = void(const AesSchedule* schedule, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t count);

/// out = in ^ keystream. `counter`, 16 bytes: its last four count blocks, big endian, modulo 2^32
/// (SP 800-38D's inc32), and are advanced by `count`.
using AesCtr32Xor = void(const AesSchedule* schedule, std::uint8_t* counter, const std::uint8_t* in,
                         std::uint8_t* out, std::size_t count);

/// `iv`, 16 bytes, becomes the last block of ciphertext.
using AesCbc = void(const AesSchedule* schedule, std::uint8_t* iv, const std::uint8_t* in,
                    std::uint8_t* out, std::size_t count);

/// CBC-MAC: mac = E(mac ^ block) for each of `count` blocks.
using AesCbcMac = void(const AesSchedule* schedule, std::uint8_t* mac, const std::uint8_t* blocks,
                       std::size_t count);

namespace generic {
AesExpandKey aes_expand_key;
AesBlocks aes_encrypt_blocks, aes_decrypt_blocks;
AesCtr32Xor aes_ctr32_xor;
AesCbc aes_cbc_encrypt, aes_cbc_decrypt;
AesCbcMac aes_cbc_mac;
}  // namespace generic
extern "C" AesBlocks hartls_rv64gc_aes_encrypt_blocks, hartls_rv64gc_aes_decrypt_blocks;
extern "C" AesCtr32Xor hartls_rv64gc_aes_ctr32_xor;
extern "C" AesCbc hartls_rv64gc_aes_cbc_encrypt, hartls_rv64gc_aes_cbc_decrypt;
extern "C" AesCbcMac hartls_rv64gc_aes_cbc_mac;

}  // namespace hartls::riscv
