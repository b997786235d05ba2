// SPDX-License-Identifier: GPL-3.0-or-later
#include "certificate.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "clock_text.hpp"
#include "hartls/tls/error.hpp"
#include "wolfssl.hpp"

namespace hartls::tls {
namespace {

[[noreturn]] void refuse(int code, const std::string& what) {
  throw std::system_error(wolfssl_error(code), what);
}

class Decoded {
 public:
  explicit Decoded(ByteView der) {
    wc_InitDecodedCert(&cert_, der.data(), static_cast<word32>(der.size()), nullptr);
    if (const int result = wc_ParseCert(&cert_, CERT_TYPE, NO_VERIFY, nullptr); result != 0) {
      wc_FreeDecodedCert(&cert_);
      refuse(result, "certificate of " + std::to_string(der.size()) + " bytes");
    }
  }
  Decoded(const Decoded&) = delete;
  Decoded& operator=(const Decoded&) = delete;
  ~Decoded() { wc_FreeDecodedCert(&cert_); }

  const DecodedCert* operator->() const noexcept { return &cert_; }

 private:
  DecodedCert cert_{};
};

struct Curve {
  std::uint32_t oid;
  std::string_view group;  ///< IANA's name for the TLS group
  std::string_view key;    ///< the customary name of a key on it
};

// wolfSSL compares curves by the sum of their object identifiers.
constexpr std::array curves{
    Curve{ECC_SECP256R1_OID, "secp256r1", "P-256"},
    Curve{ECC_SECP384R1_OID, "secp384r1", "P-384"},
    Curve{ECC_SECP521R1_OID, "secp521r1", "P-521"},
    Curve{ECC_BRAINPOOLP256R1_OID, "brainpoolP256r1", "brainpoolP256r1"},
    Curve{ECC_BRAINPOOLP384R1_OID, "brainpoolP384r1", "brainpoolP384r1"},
    Curve{ECC_BRAINPOOLP512R1_OID, "brainpoolP512r1", "brainpoolP512r1"},
    Curve{ECC_SECP256K1_OID, "secp256k1", "secp256k1"},
    Curve{ECC_SECP224R1_OID, "secp224r1", "P-224"},
    Curve{ECC_X25519_OID, "x25519", "x25519"},
    Curve{ECC_X448_OID, "x448", "x448"},
};

std::string rsa_key_name(const DecodedCert& cert) {
  RsaKey key;
  word32 offset = 0;
  if (wc_InitRsaKey(&key, nullptr) != 0)
    return "RSA";
  std::string name = "RSA";
  if (wc_RsaPublicKeyDecode(cert.publicKey, &offset, &key, cert.pubKeySize) == 0)
    name += "-" + std::to_string(8 * wc_RsaEncryptSize(&key));
  wc_FreeRsaKey(&key);
  return name;
}

std::string ec_key_name(std::uint32_t oid) {
  for (const Curve& curve : curves) {
    if (curve.oid == oid)
      return std::string(curve.key);
  }
  return "EC";
}

CertificateKey read_key(const DecodedCert& cert) {
  switch (cert.keyOID) {
    case RSAk:
    case RSAPSSk:
      return {KeyKind::rsa, 0, rsa_key_name(cert)};
    case ECDSAk:
      return {KeyKind::ec, cert.pkCurveOID, ec_key_name(cert.pkCurveOID)};
    case ED25519k:
      return {KeyKind::ed25519, 0, "Ed25519"};
    case ED448k:
      return {KeyKind::ed448, 0, "Ed448"};
#if HARTLS_WOLFSSL_HAS_ML_DSA
    case ML_DSA_44k:
      return {KeyKind::ml_dsa_44, 0, "ML-DSA-44"};
    case ML_DSA_65k:
      return {KeyKind::ml_dsa_65, 0, "ML-DSA-65"};
    case ML_DSA_87k:
      return {KeyKind::ml_dsa_87, 0, "ML-DSA-87"};
#endif
    default:
      return {KeyKind::other, 0, "unknown key type"};
  }
}

// Tag, length and digits, as wolfSSL points into the certificate.
std::string date_text(const byte* date, int size) {
  if (date == nullptr || size < 2)
    return {};
  return utc_text(date[0], std::string(date + 2, date + size));
}

constexpr std::string_view pem_begin = "-----BEGIN";

std::string_view as_text(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Certificate read_certificate(ByteView der, CertificateKey* key) {
  const Decoded cert(der);
  const CertificateKey found = read_key(*cert.operator->());
  if (key != nullptr)
    *key = found;
  return {static_cast<const char*>(cert->subject),
          static_cast<const char*>(cert->issuer),
          found.name,
          date_text(cert->beforeDate, cert->beforeDateLen),
          date_text(cert->afterDate, cert->afterDateLen),
          Bytes(der.begin(), der.end())};
}

std::vector<Bytes> certificate_addresses(ByteView der) {
  const Decoded cert(der);
  std::vector<Bytes> addresses;
  for (const DNS_entry* entry = cert->altNames; entry != nullptr; entry = entry->next) {
    if (entry->type != ASN_IP_TYPE)
      continue;
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(entry->name);
    addresses.emplace_back(begin, begin + entry->len);
  }
  return addresses;
}

bool is_pem(ByteView bytes) noexcept {
  return as_text(bytes).find(pem_begin) != std::string_view::npos;
}

Bytes first_certificate(ByteView pem_or_der) {
  if (!is_pem(pem_or_der))
    return {pem_or_der.begin(), pem_or_der.end()};
  DerBuffer* der = nullptr;
  const int result = wc_PemToDer(pem_or_der.data(), static_cast<long>(pem_or_der.size()), CERT_TYPE,
                                 &der, nullptr, nullptr, nullptr);
  if (result != 0) {
    wc_FreeDer(&der);
    refuse(result, "certificate in PEM of " + std::to_string(pem_or_der.size()) + " bytes");
  }
  Bytes bytes(der->buffer, der->buffer + der->length);
  wc_FreeDer(&der);
  return bytes;
}

bool key_fits(const CertificateKey& key, const CipherSuite& suite) noexcept {
  switch (suite.authentication) {
    case Authentication::rsa:
      return key.kind == KeyKind::rsa;
    case Authentication::ecdsa:
      return key.kind == KeyKind::ec || key.kind == KeyKind::ed25519 || key.kind == KeyKind::ed448;
    case Authentication::certificate:
      return key.kind != KeyKind::other;
  }
  return false;
}

bool key_fits(const CertificateKey& key, const std::vector<std::uint16_t>& schemes,
              Version version) noexcept {
  if (schemes.empty())
    return true;
  const auto offers = [&schemes](std::uint16_t scheme) {
    return std::find(schemes.begin(), schemes.end(), scheme) != schemes.end();
  };
  switch (key.kind) {
    case KeyKind::rsa:
      return std::any_of(schemes.begin(), schemes.end(), [version](std::uint16_t scheme) {
        const bool pss = scheme >= 0x0804 && scheme <= 0x0806;
        const bool pkcs1 = (scheme & 0xFFU) == 0x01;
        return pss || (version == Version::tls1_2 && pkcs1);
      });
    case KeyKind::ec:
      if (version == Version::tls1_2) {
        return std::any_of(schemes.begin(), schemes.end(),
                           [](std::uint16_t scheme) { return (scheme & 0xFFU) == 0x03; });
      }
      return (key.curve == ECC_SECP256R1_OID && offers(0x0403)) ||
             (key.curve == ECC_SECP384R1_OID && offers(0x0503)) ||
             (key.curve == ECC_SECP521R1_OID && offers(0x0603));
    case KeyKind::ed25519:
      return offers(0x0807);
    case KeyKind::ed448:
      return offers(0x0808);
    case KeyKind::ml_dsa_44:
      return offers(0x0904);
    case KeyKind::ml_dsa_65:
      return offers(0x0905);
    case KeyKind::ml_dsa_87:
      return offers(0x0906);
    case KeyKind::other:
      break;
  }
  return false;
}

std::string_view group_name_of_oid(std::uint32_t oid) noexcept {
  for (const Curve& curve : curves) {
    if (curve.oid == oid)
      return curve.group;
  }
  return {};
}

std::uint32_t oid_of_group(const Group& group) noexcept {
  for (const Curve& curve : curves) {
    if (curve.group == group.name)
      return curve.oid;
  }
  return 0;
}

}  // namespace hartls::tls
