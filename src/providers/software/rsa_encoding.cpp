// SPDX-License-Identifier: GPL-3.0-or-later
#include "rsa_encoding.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <string>

#include "hartls/core/error.hpp"
#include "rng.hpp"
#include "symmetric.hpp"

namespace hartls::software {
namespace {

constexpr std::uint8_t pss_trailer = 0xbc;
constexpr std::size_t pkcs1_overhead = 11;
constexpr std::size_t pkcs1_padding_min = 8;

/// The object identifier's content, RFC 8017 appendix B.1 and RFC 9688.
Bytes object_identifier(HashAlgorithm hash) {
  const auto nist = [](std::uint8_t last) {
    return Bytes{0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last};
  };
  switch (hash) {
    case HashAlgorithm::md5:
      return {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05};
    case HashAlgorithm::sha1:
      return {0x2b, 0x0e, 0x03, 0x02, 0x1a};
    case HashAlgorithm::sha256:
      return nist(1);
    case HashAlgorithm::sha384:
      return nist(2);
    case HashAlgorithm::sha512:
      return nist(3);
    case HashAlgorithm::sha224:
      return nist(4);
    case HashAlgorithm::sha512_224:
      return nist(5);
    case HashAlgorithm::sha512_256:
      return nist(6);
    case HashAlgorithm::sha3_224:
      return nist(7);
    case HashAlgorithm::sha3_256:
      return nist(8);
    case HashAlgorithm::sha3_384:
      return nist(9);
    case HashAlgorithm::sha3_512:
      return nist(10);
    default:
      fail(Errc::unsupported_algorithm, "RSA: hash " + std::string(info(hash).name) +
                                            " given; allowed are MD5, SHA-1, SHA-2 and SHA-3");
  }
}

/// DER of DigestInfo (RFC 8017 section 9.2 note 1). All lengths are below 128.
Bytes digest_info(HashAlgorithm hash, ByteView digest) {
  const Bytes identifier = object_identifier(hash);
  const auto identifier_size = static_cast<std::uint8_t>(identifier.size());
  const auto digest_size = static_cast<std::uint8_t>(digest.size());
  Bytes der{0x30, static_cast<std::uint8_t>(8 + identifier_size + digest_size),
            0x30, static_cast<std::uint8_t>(4 + identifier_size),
            0x06, identifier_size};
  der.insert(der.end(), identifier.begin(), identifier.end());
  der.insert(der.end(), {0x05, 0x00, 0x04, digest_size});
  der.insert(der.end(), digest.begin(), digest.end());
  return der;
}

SecretBytes hash_of(HashAlgorithm algorithm, std::initializer_list<ByteView> parts) {
  const auto hash = make_hash(algorithm);
  for (const ByteView part : parts)
    hash->update(part);
  SecretBytes digest(info(algorithm).digest_bytes);
  hash->finish(digest);
  return digest;
}

/// XORs MGF1(seed) into `target` (RFC 8017 appendix B.2.1).
void mask(HashAlgorithm algorithm, ByteView seed, ByteSpan target) {
  const auto hash = make_hash(algorithm);
  SecretBytes block(info(algorithm).digest_bytes);
  for (std::uint32_t counter = 0; !target.empty(); ++counter) {
    const std::array<std::uint8_t, 4> octets{
        static_cast<std::uint8_t>(counter >> 24U), static_cast<std::uint8_t>(counter >> 16U),
        static_cast<std::uint8_t>(counter >> 8U), static_cast<std::uint8_t>(counter)};
    hash->update(seed);
    hash->update(octets);
    hash->finish(block);
    hash->reset();
    const std::size_t size = std::min(block.size(), target.size());
    for (std::size_t i = 0; i < size; ++i)
      target[i] = static_cast<std::uint8_t>(target[i] ^ block[i]);
    target = target.subspan(size);
  }
}

/// All ones where `value` is 0, else 0.
constexpr std::uint32_t zero_mask(std::uint32_t value) noexcept {
  return static_cast<std::uint32_t>((std::uint64_t{value} - 1) >> 32U);
}

/// emLen of section 9.1, and the bits of its first byte that must be 0.
struct PssShape {
  explicit PssShape(std::size_t modulus_bits)
      : bytes((modulus_bits + 6) / 8),
        unused(static_cast<std::uint8_t>(0xff00U >> (8 * bytes - (modulus_bits - 1)))) {}
  std::size_t bytes;
  std::uint8_t unused;
};

}  // namespace

void encode_pkcs1_signature(HashAlgorithm hash, ByteView digest, ByteSpan encoded) {
  const Bytes tail = digest_info(hash, digest);
  if (encoded.size() < tail.size() + pkcs1_overhead) {
    fail(Errc::invalid_argument, "RSA PKCS#1 v1.5: modulus of " + std::to_string(encoded.size()) +
                                     " bytes given, with " + std::string(info(hash).name) +
                                     " at least " + std::to_string(tail.size() + pkcs1_overhead) +
                                     " allowed");
  }
  std::ranges::fill(encoded, std::uint8_t{0xff});
  encoded[0] = 0x00;
  encoded[1] = 0x01;
  encoded[encoded.size() - tail.size() - 1] = 0x00;
  std::ranges::copy(tail, encoded.last(tail.size()).begin());
}

void encode_pss(const RsaSignatureScheme& scheme, ByteView digest, ByteView salt,
                std::size_t modulus_bits, ByteSpan encoded) {
  const PssShape shape(modulus_bits);
  if (shape.bytes < digest.size() + salt.size() + 2) {
    fail(Errc::invalid_argument, "RSA-PSS: salt of " + std::to_string(salt.size()) +
                                     " bytes and digest of " + std::to_string(digest.size()) +
                                     " given, together at most " + std::to_string(shape.bytes - 2) +
                                     " allowed");
  }
  constexpr std::array<std::uint8_t, 8> zeros{};
  const SecretBytes h = hash_of(scheme.hash, {zeros, digest, salt});
  std::ranges::fill(encoded, std::uint8_t{0});
  const ByteSpan em = encoded.last(shape.bytes);
  const ByteSpan db = em.first(shape.bytes - h.size() - 1);
  db[db.size() - salt.size() - 1] = 0x01;
  std::ranges::copy(salt, db.last(salt.size()).begin());
  mask(scheme.mgf_hash, h, db);
  db[0] = static_cast<std::uint8_t>(db[0] & ~shape.unused);
  std::ranges::copy(h, em.subspan(db.size()).begin());
  em.back() = pss_trailer;
}

bool verify_pss(const RsaSignatureScheme& scheme, ByteView digest, std::size_t modulus_bits,
                ByteView encoded) {
  const PssShape shape(modulus_bits);
  if (shape.bytes < digest.size() + scheme.salt_bytes + 2)
    return false;
  const ByteView em = encoded.last(shape.bytes);
  // One byte more than emLen where the modulus has 8k + 1 bits.
  const bool lead_is_zero = encoded.size() == shape.bytes || encoded[0] == 0;
  if (!lead_is_zero || em.back() != pss_trailer || (em[0] & shape.unused) != 0)
    return false;
  const ByteView h = em.subspan(shape.bytes - digest.size() - 1, digest.size());
  Bytes db(em.begin(), em.end() - static_cast<std::ptrdiff_t>(digest.size()) - 1);
  mask(scheme.mgf_hash, h, db);
  db[0] = static_cast<std::uint8_t>(db[0] & ~shape.unused);
  const ByteView salt = ByteView(db).last(scheme.salt_bytes);
  const ByteView padding = ByteView(db).first(db.size() - salt.size());
  if (padding.back() != 0x01 ||
      std::ranges::any_of(padding.first(padding.size() - 1), [](auto b) { return b != 0; })) {
    return false;
  }
  constexpr std::array<std::uint8_t, 8> zeros{};
  return constant_time_equal(hash_of(scheme.hash, {zeros, digest, salt}), h);
}

void encode_oaep(const RsaEncryptionScheme& scheme, ByteView plaintext, ByteView seed,
                 ByteSpan encoded) {
  if (encoded.size() < 2 * seed.size() + 2 ||
      plaintext.size() > encoded.size() - 2 * seed.size() - 2) {
    fail(Errc::invalid_input_size, "RSA-OAEP: plaintext of " + std::to_string(plaintext.size()) +
                                       " bytes given, too long for a modulus of " +
                                       std::to_string(encoded.size()) + " bytes with " +
                                       std::string(info(scheme.hash).name));
  }
  const SecretBytes label_hash = hash_of(scheme.hash, {scheme.label});
  std::ranges::fill(encoded, std::uint8_t{0});
  const ByteSpan masked_seed = encoded.subspan(1, seed.size());
  const ByteSpan db = encoded.subspan(1 + seed.size());
  std::ranges::copy(label_hash, db.begin());
  db[db.size() - plaintext.size() - 1] = 0x01;
  std::ranges::copy(plaintext, db.last(plaintext.size()).begin());
  mask(scheme.mgf_hash, seed, db);
  std::ranges::copy(seed, masked_seed.begin());
  mask(scheme.mgf_hash, db, masked_seed);
}

void encode_pkcs1_encryption(ByteView plaintext, ByteSpan encoded) {
  if (encoded.size() < pkcs1_overhead || plaintext.size() > encoded.size() - pkcs1_overhead) {
    fail(Errc::invalid_input_size, "RSA PKCS#1 v1.5: plaintext of " +
                                       std::to_string(plaintext.size()) +
                                       " bytes given, too long for a modulus of " +
                                       std::to_string(encoded.size()) + " bytes");
  }
  const std::size_t padding_size = encoded.size() - plaintext.size() - 3;
  SecretBytes padding(padding_size);
  random_bytes(padding);
  for (std::uint8_t& byte : padding) {
    while (byte == 0)
      random_bytes({&byte, 1});
  }
  encoded[0] = 0x00;
  encoded[1] = 0x02;
  std::ranges::copy(padding, encoded.subspan(2).begin());
  encoded[2 + padding_size] = 0x00;
  std::ranges::copy(plaintext, encoded.last(plaintext.size()).begin());
}

std::optional<std::size_t> decode_oaep(const RsaEncryptionScheme& scheme, ByteSpan encoded) {
  const std::size_t digest_bytes = info(scheme.hash).digest_bytes;
  if (encoded.size() < 2 * digest_bytes + 2)
    return std::nullopt;
  const ByteSpan seed = encoded.subspan(1, digest_bytes);
  const ByteSpan db = encoded.subspan(1 + digest_bytes);
  mask(scheme.mgf_hash, db, seed);
  mask(scheme.mgf_hash, seed, db);

  const SecretBytes label_hash = hash_of(scheme.hash, {scheme.label});
  std::uint32_t bad = encoded[0];
  for (std::size_t i = 0; i < digest_bytes; ++i)
    bad |= static_cast<std::uint32_t>(db[i] ^ label_hash[i]);
  // The first byte that is not 0 must be 1; the plaintext starts after it.
  std::uint32_t searching = ~0U;
  std::uint32_t start = 0;
  for (std::size_t i = digest_bytes; i < db.size(); ++i) {
    const std::uint32_t here = searching & ~zero_mask(db[i]);
    start |= here & static_cast<std::uint32_t>(i + 1);
    bad |= here & (db[i] ^ 0x01U);
    searching &= ~here;
  }
  bad |= searching;
  if (bad != 0)
    return std::nullopt;
  return 1 + digest_bytes + start;
}

std::optional<std::size_t> decode_pkcs1_encryption(ByteView encoded) {
  std::uint32_t bad = encoded[0] | (encoded[1] ^ 0x02U);
  // The first 0 after the padding; the plaintext starts after it.
  std::uint32_t searching = ~0U;
  std::uint32_t start = 0;
  for (std::size_t i = 2; i < encoded.size(); ++i) {
    const std::uint32_t here = searching & zero_mask(encoded[i]);
    start |= here & static_cast<std::uint32_t>(i + 1);
    bad |= i < 2 + pkcs1_padding_min ? here : 0;
    searching &= ~here;
  }
  bad |= searching;
  if (bad != 0)
    return std::nullopt;
  return start;
}

}  // namespace hartls::software
