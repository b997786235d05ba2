// SPDX-License-Identifier: GPL-3.0-or-later
// ML-KEM of the software provider.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "hartls/crypto/kem.hpp"
#include "software_public_key_cases.hpp"

namespace hartls {
namespace {

using test::expect_error;
using test::software;

class MlKem : public testing::TestWithParam<KemAlgorithm> {
 protected:
  void SetUp() override {
    if (!software().support(GetParam()).available) {
      EXPECT_TRUE(software().version().starts_with("wolfCrypt 5.7")) << software().version();
      expect_error(Errc::unsupported_algorithm, {info(GetParam()).name, "5.9"},
                   [] { software().kem_private(GetParam()); });
      GTEST_SKIP() << "not in this wolfCrypt";
    }
  }
};

TEST_P(MlKem, BothSidesGetTheSameSecret) {
  const auto key = KemPrivateKey::generate(GetParam(), software());
  const KemPublicKey peer(GetParam(), key.public_key(), software());
  const Encapsulation first = peer.encapsulate();
  const Encapsulation second = peer.encapsulate();
  EXPECT_EQ(key.decapsulate(first.ciphertext), first.shared);
  EXPECT_EQ(key.decapsulate(second.ciphertext), second.shared);
  EXPECT_NE(first.ciphertext, second.ciphertext);
  EXPECT_NE(first.shared, second.shared);
}

TEST_P(MlKem, GivenRandomnessDecidesTheCiphertext) {
  const auto key = KemPrivateKey::generate(GetParam(), software());
  const KemPublicKey peer(GetParam(), key.public_key(), software());
  const Bytes m(32, 5);
  const Encapsulation first = peer.encapsulate_deterministic(m);
  const Encapsulation second = peer.encapsulate_deterministic(m);
  EXPECT_EQ(first.ciphertext, second.ciphertext);
  EXPECT_EQ(first.shared, second.shared);
  EXPECT_EQ(key.decapsulate(first.ciphertext), first.shared);
}

TEST_P(MlKem, ReimportedKeyIsTheSameKey) {
  const SecretBytes seed(64, 3);
  const auto key = KemPrivateKey::from_private(GetParam(), seed, software());
  const auto again = KemPrivateKey::from_private(GetParam(), key.private_key(), software());
  EXPECT_EQ(again.public_key(), key.public_key());
  EXPECT_EQ(again.private_key(), key.private_key());
  const Encapsulation sent = KemPublicKey(GetParam(), key.public_key(), software()).encapsulate();
  EXPECT_EQ(again.decapsulate(sent.ciphertext), sent.shared);
}

// FIPS 203 section 6.3.
TEST_P(MlKem, AWrongCiphertextGivesASecretOfItsOwn) {
  const auto key = KemPrivateKey::generate(GetParam(), software());
  const Encapsulation sent = KemPublicKey(GetParam(), key.public_key(), software()).encapsulate();
  for (const std::size_t at : {std::size_t{0}, sent.ciphertext.size() - 1}) {
    Bytes wrong = sent.ciphertext;
    wrong[at] = static_cast<std::uint8_t>(wrong[at] ^ 1U);
    const SecretBytes secret = key.decapsulate(wrong);
    EXPECT_NE(secret, sent.shared);
    EXPECT_EQ(key.decapsulate(wrong), secret) << "the same each time";
  }
  // z, the last 32 bytes of dk, decides it.
  SecretBytes other_z = key.private_key();
  other_z.back() = static_cast<std::uint8_t>(other_z.back() ^ 1U);
  const auto other = KemPrivateKey::from_private(GetParam(), other_z, software());
  Bytes wrong = sent.ciphertext;
  wrong.front() = static_cast<std::uint8_t>(wrong.front() ^ 1U);
  EXPECT_NE(other.decapsulate(wrong), key.decapsulate(wrong));
  EXPECT_EQ(other.decapsulate(sent.ciphertext), sent.shared);
}

// FIPS 203 section 7.2: 3329 in 12 bits is 0xd01.
TEST_P(MlKem, RefusesEncapsulationKeysThatAreNotReduced) {
  const auto key = KemPrivateKey::generate(GetParam(), software());
  const Bytes good = key.public_key();
  const std::size_t last_coefficients = good.size() - 32 - 3;
  for (const std::size_t at : {std::size_t{0}, last_coefficients}) {
    Bytes bad = good;
    bad[at] = 0x01;
    bad[at + 1] = static_cast<std::uint8_t>((bad[at + 1] & 0xf0U) | 0x0dU);
    expect_error(Errc::malformed_key, {info(GetParam()).name, "7.2", "3329"},
                 [&] { KemPublicKey(GetParam(), bad, software()); });
    bad[at] = 0x00;
    EXPECT_NO_THROW(KemPublicKey(GetParam(), bad, software())) << "3328 is reduced";
  }
}

// FIPS 203 section 7.3.
TEST_P(MlKem, RefusesDecapsulationKeysThatContradictThemselves) {
  const auto key = KemPrivateKey::generate(GetParam(), software());
  const SecretBytes good = key.private_key();
  const std::size_t hash_at = good.size() - 64;
  const std::size_t rho_at = hash_at - 1;
  for (const std::size_t at : {hash_at, hash_at + 31, rho_at}) {
    SecretBytes bad = good;
    bad[at] = static_cast<std::uint8_t>(bad[at] ^ 1U);
    expect_error(Errc::malformed_key, {info(GetParam()).name, "7.3"},
                 [&] { KemPrivateKey::from_private(GetParam(), bad, software()); });
  }
}

TEST_P(MlKem, AFailedImportLeavesTheKeyAsItWas) {
  const auto context = software().kem_private(GetParam());
  context->generate();
  Bytes before(info(GetParam()).private_bytes);
  context->export_private(before);
  EXPECT_THROW(context->import_private(Bytes(before.size(), 0xff)), std::system_error);
  Bytes after(before.size());
  context->export_private(after);
  EXPECT_EQ(before, after);
}

TEST_P(MlKem, OneKeyServesSeveralThreads) {
  const auto key = KemPrivateKey::generate(GetParam(), software());
  const KemPublicKey peer(GetParam(), key.public_key(), software());
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int& count : good) {
    threads.emplace_back([&] {
      for (int i = 0; i < 8; ++i) {
        const Encapsulation sent = peer.encapsulate();
        count += key.decapsulate(sent.ciphertext) == sent.shared ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(4, 8));
}

INSTANTIATE_TEST_SUITE_P(Software, MlKem,
                         testing::Values(KemAlgorithm::ml_kem_512, KemAlgorithm::ml_kem_768,
                                         KemAlgorithm::ml_kem_1024),
                         [](const auto& param) {
                           std::string name(hartls::info(param.param).name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace hartls
