// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of all block ciphers' kernels share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <random>
#include <string_view>
#include <vector>

#include "abi.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::riscv {

/// Bytes on an address that kernels take.
struct Buffer {
  explicit Buffer(std::size_t bytes) : words((bytes + 7) / 8) {}
  explicit Buffer(std::string_view hex) : Buffer(hex.size() / 2) {
    std::ranges::copy(from_hex(hex), data());
  }
  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(words.data()); }
  bool operator==(const Buffer&) const = default;

  std::vector<std::uint64_t> words;
};

inline void PrintTo(const Buffer& buffer, std::ostream* out) {
  for (const std::uint64_t word : buffer.words)
    *out << std::hex << word << ' ';
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

/// The kernels of one cipher in one implementation. Of ciphers without counter mode and CBC-MAC the
/// last two are null.
template <typename Schedule>
struct BlockCipher {
  using Blocks = void (*)(const Schedule*, const std::uint8_t* in, std::uint8_t* out,
                          std::size_t count);
  using Chained = void (*)(const Schedule*, std::uint8_t* chain, const std::uint8_t* in,
                           std::uint8_t* out, std::size_t count);
  using Mac = void (*)(const Schedule*, std::uint8_t* mac, const std::uint8_t* blocks,
                       std::size_t count);

  const char* name;
  std::size_t block_bytes;
  void (*expand_key)(Schedule*, const std::uint8_t* key, std::size_t key_bytes);
  Blocks encrypt_blocks, decrypt_blocks;
  Chained cbc_encrypt, cbc_decrypt;
  Chained ctr32_xor = nullptr;
  Mac cbc_mac = nullptr;

  std::vector<Chained> chained() const {
    std::vector<Chained> all{cbc_encrypt, cbc_decrypt};
    if (ctr32_xor != nullptr)
      all.push_back(ctr32_xor);
    return all;
  }

  Schedule expanded(Buffer key, std::size_t key_bytes) const {
    Schedule schedule;
    expand_key(&schedule, key.data(), key_bytes);
    return schedule;
  }
  Schedule expanded(std::string_view key) const { return expanded(Buffer(key), key.size() / 2); }
};

/// One block and back.
template <typename Schedule>
void expect_block(const BlockCipher<Schedule>& cipher, std::string_view key,
                  std::string_view plaintext, std::string_view ciphertext) {
  const Schedule schedule = cipher.expanded(key);
  const std::size_t count = plaintext.size() / 2 / cipher.block_bytes;
  Buffer block(plaintext);
  cipher.encrypt_blocks(&schedule, block.data(), block.data(), count);
  EXPECT_EQ(block, Buffer(ciphertext)) << cipher.name;
  cipher.decrypt_blocks(&schedule, block.data(), block.data(), count);
  EXPECT_EQ(block, Buffer(plaintext)) << cipher.name;
}

/// A message by CBC and back; each leaves the last block of ciphertext as the next iv.
template <typename Schedule>
void expect_chained(const BlockCipher<Schedule>& cipher, std::string_view key, std::string_view iv,
                    std::string_view plaintext, std::string_view ciphertext) {
  const Schedule schedule = cipher.expanded(key);
  const std::size_t count = plaintext.size() / 2 / cipher.block_bytes;
  const Buffer last(ciphertext.substr(ciphertext.size() - 2 * cipher.block_bytes));
  Buffer chain(iv);
  Buffer data(plaintext);
  cipher.cbc_encrypt(&schedule, chain.data(), data.data(), data.data(), count);
  EXPECT_EQ(data, Buffer(ciphertext)) << cipher.name;
  EXPECT_EQ(chain, last) << cipher.name;
  chain = Buffer(iv);
  cipher.cbc_decrypt(&schedule, chain.data(), data.data(), data.data(), count);
  EXPECT_EQ(data, Buffer(plaintext)) << cipher.name;
  EXPECT_EQ(chain, last) << cipher.name;
  if (cipher.cbc_mac != nullptr) {
    Buffer mac(iv);
    cipher.cbc_mac(&schedule, mac.data(), data.data(), count);
    EXPECT_EQ(mac, last) << cipher.name;
  }
}

/// Each kernel of `tested` against that of `twin`, around the edges of batches, in place and apart.
template <typename Schedule>
void expect_same(const BlockCipher<Schedule>& twin, const BlockCipher<Schedule>& tested,
                 std::initializer_list<std::size_t> key_sizes) {
  Random random;
  for (std::size_t count = 0; count <= 20; ++count) {
    for (const std::size_t key_bytes : key_sizes) {
      SCOPED_TRACE(testing::Message() << tested.name << ' ' << key_bytes << ' ' << count);
      const Schedule schedule = twin.expanded(random.bytes(key_bytes), key_bytes);
      Buffer in = random.bytes(twin.block_bytes * (count + 1));  // whose last block is to stay
      const Buffer chain = random.bytes(twin.block_bytes);
      const auto check = [&](auto reference, auto kernel) {
        Buffer expected = in, apart = in, in_place = in;
        reference(in, expected);
        kernel(in, apart);
        kernel(in_place, in_place);
        EXPECT_EQ(apart, expected);
        EXPECT_EQ(in_place, expected);
      };
      for (const auto blocks :
           {&BlockCipher<Schedule>::encrypt_blocks, &BlockCipher<Schedule>::decrypt_blocks}) {
        const auto run = [&](const BlockCipher<Schedule>& cipher) {
          return [&, function = cipher.*blocks](Buffer& from, Buffer& to) {
            function(&schedule, from.data(), to.data(), count);
          };
        };
        check(run(twin), run(tested));
      }
      for (std::size_t mode = 0; mode < twin.chained().size(); ++mode) {
        std::vector<Buffer> chains;
        const auto run = [&](const BlockCipher<Schedule>& cipher) {
          return [&, function = cipher.chained()[mode]](Buffer& from, Buffer& to) {
            chains.push_back(chain);
            function(&schedule, chains.back().data(), from.data(), to.data(), count);
          };
        };
        check(run(twin), run(tested));
        EXPECT_EQ(chains, std::vector<Buffer>(3, chains.front()));
      }
      if (twin.cbc_mac != nullptr) {
        Buffer expected = chain, mac = chain;
        twin.cbc_mac(&schedule, expected.data(), in.data(), count);
        tested.cbc_mac(&schedule, mac.data(), in.data(), count);
        EXPECT_EQ(mac, expected);
      }
    }
  }
}

/// Whatever the size of key and batch.
template <typename Schedule>
void expect_registers_kept(const BlockCipher<Schedule>& cipher,
                           std::initializer_list<std::size_t> key_sizes) {
  Random random;
  for (const std::size_t count : {0U, 1U, 3U, 4U, 9U}) {
    for (const std::size_t key_bytes : key_sizes) {
      SCOPED_TRACE(testing::Message() << cipher.name << ' ' << key_bytes << ' ' << count);
      const Schedule schedule = cipher.expanded(random.bytes(key_bytes), key_bytes);
      Buffer data = random.bytes(9 * cipher.block_bytes);
      Buffer chain = random.bytes(cipher.block_bytes);
      for (const auto blocks : {cipher.encrypt_blocks, cipher.decrypt_blocks})
        EXPECT_EQ(lost_registers(blocks, &schedule, data.data(), data.data(), count), "");
      for (const auto chained : cipher.chained()) {
        EXPECT_EQ(lost_registers(chained, &schedule, chain.data(), data.data(), data.data(), count),
                  "");
      }
      if (cipher.cbc_mac != nullptr) {
        EXPECT_EQ(lost_registers(cipher.cbc_mac, &schedule, chain.data(), data.data(), count), "");
      }
    }
  }
}

}  // namespace hartls::riscv
