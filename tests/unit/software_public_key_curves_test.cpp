// SPDX-License-Identifier: GPL-3.0-or-later
// ECDH and ECDSA of the software provider on every curve that has a name, and on some without.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include "hartls/crypto/ecdsa.hpp"
#include "hartls/crypto/hash.hpp"
#include "hartls/crypto/key_exchange.hpp"
#include "software_public_key_cases.hpp"

namespace hartls {
namespace {

using test::expect_error;
using test::software;
using test::Untouched;

std::vector<GroupInfo> named_curves() {
  std::vector<GroupInfo> curves;
  std::ranges::copy_if(named_groups(), std::back_inserter(curves),
                       [](const GroupInfo& group) { return group.kind == GroupKind::weierstrass; });
  return curves;
}

/// The longest digest has 512 bits.
std::vector<GroupInfo> curves_shorter_than_a_digest() {
  std::vector<GroupInfo> curves = named_curves();
  std::erase_if(curves, [](const GroupInfo& curve) { return curve.order_bits >= 512; });
  return curves;
}

Bytes compressed(ByteView point) {
  const std::size_t field_bytes = (point.size() - 1) / 2;
  Bytes bytes(point.begin(), point.begin() + 1 + static_cast<std::ptrdiff_t>(field_bytes));
  bytes[0] = static_cast<std::uint8_t>(2 + (point.back() & 1U));
  return bytes;
}

void flip_bit(Bytes& bytes, std::size_t bit_from_the_left) {
  bytes[bit_from_the_left / 8] =
      static_cast<std::uint8_t>(bytes[bit_from_the_left / 8] ^ (0x80U >> (bit_from_the_left % 8)));
}

void expect_refused_peer(const KeyExchange& key, ByteView peer, std::string_view part) {
  Untouched shared(key.shared_bytes());
  expect_error(Errc::invalid_point, {key.name(), part}, [&] { key.agree(peer, shared.span()); });
}

class NamedCurve : public testing::TestWithParam<GroupInfo> {
 protected:
  KeyExchange exchange_ = KeyExchange::generate(GetParam().group, software());
  EcdsaPrivateKey signer_ = EcdsaPrivateKey::generate(GetParam().group, software());
};

class CurveShorterThanADigest : public NamedCurve {};

TEST_P(NamedCurve, SaysWhichCodeRuns) {
  const NamedGroup group = GetParam().group;
  const bool sp = group == NamedGroup::secp256r1 || group == NamedGroup::secp384r1 ||
                  group == NamedGroup::secp521r1;
  for (const Support& support :
       {software().key_exchange_support(group), software().ecdsa_support(group)}) {
    EXPECT_TRUE(support.available);
    EXPECT_EQ(support.implementation, sp ? "wolfCrypt SP C" : "wolfCrypt C");
    EXPECT_EQ(support.constant_time, sp);
  }
}

TEST_P(NamedCurve, EcdhAgreesFromBothSidesAndAfterReimport) {
  const auto peer = KeyExchange::generate(GetParam().group, software());
  const SecretBytes shared = exchange_.agree(peer.public_key());
  EXPECT_EQ(peer.agree(exchange_.public_key()), shared);
  EXPECT_EQ(shared.size(), GetParam().field_bytes());
  const auto again =
      KeyExchange::from_private(GetParam().group, exchange_.private_key(), software());
  EXPECT_EQ(again.public_key(), exchange_.public_key());
  EXPECT_EQ(again.agree(compressed(peer.public_key())), shared);
}

TEST_P(NamedCurve, EcdhRefusesPeersThatAreNoPoints) {
  const Bytes good = exchange_.public_key();
  const std::size_t size = GetParam().field_bytes();
  Bytes off_curve = good;
  flip_bit(off_curve, 8 * off_curve.size() - 1);
  expect_refused_peer(exchange_, off_curve, "not on the curve");
  Bytes large_x = good;
  std::fill_n(large_x.begin() + 1, size, std::uint8_t{0xff});
  expect_refused_peer(exchange_, large_x, "x not below");
  Bytes large_y = good;
  std::fill_n(large_y.end() - static_cast<std::ptrdiff_t>(size), size, std::uint8_t{0xff});
  expect_refused_peer(exchange_, large_y, "y not below");
  for (const std::uint8_t form : std::to_array<std::uint8_t>({0x00, 0x02, 0x05, 0x06, 0x07})) {
    Bytes other_form = good;
    other_form[0] = form;
    expect_refused_peer(exchange_, other_form, "first byte 0x0");
  }
  // Half of all x have no point.
  Bytes no_point = compressed(good);
  int refused = 0;
  for (unsigned i = 0; i < 64; ++i) {
    no_point.back() = static_cast<std::uint8_t>(i);
    try {
      exchange_.agree(no_point);
    } catch (const std::system_error& error) {
      EXPECT_EQ(error.code(), make_error_code(Errc::invalid_point)) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, 64);
}

TEST_P(NamedCurve, RefusesThePointAtInfinity) {
  const auto context = software().key_exchange(GetParam().group);
  context->generate();
  Untouched shared(GetParam().shared_bytes());
  const Bytes infinity{0x00};
  expect_error(Errc::invalid_point, {GetParam().name, "1 byte with first byte 0x00"},
               [&] { context->agree(infinity, shared.span()); });
  expect_error(Errc::invalid_point, {GetParam().name},
               [&] { software().ecdsa_public(GetParam().group, infinity); });
  expect_error(Errc::invalid_point, {GetParam().name},
               [&] { software().ecdsa_public(GetParam().group, {}); });
}

TEST_P(NamedCurve, RefusesPrivateKeysOutOfRange) {
  const std::size_t size = GetParam().private_bytes();
  for (const std::uint8_t fill : std::to_array<std::uint8_t>({0x00, 0xff})) {
    const Bytes key(size, fill);
    expect_error(Errc::malformed_key, {GetParam().name, "1 to n - 1 allowed"},
                 [&] { KeyExchange::from_private(GetParam().group, key, software()); });
    expect_error(Errc::malformed_key, {GetParam().name, "1 to n - 1 allowed"},
                 [&] { EcdsaPrivateKey::from_private(GetParam().group, key, software()); });
  }
}

TEST_P(NamedCurve, EcdsaVerifiesWhatItSignedAndNothingElse) {
  const Bytes message{'m', 's', 'g'};
  const Bytes point = signer_.public_key();
  const EcdsaPublicKey uncompressed_key(GetParam().group, point, software());
  const EcdsaPublicKey compressed_key(GetParam().group, compressed(point), software());
  for (const HashAlgorithm hash :
       {HashAlgorithm::md5, HashAlgorithm::sha1, HashAlgorithm::sha256, HashAlgorithm::sha512,
        HashAlgorithm::sha512_224, HashAlgorithm::sha3_384}) {
    const Bytes good = signer_.sign(hash, message, EcdsaEncoding::p1363);
    EXPECT_EQ(good.size(), 2 * GetParam().private_bytes());
    EXPECT_TRUE(uncompressed_key.verify(hash, message, good, EcdsaEncoding::p1363));
    EXPECT_TRUE(compressed_key.verify(hash, message, good, EcdsaEncoding::p1363));
    for (const std::size_t bit : {std::size_t{9}, 8 * good.size() - 1}) {
      Bytes bad = good;
      flip_bit(bad, bit);
      EXPECT_FALSE(uncompressed_key.verify(hash, message, bad, EcdsaEncoding::p1363));
    }
    EXPECT_FALSE(uncompressed_key.verify(hash, as_bytes("other"), good, EcdsaEncoding::p1363));
  }
}

// RFC 6979 section 2.3.2 and SEC 1 section 4.1.3: bits are cut, not bytes.
TEST_P(CurveShorterThanADigest, EcdsaTakesTheLeftmostBitsOfALongDigest) {
  const std::size_t bits = GetParam().order_bits;
  const EcdsaPublicKey key(GetParam().group, signer_.public_key(), software());
  const auto hash = HashAlgorithm::sha512;
  Bytes digest = hartls::hash(hash, as_bytes("digest"), software());
  for (const Nonce nonce : {Nonce::hedged, Nonce::deterministic}) {
    const Bytes signature = signer_.sign_digest(hash, digest, EcdsaEncoding::p1363, nonce);
    Bytes beyond = digest;
    flip_bit(beyond, bits);
    EXPECT_TRUE(key.verify_digest(hash, beyond, signature, EcdsaEncoding::p1363));
    EXPECT_EQ(signer_.sign_digest(hash, beyond, EcdsaEncoding::p1363, nonce) == signature,
              nonce == Nonce::deterministic);
    Bytes within = digest;
    flip_bit(within, bits - 1);
    EXPECT_FALSE(key.verify_digest(hash, within, signature, EcdsaEncoding::p1363));
  }
}

TEST_P(NamedCurve, EcdsaRefusesZeroAndOverlargeNumbers) {
  const EcdsaPublicKey key(GetParam().group, signer_.public_key(), software());
  const auto hash = HashAlgorithm::sha256;
  const Bytes message{'m'};
  const Bytes good = signer_.sign(hash, message, EcdsaEncoding::p1363);
  const std::size_t size = good.size() / 2;
  for (const std::size_t start : {std::size_t{0}, size}) {
    for (const std::uint8_t fill : std::to_array<std::uint8_t>({0x00, 0xff})) {
      Bytes bad = good;
      std::fill_n(bad.begin() + static_cast<std::ptrdiff_t>(start), size, fill);
      EXPECT_FALSE(key.verify(hash, message, bad, EcdsaEncoding::p1363));
    }
  }
  EXPECT_FALSE(key.verify(hash, message, Bytes(good.size()), EcdsaEncoding::p1363));
  EXPECT_FALSE(
      key.verify(hash, message, ByteView(good).first(good.size() - 1), EcdsaEncoding::p1363));
}

TEST_P(NamedCurve, EcdsaTakesADigestOfZeros) {
  const EcdsaPublicKey key(GetParam().group, signer_.public_key(), software());
  const Bytes zeros(32);
  const Bytes signature = signer_.sign_digest(HashAlgorithm::sha256, zeros);
  EXPECT_TRUE(key.verify_digest(HashAlgorithm::sha256, zeros, signature));
  Bytes other = zeros;
  other[0] = 0x80;
  EXPECT_FALSE(key.verify_digest(HashAlgorithm::sha256, other, signature));
}

TEST_P(NamedCurve, EcdsaNonceIsDeterministicOnlyWhereAsked) {
  const Bytes message{'m'};
  const auto sign = [&](Nonce nonce) {
    return signer_.sign(HashAlgorithm::sha384, message, EcdsaEncoding::p1363, nonce);
  };
  EXPECT_EQ(sign(Nonce::deterministic), sign(Nonce::deterministic));
  EXPECT_NE(sign(Nonce::hedged), sign(Nonce::hedged));
}

INSTANTIATE_TEST_SUITE_P(Software, NamedCurve, testing::ValuesIn(named_curves()),
                         [](const auto& curve) { return std::string(curve.param.name); });

INSTANTIATE_TEST_SUITE_P(Software, CurveShorterThanADigest,
                         testing::ValuesIn(curves_shorter_than_a_digest()),
                         [](const auto& curve) { return std::string(curve.param.name); });

TEST(SoftwareEcdsa, RefusesShakeForItsNonce) {
  const auto context = software().ecdsa_private(NamedGroup::secp256r1);
  context->generate();
  Untouched signature(64);
  expect_error(Errc::unsupported_algorithm, {"secp256r1", "SHAKE128", "SHA-2"}, [&] {
    context->sign(HashAlgorithm::shake128, Bytes(32), signature.span(), Nonce::deterministic);
  });
  EXPECT_FALSE(software().supports_digest(HashAlgorithm::shake256));
  EXPECT_TRUE(software().supports_digest(HashAlgorithm::sha3_512));
}

// Wycheproof ecdsa_secp192r1_sha256_test.json, test 429: the sum u G + v Q passes through a point
// that is added to itself, which wolfCrypt's generic code takes for infinity.
TEST(SoftwareEcdsa, VerifiesWhereTheSumDoublesAPoint) {
  const EcdsaPublicKey key(NamedGroup::secp192r1,
                           from_hex("04c3c80a17d7817c9977c793085f3079a475eebf6197c214fa"
                                    "90881282fc0004b15eac50cebcfb189a2dcd8019865af563"),
                           software());
  const Bytes signature = from_hex(
      "dafebf5828783f2ad35534631588a3f629a70fb16982a888"
      "cccccccccccccccccccccccc7b18c691a9efd48e2a41b9c1");
  EXPECT_TRUE(
      key.verify(HashAlgorithm::sha256, as_bytes("123400"), signature, EcdsaEncoding::p1363));
  EXPECT_FALSE(
      key.verify(HashAlgorithm::sha256, as_bytes("123401"), signature, EcdsaEncoding::p1363));
}

TEST(SoftwareEcdh, ScalarsAtTheEdgesOfTheRange) {
  const auto curve = test::secp256r1_parameters();
  Bytes one(32);
  one.back() = 1;
  Bytes last = curve.order;
  last.back() = static_cast<std::uint8_t>(last.back() - 1);
  for (const Group& group : {Group(NamedGroup::secp256r1), Group(curve)}) {
    const Bytes base = KeyExchange::from_private(group, one, software()).public_key();
    const Bytes negative = KeyExchange::from_private(group, last, software()).public_key();
    EXPECT_EQ(to_hex(base), "04" + to_hex(curve.gx) + to_hex(curve.gy));
    EXPECT_TRUE(std::equal(base.begin(), base.begin() + 33, negative.begin()));
    EXPECT_NE(base, negative);
    expect_error(Errc::malformed_key, {"not below the order"},
                 [&] { KeyExchange::from_private(group, curve.order, software()); });
  }
}

// Points of order 2 and 4, and ones with such a part, on the curves whose cofactor is 4.
TEST(SoftwareEcdh, RefusesPeersOutsideThePrimeOrderSubgroup) {
  struct Case {
    NamedGroup group;
    std::string_view point;
  };
  for (const Case& peer :
       {Case{NamedGroup::secp112r2, "04b1fd8de127d4656b573eb513984d0000000000000000000000000000"},
        Case{NamedGroup::secp112r2, "04b1fd8de127d4656b573eb513984c2f8cd8803db9620fa3a60e5b31e2"},
        Case{NamedGroup::secp112r2, "04d76df1446beab0c11fdecb91ce37a5205802b383322a95a49813869d"},
        Case{NamedGroup::secp128r2,
             "04ea1e91cc9229e872d1e910ce3edcb31900000000000000000000000000000000"},
        Case{NamedGroup::secp128r2,
             "04ea1e91cc9229e872d1e910ce3edcb318c4546d1cc297f9665785d3c2c61bd0eb"},
        Case{NamedGroup::secp128r2,
             "04504b74ba4a0fe75d2a9eba0cdf561d80d68caa595af59d75c05d1f59f542cbed"}}) {
    const auto key = KeyExchange::generate(peer.group, software());
    expect_refused_peer(key, from_hex(peer.point), "outside the subgroup");
    expect_error(Errc::invalid_point, {"outside the subgroup"},
                 [&] { EcdsaPublicKey(peer.group, from_hex(peer.point), software()); });
  }
}

TEST(SoftwareCustomCurve, AgreesWithTheNamedOneOfTheSameParameters) {
  const auto parameters = test::secp256r1_parameters();
  const auto named = KeyExchange::generate(NamedGroup::secp256r1, software());
  const auto custom = KeyExchange::from_private(parameters, named.private_key(), software());
  EXPECT_EQ(custom.public_key(), named.public_key());
  const auto peer = KeyExchange::generate(parameters, software());
  EXPECT_EQ(custom.agree(peer.public_key()), named.agree(compressed(peer.public_key())));

  const auto signer = EcdsaPrivateKey::generate(parameters, software());
  const EcdsaPublicKey verifier(NamedGroup::secp256r1, signer.public_key(), software());
  EXPECT_TRUE(verifier.verify(HashAlgorithm::sha256, as_bytes("m"),
                              signer.sign(HashAlgorithm::sha256, as_bytes("m"))));
  const auto named_signer =
      EcdsaPrivateKey::from_private(NamedGroup::secp256r1, signer.private_key(), software());
  EXPECT_EQ(
      signer.sign(HashAlgorithm::sha512, as_bytes("m"), EcdsaEncoding::der, Nonce::deterministic),
      named_signer.sign(HashAlgorithm::sha512, as_bytes("m"), EcdsaEncoding::der,
                        Nonce::deterministic));
}

TEST(SoftwareCustomCurve, KeepsItsParametersAfterTheCallersAreGone) {
  auto parameters = std::make_unique<CurveParameters>(test::brainpoolP256t1_parameters());
  const auto key = KeyExchange::generate(*parameters, software());
  const auto signer = EcdsaPrivateKey::generate(*parameters, software());
  const EcdsaPublicKey verifier(*parameters, signer.public_key(), software());
  parameters.reset();
  const auto peer = KeyExchange::generate(test::brainpoolP256t1_parameters(), software());
  EXPECT_EQ(key.agree(peer.public_key()), peer.agree(key.public_key()));
  EXPECT_EQ(key.agree(compressed(peer.public_key())), peer.agree(key.public_key()));
  EXPECT_TRUE(verifier.verify(HashAlgorithm::sha384, as_bytes("m"),
                              signer.sign(HashAlgorithm::sha384, as_bytes("m"))));
}

TEST(SoftwareCustomCurve, RefusesParametersThatMakeNoCurve) {
  const auto refuse = [](auto change, std::string_view rule) {
    auto parameters = test::brainpoolP256t1_parameters();
    change(parameters);
    expect_error(Errc::invalid_argument, {"brainpoolP256t1", rule},
                 [&] { software().key_exchange(parameters); });
    expect_error(Errc::invalid_argument, {"brainpoolP256t1", rule},
                 [&] { software().ecdsa_private(parameters); });
  };
  const auto next_odd = [](Bytes& number) {
    number.back() = static_cast<std::uint8_t>(number.back() ^ 2U);
  };
  refuse([&](auto& curve) { next_odd(curve.p); }, "p is an odd prime");
  refuse([&](auto& curve) { next_odd(curve.order); }, "the order is an odd prime");
  refuse([&](auto& curve) { next_odd(curve.b); }, "the base point is on the curve");
  refuse([&](auto& curve) { next_odd(curve.gy); }, "the base point is on the curve");
  refuse([&](auto& curve) { curve.a = curve.p; }, "a and b are below p");
  refuse([&](auto& curve) { curve.a = curve.b = Bytes{0}; }, "4a^3 + 27b^2");
  refuse([&](auto& curve) { curve.cofactor = 2; }, "2 sqrt(p)");
  refuse([&](auto& curve) { curve.order = curve.p; }, "the order is not p");
  // A prime in Hasse's interval that is another curve's order.
  refuse(
      [&](auto& curve) {
        curve.order = from_hex("a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e57c3");
      },
      "order times base point");
}

TEST(SoftwareCustomCurve, SaysThatLargerPrimesAreNotAvailable) {
  auto parameters = test::brainpoolP256t1_parameters();
  parameters.p.assign(67, 0xff);
  EXPECT_FALSE(software().ecdsa_support(parameters).available);
  expect_error(Errc::unsupported_algorithm, {"67 bytes", "521 bits"},
               [&] { software().ecdsa_private(parameters); });
}

TEST(SoftwareEcdsa, OneKeyServesSeveralThreads) {
  const auto signer = EcdsaPrivateKey::generate(NamedGroup::secp256r1, software());
  const EcdsaPublicKey verifier(NamedGroup::secp256r1, signer.public_key(), software());
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int& count : good) {
    threads.emplace_back([&] {
      for (int i = 0; i < 8; ++i) {
        const Bytes signature = signer.sign(HashAlgorithm::sha256, as_bytes("m"));
        count += verifier.verify(HashAlgorithm::sha256, as_bytes("m"), signature) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(4, 8));
}

}  // namespace
}  // namespace hartls
