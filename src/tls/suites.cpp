// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/suites.hpp"

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/version.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hartls/core/error.hpp"

namespace hartls::tls {
namespace {

using Auth = Authentication;
using Cipher = RecordCipher;
using Hash = HashAlgorithm;
using Kx = KeyExchangeMethod;

enum class Use : std::uint8_t { normal, on_request, draft };

constexpr CipherSuite tls12(std::uint16_t id, std::string_view name, std::string_view openssl_name,
                            Kx key_exchange, Auth authentication, Cipher cipher, Hash hash,
                            Use use = Use::normal, std::string_view wolfssl_name = {}) {
  return {id,
          name,
          openssl_name,
          wolfssl_name.empty() ? openssl_name : wolfssl_name,
          Version::tls1_2,
          key_exchange,
          authentication,
          cipher,
          hash,
          use == Use::on_request,
          use == Use::draft};
}

constexpr CipherSuite tls13(std::uint16_t id, std::string_view name, std::string_view wolfssl_name,
                            Cipher cipher, Hash hash) {
  return {id,     name, name,  wolfssl_name, Version::tls1_3, Kx::group, Auth::certificate,
          cipher, hash, false, false};
}

// clang-format off
constexpr std::array suites{
    // The 23 of wolfSSL's HiFive Unleashed table, in its order.
    tls12(0x0033, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA", "DHE-RSA-AES128-SHA", Kx::dhe, Auth::rsa, Cipher::aes_128_cbc, Hash::sha1),
    tls12(0x0039, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA", "DHE-RSA-AES256-SHA", Kx::dhe, Auth::rsa, Cipher::aes_256_cbc, Hash::sha1),
    tls12(0xC013, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "ECDHE-RSA-AES128-SHA", Kx::ecdhe, Auth::rsa, Cipher::aes_128_cbc, Hash::sha1),
    tls12(0xC009, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", "ECDHE-ECDSA-AES128-SHA", Kx::ecdhe, Auth::ecdsa, Cipher::aes_128_cbc, Hash::sha1),
    tls12(0xC00A, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "ECDHE-ECDSA-AES256-SHA", Kx::ecdhe, Auth::ecdsa, Cipher::aes_256_cbc, Hash::sha1),
    tls12(0x0067, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256", "DHE-RSA-AES128-SHA256", Kx::dhe, Auth::rsa, Cipher::aes_128_cbc, Hash::sha256),
    tls12(0x006B, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256", "DHE-RSA-AES256-SHA256", Kx::dhe, Auth::rsa, Cipher::aes_256_cbc, Hash::sha256),
    tls12(0x009E, "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", "DHE-RSA-AES128-GCM-SHA256", Kx::dhe, Auth::rsa, Cipher::aes_128_gcm, Hash::sha256),
    tls12(0x009F, "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "DHE-RSA-AES256-GCM-SHA384", Kx::dhe, Auth::rsa, Cipher::aes_256_gcm, Hash::sha384),
    tls12(0xC02F, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256", Kx::ecdhe, Auth::rsa, Cipher::aes_128_gcm, Hash::sha256),
    tls12(0xC030, "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "ECDHE-RSA-AES256-GCM-SHA384", Kx::ecdhe, Auth::rsa, Cipher::aes_256_gcm, Hash::sha384),
    tls12(0xC02B, "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256", Kx::ecdhe, Auth::ecdsa, Cipher::aes_128_gcm, Hash::sha256),
    tls12(0xC02C, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "ECDHE-ECDSA-AES256-GCM-SHA384", Kx::ecdhe, Auth::ecdsa, Cipher::aes_256_gcm, Hash::sha384),
    tls12(0xC027, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", "ECDHE-RSA-AES128-SHA256", Kx::ecdhe, Auth::rsa, Cipher::aes_128_cbc, Hash::sha256),
    tls12(0xC023, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "ECDHE-ECDSA-AES128-SHA256", Kx::ecdhe, Auth::ecdsa, Cipher::aes_128_cbc, Hash::sha256),
    tls12(0xC028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "ECDHE-RSA-AES256-SHA384", Kx::ecdhe, Auth::rsa, Cipher::aes_256_cbc, Hash::sha384),
    tls12(0xC024, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "ECDHE-ECDSA-AES256-SHA384", Kx::ecdhe, Auth::ecdsa, Cipher::aes_256_cbc, Hash::sha384),
    tls12(0xCCA8, "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-RSA-CHACHA20-POLY1305", Kx::ecdhe, Auth::rsa, Cipher::chacha20_poly1305, Hash::sha256),
    tls12(0xCCA9, "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305", Kx::ecdhe, Auth::ecdsa, Cipher::chacha20_poly1305, Hash::sha256),
    tls12(0xCCAA, "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "DHE-RSA-CHACHA20-POLY1305", Kx::dhe, Auth::rsa, Cipher::chacha20_poly1305, Hash::sha256),
    tls12(0xCC13, "TLS_ECDHE_RSA_WITH_CHACHA20_OLD_POLY1305_SHA256", "ECDHE-RSA-CHACHA20-POLY1305-OLD", Kx::ecdhe, Auth::rsa, Cipher::chacha20_poly1305_old, Hash::sha256, Use::draft),
    tls12(0xCC14, "TLS_ECDHE_ECDSA_WITH_CHACHA20_OLD_POLY1305_SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305-OLD", Kx::ecdhe, Auth::ecdsa, Cipher::chacha20_poly1305_old, Hash::sha256, Use::draft),
    tls12(0xCC15, "TLS_DHE_RSA_WITH_CHACHA20_OLD_POLY1305_SHA256", "DHE-RSA-CHACHA20-POLY1305-OLD", Kx::dhe, Auth::rsa, Cipher::chacha20_poly1305_old, Hash::sha256, Use::draft),
    // What else wolfSSL has of TLS 1.2, with forward secrecy.
    tls12(0xC014, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "ECDHE-RSA-AES256-SHA", Kx::ecdhe, Auth::rsa, Cipher::aes_256_cbc, Hash::sha1),
    tls12(0xC0AC, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM", "ECDHE-ECDSA-AES128-CCM", Kx::ecdhe, Auth::ecdsa, Cipher::aes_128_ccm, Hash::sha256),
    tls12(0xC0AE, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8", "ECDHE-ECDSA-AES128-CCM8", Kx::ecdhe, Auth::ecdsa, Cipher::aes_128_ccm_8, Hash::sha256, Use::normal, "ECDHE-ECDSA-AES128-CCM-8"),
    tls12(0xC0AF, "TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8", "ECDHE-ECDSA-AES256-CCM8", Kx::ecdhe, Auth::ecdsa, Cipher::aes_256_ccm_8, Hash::sha256, Use::normal, "ECDHE-ECDSA-AES256-CCM-8"),
    tls12(0x0045, "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA", "DHE-RSA-CAMELLIA128-SHA", Kx::dhe, Auth::rsa, Cipher::camellia_128_cbc, Hash::sha1),
    tls12(0x0088, "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA", "DHE-RSA-CAMELLIA256-SHA", Kx::dhe, Auth::rsa, Cipher::camellia_256_cbc, Hash::sha1),
    tls12(0x00BE, "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA256", "DHE-RSA-CAMELLIA128-SHA256", Kx::dhe, Auth::rsa, Cipher::camellia_128_cbc, Hash::sha256),
    tls12(0x00C4, "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA256", "DHE-RSA-CAMELLIA256-SHA256", Kx::dhe, Auth::rsa, Cipher::camellia_256_cbc, Hash::sha256),
    // Static RSA.
    tls12(0x002F, "TLS_RSA_WITH_AES_128_CBC_SHA", "AES128-SHA", Kx::rsa, Auth::rsa, Cipher::aes_128_cbc, Hash::sha1, Use::on_request),
    tls12(0x0035, "TLS_RSA_WITH_AES_256_CBC_SHA", "AES256-SHA", Kx::rsa, Auth::rsa, Cipher::aes_256_cbc, Hash::sha1, Use::on_request),
    tls12(0x003C, "TLS_RSA_WITH_AES_128_CBC_SHA256", "AES128-SHA256", Kx::rsa, Auth::rsa, Cipher::aes_128_cbc, Hash::sha256, Use::on_request),
    tls12(0x003D, "TLS_RSA_WITH_AES_256_CBC_SHA256", "AES256-SHA256", Kx::rsa, Auth::rsa, Cipher::aes_256_cbc, Hash::sha256, Use::on_request),
    tls12(0x009C, "TLS_RSA_WITH_AES_128_GCM_SHA256", "AES128-GCM-SHA256", Kx::rsa, Auth::rsa, Cipher::aes_128_gcm, Hash::sha256, Use::on_request),
    tls12(0x009D, "TLS_RSA_WITH_AES_256_GCM_SHA384", "AES256-GCM-SHA384", Kx::rsa, Auth::rsa, Cipher::aes_256_gcm, Hash::sha384, Use::on_request),
    tls12(0xC0A0, "TLS_RSA_WITH_AES_128_CCM_8", "AES128-CCM8", Kx::rsa, Auth::rsa, Cipher::aes_128_ccm_8, Hash::sha256, Use::on_request, "AES128-CCM-8"),
    tls12(0xC0A1, "TLS_RSA_WITH_AES_256_CCM_8", "AES256-CCM8", Kx::rsa, Auth::rsa, Cipher::aes_256_ccm_8, Hash::sha256, Use::on_request, "AES256-CCM-8"),
    tls12(0x0041, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA", "CAMELLIA128-SHA", Kx::rsa, Auth::rsa, Cipher::camellia_128_cbc, Hash::sha1, Use::on_request),
    tls12(0x0084, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA", "CAMELLIA256-SHA", Kx::rsa, Auth::rsa, Cipher::camellia_256_cbc, Hash::sha1, Use::on_request),
    tls12(0x00BA, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA256", "CAMELLIA128-SHA256", Kx::rsa, Auth::rsa, Cipher::camellia_128_cbc, Hash::sha256, Use::on_request),
    tls12(0x00C0, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256", "CAMELLIA256-SHA256", Kx::rsa, Auth::rsa, Cipher::camellia_256_cbc, Hash::sha256, Use::on_request),
    // TLS 1.3.
    tls13(0x1301, "TLS_AES_128_GCM_SHA256", "TLS13-AES128-GCM-SHA256", Cipher::aes_128_gcm, Hash::sha256),
    tls13(0x1302, "TLS_AES_256_GCM_SHA384", "TLS13-AES256-GCM-SHA384", Cipher::aes_256_gcm, Hash::sha384),
    tls13(0x1303, "TLS_CHACHA20_POLY1305_SHA256", "TLS13-CHACHA20-POLY1305-SHA256", Cipher::chacha20_poly1305, Hash::sha256),
    tls13(0x1304, "TLS_AES_128_CCM_SHA256", "TLS13-AES128-CCM-SHA256", Cipher::aes_128_ccm, Hash::sha256),
    tls13(0x1305, "TLS_AES_128_CCM_8_SHA256", "TLS13-AES128-CCM-8-SHA256", Cipher::aes_128_ccm_8, Hash::sha256),
};

constexpr bool has_ml_kem = HARTLS_WOLFSSL_HAS_ML_KEM != 0;
// RFC 8734's code points, new in wolfSSL 5.8.
constexpr bool has_brainpool_in_tls13 = LIBWOLFSSL_VERSION_HEX >= 0x05008000;

constexpr Group both(std::uint16_t id, std::string_view name, std::string_view alias, NamedGroup curve, std::string_view standard) {
  return {id, name, alias, curve, std::nullopt, true, true, true, standard};
}
constexpr Group only12(std::uint16_t id, std::string_view name, std::string_view alias, NamedGroup curve, std::string_view standard) {
  return {id, name, alias, curve, std::nullopt, true, false, true, standard};
}
constexpr Group brainpool13(std::uint16_t id, std::string_view name, NamedGroup curve) {
  return {id, name, {}, curve, std::nullopt, false, true, has_brainpool_in_tls13, "RFC 8734"};
}
constexpr Group post_quantum(std::uint16_t id, std::string_view name, std::optional<NamedGroup> curve, KemAlgorithm kem, std::string_view standard) {
  return {id, name, {}, curve, kem, false, true, has_ml_kem, standard};
}

constexpr std::array group_table{
    both(29, "x25519", "X25519", NamedGroup::x25519, "RFC 8446 section 4.2.7"),
    both(30, "x448", "X448", NamedGroup::x448, "RFC 8446 section 4.2.7"),
    both(23, "secp256r1", "P-256", NamedGroup::secp256r1, "RFC 8446 section 4.2.7"),
    both(24, "secp384r1", "P-384", NamedGroup::secp384r1, "RFC 8446 section 4.2.7"),
    both(25, "secp521r1", "P-521", NamedGroup::secp521r1, "RFC 8446 section 4.2.7"),
    only12(26, "brainpoolP256r1", "", NamedGroup::brainpoolP256r1, "RFC 7027"),
    only12(27, "brainpoolP384r1", "", NamedGroup::brainpoolP384r1, "RFC 7027"),
    only12(28, "brainpoolP512r1", "", NamedGroup::brainpoolP512r1, "RFC 7027"),
    brainpool13(31, "brainpoolP256r1tls13", NamedGroup::brainpoolP256r1),
    brainpool13(32, "brainpoolP384r1tls13", NamedGroup::brainpoolP384r1),
    brainpool13(33, "brainpoolP512r1tls13", NamedGroup::brainpoolP512r1),
    both(256, "ffdhe2048", "", NamedGroup::ffdhe2048, "RFC 7919"),
    both(257, "ffdhe3072", "", NamedGroup::ffdhe3072, "RFC 7919"),
    both(258, "ffdhe4096", "", NamedGroup::ffdhe4096, "RFC 7919"),
    both(259, "ffdhe6144", "", NamedGroup::ffdhe6144, "RFC 7919"),
    both(260, "ffdhe8192", "", NamedGroup::ffdhe8192, "RFC 7919"),
    post_quantum(0x11EB, "SecP256r1MLKEM768", NamedGroup::secp256r1, KemAlgorithm::ml_kem_768, "draft-ietf-tls-ecdhe-mlkem"),
    post_quantum(0x11EC, "X25519MLKEM768", NamedGroup::x25519, KemAlgorithm::ml_kem_768, "draft-ietf-tls-ecdhe-mlkem"),
    post_quantum(0x11ED, "SecP384r1MLKEM1024", NamedGroup::secp384r1, KemAlgorithm::ml_kem_1024, "draft-ietf-tls-ecdhe-mlkem"),
    post_quantum(0x0200, "MLKEM512", std::nullopt, KemAlgorithm::ml_kem_512, "draft-ietf-tls-mlkem"),
    post_quantum(0x0201, "MLKEM768", std::nullopt, KemAlgorithm::ml_kem_768, "draft-ietf-tls-mlkem"),
    post_quantum(0x0202, "MLKEM1024", std::nullopt, KemAlgorithm::ml_kem_1024, "draft-ietf-tls-mlkem"),
};
// clang-format on

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

template <typename Table>
std::string list_names(const Table& table) {
  std::string names;
  for (const auto& row : table) {
    names += names.empty() ? "" : ", ";
    names += row.name;
  }
  return names;
}

bool is_cbc(RecordCipher cipher) noexcept {
  switch (cipher) {
    case RecordCipher::aes_128_cbc:
    case RecordCipher::aes_256_cbc:
    case RecordCipher::camellia_128_cbc:
    case RecordCipher::camellia_256_cbc:
      return true;
    default:
      return false;
  }
}

// Lower comes first.
int default_rank(const CipherSuite& suite) noexcept {
  if (suite.version == Version::tls1_3)
    return 0;
  const int by_mode = is_cbc(suite.cipher) ? 2 : 0;
  return 1 + by_mode + (suite.key_exchange == KeyExchangeMethod::dhe ? 1 : 0);
}

std::vector<CipherSuite> make_default_suites() {
  std::vector<CipherSuite> chosen;
  std::copy_if(suites.begin(), suites.end(), std::back_inserter(chosen),
               [](const CipherSuite& suite) { return !suite.on_request && !suite.draft; });
  std::stable_sort(chosen.begin(), chosen.end(), [](const CipherSuite& a, const CipherSuite& b) {
    return default_rank(a) < default_rank(b);
  });
  return chosen;
}

}  // namespace

std::span<const CipherSuite> cipher_suites() noexcept {
  return suites;
}

std::span<const CipherSuite> default_cipher_suites() noexcept {
  static const std::vector<CipherSuite> chosen = make_default_suites();
  return chosen;
}

const CipherSuite& cipher_suite_from_name(std::string_view name) {
  for (const CipherSuite& suite : suites) {
    if (same_name(suite.name, name) || same_name(suite.openssl_name, name) ||
        same_name(suite.wolfssl_name, name))
      return suite;
  }
  fail(Errc::unknown_name, "cipher suite \"" + std::string(name) + "\"; allowed: " +
                               list_names(suites) + ", and OpenSSL's names for them");
}

const CipherSuite* cipher_suite_from_id(std::uint16_t id) noexcept {
  const auto* const found = std::find_if(suites.begin(), suites.end(),
                                         [id](const CipherSuite& suite) { return suite.id == id; });
  return found == suites.end() ? nullptr : found;
}

std::span<const Group> groups() noexcept {
  return group_table;
}

const Group& tls_group_from_name(std::string_view name) {
  for (const Group& group : group_table) {
    if (!same_name(group.name, name) && (group.alias.empty() || !same_name(group.alias, name)))
      continue;
    if (!group.available) {
      fail(Errc::unsupported_algorithm, std::string(group.name) + ": wolfSSL " +
                                            LIBWOLFSSL_VERSION_STRING +
                                            ", which this build has, lacks this TLS group");
    }
    return group;
  }
  fail(Errc::unknown_name,
       "TLS group \"" + std::string(name) + "\"; allowed: " + list_names(group_table));
}

const Group* tls_group_from_id(std::uint16_t id) noexcept {
  const auto* const found = std::find_if(group_table.begin(), group_table.end(),
                                         [id](const Group& group) { return group.id == id; });
  return found == group_table.end() ? nullptr : found;
}

std::string_view to_string(Version version) noexcept {
  return version == Version::tls1_3 ? "TLS 1.3" : "TLS 1.2";
}

std::string_view to_string(Role role) noexcept {
  return role == Role::client ? "client" : "server";
}

std::string_view to_string(KeyExchangeMethod method) noexcept {
  switch (method) {
    case KeyExchangeMethod::group:
      return "group";
    case KeyExchangeMethod::rsa:
      return "RSA";
    case KeyExchangeMethod::dhe:
      return "DHE";
    case KeyExchangeMethod::ecdhe:
      return "ECDHE";
  }
  return "?";
}

std::string_view to_string(Authentication authentication) noexcept {
  switch (authentication) {
    case Authentication::certificate:
      return "certificate";
    case Authentication::rsa:
      return "RSA";
    case Authentication::ecdsa:
      return "ECDSA";
  }
  return "?";
}

std::string_view to_string(RecordCipher cipher) noexcept {
  switch (cipher) {
    case RecordCipher::aes_128_cbc:
      return "AES-128-CBC";
    case RecordCipher::aes_256_cbc:
      return "AES-256-CBC";
    case RecordCipher::aes_128_gcm:
      return "AES-128-GCM";
    case RecordCipher::aes_256_gcm:
      return "AES-256-GCM";
    case RecordCipher::aes_128_ccm:
      return "AES-128-CCM";
    case RecordCipher::aes_128_ccm_8:
      return "AES-128-CCM-8";
    case RecordCipher::aes_256_ccm_8:
      return "AES-256-CCM-8";
    case RecordCipher::chacha20_poly1305:
      return "ChaCha20-Poly1305";
    case RecordCipher::chacha20_poly1305_old:
      return "ChaCha20-Poly1305-OLD";
    case RecordCipher::camellia_128_cbc:
      return "Camellia-128-CBC";
    case RecordCipher::camellia_256_cbc:
      return "Camellia-256-CBC";
  }
  return "?";
}

}  // namespace hartls::tls
