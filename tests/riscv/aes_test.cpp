// SPDX-License-Identifier: GPL-3.0-or-later
// AES in constant time and with tables: the same tests.
#include "kernels/aes.hpp"

#include "block_cipher.hpp"
#include "kernels/aes_table.hpp"

namespace hartls::riscv {
namespace {

/// Of an implementation, the portable twin first.
template <typename Schedule>
std::vector<BlockCipher<Schedule>> kernels();

template <>
std::vector<BlockCipher<AesSchedule>> kernels() {
  return {
    {"generic",
     16,
     generic::aes_expand_key,
     generic::aes_encrypt_blocks,
     generic::aes_decrypt_blocks,
     generic::aes_cbc_encrypt,
     generic::aes_cbc_decrypt,
     generic::aes_ctr32_xor,
     generic::aes_cbc_mac},
#if HARTLS_HAS_RV64GC
        {"rv64gc",
         16,
         generic::aes_expand_key,
         hartls_rv64gc_aes_encrypt_blocks,
         hartls_rv64gc_aes_decrypt_blocks,
         hartls_rv64gc_aes_cbc_encrypt,
         hartls_rv64gc_aes_cbc_decrypt,
         hartls_rv64gc_aes_ctr32_xor,
         hartls_rv64gc_aes_cbc_mac},
#endif
  };
}

template <>
std::vector<BlockCipher<AesTableSchedule>> kernels() {
  return {
    {"generic",
     16,
     generic::aes_table_expand_key,
     generic::aes_table_encrypt_blocks,
     generic::aes_table_decrypt_blocks,
     generic::aes_table_cbc_encrypt,
     generic::aes_table_cbc_decrypt,
     generic::aes_table_ctr32_xor,
     generic::aes_table_cbc_mac},
#if HARTLS_HAS_RV64GC
        {"rv64gc",
         16,
         generic::aes_table_expand_key,
         hartls_rv64gc_aes_table_encrypt_blocks,
         hartls_rv64gc_aes_table_decrypt_blocks,
         hartls_rv64gc_aes_table_cbc_encrypt,
         hartls_rv64gc_aes_table_cbc_decrypt,
         hartls_rv64gc_aes_table_ctr32_xor,
         hartls_rv64gc_aes_table_cbc_mac},
#endif
  };
}

template <typename Schedule>
class Aes : public testing::Test {};

class Name {
 public:
  template <typename Schedule>
  static std::string GetName(int) {
    return std::is_same_v<Schedule, AesSchedule> ? "ConstantTime" : "Table";
  }
};
using Schedules = testing::Types<AesSchedule, AesTableSchedule>;
TYPED_TEST_SUITE(Aes, Schedules, Name);

// FIPS 197 appendix C.
TYPED_TEST(Aes, EncryptsAndDecryptsTheStandardsBlocks) {
  const std::string_view plaintext = "00112233445566778899aabbccddeeff";
  for (const auto& cipher : kernels<TypeParam>()) {
    expect_block(cipher, "000102030405060708090a0b0c0d0e0f", plaintext,
                 "69c4e0d86a7b0430d8cdb78070b4c55a");
    expect_block(cipher, "000102030405060708090a0b0c0d0e0f1011121314151617", plaintext,
                 "dda97ca4864cdfe06eaf70a0ec0d7191");
    expect_block(cipher, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                 plaintext, "8ea2b7ca516745bfeafc49904b496089");
  }
}

// SP 800-38A appendix F.
constexpr std::string_view sp800_38a_key = "2b7e151628aed2a6abf7158809cf4f3c";
constexpr std::string_view sp800_38a_plaintext =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

// Appendix F.2.1, F.2.2.
TYPED_TEST(Aes, ChainsTheStandardsBlocks) {
  for (const auto& cipher : kernels<TypeParam>()) {
    expect_chained(cipher, sp800_38a_key, "000102030405060708090a0b0c0d0e0f", sp800_38a_plaintext,
                   "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
                   "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7");
  }
}

// Appendix F.5.1.
TYPED_TEST(Aes, CountsTheStandardsBlocks) {
  for (const auto& cipher : kernels<TypeParam>()) {
    const TypeParam schedule = cipher.expanded(sp800_38a_key);
    Buffer counter("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    Buffer data(sp800_38a_plaintext);
    cipher.ctr32_xor(&schedule, counter.data(), data.data(), data.data(), 4);
    EXPECT_EQ(data, Buffer("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
                           "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"))
        << cipher.name;
    EXPECT_EQ(counter, Buffer("f0f1f2f3f4f5f6f7f8f9fafbfcfdff03")) << cipher.name;
  }
}

// SP 800-38D's inc32: nothing is carried out of the last four bytes.
TYPED_TEST(Aes, CounterWrapsInItsLastFourBytes) {
  for (const auto& cipher : kernels<TypeParam>()) {
    const TypeParam schedule = cipher.expanded(sp800_38a_key);
    for (const std::string_view start :
         {"00112233445566778899aabbfffffffe", "00112233445566778899aabb00fffffd",
          "00112233445566778899aabb0000fffb", "00112233445566778899aabb000000ff"}) {
      Buffer counter(start);
      Buffer apart(start);
      Buffer keystream(std::size_t{16 * 8});
      Buffer expected(std::size_t{16 * 8});
      cipher.ctr32_xor(&schedule, counter.data(), keystream.data(), keystream.data(), 8);
      for (std::size_t block = 0; block < 8; ++block) {
        cipher.encrypt_blocks(&schedule, apart.data(), expected.data() + 16 * block, 1);
        for (std::size_t byte = 15; byte >= 12; --byte) {
          if (++apart.data()[byte] != 0)
            break;
        }
      }
      EXPECT_EQ(keystream, expected) << cipher.name << ' ' << start;
      EXPECT_EQ(counter, apart) << cipher.name << ' ' << start;
    }
  }
}

TYPED_TEST(Aes, AgreesWithThePortableTwin) {
  const auto all = kernels<TypeParam>();
  for (const auto& cipher : all)
    expect_same(all.front(), cipher, {16, 24, 32});
}

TYPED_TEST(Aes, AgreesOverMoreBlocksThanTheCountersLastByteCounts) {
  constexpr std::size_t count = 600;
  const auto all = kernels<TypeParam>();
  for (const auto& cipher : all) {
    Random random;
    const TypeParam schedule = cipher.expanded(random.bytes(16), 16);
    Buffer in = random.bytes(16 * count);
    Buffer expected = in;
    Buffer counter("00112233445566778899aabbfffffef7"), same = counter;
    all.front().ctr32_xor(&schedule, same.data(), in.data(), expected.data(), count);
    cipher.ctr32_xor(&schedule, counter.data(), in.data(), in.data(), count);
    EXPECT_EQ(in, expected) << cipher.name;
    EXPECT_EQ(counter, same) << cipher.name;
  }
}

#if HARTLS_HAS_RV64GC
TYPED_TEST(Aes, KeepsTheCallersRegisters) {
  expect_registers_kept(kernels<TypeParam>().back(), {16, 24, 32});
}
#endif

}  // namespace
}  // namespace hartls::riscv
