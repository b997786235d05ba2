// SPDX-License-Identifier: GPL-3.0-or-later
// RSA of the software provider.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hartls/crypto/hash.hpp"
#include "hartls/crypto/rsa.hpp"
#include "software_public_key_cases.hpp"

namespace hartls {
namespace {

using test::expect_error;
using test::software;
using test::Untouched;

struct KeyCase {
  std::string name;
  RsaPrivateParameters parameters;
};

class EveryRsaKey : public testing::TestWithParam<KeyCase> {
 protected:
  const RsaPrivateKey private_{GetParam().parameters, software()};
  const RsaPublicKey public_{{GetParam().parameters.n, GetParam().parameters.e}, software()};
};

Bytes digest_of(HashAlgorithm hash, std::string_view message) {
  return hartls::hash(hash, as_bytes(message), software());
}

TEST_P(EveryRsaKey, VerifiesWhatItSignedAndNothingElse) {
  for (const HashInfo& hash : hash_algorithms()) {
    if (hash.extendable)
      continue;
    const Bytes digest = digest_of(hash.algorithm, "message");
    RsaSignatureScheme pss = RsaSignatureScheme::pss(hash.algorithm);
    if (hash.digest_bytes == 64)
      pss.salt_bytes = 32;  // 64 do not fit into 1024 bits
    for (const RsaSignatureScheme& scheme : {RsaSignatureScheme::pkcs1(hash.algorithm), pss}) {
      const Bytes good = private_.sign(scheme, digest);
      EXPECT_TRUE(public_.verify(scheme, digest, good)) << hash.name;
      EXPECT_FALSE(public_.verify(scheme, digest_of(hash.algorithm, "massage"), good)) << hash.name;
      for (const std::size_t at : {std::size_t{1}, good.size() - 1}) {
        Bytes bad = good;
        bad[at] = static_cast<std::uint8_t>(bad[at] ^ 1U);
        EXPECT_FALSE(public_.verify(scheme, digest, bad)) << hash.name;
      }
      EXPECT_FALSE(public_.verify(scheme, digest, Bytes(good.size(), 0xff))) << "not below n";
      EXPECT_FALSE(public_.verify(scheme, digest, Bytes(good.size()))) << "zero";
    }
    EXPECT_FALSE(public_.verify(pss, digest,
                                private_.sign(RsaSignatureScheme::pkcs1(hash.algorithm), digest)));
    EXPECT_FALSE(public_.verify(RsaSignatureScheme::pkcs1(hash.algorithm), digest,
                                private_.sign(pss, digest)));
  }
}

TEST_P(EveryRsaKey, PssSaltLengthAndMaskHashArePartOfTheScheme) {
  const Bytes digest = digest_of(HashAlgorithm::sha256, "m");
  const std::size_t encoded_bytes = (private_.modulus_bits() + 6) / 8;
  const std::size_t most = encoded_bytes - 32 - 2;
  for (const std::size_t salt_bytes : {std::size_t{0}, std::size_t{20}, most}) {
    RsaSignatureScheme scheme = RsaSignatureScheme::pss(HashAlgorithm::sha256);
    scheme.salt_bytes = salt_bytes;
    scheme.mgf_hash = HashAlgorithm::sha1;
    const Bytes signature = private_.sign(scheme, digest);
    EXPECT_TRUE(public_.verify(scheme, digest, signature)) << salt_bytes;
    EXPECT_EQ(private_.sign(scheme, digest) == signature, salt_bytes == 0);
    RsaSignatureScheme other = scheme;
    other.salt_bytes = salt_bytes == 0 ? 1 : salt_bytes - 1;
    EXPECT_FALSE(public_.verify(other, digest, signature)) << salt_bytes;
    other = scheme;
    other.mgf_hash = HashAlgorithm::sha256;
    EXPECT_FALSE(public_.verify(other, digest, signature)) << salt_bytes;
  }
}

TEST_P(EveryRsaKey, DecryptsWhatItEncrypted) {
  RsaEncryptionScheme oaep;
  oaep.mgf_hash = HashAlgorithm::sha1;
  oaep.label = Bytes{'l', 'a', 'b', 'e', 'l'};
  const RsaEncryptionScheme pkcs1{.padding = RsaEncryptionPadding::pkcs1_v1_5, .label = {}};
  for (const auto& [scheme, overhead] : {std::pair{oaep, 66U}, {pkcs1, 11U}}) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, private_.modulus_bytes() - overhead}) {
      const Bytes plaintext(size, 0);
      const Bytes ciphertext = public_.encrypt(scheme, plaintext);
      EXPECT_NE(public_.encrypt(scheme, plaintext), ciphertext);
      const auto decrypted = private_.decrypt(scheme, ciphertext);
      ASSERT_TRUE(decrypted) << size;
      EXPECT_EQ(*decrypted, SecretBytes(size)) << size;
    }
  }
}

TEST_P(EveryRsaKey, RawIsItsOwnInverseAtTheEdgesToo) {
  const Bytes& n = GetParam().parameters.n;
  Bytes last = n;
  last.back() = static_cast<std::uint8_t>(last.back() - 1);
  Bytes zero(n.size());
  Bytes one(n.size());
  one.back() = 1;
  Bytes some(n.size(), 0xa5);
  some.front() = 0;
  for (const Bytes& number : {zero, one, some, last}) {
    Bytes encrypted(n.size());
    public_.raw(number, encrypted);
    Bytes decrypted(n.size());
    private_.raw(encrypted, decrypted);
    EXPECT_EQ(decrypted, number);
    Bytes in_place = number;
    private_.raw(in_place, in_place);
    public_.raw(in_place, in_place);
    EXPECT_EQ(in_place, number);
  }
  for (const Bytes& large : {n, Bytes(n.size(), 0xff)}) {
    Untouched out(n.size());
    expect_error(Errc::invalid_argument, {"RSA", "0 to n - 1 allowed"},
                 [&] { private_.raw(large, out.span()); });
    expect_error(Errc::invalid_argument, {"RSA", std::to_string(public_.modulus_bits())},
                 [&] { public_.raw(large, out.span()); });
  }
}

TEST_P(EveryRsaKey, ExportsWhatItImported) {
  const RsaPrivateParameters& given = GetParam().parameters;
  RsaPrivateParameters with_zeros = given;
  with_zeros.n.insert(with_zeros.n.begin(), 3, 0);
  with_zeros.d.insert(with_zeros.d.begin(), 2, 0);
  with_zeros.p.insert(with_zeros.p.begin(), 0);
  const RsaPrivateParameters exported = RsaPrivateKey(with_zeros, software()).private_parameters();
  EXPECT_EQ(exported.n, given.n);
  EXPECT_EQ(exported.e, given.e);
  EXPECT_EQ(exported.p, given.p);
  EXPECT_EQ(exported.q, given.q);
  EXPECT_EQ(exported.d.size(), given.n.size());
  EXPECT_EQ(exported.dp.size(), given.p.size());
  EXPECT_EQ(exported.dq.size(), given.q.size());
  EXPECT_EQ(exported.qinv.size(), given.p.size());
  EXPECT_NO_THROW(RsaPrivateKey(exported, software()));
  EXPECT_EQ(private_.public_parameters().n, given.n);
  EXPECT_EQ(private_.public_parameters().e, given.e);
}

INSTANTIATE_TEST_SUITE_P(Software, EveryRsaKey,
                         testing::Values(KeyCase{"Bits2048", test::rsa_2048()},
                                         KeyCase{"Bits1025", test::rsa_1025()},
                                         KeyCase{"UnequalPrimes", test::rsa_unbalanced()},
                                         KeyCase{"LargeExponent", test::rsa_large_exponent()}),
                         [](const auto& param) { return param.param.name; });

TEST(SoftwareRsa, ServesPrimesInEitherOrder) {
  RsaPrivateParameters swapped = test::rsa_2048();
  std::swap(swapped.p, swapped.q);
  std::swap(swapped.dp, swapped.dq);
  expect_error(Errc::malformed_key, {"q qInv = 1 mod p"},
               [&] { RsaPrivateKey(swapped, software()); });
  swapped.qinv = test::secret_from_hex(
      "cab03d2d517016c54764875f8bd3551aee88fb53e166eed113d20c1c3e4b092a623e6af4595366e6"
      "38a7e96f6d21ed70b1a0f452dbc0eda936fbf468101ed713110cd393671e078eedfd4b39e48739d5"
      "e75d5d0063b80ad1405f4eed0f951b913ccd823a5a2e446a03f4577d44ad54abeb554d9f2a170a7c"
      "216cb8e283f4c15c");
  const auto scheme = RsaSignatureScheme::pkcs1(HashAlgorithm::sha256);
  EXPECT_EQ(RsaPrivateKey(swapped, software()).sign(scheme, Bytes(32)),
            RsaPrivateKey(test::rsa_2048(), software()).sign(scheme, Bytes(32)));
}

TEST(SoftwareRsa, RefusesPrivateKeysWhoseNumbersDoNotFit) {
  const auto refuse = [](auto change, std::string_view rule) {
    RsaPrivateParameters parameters = test::rsa_2048();
    change(parameters);
    expect_error(Errc::malformed_key, {"RSA", rule}, [&] { software().rsa_private(parameters); });
  };
  const auto add_two = [](auto& number) {
    number.back() = static_cast<std::uint8_t>(number.back() ^ 2U);
  };
  refuse([&](auto& key) { add_two(key.n); }, "n = p q");
  refuse([&](auto& key) { add_two(key.p); }, "n = p q");
  refuse([&](auto& key) { add_two(key.q); }, "n = p q");
  refuse([&](auto& key) { key.q = key.p; }, "n = p q");
  refuse([&](auto& key) { key.p.back() = static_cast<std::uint8_t>(key.p.back() ^ 1U); },
         "odd primes");
  refuse([&](auto& key) { key.p = SecretBytes{1}, key.q.assign(key.n.begin(), key.n.end()); },
         "odd primes");
  refuse([&](auto& key) { add_two(key.d); }, "d e = 1 mod p - 1");
  refuse([&](auto& key) { key.d.assign(key.n.begin(), key.n.end()); }, "d is in 2 to n - 1");
  refuse([&](auto& key) { key.e = Bytes{3}; }, "d e = 1 mod p - 1");
  refuse([&](auto& key) { add_two(key.dp); }, "dP");
  refuse([&](auto& key) { add_two(key.dq); }, "dQ");
  refuse([&](auto& key) { add_two(key.qinv); }, "q qInv = 1 mod p");
  refuse([&](auto& key) { key.dp.clear(); }, "dP");
}

TEST(SoftwareRsa, RefusesPublicKeysOfTheWrongShape) {
  const RsaPrivateParameters good = test::rsa_2048();
  const auto refuse = [&](Bytes n, Bytes e, std::string_view part) {
    expect_error(Errc::malformed_key, {"RSA", part}, [&] { software().rsa_public({n, e}); });
  };
  Bytes even = good.n;
  even.back() = static_cast<std::uint8_t>(even.back() ^ 1U);
  refuse(even, good.e, "even modulus");
  refuse(Bytes(127, 0xff), good.e, "1016 bits given, 1024 to 8192");
  refuse(Bytes(1025, 0xff), good.e, "8200 bits given");
  refuse({}, good.e, "0 bits given");
  for (const Bytes& e : {Bytes{}, Bytes{0}, Bytes{1}, Bytes{2}, Bytes{1, 0, 0}, good.n})
    refuse(good.n, e, "an odd one from 3");
}

TEST(SoftwareRsa, OaepLabelAndHashesMustMatch) {
  const RsaPrivateKey key(test::rsa_2048(), software());
  const RsaPublicKey peer({test::rsa_2048().n, test::rsa_2048().e}, software());
  RsaEncryptionScheme scheme;
  scheme.label = Bytes{'a'};
  const Bytes ciphertext = peer.encrypt(scheme, as_bytes("secret"));
  EXPECT_TRUE(key.decrypt(scheme, ciphertext));
  const auto refused = [&](const RsaEncryptionScheme& other, ByteView text) {
    const auto context = software().rsa_private(test::rsa_2048());
    Untouched plaintext(key.modulus_bytes());
    EXPECT_FALSE(context->decrypt(other, text, plaintext.span()));
  };
  RsaEncryptionScheme other = scheme;
  other.label = Bytes{'b'};
  refused(other, ciphertext);
  other.label.clear();
  refused(other, ciphertext);
  other = scheme;
  other.mgf_hash = HashAlgorithm::sha1;
  refused(other, ciphertext);
  other = scheme;
  other.hash = HashAlgorithm::sha512;
  refused(other, ciphertext);
  other = scheme;
  other.padding = RsaEncryptionPadding::pkcs1_v1_5;
  refused(other, ciphertext);
  for (const std::uint8_t fill : std::to_array<std::uint8_t>({0x00, 0x5a, 0xff})) {
    refused(scheme, Bytes(key.modulus_bytes(), fill));
    refused(other, Bytes(key.modulus_bytes(), fill));
  }
}

// RFC 8017 section 7.2.2: 00 02, at least eight bytes that are not 0, 00, the message.
TEST(SoftwareRsa, Pkcs1DecryptionWantsTheWholePadding) {
  const RsaPrivateKey key(test::rsa_2048(), software());
  const RsaPublicKey peer({test::rsa_2048().n, test::rsa_2048().e}, software());
  const RsaEncryptionScheme scheme{.padding = RsaEncryptionPadding::pkcs1_v1_5, .label = {}};
  const auto decrypt = [&](const Bytes& encoded) {
    Bytes ciphertext(encoded.size());
    peer.raw(encoded, ciphertext);
    return key.decrypt(scheme, ciphertext);
  };
  Bytes good(key.modulus_bytes(), 0x11);
  good[0] = 0;
  good[1] = 2;
  good[10] = 0;
  ASSERT_TRUE(decrypt(good));
  EXPECT_EQ(decrypt(good)->size(), good.size() - 11);
  const auto refuse = [&](std::size_t at, std::uint8_t value) {
    Bytes bad = good;
    bad[at] = value;
    EXPECT_FALSE(decrypt(bad)) << at;
  };
  refuse(0, 1);
  refuse(1, 1);
  refuse(9, 0);    // seven bytes of padding
  refuse(2, 0);    // none
  refuse(10, 17);  // no end
}

TEST(SoftwareRsa, PssTooLongForTheModulusIsAnError) {
  const auto key = software().rsa_private(test::rsa_large_exponent());
  RsaSignatureScheme scheme = RsaSignatureScheme::pss(HashAlgorithm::sha512);
  Untouched signature(128);
  expect_error(Errc::invalid_argument, {"RSA-PSS", "64 bytes", "126 allowed"},
               [&] { key->sign(scheme, Bytes(64), signature.span()); });
  const auto peer =
      software().rsa_public({test::rsa_large_exponent().n, test::rsa_large_exponent().e});
  EXPECT_FALSE(peer->verify(scheme, Bytes(64), Bytes(128, 1)));
}

TEST(SoftwareRsa, GeneratesKeysThatWork) {
  const auto key = RsaPrivateKey::generate(2048, software(), 65539);
  EXPECT_EQ(key.modulus_bits(), 2048U);
  EXPECT_EQ(key.public_parameters().e, from_hex("010003"));
  EXPECT_NO_THROW(RsaPrivateKey(key.private_parameters(), software()));
  const RsaPublicKey peer(key.public_parameters(), software());
  const auto scheme = RsaSignatureScheme::pss(HashAlgorithm::sha256);
  EXPECT_TRUE(peer.verify(scheme, Bytes(32), key.sign(scheme, Bytes(32))));
}

TEST(SoftwareRsa, SaysWhichNewKeysItMakes) {
  for (const std::size_t bits : {std::size_t{1024}, std::size_t{2056}, std::size_t{8192}}) {
    expect_error(Errc::unsupported_algorithm,
                 {std::to_string(bits), "multiples of 16 from 2048 to 4096"},
                 [&] { software().rsa_generate(bits, 65537); });
  }
}

TEST(SoftwareRsa, SaysWhichCodeRuns) {
  for (const std::size_t bits : std::to_array<std::size_t>({2048, 3072, 4096}))
    EXPECT_EQ(software().rsa_support(bits).implementation, "wolfCrypt SP C");
  for (const std::size_t bits : std::to_array<std::size_t>({1024, 2047, 6144, 8192}))
    EXPECT_EQ(software().rsa_support(bits).implementation, "wolfCrypt C");
  EXPECT_FALSE(software().rsa_support(1023).available);
  EXPECT_FALSE(software().rsa_support(8193).available);
}

TEST(SoftwareRsa, OneKeyServesSeveralThreads) {
  const RsaPrivateKey key(test::rsa_2048(), software());
  const RsaPublicKey peer({test::rsa_2048().n, test::rsa_2048().e}, software());
  const auto scheme = RsaSignatureScheme::pss(HashAlgorithm::sha256);
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int& count : good) {
    threads.emplace_back([&] {
      for (int i = 0; i < 4; ++i)
        count += peer.verify(scheme, Bytes(32), key.sign(scheme, Bytes(32))) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(4, 4));
}

}  // namespace
}  // namespace hartls
