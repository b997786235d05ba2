// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/camellia_table.hpp"

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
  CamelliaTableBlocks* encrypt_blocks;
  CamelliaTableBlocks* decrypt_blocks;
  CamelliaTableCbc* cbc_encrypt;
  CamelliaTableCbc* cbc_decrypt;
};

constexpr Kernels portable{
    "generic", generic::camellia_table_encrypt_blocks, generic::camellia_table_decrypt_blocks,
    generic::camellia_table_cbc_encrypt, generic::camellia_table_cbc_decrypt};
#if HARTLS_HAS_RV64GC
constexpr Kernels rv64gc{"rv64gc", hartls_rv64gc_camellia_table_encrypt_blocks,
                         hartls_rv64gc_camellia_table_decrypt_blocks,
                         hartls_rv64gc_camellia_table_cbc_encrypt,
                         hartls_rv64gc_camellia_table_cbc_decrypt};
#endif

CamelliaTableSchedule expanded(Buffer key, std::size_t key_bytes) {
  CamelliaTableSchedule schedule;
  generic::camellia_table_expand_key(&schedule, key.data(), key_bytes);
  return schedule;
}

CamelliaTableSchedule expanded(std::string_view key) {
  return expanded(Buffer(key), key.size() / 2);
}

class CamelliaTable : public testing::TestWithParam<Kernels> {};

std::vector<Kernels> tested_kernels() {
#if HARTLS_HAS_RV64GC
  return {portable, rv64gc};
#else
  return {portable};
#endif
}

INSTANTIATE_TEST_SUITE_P(Kernels, CamelliaTable, testing::ValuesIn(tested_kernels()),
                         [](const auto& tested) { return std::string(tested.param.name); });

// RFC 3713 appendix A.
TEST_P(CamelliaTable, EncryptsAndDecryptsTheStandardsBlocks) {
  struct Example {
    std::string_view key, ciphertext;
  };
  const Buffer plaintext("0123456789abcdeffedcba9876543210");
  for (const Example& example :
       {Example{"0123456789abcdeffedcba9876543210", "67673138549669730857065648eabe43"},
        Example{"0123456789abcdeffedcba98765432100011223344556677",
                "b4993401b3e996f84ee5cee7d79b09b9"},
        Example{"0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff",
                "9acc237dff16d76c20ef7c919e3a7509"}}) {
    const CamelliaTableSchedule schedule = expanded(example.key);
    Buffer block = plaintext;
    GetParam().encrypt_blocks(&schedule, block.data(), block.data(), 1);
    EXPECT_EQ(block, Buffer(example.ciphertext));
    GetParam().decrypt_blocks(&schedule, block.data(), block.data(), 1);
    EXPECT_EQ(block, plaintext);
  }
}

// From OpenSSL 3.0.19: openssl enc -camellia-*-cbc -nopad. "The quick brown fox jumps over the lazy
// dog 0123".
TEST_P(CamelliaTable, ChainsAsOpensslDoes) {
  const Buffer plaintext(
      "54686520717569636b2062726f776e20666f78206a756d7073206f7665722074"
      "6865206c617a7920646f672030313233");
  const std::string_view key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  struct Example {
    std::size_t key_bytes;
    std::string_view ciphertext, last;
  };
  for (const Example& example :
       {Example{16,
                "6bcb85ea02fa693c10c65a7758221fb159a0a3bdc197746e38567dd95afbbd7a"
                "50e3a68eceacd5bcbb48e79b0813c44c",
                "50e3a68eceacd5bcbb48e79b0813c44c"},
        Example{24,
                "5adcc4be990b807f65e9d4f84dfbe0f8f7db16e850386b03d48e0b22b070776c"
                "971fe7e322d762ddbf60a85626a0e49b",
                "971fe7e322d762ddbf60a85626a0e49b"},
        Example{32,
                "eeabd9a54a2561d9b142c6627fc31ada5a61abe767e0dcdf5f444b5280fefa49"
                "e6d177fa11c82284cae5ea363de87e8f",
                "e6d177fa11c82284cae5ea363de87e8f"}}) {
    const CamelliaTableSchedule schedule = expanded(key.substr(0, 2 * example.key_bytes));
    Buffer iv("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    Buffer data = plaintext;
    GetParam().cbc_encrypt(&schedule, iv.data(), data.data(), data.data(), 3);
    EXPECT_EQ(data, Buffer(example.ciphertext));
    EXPECT_EQ(iv, Buffer(example.last));
    iv = Buffer("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    GetParam().cbc_decrypt(&schedule, iv.data(), data.data(), data.data(), 3);
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

TEST_P(CamelliaTable, AgreesWithThePortableTwin) {
  Random random;
  for (std::size_t count = 0; count <= 20; ++count) {
    for (const std::size_t key_bytes : {16U, 24U, 32U}) {
      const CamelliaTableSchedule schedule = expanded(random.bytes(key_bytes), key_bytes);
      Buffer in = random.bytes(16 * count + 16);  // whose last block is to stay
      const Buffer chain = random.bytes(16);
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
TEST(CamelliaTableAbi, KeepsRegisters) {
  Random random;
  for (const std::size_t count : {0U, 1U, 3U}) {
    for (const std::size_t key_bytes : {16U, 24U, 32U}) {
      const CamelliaTableSchedule schedule = expanded(random.bytes(key_bytes), key_bytes);
      Buffer data = random.bytes(48);
      Buffer chain = random.bytes(16);
      for (CamelliaTableBlocks* const blocks : {rv64gc.encrypt_blocks, rv64gc.decrypt_blocks})
        EXPECT_EQ(lost_registers(blocks, &schedule, data.data(), data.data(), count), "");
      for (CamelliaTableCbc* const function : {rv64gc.cbc_encrypt, rv64gc.cbc_decrypt})
        EXPECT_EQ(
            lost_registers(function, &schedule, chain.data(), data.data(), data.data(), count), "");
    }
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
