// SPDX-License-Identifier: GPL-3.0-or-later
#include "symmetric_cases.hpp"

namespace hartls::test {
namespace {

class CipherContextTest : public testing::TestWithParam<Case<CipherInfo>> {
 protected:
  const CipherInfo& cipher_info() const { return *GetParam().info; }
  Bytes key() const { return pattern(cipher_info().key_bytes, 31); }
  Bytes iv() const { return pattern(cipher_info().iv_bytes, 32); }
  std::size_t unit() const { return cipher_info().unit_bytes; }

  std::unique_ptr<CipherContext> make(CipherAlgorithm algorithm, Direction direction,
                                      ByteView key_bytes, ByteView iv_bytes,
                                      std::uint32_t counter = 0) const {
    return GetParam().provider->cipher(algorithm, direction, key_bytes, iv_bytes, counter);
  }
  std::unique_ptr<CipherContext> make(Direction direction, std::uint32_t counter = 0) const {
    return make(cipher_info().algorithm, direction, key(), iv(), counter);
  }

  Bytes run(CipherContext& context, ByteView in) const {
    Bytes out(in.size());
    context.update(in, out);
    return out;
  }
  Bytes encrypt(ByteView plaintext) const { return run(*make(Direction::encrypt), plaintext); }
};

INSTANTIATE_TEST_SUITE_P(, CipherContextTest,
                         testing::ValuesIn(supported_cases(cipher_algorithms())),
                         case_name<CipherInfo>);

TEST_P(CipherContextTest, DecryptionUndoesEncryption) {
  const Bytes plaintext = pattern(40 * unit(), 33);
  const Bytes ciphertext = encrypt(plaintext);
  EXPECT_NE(ciphertext, plaintext);
  EXPECT_EQ(run(*make(Direction::decrypt), ciphertext), plaintext);
}

TEST_P(CipherContextTest, PiecesGiveTheWhole) {
  const Bytes plaintext = pattern(1024, 34);
  const Bytes ciphertext = encrypt(plaintext);
  for (const Direction direction : {Direction::encrypt, Direction::decrypt}) {
    const bool encrypts = direction == Direction::encrypt;
    const ByteView in = encrypts ? plaintext : ciphertext;
    const Bytes& expected = encrypts ? ciphertext : plaintext;
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      const auto context = make(direction);
      Bytes out(in.size());
      std::size_t done = 0;
      in_pieces(in, unit(), seed, [&](ByteView piece) {
        context->update(piece,
                        piece.empty() ? ByteSpan() : ByteSpan(out).subspan(done, piece.size()));
        done += piece.size();
      });
      ASSERT_EQ(out, expected) << (encrypts ? "encrypt" : "decrypt") << ", seed " << seed;
    }
  }
}

TEST_P(CipherContextTest, InPlaceEqualsApartAtEveryLength) {
  const Bytes data = pattern(unit() == 1 ? 300 : 40 * unit(), 35);
  for (const Direction direction : {Direction::encrypt, Direction::decrypt}) {
    const auto context = make(direction);
    for (std::size_t size = 0; size <= data.size(); size += unit()) {
      context->reset(iv(), 0);
      const Bytes apart = run(*context, ByteView(data).first(size));
      Bytes in_place(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(size));
      context->reset(iv(), 0);
      context->update(in_place, in_place);
      ASSERT_EQ(in_place, apart) << size << " bytes";
    }
  }
}

TEST_P(CipherContextTest, AnyAddressGivesTheSame) {
  const Bytes data = pattern(25 * 16, 36);
  for (const Direction direction : {Direction::encrypt, Direction::decrypt}) {
    const Bytes expected = run(*make(direction), data);
    for (std::size_t offset = 0; offset < 16; ++offset) {
      AtOffset key_copy(key(), offset);
      AtOffset iv_copy(iv(), offset);
      AtOffset in(data, offset);
      AtOffset out(data, (5 * offset + 3) % 16);
      make(cipher_info().algorithm, direction, key_copy.span(), iv_copy.span())
          ->update(in.span(), out.span());
      ASSERT_TRUE(std::ranges::equal(out.span(), expected)) << "apart, offset " << offset;
      make(direction)->update(in.span(), in.span());
      ASSERT_TRUE(std::ranges::equal(in.span(), expected)) << "in place, offset " << offset;
    }
  }
}

TEST_P(CipherContextTest, ResetStartsTheNextMessageUnderTheSameKey) {
  const Bytes data = pattern(9 * 16, 37);
  const Bytes other_iv = pattern(cipher_info().iv_bytes, 38);
  for (const Direction direction : {Direction::encrypt, Direction::decrypt}) {
    const Bytes expected = run(*make(cipher_info().algorithm, direction, key(), other_iv), data);
    const auto context = make(direction);
    // Odd for keystreams: part of a keystream block is left over.
    run(*context, ByteView(data).first(unit() == 1 ? 37 : 3 * unit()));
    context->reset(other_iv, 0);
    EXPECT_EQ(run(*context, data), expected);
  }
}

TEST_P(CipherContextTest, EveryBitOfTheKeyCounts) {
  const Bytes data = pattern(32, 39);
  const Bytes expected = encrypt(data);
  const bool des = cipher_info().unit_bytes == 8;
  Bytes other = key();
  for (std::size_t bit = 0; bit < 8 * other.size(); ++bit) {
    const bool parity_bit = des && bit % 8 == 0;
    const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
    other[bit / 8] ^= mask;
    const auto context = make(cipher_info().algorithm, Direction::encrypt, other, iv());
    ASSERT_EQ(run(*context, data) == expected, parity_bit) << "key bit " << bit;
    other[bit / 8] ^= mask;
  }
}

// The modes of SP 800-38A, told apart by the size of the iv and the unit, against the bare block
// cipher.
class BlockModeTest : public CipherContextTest {
 protected:
  static CipherAlgorithm ecb_of(CipherAlgorithm mode) {
    using enum CipherAlgorithm;
    switch (mode) {
      case aes_128_cbc:
      case aes_128_ctr:
        return aes_128_ecb;
      case aes_192_cbc:
      case aes_192_ctr:
        return aes_192_ecb;
      case aes_256_cbc:
      case aes_256_ctr:
        return aes_256_ecb;
      case camellia_128_cbc:
        return camellia_128_ecb;
      case camellia_192_cbc:
        return camellia_192_ecb;
      case camellia_256_cbc:
        return camellia_256_ecb;
      case des_cbc:
        return des_ecb;
      case des_ede3_cbc:
        return des_ede3_ecb;
      default:
        return mode;
    }
  }
  Bytes block_encrypt(ByteView block) const {
    return run(*make(ecb_of(cipher_info().algorithm), Direction::encrypt, key(), {}), block);
  }
};

class CbcTest : public BlockModeTest {};
class CtrTest : public BlockModeTest {};

std::vector<Case<CipherInfo>> mode_cases(bool keystream) {
  auto cases = supported_cases(cipher_algorithms());
  std::erase_if(cases, [keystream](const auto& item) {
    return item.info->algorithm == CipherAlgorithm::chacha20 || item.info->iv_bytes == 0 ||
           (item.info->unit_bytes == 1) != keystream;
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(, CbcTest, testing::ValuesIn(mode_cases(false)), case_name<CipherInfo>);

TEST_P(CbcTest, ChainsTheBlockCipher) {
  const Bytes plaintext = pattern(12 * unit(), 40);
  Bytes chain = iv();
  Bytes expected;
  for (std::size_t start = 0; start < plaintext.size(); start += unit()) {
    for (std::size_t i = 0; i < unit(); ++i)
      chain[i] ^= plaintext[start + i];
    chain = block_encrypt(chain);
    expected.insert(expected.end(), chain.begin(), chain.end());
  }
  EXPECT_EQ(encrypt(plaintext), expected);
}

INSTANTIATE_TEST_SUITE_P(, CtrTest, testing::ValuesIn(mode_cases(true)), case_name<CipherInfo>);

TEST_P(CtrTest, CounterOf128BitsWraps) {
  const Bytes plaintext = pattern(5 * 16 + 7, 41);
  Bytes counter(16, 0xFF);
  counter.back() = 0xFE;
  const auto context = make(cipher_info().algorithm, Direction::encrypt, key(), counter);
  const Bytes ciphertext = run(*context, plaintext);
  for (std::size_t i = 0; i < plaintext.size(); ++i) {
    if (i == 16)
      counter.back() = 0xFF;
    if (i >= 32 && i % 16 == 0) {
      counter.assign(16, 0);
      counter.back() = static_cast<std::uint8_t>(i / 16 - 2);
    }
    ASSERT_EQ(ciphertext[i] ^ plaintext[i], block_encrypt(counter)[i % 16]) << "byte " << i;
  }
}

TEST(TripleDes, WithThreeEqualKeysIsDes) {
  const Bytes key = pattern(8, 42);
  Bytes triple;
  for (int i = 0; i < 3; ++i)
    triple.insert(triple.end(), key.begin(), key.end());
  const Bytes data = pattern(80, 43);
  for (const Provider* provider : providers()) {
    if (!provider->support(CipherAlgorithm::des_ede3_ecb).available)
      continue;
    Bytes single_out(data.size());
    Bytes triple_out(data.size());
    provider->cipher(CipherAlgorithm::des_ecb, Direction::encrypt, key, {}, 0)
        ->update(data, single_out);
    provider->cipher(CipherAlgorithm::des_ede3_ecb, Direction::encrypt, triple, {}, 0)
        ->update(data, triple_out);
    EXPECT_EQ(single_out, triple_out) << provider->name();
  }
}

TEST(ChaCha20, StartsAtTheGivenBlock) {
  const Bytes key = pattern(32, 44);
  const Bytes nonce = pattern(12, 45);
  const Bytes zeros(10 * 64 + 5);
  for (const Provider* provider : providers()) {
    if (!provider->support(CipherAlgorithm::chacha20).available)
      continue;
    const auto context =
        provider->cipher(CipherAlgorithm::chacha20, Direction::encrypt, key, nonce, 0);
    Bytes keystream(zeros.size());
    context->update(zeros, keystream);
    for (std::uint32_t block = 0; block < 10; ++block) {
      const ByteView expected = ByteView(keystream).subspan(std::size_t{64} * block);
      Bytes out(expected.size());
      context->reset(nonce, block);
      context->update(ByteView(zeros).first(out.size()), out);
      EXPECT_TRUE(std::ranges::equal(out, expected))
          << provider->name() << " reset to block " << block;
      provider->cipher(CipherAlgorithm::chacha20, Direction::decrypt, key, nonce, block)
          ->update(ByteView(zeros).first(out.size()), out);
      EXPECT_TRUE(std::ranges::equal(out, expected))
          << provider->name() << " made at block " << block;
    }
  }
}

}  // namespace
}  // namespace hartls::test
