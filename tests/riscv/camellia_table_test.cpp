// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/camellia_table.hpp"

#include "block_cipher.hpp"

namespace hartls::riscv {
namespace {

/// The portable twin first.
const std::vector<BlockCipher<CamelliaTableSchedule>> kernels {
  {"generic",
   16,
   generic::camellia_table_expand_key,
   generic::camellia_table_encrypt_blocks,
   generic::camellia_table_decrypt_blocks,
   generic::camellia_table_cbc_encrypt,
   generic::camellia_table_cbc_decrypt},
#if HARTLS_HAS_RV64GC
      {"rv64gc",
       16,
       generic::camellia_table_expand_key,
       hartls_rv64gc_camellia_table_encrypt_blocks,
       hartls_rv64gc_camellia_table_decrypt_blocks,
       hartls_rv64gc_camellia_table_cbc_encrypt,
       hartls_rv64gc_camellia_table_cbc_decrypt},
#endif
};

// RFC 3713 appendix A.
TEST(CamelliaTable, EncryptsAndDecryptsTheStandardsBlocks) {
  const std::string_view plaintext = "0123456789abcdeffedcba9876543210";
  for (const auto& cipher : kernels) {
    expect_block(cipher, "0123456789abcdeffedcba9876543210", plaintext,
                 "67673138549669730857065648eabe43");
    expect_block(cipher, "0123456789abcdeffedcba98765432100011223344556677", plaintext,
                 "b4993401b3e996f84ee5cee7d79b09b9");
    expect_block(cipher, "0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff",
                 plaintext, "9acc237dff16d76c20ef7c919e3a7509");
  }
}

// From OpenSSL 3.0.19: openssl enc -camellia-*-cbc -nopad. "The quick brown fox jumps over the lazy
// dog 0123".
TEST(CamelliaTable, ChainsAsOpensslDoes) {
  const std::string_view key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const std::string_view iv = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
  const std::string_view plaintext =
      "54686520717569636b2062726f776e20666f78206a756d7073206f7665722074"
      "6865206c617a7920646f672030313233";
  for (const auto& cipher : kernels) {
    expect_chained(cipher, key.substr(0, 32), iv, plaintext,
                   "6bcb85ea02fa693c10c65a7758221fb159a0a3bdc197746e38567dd95afbbd7a"
                   "50e3a68eceacd5bcbb48e79b0813c44c");
    expect_chained(cipher, key.substr(0, 48), iv, plaintext,
                   "5adcc4be990b807f65e9d4f84dfbe0f8f7db16e850386b03d48e0b22b070776c"
                   "971fe7e322d762ddbf60a85626a0e49b");
    expect_chained(cipher, key, iv, plaintext,
                   "eeabd9a54a2561d9b142c6627fc31ada5a61abe767e0dcdf5f444b5280fefa49"
                   "e6d177fa11c82284cae5ea363de87e8f");
  }
}

TEST(CamelliaTable, AgreesWithThePortableTwin) {
  for (const auto& cipher : kernels)
    expect_same(kernels.front(), cipher, {16, 24, 32});
}

#if HARTLS_HAS_RV64GC
TEST(CamelliaTable, KeepsTheCallersRegisters) {
  expect_registers_kept(kernels.back(), {16, 24, 32});
}
#endif

}  // namespace
}  // namespace hartls::riscv
