// SPDX-License-Identifier: GPL-3.0-or-later
#include <initializer_list>

#include "expect_error.hpp"
#include "hartls/crypto/hmac_over_hash.hpp"
#include "symmetric_cases.hpp"

namespace hartls::test {
namespace {

Bytes finish(MacContext& context, std::size_t tag_bytes) {
  Bytes tag(tag_bytes);
  context.finish(tag);
  return tag;
}

class MacContextTest : public testing::TestWithParam<Case<MacInfo>> {
 protected:
  const MacInfo& mac_info() const { return *GetParam().info; }
  Bytes key() const { return pattern(mac_info().key_bytes == 0 ? 20 : mac_info().key_bytes, 11); }
  std::unique_ptr<MacContext> make(ByteView key_bytes) const {
    return GetParam().provider->mac(mac_info().algorithm, key_bytes);
  }
  std::unique_ptr<MacContext> make() const { return make(key()); }
  Bytes tag_of(MacContext& context) const { return finish(context, mac_info().tag_bytes); }

  Bytes tag(ByteView message) const {
    const auto context = make();
    context->update(message);
    return tag_of(*context);
  }
};

INSTANTIATE_TEST_SUITE_P(, MacContextTest, testing::ValuesIn(supported_cases(mac_algorithms())),
                         case_name<MacInfo>);

TEST_P(MacContextTest, PiecesGiveTheTagOfTheWhole) {
  const auto context = make();
  const Bytes data = pattern(300, 12);
  for (std::size_t size = 0; size <= data.size(); ++size) {
    const ByteView message = ByteView(data).first(size);
    context->reset();
    in_pieces(message, 1, static_cast<std::uint32_t>(size),
              [&](ByteView piece) { context->update(piece); });
    ASSERT_EQ(tag_of(*context), tag(message)) << size << " bytes";
  }
}

TEST_P(MacContextTest, EveryBitOfKeyAndMessageCounts) {
  Bytes message = pattern(75, 13);
  const Bytes expected = tag(message);
  for (std::size_t bit = 0; bit < 8 * message.size(); ++bit) {
    const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
    message[bit / 8] ^= mask;
    ASSERT_NE(tag(message), expected) << "message bit " << bit;
    message[bit / 8] ^= mask;
  }
  if (mac_info().one_time)
    return;  // Poly1305 clears some bits of its key
  Bytes other = key();
  for (std::size_t bit = 0; bit < 8 * other.size(); ++bit) {
    const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
    other[bit / 8] ^= mask;
    const auto context = make(other);
    context->update(message);
    ASSERT_NE(tag_of(*context), expected) << "key bit " << bit;
    other[bit / 8] ^= mask;
  }
}

TEST_P(MacContextTest, AnyAddressGivesTheSameTag) {
  const Bytes message = pattern(531, 14);
  const Bytes expected = tag(message);
  for (std::size_t offset = 0; offset < 16; ++offset) {
    AtOffset input(message, offset);
    AtOffset key_copy(key(), offset);
    AtOffset output(Bytes(expected.size()), offset);
    const auto context = make(key_copy.span());
    context->update(input.span());
    context->finish(output.span());
    ASSERT_TRUE(std::ranges::equal(output.span(), expected)) << "offset " << offset;
  }
}

TEST_P(MacContextTest, ResetKeepsTheKeyAndForgetsTheMessage) {
  const Bytes message = pattern(77, 15);
  const Bytes expected = tag(message);
  const auto context = make();
  for (const std::size_t forgotten : std::initializer_list<std::size_t>{0, 1, 15, 16, 17, 200}) {
    context->update(pattern(forgotten, 16));
    context->reset();
    context->update(message);
    ASSERT_EQ(tag_of(*context), expected) << "reset after " << forgotten << " bytes";
    context->reset();
  }
}

TEST_P(MacContextTest, EmptyMessageHasATag) {
  const auto untouched = make();
  const Bytes expected = tag_of(*untouched);
  EXPECT_EQ(tag({}), expected);
  EXPECT_NE(tag(pattern(1, 17)), expected);
}

/// HMAC(K, m) = H(K0 ^ opad || H(K0 ^ ipad || m)), FIPS 198-1 section 4, straight from the hash.
class HmacTest : public MacContextTest {
 protected:
  const HashInfo& hash_info() const { return info(*mac_info().hash); }

  Bytes hash(std::initializer_list<ByteView> parts) const {
    const auto context = GetParam().provider->hash(hash_info().algorithm);
    for (const ByteView part : parts)
      context->update(part);
    Bytes digest(hash_info().digest_bytes);
    context->finish(digest);
    return digest;
  }

  Bytes by_definition(ByteView key_bytes, ByteView message) const {
    Bytes block(key_bytes.begin(), key_bytes.end());
    if (block.size() > hash_info().block_bytes)
      block = hash({key_bytes});
    block.resize(hash_info().block_bytes);
    Bytes inner = block;
    Bytes outer = block;
    for (std::uint8_t& byte : inner)
      byte ^= 0x36;
    for (std::uint8_t& byte : outer)
      byte ^= 0x5c;
    return hash({outer, hash({inner, message})});
  }

  std::vector<std::size_t> key_sizes() const {
    const std::size_t block = hash_info().block_bytes;
    return {0, 1, 16, hash_info().digest_bytes, block - 1, block, block + 1, 3 * block + 1, 1000};
  }
};

std::vector<Case<MacInfo>> hmac_cases() {
  auto cases = supported_cases(mac_algorithms());
  std::erase_if(cases, [](const auto& item) { return !item.info->hash; });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(, HmacTest, testing::ValuesIn(hmac_cases()), case_name<MacInfo>);

TEST_P(HmacTest, FollowsItsDefinitionForAnyKeySize) {
  for (const std::size_t key_bytes : key_sizes()) {
    const Bytes secret = pattern(key_bytes, 18);
    const auto context = make(secret);
    for (const std::size_t size :
         std::initializer_list<std::size_t>{0, 1, 63, 64, 65, 127, 128, 129, 143, 144, 300}) {
      const Bytes message = pattern(size, 19);
      context->update(message);
      ASSERT_EQ(tag_of(*context), by_definition(secret, message))
          << "key of " << key_bytes << " bytes, message of " << size;
      context->reset();
    }
  }
}

TEST_P(HmacTest, OverTheBareHashIsTheSame) {
  for (const std::size_t key_bytes : key_sizes()) {
    const Bytes secret = pattern(key_bytes, 20);
    const auto expected = make(secret);
    const auto over_hash =
        make_hmac(GetParam().provider->hash(hash_info().algorithm), hash_info(), secret);
    for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 64, 200}) {
      const Bytes message = pattern(size, 21);
      expected->update(message);
      in_pieces(message, 1, 22, [&](ByteView piece) { over_hash->update(piece); });
      ASSERT_EQ(finish(*over_hash, mac_info().tag_bytes), tag_of(*expected))
          << "key of " << key_bytes << " bytes, message of " << size;
      expected->reset();
      over_hash->update(message);  // after finish, before reset: must not matter
      over_hash->reset();
    }
  }
}

TEST(HmacOverHash, RefusesAHashOfVariableLength) {
  const HashInfo& shake = info(HashAlgorithm::shake128);
  const Provider& provider = find_provider("software");
  expect_error(Errc::unsupported_algorithm, {"HMAC", "SHAKE128", "allowed"},
               [&] { make_hmac(provider.hash(shake.algorithm), shake, {}); });
}

}  // namespace
}  // namespace hartls::test
