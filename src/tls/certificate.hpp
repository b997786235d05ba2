// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hartls/core/bytes.hpp"
#include "hartls/tls/engine.hpp"

namespace hartls::tls {

enum class KeyKind : std::uint8_t {
  other,
  rsa,
  ec,
  ed25519,
  ed448,
  ml_dsa_44,
  ml_dsa_65,
  ml_dsa_87
};

struct CertificateKey {
  KeyKind kind = KeyKind::other;
  std::uint32_t curve = 0;  ///< wolfSSL's number for the curve's object identifier; EC only
  std::string name;         ///< as Certificate::key_type
};

/// Throws the wolfSSL error where `der` is no certificate.
Certificate read_certificate(ByteView der, CertificateKey* key = nullptr);

/// The addresses (4 or 16 bytes) in the subject alternative name.
std::vector<Bytes> certificate_addresses(ByteView der);

/// The first certificate of PEM or DER input, as DER. Throws where there is none.
Bytes first_certificate(ByteView pem_or_der);

bool is_pem(ByteView bytes) noexcept;

/// True where a server with such a key can prove itself in a handshake with `suite`.
bool key_fits(const CertificateKey& key, const CipherSuite& suite) noexcept;

/// True where one of the client's `schemes` (RFC 8446 section 4.2.3) fits the key. An empty list
/// says nothing, and allows all.
bool key_fits(const CertificateKey& key, const std::vector<std::uint16_t>& schemes,
              Version version) noexcept;

/// The curve or X group of TLS 1.2's ECDHE; empty where wolfSSL's number is unknown.
std::string_view group_name_of_oid(std::uint32_t oid) noexcept;
std::uint32_t oid_of_group(const Group& group) noexcept;

}  // namespace hartls::tls
