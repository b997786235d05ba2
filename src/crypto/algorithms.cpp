// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/algorithms.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "hartls/core/error.hpp"

namespace hartls {
namespace {

using enum GroupKind;
using H = HashAlgorithm;
using M = MacAlgorithm;
using C = CipherAlgorithm;
using A = AeadAlgorithm;
using G = NamedGroup;
using S = SignatureAlgorithm;
using K = KemAlgorithm;

constexpr std::string_view fips180 = "FIPS 180-4";
constexpr std::string_view fips202 = "FIPS 202";
constexpr std::string_view hmac = "FIPS 198-1, RFC 2104";
constexpr std::string_view cmac = "SP 800-38B, RFC 4493";
constexpr std::string_view modes = "FIPS 197, SP 800-38A";
constexpr std::string_view camellia = "RFC 3713";
constexpr std::string_view des = "FIPS 46-3, SP 800-38A";
constexpr std::string_view tdea = "SP 800-67, SP 800-38A";
constexpr std::string_view gcm = "SP 800-38D";
constexpr std::string_view ccm = "SP 800-38C";
constexpr std::string_view sec2v1 = "SEC 2 version 1";
constexpr std::string_view sec2 = "SEC 2";
constexpr std::string_view x962 = "ANSI X9.62";
constexpr std::string_view nist = "SP 800-186";
constexpr std::string_view brainpool = "RFC 5639";
constexpr std::string_view ffdhe = "RFC 7919";

constexpr std::array hashes{
    HashInfo{H::md5, "MD5", 16, 64, false, "RFC 1321"},
    HashInfo{H::sha1, "SHA-1", 20, 64, false, fips180},
    HashInfo{H::sha224, "SHA-224", 28, 64, false, fips180},
    HashInfo{H::sha256, "SHA-256", 32, 64, false, fips180},
    HashInfo{H::sha384, "SHA-384", 48, 128, false, fips180},
    HashInfo{H::sha512, "SHA-512", 64, 128, false, fips180},
    HashInfo{H::sha512_224, "SHA-512/224", 28, 128, false, fips180},
    HashInfo{H::sha512_256, "SHA-512/256", 32, 128, false, fips180},
    HashInfo{H::sha3_224, "SHA3-224", 28, 144, false, fips202},
    HashInfo{H::sha3_256, "SHA3-256", 32, 136, false, fips202},
    HashInfo{H::sha3_384, "SHA3-384", 48, 104, false, fips202},
    HashInfo{H::sha3_512, "SHA3-512", 64, 72, false, fips202},
    HashInfo{H::shake128, "SHAKE128", 32, 168, true, fips202},
    HashInfo{H::shake256, "SHAKE256", 64, 136, true, fips202},
};

constexpr std::array macs{
    MacInfo{M::hmac_md5, "HMAC-MD5", 0, 16, H::md5, false, hmac},
    MacInfo{M::hmac_sha1, "HMAC-SHA-1", 0, 20, H::sha1, false, hmac},
    MacInfo{M::hmac_sha224, "HMAC-SHA-224", 0, 28, H::sha224, false, hmac},
    MacInfo{M::hmac_sha256, "HMAC-SHA-256", 0, 32, H::sha256, false, hmac},
    MacInfo{M::hmac_sha384, "HMAC-SHA-384", 0, 48, H::sha384, false, hmac},
    MacInfo{M::hmac_sha512, "HMAC-SHA-512", 0, 64, H::sha512, false, hmac},
    MacInfo{M::hmac_sha512_224, "HMAC-SHA-512/224", 0, 28, H::sha512_224, false, hmac},
    MacInfo{M::hmac_sha512_256, "HMAC-SHA-512/256", 0, 32, H::sha512_256, false, hmac},
    MacInfo{M::hmac_sha3_224, "HMAC-SHA3-224", 0, 28, H::sha3_224, false, hmac},
    MacInfo{M::hmac_sha3_256, "HMAC-SHA3-256", 0, 32, H::sha3_256, false, hmac},
    MacInfo{M::hmac_sha3_384, "HMAC-SHA3-384", 0, 48, H::sha3_384, false, hmac},
    MacInfo{M::hmac_sha3_512, "HMAC-SHA3-512", 0, 64, H::sha3_512, false, hmac},
    MacInfo{M::aes_128_cmac, "AES-128-CMAC", 16, 16, std::nullopt, false, cmac},
    MacInfo{M::aes_192_cmac, "AES-192-CMAC", 24, 16, std::nullopt, false, cmac},
    MacInfo{M::aes_256_cmac, "AES-256-CMAC", 32, 16, std::nullopt, false, cmac},
    MacInfo{M::poly1305, "Poly1305", 32, 16, std::nullopt, true, "RFC 8439 section 2.5"},
};

constexpr std::array ciphers{
    CipherInfo{C::aes_128_ecb, "AES-128-ECB", 16, 0, 16, modes},
    CipherInfo{C::aes_192_ecb, "AES-192-ECB", 24, 0, 16, modes},
    CipherInfo{C::aes_256_ecb, "AES-256-ECB", 32, 0, 16, modes},
    CipherInfo{C::aes_128_cbc, "AES-128-CBC", 16, 16, 16, modes},
    CipherInfo{C::aes_192_cbc, "AES-192-CBC", 24, 16, 16, modes},
    CipherInfo{C::aes_256_cbc, "AES-256-CBC", 32, 16, 16, modes},
    CipherInfo{C::aes_128_ctr, "AES-128-CTR", 16, 16, 1, modes},
    CipherInfo{C::aes_192_ctr, "AES-192-CTR", 24, 16, 1, modes},
    CipherInfo{C::aes_256_ctr, "AES-256-CTR", 32, 16, 1, modes},
    CipherInfo{C::chacha20, "ChaCha20", 32, 12, 1, "RFC 8439 section 2.4"},
    CipherInfo{C::camellia_128_ecb, "Camellia-128-ECB", 16, 0, 16, camellia},
    CipherInfo{C::camellia_192_ecb, "Camellia-192-ECB", 24, 0, 16, camellia},
    CipherInfo{C::camellia_256_ecb, "Camellia-256-ECB", 32, 0, 16, camellia},
    CipherInfo{C::camellia_128_cbc, "Camellia-128-CBC", 16, 16, 16, camellia},
    CipherInfo{C::camellia_192_cbc, "Camellia-192-CBC", 24, 16, 16, camellia},
    CipherInfo{C::camellia_256_cbc, "Camellia-256-CBC", 32, 16, 16, camellia},
    CipherInfo{C::des_ecb, "DES-ECB", 8, 0, 8, des},
    CipherInfo{C::des_cbc, "DES-CBC", 8, 8, 8, des},
    CipherInfo{C::des_ede3_ecb, "3DES-ECB", 24, 0, 8, tdea},
    CipherInfo{C::des_ede3_cbc, "3DES-CBC", 24, 8, 8, tdea},
};

// SP 800-38D allows nonces up to 2^61 - 1 bytes; back ends with 32-bit lengths are the bound here.
constexpr std::size_t gcm_nonce_max = 0xFFFFFFFF - 64;

constexpr std::array aeads{
    AeadInfo{A::aes_128_gcm, "AES-128-GCM", 16, 12, 1, gcm_nonce_max, 12, 16, 1, gcm},
    AeadInfo{A::aes_192_gcm, "AES-192-GCM", 24, 12, 1, gcm_nonce_max, 12, 16, 1, gcm},
    AeadInfo{A::aes_256_gcm, "AES-256-GCM", 32, 12, 1, gcm_nonce_max, 12, 16, 1, gcm},
    AeadInfo{A::aes_128_ccm, "AES-128-CCM", 16, 12, 7, 13, 4, 16, 2, ccm},
    AeadInfo{A::aes_192_ccm, "AES-192-CCM", 24, 12, 7, 13, 4, 16, 2, ccm},
    AeadInfo{A::aes_256_ccm, "AES-256-CCM", 32, 12, 7, 13, 4, 16, 2, ccm},
    AeadInfo{A::chacha20_poly1305, "ChaCha20-Poly1305", 32, 12, 12, 12, 16, 16, 1,
             "RFC 8439 section 2.8"},
};

constexpr std::array drbgs{
    DrbgInfo{DrbgAlgorithm::hash_drbg_sha256, "Hash_DRBG-SHA-256", H::sha256, 55, 32,
             "SP 800-90A section 10.1.1"},
    DrbgInfo{DrbgAlgorithm::hash_drbg_sha512, "Hash_DRBG-SHA-512", H::sha512, 111, 32,
             "SP 800-90A section 10.1.1"},
};

constexpr std::array groups{
    GroupInfo{G::secp112r1, "secp112r1", "", weierstrass, 112, 112, sec2v1},
    GroupInfo{G::secp112r2, "secp112r2", "", weierstrass, 112, 110, sec2v1},
    GroupInfo{G::secp128r1, "secp128r1", "", weierstrass, 128, 128, sec2v1},
    GroupInfo{G::secp128r2, "secp128r2", "", weierstrass, 128, 126, sec2v1},
    GroupInfo{G::secp160k1, "secp160k1", "", weierstrass, 160, 161, sec2v1},
    GroupInfo{G::secp160r1, "secp160r1", "", weierstrass, 160, 161, sec2v1},
    GroupInfo{G::secp160r2, "secp160r2", "", weierstrass, 160, 161, sec2v1},
    GroupInfo{G::secp192k1, "secp192k1", "", weierstrass, 192, 192, sec2},
    GroupInfo{G::secp192r1, "secp192r1", "P-192", weierstrass, 192, 192, sec2},
    GroupInfo{G::prime192v2, "prime192v2", "", weierstrass, 192, 192, x962},
    GroupInfo{G::prime192v3, "prime192v3", "", weierstrass, 192, 192, x962},
    GroupInfo{G::secp224k1, "secp224k1", "", weierstrass, 224, 225, sec2},
    GroupInfo{G::secp224r1, "secp224r1", "P-224", weierstrass, 224, 224, nist},
    GroupInfo{G::prime239v1, "prime239v1", "", weierstrass, 239, 239, x962},
    GroupInfo{G::prime239v2, "prime239v2", "", weierstrass, 239, 239, x962},
    GroupInfo{G::prime239v3, "prime239v3", "", weierstrass, 239, 239, x962},
    GroupInfo{G::secp256k1, "secp256k1", "", weierstrass, 256, 256, sec2},
    GroupInfo{G::secp256r1, "secp256r1", "P-256", weierstrass, 256, 256, nist},
    GroupInfo{G::secp384r1, "secp384r1", "P-384", weierstrass, 384, 384, nist},
    GroupInfo{G::secp521r1, "secp521r1", "P-521", weierstrass, 521, 521, nist},
    GroupInfo{G::brainpoolP160r1, "brainpoolP160r1", "", weierstrass, 160, 160, brainpool},
    GroupInfo{G::brainpoolP192r1, "brainpoolP192r1", "", weierstrass, 192, 192, brainpool},
    GroupInfo{G::brainpoolP224r1, "brainpoolP224r1", "", weierstrass, 224, 224, brainpool},
    GroupInfo{G::brainpoolP256r1, "brainpoolP256r1", "", weierstrass, 256, 256, brainpool},
    GroupInfo{G::brainpoolP320r1, "brainpoolP320r1", "", weierstrass, 320, 320, brainpool},
    GroupInfo{G::brainpoolP384r1, "brainpoolP384r1", "", weierstrass, 384, 384, brainpool},
    GroupInfo{G::brainpoolP512r1, "brainpoolP512r1", "", weierstrass, 512, 512, brainpool},
    GroupInfo{G::x25519, "x25519", "X25519", montgomery, 255, 0, "RFC 7748"},
    GroupInfo{G::x448, "x448", "X448", montgomery, 448, 0, "RFC 7748"},
    GroupInfo{G::ffdhe2048, "ffdhe2048", "", finite_field, 2048, 0, ffdhe},
    GroupInfo{G::ffdhe3072, "ffdhe3072", "", finite_field, 3072, 0, ffdhe},
    GroupInfo{G::ffdhe4096, "ffdhe4096", "", finite_field, 4096, 0, ffdhe},
    GroupInfo{G::ffdhe6144, "ffdhe6144", "", finite_field, 6144, 0, ffdhe},
    GroupInfo{G::ffdhe8192, "ffdhe8192", "", finite_field, 8192, 0, ffdhe},
};

constexpr std::array signatures{
    SignatureInfo{S::ed25519, "Ed25519", 32, 32, 32, 64, "RFC 8032 section 5.1"},
    SignatureInfo{S::ed448, "Ed448", 57, 57, 57, 114, "RFC 8032 section 5.2"},
    SignatureInfo{S::ml_dsa_44, "ML-DSA-44", 32, 2560, 1312, 2420, "FIPS 204"},
    SignatureInfo{S::ml_dsa_65, "ML-DSA-65", 32, 4032, 1952, 3309, "FIPS 204"},
    SignatureInfo{S::ml_dsa_87, "ML-DSA-87", 32, 4896, 2592, 4627, "FIPS 204"},
};

constexpr std::array kems{
    KemInfo{K::ml_kem_512, "ML-KEM-512", 64, 1632, 800, 768, 32, "FIPS 203"},
    KemInfo{K::ml_kem_768, "ML-KEM-768", 64, 2400, 1184, 1088, 32, "FIPS 203"},
    KemInfo{K::ml_kem_1024, "ML-KEM-1024", 64, 3168, 1568, 1568, 32, "FIPS 203"},
};

template <typename Table>
constexpr bool in_order(const Table& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if constexpr (requires { table[i].group; }) {
      if (static_cast<std::size_t>(table[i].group) != i)
        return false;
    } else {
      if (static_cast<std::size_t>(table[i].algorithm) != i)
        return false;
    }
  }
  return true;
}
// A row is found by its enumerator's value.
static_assert(in_order(hashes) && in_order(macs) && in_order(ciphers) && in_order(aeads) &&
              in_order(drbgs) && in_order(groups) && in_order(signatures) && in_order(kems));

template <typename Table, typename Enum>
const auto& row(const Table& table, Enum value, std::string_view family) {
  const auto index = static_cast<std::size_t>(value);
  if (index >= table.size()) {
    fail(Errc::unsupported_algorithm, std::string(family) + ": value " + std::to_string(index) +
                                          " given, 0 to " + std::to_string(table.size() - 1) +
                                          " allowed");
  }
  return table[index];
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

template <typename Table>
const auto& by_name(const Table& table, std::string_view name, std::string_view family) {
  std::string allowed;
  for (const auto& entry : table) {
    if (same_name(entry.name, name))
      return entry;
    if constexpr (requires { entry.alias; }) {
      if (!entry.alias.empty() && same_name(entry.alias, name))
        return entry;
    }
    allowed += (allowed.empty() ? "" : ", ") + std::string(entry.name);
  }
  fail(Errc::unknown_name,
       std::string(family) + ": '" + std::string(name) + "' given; allowed: " + allowed);
}

}  // namespace

std::span<const HashInfo> hash_algorithms() noexcept {
  return hashes;
}
std::span<const MacInfo> mac_algorithms() noexcept {
  return macs;
}
std::span<const CipherInfo> cipher_algorithms() noexcept {
  return ciphers;
}
std::span<const AeadInfo> aead_algorithms() noexcept {
  return aeads;
}
std::span<const DrbgInfo> drbg_algorithms() noexcept {
  return drbgs;
}
std::span<const GroupInfo> named_groups() noexcept {
  return groups;
}
std::span<const SignatureInfo> signature_algorithms() noexcept {
  return signatures;
}
std::span<const KemInfo> kem_algorithms() noexcept {
  return kems;
}

const HashInfo& info(HashAlgorithm value) {
  return row(hashes, value, "hash");
}
const MacInfo& info(MacAlgorithm value) {
  return row(macs, value, "MAC");
}
const CipherInfo& info(CipherAlgorithm value) {
  return row(ciphers, value, "cipher");
}
const AeadInfo& info(AeadAlgorithm value) {
  return row(aeads, value, "AEAD");
}
const DrbgInfo& info(DrbgAlgorithm value) {
  return row(drbgs, value, "DRBG");
}
const GroupInfo& info(NamedGroup value) {
  return row(groups, value, "group");
}
const SignatureInfo& info(SignatureAlgorithm value) {
  return row(signatures, value, "signature");
}
const KemInfo& info(KemAlgorithm value) {
  return row(kems, value, "KEM");
}

std::optional<MacAlgorithm> hmac_of(HashAlgorithm hash) noexcept {
  const auto* const found = std::ranges::find(macs, std::optional(hash), &MacInfo::hash);
  if (found == macs.end())
    return std::nullopt;
  return found->algorithm;
}

HashAlgorithm hash_from_name(std::string_view name) {
  return by_name(hashes, name, "hash").algorithm;
}
MacAlgorithm mac_from_name(std::string_view name) {
  return by_name(macs, name, "MAC").algorithm;
}
CipherAlgorithm cipher_from_name(std::string_view name) {
  return by_name(ciphers, name, "cipher").algorithm;
}
AeadAlgorithm aead_from_name(std::string_view name) {
  return by_name(aeads, name, "AEAD").algorithm;
}
DrbgAlgorithm drbg_from_name(std::string_view name) {
  return by_name(drbgs, name, "DRBG").algorithm;
}
NamedGroup group_from_name(std::string_view name) {
  return by_name(groups, name, "group").group;
}
SignatureAlgorithm signature_from_name(std::string_view name) {
  return by_name(signatures, name, "signature").algorithm;
}
KemAlgorithm kem_from_name(std::string_view name) {
  return by_name(kems, name, "KEM").algorithm;
}

}  // namespace hartls
