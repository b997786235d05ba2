// SPDX-License-Identifier: GPL-3.0-or-later
// What every back end may rely on: bad arguments end in the wrapper, with a message that names what
// was given and allowed, and nothing is written.
#include <gtest/gtest.h>

#include <set>

#include "expect_error.hpp"
#include "hartls/core/hex.hpp"
#include "hartls/crypto/aead.hpp"
#include "hartls/crypto/cipher.hpp"
#include "hartls/crypto/drbg.hpp"
#include "hartls/crypto/ecdsa.hpp"
#include "hartls/crypto/entropy.hpp"
#include "hartls/crypto/hash.hpp"
#include "hartls/crypto/kdf.hpp"
#include "hartls/crypto/kem.hpp"
#include "hartls/crypto/key_exchange.hpp"
#include "hartls/crypto/mac.hpp"
#include "hartls/crypto/rsa.hpp"
#include "hartls/crypto/signature.hpp"
#include "untouched.hpp"

namespace hartls {
namespace {

using test::expect_error;
using test::Untouched;

const ByteView null_of_five(static_cast<const std::uint8_t*>(nullptr), 5);

/// A back end that supports nothing.
class EmptyProvider final : public Provider {
 public:
  std::string_view name() const noexcept override { return "empty"; }
  std::string_view version() const noexcept override { return "0"; }
};

TEST(Tables, NamesAreUniqueAndFindTheirRow) {
  const auto check = [](auto table, auto from_name, auto id) {
    std::set<std::string_view> names;
    for (const auto& entry : table) {
      EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
      EXPECT_EQ(from_name(entry.name), entry.*id) << entry.name;
      EXPECT_EQ(info(entry.*id).name, entry.name);
      EXPECT_FALSE(entry.standard.empty());
    }
  };
  check(hash_algorithms(), hash_from_name, &HashInfo::algorithm);
  check(mac_algorithms(), mac_from_name, &MacInfo::algorithm);
  check(cipher_algorithms(), cipher_from_name, &CipherInfo::algorithm);
  check(aead_algorithms(), aead_from_name, &AeadInfo::algorithm);
  check(drbg_algorithms(), drbg_from_name, &DrbgInfo::algorithm);
  check(named_groups(), group_from_name, &GroupInfo::group);
  check(signature_algorithms(), signature_from_name, &SignatureInfo::algorithm);
  check(kem_algorithms(), kem_from_name, &KemInfo::algorithm);
}

TEST(Tables, LookUpIgnoresCaseAndKnowsAliases) {
  EXPECT_EQ(hash_from_name("sha-256"), HashAlgorithm::sha256);
  EXPECT_EQ(group_from_name("p-256"), NamedGroup::secp256r1);
  expect_error(Errc::unknown_name, {"'SHA-257'", "SHA-256", "SHAKE256"},
               [] { hash_from_name("SHA-257"); });
  expect_error(Errc::unsupported_algorithm, {"200"}, [] { info(static_cast<HashAlgorithm>(200)); });
}

TEST(HashWrapper, RefusesUseAfterFinishUntilReset) {
  Hash hash(HashAlgorithm::sha256);
  hash.update(as_bytes("abc"));
  const Bytes digest = hash.finish();
  EXPECT_EQ(to_hex(digest), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect_error(Errc::invalid_state, {"SHA-256", "finished"}, [&] { hash.update(as_bytes("x")); });
  Untouched out(32);
  expect_error(Errc::invalid_state, {"SHA-256", "finished"}, [&] { hash.finish(out); });
  hash.reset();
  hash.update(as_bytes("abc"));
  EXPECT_EQ(hash.finish(), digest);
}

TEST(HashWrapper, RefusesADigestOfAnotherSize) {
  Hash hash(HashAlgorithm::sha384);
  for (const std::size_t size : {0U, 47U, 49U}) {
    Untouched out(size);
    expect_error(Errc::invalid_output_size, {"SHA-384", std::to_string(size), "48 allowed"},
                 [&] { hash.finish(out); });
  }
  EXPECT_EQ(hash.finish().size(), 48U) << "still usable after the errors";
}

TEST(HashWrapper, RefusesNullWithALengthAndTakesNullWithout) {
  Hash hash(HashAlgorithm::sha1);
  expect_error(Errc::null_data, {"SHA-1", "5"}, [&] { hash.update(null_of_five); });
  hash.update({});
  EXPECT_EQ(to_hex(hash.finish()), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
}

TEST(HashWrapper, RefusesUseAfterMove) {
  Hash hash(HashAlgorithm::md5);
  Hash other = std::move(hash);
  expect_error(Errc::invalid_state, {"MD5", "moved"},
               [&] { hash.update({}); });  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(other.finish().size(), 16U);
}

TEST(HashWrapper, CloneIsIndependent) {
  Hash hash(HashAlgorithm::sha512);
  hash.update(as_bytes("ab"));
  Hash copy = hash.clone();
  hash.update(as_bytes("c"));
  copy.update(as_bytes("d"));
  EXPECT_EQ(hash.finish(), hartls::hash(HashAlgorithm::sha512, as_bytes("abc")));
  EXPECT_EQ(copy.finish(), hartls::hash(HashAlgorithm::sha512, as_bytes("abd")));
}

TEST(HashWrapper, ShakeTakesAnyLengthButNone) {
  Bytes longer(500);
  Hash hash(HashAlgorithm::shake128);
  Untouched none(0);
  expect_error(Errc::invalid_output_size, {"SHAKE128", "0 bytes"}, [&] { hash.finish(none); });
  hash.finish(longer);
  EXPECT_EQ(hartls::hash(HashAlgorithm::shake128, {}), Bytes(longer.begin(), longer.begin() + 32));
}

TEST(Wrappers, NameTheProviderThatLacksAnAlgorithm) {
  const EmptyProvider empty;
  const Bytes key(32);
  const auto lacks = [](std::string_view what, auto call) {
    expect_error(Errc::unsupported_algorithm, {what, "'empty'"}, call);
  };
  lacks("SHA-256", [&] { Hash(HashAlgorithm::sha256, empty); });
  lacks("Poly1305", [&] { Mac(MacAlgorithm::poly1305, key, empty); });
  lacks("ChaCha20",
        [&] { Cipher(CipherAlgorithm::chacha20, Direction::encrypt, key, Bytes(12), empty); });
  lacks("AES-256-GCM", [&] { AeadKey(AeadAlgorithm::aes_256_gcm, key, empty); });
  lacks("Hash_DRBG-SHA-256", [&] { Drbg(DrbgAlgorithm::hash_drbg_sha256, empty); });
  lacks("x25519", [&] { KeyExchange::generate(NamedGroup::x25519, empty); });
  lacks("secp256r1", [&] { EcdsaPrivateKey::generate(NamedGroup::secp256r1, empty); });
  lacks("Ed25519", [&] { SigningKey::generate(SignatureAlgorithm::ed25519, empty); });
  lacks("ML-KEM-768", [&] { KemPrivateKey::generate(KemAlgorithm::ml_kem_768, empty); });
  lacks("RSA-2048", [&] { RsaPrivateKey::generate(2048, empty); });
}

TEST(MacWrapper, ChecksKeyAndTagSizes) {
  expect_error(Errc::invalid_key_size, {"AES-128-CMAC", "15", "16 allowed"},
               [] { Mac(MacAlgorithm::aes_128_cmac, Bytes(15)); });
  expect_error(Errc::invalid_key_size, {"Poly1305", "0", "32 allowed"},
               [] { Mac(MacAlgorithm::poly1305, {}); });
  Mac mac(MacAlgorithm::hmac_sha256, Bytes(7, 1));
  Untouched tag(31);
  expect_error(Errc::invalid_tag_size, {"HMAC-SHA-256", "31", "32 allowed"},
               [&] { mac.finish(tag); });
  expect_error(Errc::invalid_tag_size, {"HMAC-SHA-256", "16"},
               [&] { static_cast<void>(mac.verify(Bytes(16))); });
  EXPECT_EQ(mac.finish().size(), 32U);
  expect_error(Errc::invalid_state, {"finished"}, [&] { mac.update({}); });
}

TEST(MacWrapper, VerifiesAndRefusesEveryFlippedBit) {
  const Bytes key(20, 0x0b);
  const Bytes tag = mac(MacAlgorithm::hmac_sha1, key, as_bytes("Hi There"));
  EXPECT_EQ(to_hex(tag), "b617318655057264e28bc0b6fb378c8ef146be00");
  Mac context(MacAlgorithm::hmac_sha1, key);
  for (std::size_t bit = 0; bit <= tag.size() * 8; ++bit) {
    Bytes tried = tag;
    const bool intact = bit == tag.size() * 8;
    if (!intact)
      tried[bit / 8] = static_cast<std::uint8_t>(tried[bit / 8] ^ (1U << (bit % 8)));
    context.update(as_bytes("Hi There"));
    EXPECT_EQ(context.verify(tried), intact) << "bit " << bit;
    context.reset();
  }
}

TEST(MacWrapper, Poly1305KeyServesOneMessage) {
  Mac mac(MacAlgorithm::poly1305, Bytes(32, 1));
  expect_error(Errc::invalid_state, {"Poly1305", "one message"}, [&] { mac.reset(); });
}

TEST(CipherWrapper, ChecksSizes) {
  const auto make = [](CipherAlgorithm algorithm, std::size_t key, std::size_t iv,
                       std::uint32_t counter = 0) {
    return Cipher(algorithm, Direction::encrypt, Bytes(key), Bytes(iv), default_provider(),
                  counter);
  };
  expect_error(Errc::invalid_key_size, {"AES-192-CBC", "16", "24 allowed"},
               [&] { make(CipherAlgorithm::aes_192_cbc, 16, 16); });
  expect_error(Errc::invalid_nonce_size, {"AES-128-ECB", "16", "0 allowed"},
               [&] { make(CipherAlgorithm::aes_128_ecb, 16, 16); });
  expect_error(Errc::invalid_nonce_size, {"ChaCha20", "8", "12 allowed"},
               [&] { make(CipherAlgorithm::chacha20, 32, 8); });
  expect_error(Errc::invalid_argument, {"AES-128-CTR", "7"},
               [&] { make(CipherAlgorithm::aes_128_ctr, 16, 16, 7); });
  Cipher cbc = make(CipherAlgorithm::aes_128_cbc, 16, 16);
  Untouched out(17);
  expect_error(Errc::invalid_input_size, {"AES-128-CBC", "17", "multiples of 16"},
               [&] { cbc.update(Bytes(17), out); });
  expect_error(Errc::invalid_output_size, {"17", "16 allowed"},
               [&] { cbc.update(Bytes(16), out); });
}

TEST(CipherWrapper, RefusesBuffersThatOverlapAtDifferentStarts) {
  Cipher ctr(CipherAlgorithm::aes_128_ctr, Direction::encrypt, Bytes(16), Bytes(16));
  Bytes buffer(64, 0xcc);
  const ByteSpan all(buffer);
  expect_error(Errc::overlapping_buffers, {"AES-128-CTR"},
               [&] { ctr.update(all.first(32), all.subspan(1, 32)); });
  EXPECT_EQ(buffer, Bytes(64, 0xcc));
}

TEST(CipherWrapper, ChaCha20StopsBeforeItsCounterRepeats) {
  Cipher cipher(CipherAlgorithm::chacha20, Direction::encrypt, Bytes(32), Bytes(12),
                default_provider(), 0xFFFFFFFF);
  Untouched out(65);
  expect_error(Errc::counter_exhausted, {"ChaCha20", "65", "64 left"},
               [&] { cipher.update(Bytes(65), out); });
  EXPECT_EQ(cipher.update(Bytes(63)).size(), 63U);
  EXPECT_EQ(cipher.update(Bytes(1)).size(), 1U);
  Untouched one(1);
  expect_error(Errc::counter_exhausted, {"1 bytes", "0 left"},
               [&] { cipher.update(Bytes(1), one); });
  cipher.reset(Bytes(12), 0xFFFFFFFE);
  EXPECT_EQ(cipher.update(Bytes(128)).size(), 128U);
}

TEST(AeadWrapper, ChecksSizes) {
  expect_error(Errc::invalid_key_size, {"AES-256-GCM", "16", "32 allowed"},
               [] { AeadKey(AeadAlgorithm::aes_256_gcm, Bytes(16)); });
  expect_error(Errc::invalid_tag_size, {"AES-128-CCM", "5", "4, 6, 8, 10, 12, 14, 16"},
               [] { AeadKey(AeadAlgorithm::aes_128_ccm, Bytes(16), default_provider(), 5); });
  const AeadKey gcm(AeadAlgorithm::aes_128_gcm, Bytes(16));
  const AeadKey ccm(AeadAlgorithm::aes_128_ccm, Bytes(16));
  Untouched out(8);
  Untouched tag(16);
  expect_error(Errc::invalid_nonce_size, {"AES-128-GCM", "0 bytes"},
               [&] { gcm.seal({}, {}, Bytes(8), out, tag); });
  expect_error(Errc::invalid_nonce_size, {"AES-128-CCM", "14", "7 to 13"},
               [&] { ccm.seal(Bytes(14), {}, Bytes(8), out, tag); });
  expect_error(Errc::invalid_output_size, {"8", "9 allowed"},
               [&] { gcm.seal(Bytes(12), {}, Bytes(9), out, tag); });
  Untouched short_tag(15);
  expect_error(Errc::invalid_tag_size, {"15", "16 allowed"},
               [&] { gcm.seal(Bytes(12), {}, Bytes(8), out, short_tag); });
  expect_error(Errc::null_data, {"AAD"},
               [&] { gcm.seal(Bytes(12), null_of_five, Bytes(8), out, tag); });
  expect_error(Errc::invalid_input_size, {"15", "at least the tag's 16"},
               [&] { static_cast<void>(gcm.open(Bytes(12), {}, Bytes(15))); });
}

TEST(AeadWrapper, CcmMessageFitsItsLengthField) {
  const AeadKey ccm(AeadAlgorithm::aes_128_ccm, Bytes(16));
  // A 13-byte nonce leaves two bytes for the length (SP 800-38C section A.1).
  const Bytes longest(65535);
  EXPECT_EQ(ccm.seal(Bytes(13), {}, longest).size(), longest.size() + 16);
  expect_error(Errc::invalid_input_size, {"65536", "65535"},
               [&] { ccm.seal(Bytes(13), {}, Bytes(65536)); });
}

TEST(AeadOpen, WipesPlaintextWhenTagIsWrong) {
  for (const AeadInfo& algorithm : aead_algorithms()) {
    const AeadKey key(algorithm.algorithm, Bytes(algorithm.key_bytes, 7));
    const Bytes nonce(algorithm.nonce_bytes, 9);
    Bytes sealed = key.seal(nonce, as_bytes("header"), as_bytes("a message of some length"));
    sealed.back() = static_cast<std::uint8_t>(sealed.back() ^ 1U);
    const std::size_t size = sealed.size() - key.tag_bytes();
    Bytes plaintext(size, 0xcc);
    EXPECT_FALSE(key.open(nonce, as_bytes("header"), ByteView(sealed).first(size),
                          ByteView(sealed).last(key.tag_bytes()), plaintext));
    EXPECT_EQ(plaintext, Bytes(size)) << algorithm.name;
  }
}

TEST(AeadWrapper, EmptyMessageAndEmptyAadAreFine) {
  for (const AeadInfo& algorithm : aead_algorithms()) {
    const AeadKey key(algorithm.algorithm, Bytes(algorithm.key_bytes, 7));
    const Bytes nonce(algorithm.nonce_bytes, 9);
    const Bytes sealed = key.seal(nonce, {}, {});
    ASSERT_EQ(sealed.size(), 16U) << algorithm.name;
    const auto opened = key.open(nonce, {}, sealed);
    ASSERT_TRUE(opened) << algorithm.name;
    EXPECT_TRUE(opened->empty());
    EXPECT_FALSE(key.open(nonce, as_bytes("x"), sealed)) << algorithm.name;
  }
}

TEST(KdfWrapper, ChecksLengths) {
  Untouched long_okm(255 * 32 + 1);
  expect_error(Errc::invalid_output_size, {"HKDF-Expand", "8161", "1 to 8160"},
               [&] { hkdf_expand(HashAlgorithm::sha256, Bytes(32), {}, long_okm); });
  Untouched prk(31);
  expect_error(Errc::invalid_output_size, {"HKDF-Extract", "31", "32"},
               [&] { hkdf_extract(HashAlgorithm::sha256, {}, {}, prk); });
  Untouched out(16);
  expect_error(Errc::unsupported_algorithm, {"TLS 1.2 PRF", "SHAKE128"},
               [&] { tls12_prf(HashAlgorithm::shake128, Bytes(16), "label", {}, out); });
  expect_error(Errc::invalid_argument, {"HKDF-Expand-Label", "250"}, [&] {
    hkdf_expand_label(HashAlgorithm::sha256, Bytes(32), std::string(250, 'x'), {}, out);
  });
}

TEST(DrbgWrapper, SeedDecidesTheOutput) {
  const Bytes entropy(48, 3);
  const auto output = [&entropy](std::string_view personalization, std::size_t bytes) {
    Drbg drbg(DrbgAlgorithm::hash_drbg_sha256, entropy, Bytes(16, 4), as_bytes(personalization));
    Bytes out(bytes);
    drbg.generate(out);
    return out;
  };
  EXPECT_EQ(output("a", 100), output("a", 100));
  EXPECT_NE(output("a", 100), output("b", 100));
  const Bytes across_requests = output("a", 65536 + 10);
  Drbg drbg(DrbgAlgorithm::hash_drbg_sha256, entropy, Bytes(16, 4), as_bytes("a"));
  Bytes two(65536 + 10);
  drbg.generate(ByteSpan(two).first(65536));
  drbg.generate(ByteSpan(two).last(10));
  EXPECT_EQ(across_requests, two);
}

TEST(DrbgWrapper, ChecksEntropyAndDiffersWhenSeededByTheKernel) {
  expect_error(Errc::invalid_input_size, {"Hash_DRBG-SHA-256", "31", "at least 32"},
               [] { Drbg(DrbgAlgorithm::hash_drbg_sha256, Bytes(31), {}, {}); });
  Drbg a(DrbgAlgorithm::hash_drbg_sha512);
  Drbg b(DrbgAlgorithm::hash_drbg_sha512);
  Bytes from_a(32);
  Bytes from_b(32);
  a.generate(from_a);
  b.generate(from_b);
  EXPECT_NE(from_a, from_b);
}

TEST(Entropy, FillsEveryByte) {
  // Each byte of 64 draws is zero with probability 2^-512.
  Bytes seen(300);
  for (int draw = 0; draw < 64; ++draw) {
    Bytes fresh(seen.size());
    system_entropy(fresh);
    for (std::size_t i = 0; i < seen.size(); ++i)
      seen[i] = static_cast<std::uint8_t>(seen[i] | fresh[i]);
  }
  for (std::size_t i = 0; i < seen.size(); ++i)
    EXPECT_NE(seen[i], 0) << i;
}

TEST(KeyExchangeWrapper, ChecksSizesAndParameters) {
  expect_error(Errc::invalid_key_size, {"x25519", "31", "32 allowed"},
               [] { KeyExchange::from_private(NamedGroup::x25519, Bytes(31)); });
  const KeyExchange key = KeyExchange::generate(NamedGroup::secp256r1);
  Untouched shared(32);
  expect_error(Errc::invalid_key_size, {"secp256r1", "64", "65 allowed"},
               [&] { key.agree(Bytes(64), shared); });
  Untouched short_shared(31);
  expect_error(Errc::invalid_output_size, {"31", "32 allowed"},
               [&] { key.agree(key.public_key(), short_shared); });
  expect_error(Errc::invalid_argument, {"finite-field DH", "8 bits", "1024 to 8192"}, [] {
    KeyExchange::generate(DhParameters{{0xfb}, {2}, {}});
  });
  expect_error(Errc::invalid_argument, {"toy", "prime", "112 to 521"}, [] {
    KeyExchange::generate(CurveParameters{"toy", {0x17}, {1}, {1}, {3}, {10}, {7}, 4});
  });
}

TEST(EcdsaWrapper, ChecksCurveAndDigest) {
  expect_error(Errc::invalid_argument, {"x25519", "Weierstrass"},
               [] { EcdsaPrivateKey::generate(NamedGroup::x25519); });
  const EcdsaPrivateKey key = EcdsaPrivateKey::generate(NamedGroup::secp256r1);
  expect_error(Errc::invalid_input_size, {"SHA-256 digest", "20", "32 allowed"},
               [&] { key.sign_digest(HashAlgorithm::sha256, Bytes(20)); });
  const EcdsaPublicKey verifier(NamedGroup::secp256r1, key.public_key());
  const Bytes signature =
      key.sign(HashAlgorithm::sha256, as_bytes("message"), EcdsaEncoding::p1363);
  EXPECT_TRUE(
      verifier.verify(HashAlgorithm::sha256, as_bytes("message"), signature, EcdsaEncoding::p1363));
  EXPECT_FALSE(
      verifier.verify(HashAlgorithm::sha256, as_bytes("massage"), signature, EcdsaEncoding::p1363));
  EXPECT_FALSE(verifier.verify(HashAlgorithm::sha256, as_bytes("message"),
                               ByteView(signature).first(63), EcdsaEncoding::p1363));
}

TEST(EcdsaDer, EncodesShortestAndDecodesStrictly) {
  const Bytes rs = from_hex(
      "00000001"
      "80000000");
  const Bytes der = ecdsa_to_der(rs);
  EXPECT_EQ(to_hex(der),
            "300a0201010205008000"
            "0000");
  EXPECT_EQ(ecdsa_from_der(der, 4), rs);
  EXPECT_EQ(ecdsa_from_der(der, 5), from_hex("0000000001"
                                             "0080000000"));
  const auto refused = [](std::string_view hex) {
    return !ecdsa_from_der(from_hex(hex), 4).has_value();
  };
  EXPECT_TRUE(refused("")) << "empty";
  EXPECT_TRUE(refused("3006020101020180")) << "negative s";
  EXPECT_TRUE(refused("300702020001020101")) << "r with a needless zero";
  EXPECT_TRUE(refused("308106020101020101")) << "long length form";
  EXPECT_TRUE(
      refused("30060201010201"
              "0100"))
      << "trailing byte";
  EXPECT_TRUE(refused("300702010102010100")) << "trailing byte in the sequence";
  EXPECT_TRUE(
      refused("3005020101"
              "0200"))
      << "empty integer";
  EXPECT_TRUE(
      refused("3080020101020101"
              "0000"))
      << "indefinite length";
  EXPECT_TRUE(refused("300a02010102050100000000")) << "s too large";
  EXPECT_TRUE(refused("300602010102")) << "cut off";
  EXPECT_TRUE(refused("3006030101020101")) << "no integer";
  EXPECT_FALSE(refused("3006020101020101"));
}

TEST(EcdsaDer, RoundTripsLargeOrders) {
  Bytes rs(2 * 66, 0xff);
  EXPECT_EQ(ecdsa_from_der(ecdsa_to_der(rs), 66), rs);
  EXPECT_EQ(ecdsa_from_der(ecdsa_to_der(Bytes(2 * 66)), 66), Bytes(2 * 66));
  Bytes huge(2 * 300, 0xff);
  EXPECT_EQ(ecdsa_from_der(ecdsa_to_der(huge), 300), huge);
}

TEST(SignatureWrapper, ChecksSizes) {
  expect_error(Errc::invalid_key_size, {"Ed25519", "33", "32 allowed"},
               [] { SigningKey::from_private(SignatureAlgorithm::ed25519, Bytes(33)); });
  expect_error(Errc::invalid_key_size, {"Ed448", "56", "57 allowed"},
               [] { VerifyingKey(SignatureAlgorithm::ed448, Bytes(56)); });
  const SigningKey key = SigningKey::generate(SignatureAlgorithm::ed25519);
  expect_error(Errc::invalid_argument, {"Ed25519", "256", "255"},
               [&] { key.sign({}, Bytes(256)); });
  const VerifyingKey verifier(SignatureAlgorithm::ed25519, key.public_key());
  const Bytes signature = key.sign(as_bytes("message"));
  EXPECT_TRUE(verifier.verify(as_bytes("message"), signature));
  EXPECT_FALSE(verifier.verify(as_bytes("message"), ByteView(signature).first(63)));
  EXPECT_FALSE(verifier.verify(as_bytes("message"), {}));
}

TEST(RsaWrapper, NamesWhatIsWrongWithAKey) {
  const auto refused = [](std::string_view part, Bytes n, Bytes e) {
    expect_error(Errc::malformed_key, {"RSA", part}, [&] {
      RsaPublicKey(RsaPublicParameters{n, e});
    });
  };
  Bytes odd(128, 0xff);
  Bytes even = odd;
  even.back() = 0xfe;
  refused("0 bits", {}, {3});
  refused("1016 bits", Bytes(127, 0xff), {3});
  refused("8200 bits", Bytes(1025, 0xff), {3});
  refused("even modulus", even, {3});
  refused("exponent", odd, {4});
  refused("exponent", odd, {1});
  refused("exponent", odd, {});
  refused("not below", odd, odd);
  expect_error(Errc::malformed_key, {"RSA", "missing"}, [&] {
    RsaPrivateKey(RsaPrivateParameters{odd, {3}, {}, {}, {}, {}, {}, {}});
  });
  expect_error(Errc::invalid_argument, {"2047"}, [] { RsaPrivateKey::generate(2047); });
  expect_error(Errc::invalid_argument, {"exponent 4"},
               [] { RsaPrivateKey::generate(2048, default_provider(), 4); });
}

TEST(Providers, AnUnknownNameListsTheAllowedOnes) {
  EXPECT_EQ(find_provider("software").name(), "software");
  expect_error(Errc::unknown_name, {"'hardware'", "software"}, [] { find_provider("hardware"); });
}

}  // namespace
}  // namespace hartls
