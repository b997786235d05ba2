// SPDX-License-Identifier: GPL-3.0-or-later
// Every algorithm by enum, with one table each: the name as NIST, IETF or IANA spells it, sizes in
// bytes, the standard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hartls {

enum class HashAlgorithm : std::uint8_t {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  sha512_224,
  sha512_256,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
  shake128,
  shake256,
};

struct HashInfo {
  HashAlgorithm algorithm;
  std::string_view name;
  std::size_t digest_bytes;  ///< for SHAKE the customary length (twice the security strength); any
                             ///< length may be asked
  std::size_t block_bytes;   ///< of the compression function, or the sponge's rate
  bool extendable;           ///< SHAKE: the caller chooses the output length
  std::string_view standard;
};

enum class MacAlgorithm : std::uint8_t {
  hmac_md5,
  hmac_sha1,
  hmac_sha224,
  hmac_sha256,
  hmac_sha384,
  hmac_sha512,
  hmac_sha512_224,
  hmac_sha512_256,
  hmac_sha3_224,
  hmac_sha3_256,
  hmac_sha3_384,
  hmac_sha3_512,
  aes_128_cmac,
  aes_192_cmac,
  aes_256_cmac,
  poly1305,
};

struct MacInfo {
  MacAlgorithm algorithm;
  std::string_view name;
  std::size_t key_bytes;  ///< 0: any length (HMAC)
  std::size_t tag_bytes;
  std::optional<HashAlgorithm> hash;  ///< HMAC only
  bool one_time;                      ///< a key may authenticate one message only (Poly1305)
  std::string_view standard;
};

enum class CipherAlgorithm : std::uint8_t {
  aes_128_ecb,
  aes_192_ecb,
  aes_256_ecb,
  aes_128_cbc,
  aes_192_cbc,
  aes_256_cbc,
  aes_128_ctr,
  aes_192_ctr,
  aes_256_ctr,
  chacha20,
  camellia_128_ecb,
  camellia_192_ecb,
  camellia_256_ecb,
  camellia_128_cbc,
  camellia_192_cbc,
  camellia_256_cbc,
  des_ecb,
  des_cbc,
  des_ede3_ecb,
  des_ede3_cbc,
};

struct CipherInfo {
  CipherAlgorithm algorithm;
  std::string_view name;
  std::size_t key_bytes;
  std::size_t
      iv_bytes;  ///< 0 for ECB; the whole initial counter block for CTR; the nonce for ChaCha20
  std::size_t
      unit_bytes;  ///< data comes in multiples of it: the block for ECB and CBC, 1 for keystreams
  std::string_view standard;
};

enum class AeadAlgorithm : std::uint8_t {
  aes_128_gcm,
  aes_192_gcm,
  aes_256_gcm,
  aes_128_ccm,
  aes_192_ccm,
  aes_256_ccm,
  chacha20_poly1305,
};

struct AeadInfo {
  AeadAlgorithm algorithm;
  std::string_view name;
  std::size_t key_bytes;
  std::size_t nonce_bytes;  ///< the customary length
  std::size_t nonce_min_bytes;
  std::size_t nonce_max_bytes;
  std::size_t tag_min_bytes;
  std::size_t tag_max_bytes;   ///< the default
  std::size_t tag_step_bytes;  ///< CCM: even lengths only
  std::string_view standard;

  constexpr bool tag_allowed(std::size_t bytes) const noexcept {
    return bytes >= tag_min_bytes && bytes <= tag_max_bytes &&
           (bytes - tag_min_bytes) % tag_step_bytes == 0;
  }
};

enum class DrbgAlgorithm : std::uint8_t { hash_drbg_sha256, hash_drbg_sha512 };

struct DrbgInfo {
  DrbgAlgorithm algorithm;
  std::string_view name;
  HashAlgorithm hash;
  std::size_t seed_bytes;         ///< seedlen of SP 800-90A table 2
  std::size_t entropy_min_bytes;  ///< the security strength
  std::string_view standard;
};

/// Named groups for key exchange; those of kind `weierstrass` are the curves of ECDSA as well.
enum class NamedGroup : std::uint8_t {
  secp112r1,
  secp112r2,
  secp128r1,
  secp128r2,
  secp160k1,
  secp160r1,
  secp160r2,
  secp192k1,
  secp192r1,
  prime192v2,
  prime192v3,
  secp224k1,
  secp224r1,
  prime239v1,
  prime239v2,
  prime239v3,
  secp256k1,
  secp256r1,
  secp384r1,
  secp521r1,
  brainpoolP160r1,
  brainpoolP192r1,
  brainpoolP224r1,
  brainpoolP256r1,
  brainpoolP320r1,
  brainpoolP384r1,
  brainpoolP512r1,
  x25519,
  x448,
  ffdhe2048,
  ffdhe3072,
  ffdhe4096,
  ffdhe6144,
  ffdhe8192,
};

enum class GroupKind : std::uint8_t { weierstrass, montgomery, finite_field };

struct GroupInfo {
  NamedGroup group;
  std::string_view name;
  std::string_view alias;  ///< another name in common use ("P-256"), or empty
  GroupKind kind;
  std::size_t field_bits;
  std::size_t order_bits;  ///< of the prime-order subgroup; 0 where the standard fixes the private
                           ///< key's size instead
  std::string_view standard;

  constexpr std::size_t field_bytes() const noexcept { return (field_bits + 7) / 8; }
  /// Private keys: big endian for curves and finite fields, as RFC 7748 for X25519 and X448.
  constexpr std::size_t private_bytes() const noexcept {
    return order_bits != 0 ? (order_bits + 7) / 8 : field_bytes();
  }
  /// Public values: uncompressed point (SEC 1 section 2.3.3), u-coordinate (RFC 7748), or big
  /// endian padded to the prime.
  constexpr std::size_t public_bytes() const noexcept {
    return kind == GroupKind::weierstrass ? 1 + 2 * field_bytes() : field_bytes();
  }
  /// Shared secrets: the x- or u-coordinate, or the padded group element (RFC 8446 section 7.4.1).
  constexpr std::size_t shared_bytes() const noexcept { return field_bytes(); }
};

/// Signatures over whole messages. ECDSA and RSA sign digests and have headers of their own.
enum class SignatureAlgorithm : std::uint8_t { ed25519, ed448, ml_dsa_44, ml_dsa_65, ml_dsa_87 };

struct SignatureInfo {
  SignatureAlgorithm algorithm;
  std::string_view name;
  std::size_t seed_bytes;     ///< RFC 8032's private key, FIPS 204's xi
  std::size_t private_bytes;  ///< FIPS 204's expanded sk; the seed itself for EdDSA
  std::size_t public_bytes;
  std::size_t signature_bytes;
  std::string_view standard;
};

enum class KemAlgorithm : std::uint8_t { ml_kem_512, ml_kem_768, ml_kem_1024 };

struct KemInfo {
  KemAlgorithm algorithm;
  std::string_view name;
  std::size_t seed_bytes;     ///< d || z of FIPS 203 section 7.1
  std::size_t private_bytes;  ///< decapsulation key dk
  std::size_t public_bytes;   ///< encapsulation key ek
  std::size_t ciphertext_bytes;
  std::size_t shared_bytes;
  std::string_view standard;
};

std::span<const HashInfo> hash_algorithms() noexcept;
std::span<const MacInfo> mac_algorithms() noexcept;
std::span<const CipherInfo> cipher_algorithms() noexcept;
std::span<const AeadInfo> aead_algorithms() noexcept;
std::span<const DrbgInfo> drbg_algorithms() noexcept;
std::span<const GroupInfo> named_groups() noexcept;
std::span<const SignatureInfo> signature_algorithms() noexcept;
std::span<const KemInfo> kem_algorithms() noexcept;

/// The table's row. Throws Errc::unsupported_algorithm for a value that is no enumerator.
const HashInfo& info(HashAlgorithm);
const MacInfo& info(MacAlgorithm);
const CipherInfo& info(CipherAlgorithm);
const AeadInfo& info(AeadAlgorithm);
const DrbgInfo& info(DrbgAlgorithm);
const GroupInfo& info(NamedGroup);
const SignatureInfo& info(SignatureAlgorithm);
const KemInfo& info(KemAlgorithm);

/// HMAC over `hash`; nothing for SHAKE, which has no HMAC.
std::optional<MacAlgorithm> hmac_of(HashAlgorithm hash) noexcept;

/// Look-up by name, or a group's alias; case does not matter. Throws Errc::unknown_name that lists
/// the allowed names.
HashAlgorithm hash_from_name(std::string_view name);
MacAlgorithm mac_from_name(std::string_view name);
CipherAlgorithm cipher_from_name(std::string_view name);
AeadAlgorithm aead_from_name(std::string_view name);
DrbgAlgorithm drbg_from_name(std::string_view name);
NamedGroup group_from_name(std::string_view name);
SignatureAlgorithm signature_from_name(std::string_view name);
KemAlgorithm kem_from_name(std::string_view name);

}  // namespace hartls
