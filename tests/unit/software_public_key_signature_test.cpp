// SPDX-License-Identifier: GPL-3.0-or-later
// Ed25519, Ed448 and ML-DSA of the software provider.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include "hartls/crypto/signature.hpp"
#include "software_public_key_cases.hpp"

namespace hartls {
namespace {

using test::expect_error;
using test::software;

Bytes changed(Bytes bytes, std::size_t at) {
  bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1U);
  return bytes;
}

class EverySignature : public testing::TestWithParam<SignatureAlgorithm> {
 protected:
  void SetUp() override {
    if (!software().support(GetParam()).available) {
      EXPECT_TRUE(software().version().starts_with("wolfCrypt 5.7")) << software().version();
      expect_error(Errc::unsupported_algorithm, {info(GetParam()).name, "5.9"},
                   [] { software().signature_private(GetParam()); });
      GTEST_SKIP() << "not in this wolfCrypt";
    }
  }
};

TEST_P(EverySignature, VerifiesWhatItSignedAndNothingElse) {
  const auto signer = SigningKey::generate(GetParam(), software());
  const VerifyingKey verifier(GetParam(), signer.public_key(), software());
  const Bytes good = signer.sign(as_bytes("message"));
  EXPECT_TRUE(verifier.verify(as_bytes("message"), good));
  EXPECT_FALSE(verifier.verify(as_bytes("massage"), good));
  EXPECT_FALSE(verifier.verify({}, good));
  for (const std::size_t at : {std::size_t{0}, good.size() / 2, good.size() - 1})
    EXPECT_FALSE(verifier.verify(as_bytes("message"), changed(good, at))) << at;
  EXPECT_FALSE(verifier.verify(as_bytes("message"), ByteView(good).first(good.size() - 1)));
  EXPECT_FALSE(verifier.verify(as_bytes("message"), Bytes(good.size())));
  EXPECT_TRUE(verifier.verify({}, signer.sign({})));
}

TEST_P(EverySignature, ContextIsPartOfTheSignature) {
  const auto signer = SigningKey::generate(GetParam(), software());
  const VerifyingKey verifier(GetParam(), signer.public_key(), software());
  const Bytes long_context(255, 'c');
  const Bytes with = signer.sign(as_bytes("m"), long_context);
  EXPECT_TRUE(verifier.verify(as_bytes("m"), with, long_context));
  EXPECT_FALSE(verifier.verify(as_bytes("m"), with));
  EXPECT_FALSE(verifier.verify(as_bytes("m"), with, ByteView(long_context).first(254)));
  EXPECT_FALSE(verifier.verify(as_bytes("m"), signer.sign(as_bytes("m")), long_context));
}

TEST_P(EverySignature, ReimportedKeyIsTheSameKey) {
  const auto signer = SigningKey::generate(GetParam(), software());
  const auto again = SigningKey::from_private(GetParam(), signer.private_key(), software());
  EXPECT_EQ(again.public_key(), signer.public_key());
  EXPECT_EQ(again.private_key(), signer.private_key());
  EXPECT_EQ(again.sign(as_bytes("m"), {}, Nonce::deterministic),
            signer.sign(as_bytes("m"), {}, Nonce::deterministic));
  const SecretBytes seed(info(GetParam()).seed_bytes, 7);
  const auto from_seed = SigningKey::from_private(GetParam(), seed, software());
  EXPECT_EQ(SigningKey::from_private(GetParam(), from_seed.private_key(), software()).public_key(),
            from_seed.public_key());
}

TEST_P(EverySignature, OneKeyServesSeveralThreads) {
  const auto signer = SigningKey::generate(GetParam(), software());
  const VerifyingKey verifier(GetParam(), signer.public_key(), software());
  std::vector<std::thread> threads;
  std::vector<int> good(3);
  for (int& count : good) {
    threads.emplace_back([&] {
      for (int i = 0; i < 4; ++i)
        count += verifier.verify(as_bytes("m"), signer.sign(as_bytes("m"))) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(3, 4));
}

INSTANTIATE_TEST_SUITE_P(Software, EverySignature,
                         testing::Values(SignatureAlgorithm::ed25519, SignatureAlgorithm::ed448,
                                         SignatureAlgorithm::ml_dsa_44,
                                         SignatureAlgorithm::ml_dsa_65,
                                         SignatureAlgorithm::ml_dsa_87),
                         [](const auto& param) {
                           std::string name(hartls::info(param.param).name);
                           std::erase(name, '-');
                           return name;
                         });

// RFC 8032 section 7.1, test 2, and section 7.2, "foo".
TEST(SoftwareEd25519, GivesTheStandardsSignatures) {
  const auto key = SigningKey::from_private(
      SignatureAlgorithm::ed25519,
      from_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"), software());
  EXPECT_EQ(to_hex(key.public_key()),
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  EXPECT_EQ(to_hex(key.sign(from_hex("72"))),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
}

/// The little-endian sum; both have the same size.
Bytes sum(Bytes number, ByteView other) {
  unsigned carry = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    carry += static_cast<unsigned>(number[i]) + other[i];
    number[i] = static_cast<std::uint8_t>(carry);
    carry >>= 8U;
  }
  return number;
}

void expect_s_is_reduced(SignatureAlgorithm algorithm, ByteView order) {
  const auto signer = SigningKey::generate(algorithm, software());
  const VerifyingKey verifier(algorithm, signer.public_key(), software());
  Bytes signature = signer.sign(as_bytes("m"));
  ASSERT_TRUE(verifier.verify(as_bytes("m"), signature));
  const auto half = static_cast<std::ptrdiff_t>(signature.size() / 2);
  std::ranges::copy(sum(Bytes(signature.begin() + half, signature.end()), order),
                    signature.begin() + half);
  EXPECT_FALSE(verifier.verify(as_bytes("m"), signature)) << "S + L accepted";
}

TEST(SoftwareEd25519, RefusesSNotBelowTheOrder) {
  expect_s_is_reduced(SignatureAlgorithm::ed25519,
                      from_hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"));
}

TEST(SoftwareEd448, RefusesSNotBelowTheOrder) {
  expect_s_is_reduced(SignatureAlgorithm::ed448,
                      from_hex("f34458ab92c27823558fc58d72c26c219036d6ae49db4ec4e923ca7c"
                               "ffffffffffffffffffffffffffffffffffffffffffffffffffffff3f00"));
}

void expect_malformed(SignatureAlgorithm algorithm, ByteView public_key) {
  expect_error(Errc::malformed_key, {info(algorithm).name, "public key"},
               [&] { VerifyingKey(algorithm, public_key, software()); });
}

TEST(SoftwareEd25519, RefusesPublicKeysThatDecodeToNoPointOfLargeOrder) {
  const auto with_y = [](std::uint8_t y) {
    Bytes key(32);
    key.front() = y;
    return key;
  };
  expect_malformed(SignatureAlgorithm::ed25519, with_y(2));  // no such point
  const VerifyingKey on_curve(SignatureAlgorithm::ed25519, with_y(3), software());
  Bytes unreduced(32, 0xff);  // y = p + 3: the same point, another encoding
  unreduced.front() = 0xf0;
  unreduced.back() = 0x7f;
  expect_malformed(SignatureAlgorithm::ed25519, unreduced);
  for (const std::uint8_t sign : std::to_array<std::uint8_t>({0x00, 0x80})) {
    for (const std::string_view y :
         {"0000000000000000000000000000000000000000000000000000000000000000",
          "0100000000000000000000000000000000000000000000000000000000000000",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"}) {
      Bytes key = from_hex(y);
      key.back() = static_cast<std::uint8_t>(key.back() | sign);
      expect_malformed(SignatureAlgorithm::ed25519, key);
    }
  }
}

TEST(SoftwareEd448, RefusesPublicKeysThatDecodeToNoPointOfLargeOrder) {
  const auto with_y = [](std::uint8_t y) {
    Bytes key(57);
    key.front() = y;
    return key;
  };
  expect_malformed(SignatureAlgorithm::ed448, with_y(2));  // no such point
  const VerifyingKey on_curve(SignatureAlgorithm::ed448, with_y(3), software());
  Bytes unreduced(57);  // y = p + 3: the same point, another encoding
  unreduced.front() = 2;
  std::fill_n(unreduced.begin() + 28, 28, std::uint8_t{0xff});
  expect_malformed(SignatureAlgorithm::ed448, unreduced);
  Bytes stray_bit = with_y(3);
  stray_bit.back() = 0x01;
  expect_malformed(SignatureAlgorithm::ed448, stray_bit);
  expect_malformed(SignatureAlgorithm::ed448, with_y(0));
  expect_malformed(SignatureAlgorithm::ed448, with_y(1));
  Bytes minus_one(57, 0xff);
  minus_one[0] = 0xfe;
  minus_one[28] = 0xfe;
  minus_one.back() = 0x80;
  expect_malformed(SignatureAlgorithm::ed448, minus_one);
}

class MlDsa : public EverySignature {};

TEST_P(MlDsa, HedgedSignaturesDiffer) {
  const auto signer = SigningKey::generate(GetParam(), software());
  EXPECT_NE(signer.sign(as_bytes("m")), signer.sign(as_bytes("m")));
  EXPECT_EQ(signer.sign(as_bytes("m"), {}, Nonce::deterministic),
            signer.sign(as_bytes("m"), {}, Nonce::deterministic));
}

TEST_P(MlDsa, RefusesExpandedKeysThatContradictThemselves) {
  const auto signer = SigningKey::generate(GetParam(), software());
  const SecretBytes good = signer.private_key();
  const auto refuse = [&](std::size_t at, std::uint8_t value) {
    SecretBytes bad = good;
    bad[at] = static_cast<std::uint8_t>(bad[at] ^ value);
    expect_error(Errc::malformed_key, {info(GetParam()).name, std::to_string(bad.size())},
                 [&] { SigningKey::from_private(GetParam(), bad, software()); });
  };
  refuse(0, 1);                 // rho
  refuse(64, 1);                // tr
  refuse(127, 0x80);            // tr
  refuse(good.size() - 1, 1);   // t0
  refuse(good.size() - 20, 1);  // t0
  SecretBytes out_of_range = good;
  out_of_range[128] = 0xff;  // s1: the coefficients 7 or 15, where 4 or 8 are the most
  expect_error(Errc::malformed_key, {info(GetParam()).name},
               [&] { SigningKey::from_private(GetParam(), out_of_range, software()); });
  SecretBytes other_s1 = good;
  other_s1[128] = 0;  // s1: in range, but it belongs to another t
  if (other_s1 != good) {
    expect_error(Errc::malformed_key, {info(GetParam()).name},
                 [&] { SigningKey::from_private(GetParam(), other_s1, software()); });
  }
}

INSTANTIATE_TEST_SUITE_P(Software, MlDsa,
                         testing::Values(SignatureAlgorithm::ml_dsa_44,
                                         SignatureAlgorithm::ml_dsa_65,
                                         SignatureAlgorithm::ml_dsa_87),
                         [](const auto& param) {
                           std::string name(hartls::info(param.param).name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace hartls
