// SPDX-License-Identifier: GPL-3.0-or-later
// What came out of a handshake.
#include <array>
#include <string>

#include "engine_impl.hpp"
#include "hartls/core/error.hpp"

namespace hartls::tls {
namespace {

std::string_view hash_name(int hash) noexcept {
  switch (hash) {
    case sha_mac:
      return "sha1";
    case sha224_mac:
      return "sha224";
    case sha256_mac:
      return "sha256";
    case sha384_mac:
      return "sha384";
    case sha512_mac:
      return "sha512";
    default:
      return "?";
  }
}

// RFC 8446 section 4.2.3: the curve is part of the name, also where TLS 1.2 does not mind it.
std::string ecdsa_scheme(int hash) {
  switch (hash) {
    case sha256_mac:
      return "ecdsa_secp256r1_sha256";
    case sha384_mac:
      return "ecdsa_secp384r1_sha384";
    case sha512_mac:
      return "ecdsa_secp521r1_sha512";
    default:
      return "ecdsa_" + std::string(hash_name(hash));
  }
}

std::string scheme_name(int signature, int hash) {
  switch (signature) {
    case rsa_sa_algo:
      return "rsa_pkcs1_" + std::string(hash_name(hash));
    case rsa_pss_sa_algo:
      return "rsa_pss_rsae_" + std::string(hash_name(hash));
    case rsa_pss_pss_algo:
      return "rsa_pss_pss_" + std::string(hash_name(hash));
    case ecc_dsa_sa_algo:
      return ecdsa_scheme(hash);
    case ed25519_sa_algo:
      return "ed25519";
    case ed448_sa_algo:
      return "ed448";
#if HARTLS_WOLFSSL_HAS_ML_DSA
    case mldsa_44_sa_algo:
      return "mldsa44";
    case mldsa_65_sa_algo:
      return "mldsa65";
    case mldsa_87_sa_algo:
      return "mldsa87";
#endif
    default:
      return {};
  }
}

std::string group_name(const WOLFSSL& ssl, Version version, const CipherSuite* suite,
                       bool resumed) {
  if (version == Version::tls1_3) {
    const Group* const group = tls_group_from_id(ssl.namedGroup);
    return group == nullptr ? std::string() : std::string(group->name);
  }
  if (resumed || suite == nullptr)
    return {};
  if (suite->key_exchange == KeyExchangeMethod::ecdhe)
    return std::string(group_name_of_oid(ssl.ecdhCurveOID));
  if (suite->key_exchange != KeyExchangeMethod::dhe)
    return {};
  const Group* const group = tls_group_from_id(ssl.namedGroup);
  return group != nullptr ? std::string(group->name)
                          : "DH-" + std::to_string(8 * ssl.options.dhKeySz);
}

}  // namespace

Negotiated Engine::negotiated() const {
  if (!handshake_done())
    fail(Errc::invalid_state, "TLS engine: nothing is negotiated before the handshake is done");
  WOLFSSL& ssl = *impl_->ssl;
  Negotiated facts{};
  facts.version = version_of(ssl.version);
  facts.suite = cipher_suite_from_id(
      static_cast<std::uint16_t>(ssl.options.cipherSuite0 << 8U | ssl.options.cipherSuite));
  facts.resumed = wolfSSL_session_reused(&ssl) != 0;
  facts.group = group_name(ssl, facts.version, facts.suite, facts.resumed);
  facts.peer_certificate = !impl_->chain.empty();
  const bool proof =
      facts.peer_certificate && facts.suite != nullptr &&
      (facts.suite->key_exchange != KeyExchangeMethod::rsa || role() == Role::server);
  if (proof)
    facts.signature_scheme = scheme_name(ssl.options.peerSigAlgo, ssl.options.peerHashAlgo);
  char* protocol = nullptr;
  word16 protocol_size = 0;
  if (wolfSSL_ALPN_GetProtocol(&ssl, &protocol, &protocol_size) == WOLFSSL_SUCCESS)
    facts.alpn.assign(protocol, protocol_size);
  facts.server_name = role() == Role::client ? impl_->server_name : impl_->hello.server_name;
  return facts;
}

std::vector<Certificate> Engine::peer_chain() const {
  std::vector<Certificate> certificates;
  for (const Bytes& der : impl_->chain)
    certificates.push_back(read_certificate(der));
  return certificates;
}

Session Engine::session() const {
  if (!handshake_done())
    fail(Errc::invalid_state, "TLS engine: there is no session before the handshake is done");
  Session session;
  WolfsslSession current(wolfSSL_get1_session(impl_->ssl.get()));
  if (role() != Role::client || !current || current->ticketLen == 0)
    return session;
  WolfsslSession copy(wolfSSL_SESSION_dup(current.get()));
  if (!copy)
    throw std::bad_alloc();
  session.state_ = std::shared_ptr<void>(copy.release(), [](void* state) {
    wolfSSL_SESSION_free(static_cast<WOLFSSL_SESSION*>(state));
  });
  return session;
}

}  // namespace hartls::tls
