// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/des_table.hpp"

#include "block_cipher.hpp"

namespace hartls::riscv {
namespace {

/// The portable twin first.
const std::vector<BlockCipher<DesTableSchedule>> kernels {
  {"generic",
   8,
   generic::des_table_expand_key,
   generic::des_table_encrypt_blocks,
   generic::des_table_decrypt_blocks,
   generic::des_table_cbc_encrypt,
   generic::des_table_cbc_decrypt},
#if HARTLS_HAS_RV64GC
      {"rv64gc",
       8,
       generic::des_table_expand_key,
       hartls_rv64gc_des_table_encrypt_blocks,
       hartls_rv64gc_des_table_decrypt_blocks,
       hartls_rv64gc_des_table_cbc_encrypt,
       hartls_rv64gc_des_table_cbc_decrypt},
#endif
};

constexpr std::string_view triple_key = "0123456789abcdef23456789abcdef01456789abcdef0123";

// SP 800-17: the first line of table A.1 and the first one of table A.4.
TEST(DesTable, EncryptsAndDecryptsTheStandardsBlocks) {
  for (const auto& cipher : kernels) {
    expect_block(cipher, "0101010101010101", "8000000000000000", "95f8a5e5dd31d900");
    expect_block(cipher, "7ca110454a1a6e57", "01a1d6d039776742", "690f5b0d9a26939b");
  }
}

// SP 800-67 revision 1, appendix B.1. "The qufck brown fox jump".
TEST(DesTable, EncryptsAndDecryptsTheStandardsTripleBlocks) {
  for (const auto& cipher : kernels) {
    expect_block(cipher, triple_key, "54686520717566636b2062726f776e20666f78206a756d70",
                 "a826fd8ce53b855fcce21c8112256fe668d5c05dd9b6b900");
  }
}

TEST(DesTable, LeavesParityAlone) {
  for (const auto& cipher : kernels) {
    const DesTableSchedule one = cipher.expanded("0123456789abcdef");
    const DesTableSchedule other = cipher.expanded("0022446688aaccee");
    Buffer block("0011223344556677"), same = block;
    cipher.encrypt_blocks(&one, block.data(), block.data(), 1);
    cipher.encrypt_blocks(&other, same.data(), same.data(), 1);
    EXPECT_EQ(block, same) << cipher.name;
  }
}

// From OpenSSL 3.0.19: openssl enc -des-cbc, -des-ede3-cbc, -nopad. "The quick brown fox jumps over
// the lazy dog 0123".
TEST(DesTable, ChainsAsOpensslDoes) {
  const std::string_view plaintext =
      "54686520717569636b2062726f776e20666f78206a756d7073206f7665722074"
      "6865206c617a7920646f672030313233";
  for (const auto& cipher : kernels) {
    expect_chained(cipher, triple_key.substr(0, 16), "f0f1f2f3f4f5f6f7", plaintext,
                   "866d69f9be2ded8121785ada7131c35f284dc92440bcf1c730ea30465270f098"
                   "7af364ea63f82c1cc9c867e11eb82918");
    expect_chained(cipher, triple_key, "f0f1f2f3f4f5f6f7", plaintext,
                   "ec6904c9548c16fddaa2082c06bdb9cf9cab379aad95c645c01f87884ffad287"
                   "2f38269b37c1bebd643272048a40e4e9");
  }
}

TEST(DesTable, AgreesWithThePortableTwin) {
  for (const auto& cipher : kernels)
    expect_same(kernels.front(), cipher, {8, 24});
}

#if HARTLS_HAS_RV64GC
TEST(DesTable, KeepsTheCallersRegisters) {
  expect_registers_kept(kernels.back(), {8, 24});
}
#endif

}  // namespace
}  // namespace hartls::riscv
