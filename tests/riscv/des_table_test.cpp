// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/des_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "abi.hpp"

namespace hartls::riscv {
namespace {

using Words = std::vector<std::uint64_t>;  // what kernels are given is aligned to 8 bytes

struct Buffer {
  explicit Buffer(std::size_t bytes) : words((bytes + 7) / 8) {}
  explicit Buffer(std::string_view hex) : Buffer(hex.size() / 2) {
    for (std::size_t index = 0; index < hex.size() / 2; ++index)
      data()[index] =
          static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(2 * index, 2)), nullptr, 16));
  }
  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(words.data()); }
  bool operator==(const Buffer&) const = default;

  Words words;
};

void PrintTo(const Buffer& buffer, std::ostream* out) {
  for (const std::uint64_t word : buffer.words)
    *out << std::hex << word << ' ';
}

struct Kernels {
  const char* name;
  DesTableBlocks* encrypt_blocks;
  DesTableBlocks* decrypt_blocks;
  DesTableCbc* cbc_encrypt;
  DesTableCbc* cbc_decrypt;
};

constexpr Kernels portable{"generic", generic::des_table_encrypt_blocks,
                           generic::des_table_decrypt_blocks, generic::des_table_cbc_encrypt,
                           generic::des_table_cbc_decrypt};
#if HARTLS_HAS_RV64GC
constexpr Kernels rv64gc{"rv64gc", hartls_rv64gc_des_table_encrypt_blocks,
                         hartls_rv64gc_des_table_decrypt_blocks,
                         hartls_rv64gc_des_table_cbc_encrypt, hartls_rv64gc_des_table_cbc_decrypt};
#endif

DesTableSchedule expanded(Buffer key, std::size_t key_bytes) {
  DesTableSchedule schedule;
  generic::des_table_expand_key(&schedule, key.data(), key_bytes);
  return schedule;
}

DesTableSchedule expanded(std::string_view key) {
  return expanded(Buffer(key), key.size() / 2);
}

class DesTable : public testing::TestWithParam<Kernels> {};

std::vector<Kernels> tested_kernels() {
#if HARTLS_HAS_RV64GC
  return {portable, rv64gc};
#else
  return {portable};
#endif
}

INSTANTIATE_TEST_SUITE_P(Kernels, DesTable, testing::ValuesIn(tested_kernels()),
                         [](const auto& tested) { return std::string(tested.param.name); });

// SP 800-17: the first line of table A.1 and the first one of table A.4.
TEST_P(DesTable, EncryptsAndDecryptsTheStandardsBlocks) {
  struct Example {
    std::string_view key, plaintext, ciphertext;
  };
  for (const Example& example :
       {Example{"0101010101010101", "8000000000000000", "95f8a5e5dd31d900"},
        Example{"7ca110454a1a6e57", "01a1d6d039776742", "690f5b0d9a26939b"}}) {
    const DesTableSchedule schedule = expanded(example.key);
    Buffer block(example.plaintext);
    GetParam().encrypt_blocks(&schedule, block.data(), block.data(), 1);
    EXPECT_EQ(block, Buffer(example.ciphertext));
    GetParam().decrypt_blocks(&schedule, block.data(), block.data(), 1);
    EXPECT_EQ(block, Buffer(example.plaintext));
  }
}

constexpr std::string_view triple_key = "0123456789abcdef23456789abcdef01456789abcdef0123";

// SP 800-67 revision 1, appendix B.1. "The qufck brown fox jump".
TEST_P(DesTable, EncryptsAndDecryptsTheStandardsTripleBlocks) {
  const Buffer plaintext("54686520717566636b2062726f776e20666f78206a756d70");
  const DesTableSchedule schedule = expanded(triple_key);
  Buffer data = plaintext;
  GetParam().encrypt_blocks(&schedule, data.data(), data.data(), 3);
  EXPECT_EQ(data, Buffer("a826fd8ce53b855fcce21c8112256fe668d5c05dd9b6b900"));
  GetParam().decrypt_blocks(&schedule, data.data(), data.data(), 3);
  EXPECT_EQ(data, plaintext);
}

TEST_P(DesTable, LeavesParityAlone) {
  const DesTableSchedule one = expanded("0123456789abcdef");
  const DesTableSchedule other = expanded("0022446688aaccee");
  Buffer block("0011223344556677");
  Buffer same = block;
  GetParam().encrypt_blocks(&one, block.data(), block.data(), 1);
  GetParam().encrypt_blocks(&other, same.data(), same.data(), 1);
  EXPECT_EQ(block, same);
}

// From OpenSSL 3.0.19: openssl enc -des-cbc, -des-ede3-cbc, -nopad. "The quick brown fox jumps over
// the lazy dog 0123".
TEST_P(DesTable, ChainsAsOpensslDoes) {
  const Buffer plaintext(
      "54686520717569636b2062726f776e20666f78206a756d7073206f7665722074"
      "6865206c617a7920646f672030313233");
  struct Example {
    std::string_view key, ciphertext, last;
  };
  for (const Example& example :
       {Example{triple_key.substr(0, 16),
                "866d69f9be2ded8121785ada7131c35f284dc92440bcf1c730ea30465270f098"
                "7af364ea63f82c1cc9c867e11eb82918",
                "c9c867e11eb82918"},
        Example{triple_key,
                "ec6904c9548c16fddaa2082c06bdb9cf9cab379aad95c645c01f87884ffad287"
                "2f38269b37c1bebd643272048a40e4e9",
                "643272048a40e4e9"}}) {
    const DesTableSchedule schedule = expanded(example.key);
    Buffer iv("f0f1f2f3f4f5f6f7");
    Buffer data = plaintext;
    GetParam().cbc_encrypt(&schedule, iv.data(), data.data(), data.data(), 6);
    EXPECT_EQ(data, Buffer(example.ciphertext));
    EXPECT_EQ(iv, Buffer(example.last));
    iv = Buffer("f0f1f2f3f4f5f6f7");
    GetParam().cbc_decrypt(&schedule, iv.data(), data.data(), data.data(), 6);
    EXPECT_EQ(data, plaintext);
    EXPECT_EQ(iv, Buffer(example.last));
  }
}

class Random {
 public:
  Buffer bytes(std::size_t count) {
    Buffer buffer(count);
    std::ranges::generate(buffer.words, numbers_);
    return buffer;
  }

 private:
  std::mt19937_64 numbers_{0x1234};
};

TEST_P(DesTable, AgreesWithThePortableTwin) {
  Random random;
  for (std::size_t count = 0; count <= 20; ++count) {
    for (const std::size_t key_bytes : {8U, 24U}) {
      const DesTableSchedule schedule = expanded(random.bytes(key_bytes), key_bytes);
      Buffer in = random.bytes(8 * count + 8);  // whose last block is to stay
      const Buffer chain = random.bytes(8);
      for (const auto blocks : {&Kernels::encrypt_blocks, &Kernels::decrypt_blocks}) {
        Buffer expected = in;
        Buffer apart = in;
        Buffer in_place = in;
        (portable.*blocks)(&schedule, in.data(), expected.data(), count);
        (GetParam().*blocks)(&schedule, in.data(), apart.data(), count);
        (GetParam().*blocks)(&schedule, in_place.data(), in_place.data(), count);
        EXPECT_EQ(apart, expected) << count;
        EXPECT_EQ(in_place, expected) << count;
      }
      const auto check = [&](auto function) {
        Buffer expected = in;
        Buffer apart = in;
        Buffer in_place = in;
        std::array<Buffer, 3> chains{chain, chain, chain};
        (portable.*function)(&schedule, chains[0].data(), in.data(), expected.data(), count);
        (GetParam().*function)(&schedule, chains[1].data(), in.data(), apart.data(), count);
        (GetParam().*function)(&schedule, chains[2].data(), in_place.data(), in_place.data(),
                               count);
        EXPECT_EQ(apart, expected) << count;
        EXPECT_EQ(in_place, expected) << count;
        EXPECT_EQ(chains[1], chains[0]) << count;
        EXPECT_EQ(chains[2], chains[0]) << count;
      };
      check(&Kernels::cbc_encrypt);
      check(&Kernels::cbc_decrypt);
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(DesTableAbi, KeepsRegisters) {
  Random random;
  for (const std::size_t count : {0U, 1U, 3U}) {
    for (const std::size_t key_bytes : {8U, 24U}) {
      const DesTableSchedule schedule = expanded(random.bytes(key_bytes), key_bytes);
      Buffer data = random.bytes(24);
      Buffer chain = random.bytes(8);
      for (DesTableBlocks* const blocks : {rv64gc.encrypt_blocks, rv64gc.decrypt_blocks})
        EXPECT_EQ(lost_registers(blocks, &schedule, data.data(), data.data(), count), "");
      for (DesTableCbc* const function : {rv64gc.cbc_encrypt, rv64gc.cbc_decrypt})
        EXPECT_EQ(
            lost_registers(function, &schedule, chain.data(), data.data(), data.data(), count), "");
    }
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
