// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/aes.hpp"

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
  AesBlocks* encrypt_blocks;
  AesBlocks* decrypt_blocks;
  AesCtr32Xor* ctr32_xor;
  AesCbc* cbc_encrypt;
  AesCbc* cbc_decrypt;
  AesCbcMac* cbc_mac;
};

constexpr Kernels portable{"generic",
                           generic::aes_encrypt_blocks,
                           generic::aes_decrypt_blocks,
                           generic::aes_ctr32_xor,
                           generic::aes_cbc_encrypt,
                           generic::aes_cbc_decrypt,
                           generic::aes_cbc_mac};
#if HARTLS_HAS_RV64GC
constexpr Kernels rv64gc{"rv64gc",
                         hartls_rv64gc_aes_encrypt_blocks,
                         hartls_rv64gc_aes_decrypt_blocks,
                         hartls_rv64gc_aes_ctr32_xor,
                         hartls_rv64gc_aes_cbc_encrypt,
                         hartls_rv64gc_aes_cbc_decrypt,
                         hartls_rv64gc_aes_cbc_mac};
#endif

AesSchedule expanded(Buffer key, std::size_t key_bytes) {
  AesSchedule schedule;
  generic::aes_expand_key(&schedule, key.data(), key_bytes);
  return schedule;
}

AesSchedule expanded(std::string_view key) {
  return expanded(Buffer(key), key.size() / 2);
}

class Aes : public testing::TestWithParam<Kernels> {};

std::vector<Kernels> tested_kernels() {
#if HARTLS_HAS_RV64GC
  return {portable, rv64gc};
#else
  return {portable};
#endif
}

INSTANTIATE_TEST_SUITE_P(Kernels, Aes, testing::ValuesIn(tested_kernels()),
                         [](const auto& tested) { return std::string(tested.param.name); });

// FIPS 197 appendix C.
TEST_P(Aes, EncryptsAndDecryptsTheStandardsBlocks) {
  struct Example {
    std::string_view key, ciphertext;
  };
  const Buffer plaintext("00112233445566778899aabbccddeeff");
  for (const Example& example :
       {Example{"000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"},
        Example{"000102030405060708090a0b0c0d0e0f1011121314151617",
                "dda97ca4864cdfe06eaf70a0ec0d7191"},
        Example{"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "8ea2b7ca516745bfeafc49904b496089"}}) {
    const AesSchedule schedule = expanded(example.key);
    Buffer block = plaintext;
    GetParam().encrypt_blocks(&schedule, block.data(), block.data(), 1);
    EXPECT_EQ(block, Buffer(example.ciphertext));
    GetParam().decrypt_blocks(&schedule, block.data(), block.data(), 1);
    EXPECT_EQ(block, plaintext);
  }
}

// SP 800-38A appendix F.
constexpr std::string_view sp800_38a_key = "2b7e151628aed2a6abf7158809cf4f3c";
constexpr std::string_view sp800_38a_plaintext =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

// Appendix F.2.1, F.2.2.
TEST_P(Aes, ChainsTheStandardsBlocks) {
  const AesSchedule schedule = expanded(sp800_38a_key);
  Buffer iv("000102030405060708090a0b0c0d0e0f");
  Buffer data(sp800_38a_plaintext);
  GetParam().cbc_encrypt(&schedule, iv.data(), data.data(), data.data(), 4);
  EXPECT_EQ(data, Buffer("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
                         "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"));
  EXPECT_EQ(iv, Buffer("3ff1caa1681fac09120eca307586e1a7"));
  iv = Buffer("000102030405060708090a0b0c0d0e0f");
  GetParam().cbc_decrypt(&schedule, iv.data(), data.data(), data.data(), 4);
  EXPECT_EQ(data, Buffer(sp800_38a_plaintext));
  EXPECT_EQ(iv, Buffer("3ff1caa1681fac09120eca307586e1a7"));
  Buffer mac("000102030405060708090a0b0c0d0e0f");
  GetParam().cbc_mac(&schedule, mac.data(), data.data(), 4);
  EXPECT_EQ(mac, iv);
}

// Appendix F.5.1.
TEST_P(Aes, CountsTheStandardsBlocks) {
  const AesSchedule schedule = expanded(sp800_38a_key);
  Buffer counter("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  Buffer data(sp800_38a_plaintext);
  GetParam().ctr32_xor(&schedule, counter.data(), data.data(), data.data(), 4);
  EXPECT_EQ(data, Buffer("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
                         "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"));
  EXPECT_EQ(counter, Buffer("f0f1f2f3f4f5f6f7f8f9fafbfcfdff03"));
}

// SP 800-38D's inc32: nothing is carried out of the last four bytes.
TEST_P(Aes, CounterWrapsInItsLastFourBytes) {
  const AesSchedule schedule = expanded(sp800_38a_key);
  for (const std::string_view start :
       {"00112233445566778899aabbfffffffe", "00112233445566778899aabb00fffffd",
        "00112233445566778899aabb0000fffb", "00112233445566778899aabb000000ff"}) {
    Buffer counter(start);
    Buffer apart(start);
    Buffer keystream(std::size_t{16 * 8});
    Buffer expected(std::size_t{16 * 8});
    GetParam().ctr32_xor(&schedule, counter.data(), keystream.data(), keystream.data(), 8);
    for (std::size_t block = 0; block < 8; ++block) {
      std::uint8_t* const to = expected.data() + 16 * block;
      generic::aes_encrypt_blocks(&schedule, apart.data(), to, 1);
      for (std::size_t byte = 15; byte >= 12; --byte) {
        if (++apart.data()[byte] != 0)
          break;
      }
    }
    EXPECT_EQ(keystream, expected) << start;
    EXPECT_EQ(counter, apart) << start;
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

TEST_P(Aes, AgreesWithThePortableTwin) {
  Random random;
  for (std::size_t count = 0; count <= 20; ++count) {
    for (const std::size_t key_bytes : {16U, 24U, 32U}) {
      const AesSchedule schedule = expanded(random.bytes(key_bytes), key_bytes);
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
      check(&Kernels::ctr32_xor);
      check(&Kernels::cbc_encrypt);
      check(&Kernels::cbc_decrypt);
      Buffer expected = chain;
      Buffer mac = chain;
      portable.cbc_mac(&schedule, expected.data(), in.data(), count);
      GetParam().cbc_mac(&schedule, mac.data(), in.data(), count);
      EXPECT_EQ(mac, expected) << count;
    }
  }
}

TEST_P(Aes, AgreesOverMoreBlocksThanTheCountersLastByteCounts) {
  Random random;
  constexpr std::size_t count = 600;
  const AesSchedule schedule = expanded(random.bytes(16), 16);
  Buffer in = random.bytes(16 * count);
  Buffer expected = in;
  std::array<Buffer, 2> counters{Buffer("00112233445566778899aabbfffffef7"),
                                 Buffer("00112233445566778899aabbfffffef7")};
  portable.ctr32_xor(&schedule, counters[0].data(), in.data(), expected.data(), count);
  GetParam().ctr32_xor(&schedule, counters[1].data(), in.data(), in.data(), count);
  EXPECT_EQ(in, expected);
  EXPECT_EQ(counters[1], counters[0]);
}

#if HARTLS_HAS_RV64GC
TEST(AesAbi, KeepsRegisters) {
  Random random;
  for (const std::size_t count : {0U, 1U, 3U, 4U, 9U}) {
    for (const std::size_t key_bytes : {16U, 24U, 32U}) {
      const AesSchedule schedule = expanded(random.bytes(key_bytes), key_bytes);
      Buffer data = random.bytes(144);
      Buffer chain = random.bytes(16);
      for (AesBlocks* const blocks : {rv64gc.encrypt_blocks, rv64gc.decrypt_blocks})
        EXPECT_EQ(lost_registers(blocks, &schedule, data.data(), data.data(), count), "");
      for (AesCbc* const function : {rv64gc.ctr32_xor, rv64gc.cbc_encrypt, rv64gc.cbc_decrypt})
        EXPECT_EQ(
            lost_registers(function, &schedule, chain.data(), data.data(), data.data(), count), "");
      EXPECT_EQ(lost_registers(rv64gc.cbc_mac, &schedule, chain.data(), data.data(), count), "");
    }
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
