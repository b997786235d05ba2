// SPDX-License-Identifier: GPL-3.0-or-later
// Cipher suites and key-exchange groups of TLS: one table each. Strings exist at the command line
// only; inside, a row of a table is passed on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hartls/crypto/algorithms.hpp"

namespace hartls::tls {

/// The value is the protocol's own (RFC 8446 section 4.1.2).
enum class Version : std::uint16_t { tls1_2 = 0x0303, tls1_3 = 0x0304 };

enum class Role : std::uint8_t { client, server };

enum class KeyExchangeMethod : std::uint8_t {
  group,  ///< TLS 1.3: whatever group is negotiated
  rsa,    ///< the client encrypts to the server's RSA key: no forward secrecy
  dhe,
  ecdhe,
};

enum class Authentication : std::uint8_t {
  certificate,  ///< TLS 1.3: whatever key the certificate has
  rsa,
  ecdsa,  ///< EdDSA keys too (RFC 8422)
};

enum class RecordCipher : std::uint8_t {
  aes_128_cbc,
  aes_256_cbc,
  aes_128_gcm,
  aes_256_gcm,
  aes_128_ccm,
  aes_128_ccm_8,
  aes_256_ccm_8,
  chacha20_poly1305,
  chacha20_poly1305_old,  ///< draft-agl-tls-chacha20poly1305-04
  camellia_128_cbc,
  camellia_256_cbc,
};

struct CipherSuite {
  std::uint16_t id;
  std::string_view name;  ///< IANA's; wolfSSL's own for the -OLD suites, which IANA never had
  std::string_view openssl_name;
  std::string_view wolfssl_name;  ///< as wolfSSL's cipher lists spell it
  Version version;                ///< the only version that the suite belongs to
  KeyExchangeMethod key_exchange;
  Authentication authentication;
  RecordCipher cipher;
  HashAlgorithm hash;  ///< in the suite's name: of the record MAC for CBC, else of the PRF or HKDF
  bool on_request;     ///< static RSA: never enabled unless named
  bool draft;          ///< the -OLD ChaCha20 suites: never enabled unless named

  friend bool operator==(const CipherSuite& a, const CipherSuite& b) noexcept {
    return a.id == b.id;
  }
};

/// Every suite of this build: the 23 of wolfSSL's HiFive Unleashed table in its order, the other
/// TLS 1.2 suites, static RSA, then TLS 1.3.
std::span<const CipherSuite> cipher_suites() noexcept;

/// What a Context offers unless told otherwise, most wanted first: TLS 1.3, then forward-secret
/// AEAD, then forward-secret CBC; no drafts, nothing on request.
std::span<const CipherSuite> default_cipher_suites() noexcept;

/// By IANA's, OpenSSL's or wolfSSL's name; case does not matter. Throws Errc::unknown_name that
/// lists the allowed names.
const CipherSuite& cipher_suite_from_name(std::string_view name);

/// Null for an id that is not in the table.
const CipherSuite* cipher_suite_from_id(std::uint16_t id) noexcept;

/// A key-exchange group as TLS numbers it (IANA's "TLS Supported Groups").
struct Group {
  std::uint16_t id;
  std::string_view name;            ///< IANA's
  std::string_view alias;           ///< another name in common use ("P-256"), or empty
  std::optional<NamedGroup> curve;  ///< the classical part
  std::optional<KemAlgorithm> kem;  ///< the post-quantum part
  bool tls1_2;                      ///< may be negotiated in TLS 1.2
  bool tls1_3;                      ///< may be negotiated in TLS 1.3
  bool available;                   ///< in this build: wolfSSL 5.7.2 has no ML-KEM
  std::string_view standard;

  friend bool operator==(const Group& a, const Group& b) noexcept { return a.id == b.id; }
};

/// Every group, also those that this build lacks.
std::span<const Group> groups() noexcept;

/// By name or alias; case does not matter. Throws Errc::unknown_name that lists the allowed names,
/// Errc::unsupported_algorithm for a group that this build lacks.
const Group& tls_group_from_name(std::string_view name);

/// Null for an id that is not in the table.
const Group* tls_group_from_id(std::uint16_t id) noexcept;

std::string_view to_string(Version) noexcept;  ///< "TLS 1.2", "TLS 1.3"
std::string_view to_string(Role) noexcept;     ///< "client", "server"
std::string_view to_string(KeyExchangeMethod) noexcept;
std::string_view to_string(Authentication) noexcept;
std::string_view to_string(RecordCipher) noexcept;

}  // namespace hartls::tls
