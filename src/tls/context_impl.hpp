// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certificate.hpp"
#include "hartls/core/secret.hpp"
#include "hartls/tls/context.hpp"
#include "wolfssl.hpp"

namespace hartls::tls {

struct FreeWolfsslContext {
  void operator()(WOLFSSL_CTX* context) const noexcept { wolfSSL_CTX_free(context); }
};
using WolfsslContext = std::unique_ptr<WOLFSSL_CTX, FreeWolfsslContext>;

/// A certificate chain with its key.
struct Identity {
  Bytes chain;
  SecretBytes private_key;
  CertificateKey key;
};

struct Psk {
  std::string identity;
  SecretBytes key;
  std::string suite;  ///< whose hash goes with the key; wolfSSL's name
};

struct Context::Impl {
  Impl(Role role_in, const Provider& provider_in);

  /// Throws Errc::invalid_state once an engine was made.
  void require_not_in_use() const;

  /// Checks the settings and makes wolfSSL's contexts from them, once.
  void prepare();
  void check() const;
  WolfsslContext make_wolfssl_context(const Identity* identity) const;
  void configure_server(WOLFSSL_CTX* context) const;
  void configure_client(WOLFSSL_CTX* context) const;

  bool offers(Version version) const noexcept {
    return version >= lowest() && version <= highest();
  }
  Version lowest() const noexcept;
  Version highest() const noexcept;
  std::vector<CipherSuite> effective_suites() const;
  std::vector<Group> effective_groups() const;

  /// Which of `contexts` a server takes for a client; 0 where nothing fits.
  std::size_t choose_identity(const struct ClientHello& hello) const;
  bool client_fits(const Identity& identity, const CipherSuite& suite,
                   const struct ClientHello& hello) const;

  const Role role;
  const Provider* const provider;

  std::optional<Version> lowest_wanted, highest_wanted;
  std::vector<CipherSuite> suites;
  bool suites_chosen = false;
  std::vector<Group> groups;
  bool groups_chosen = false;
  std::vector<Identity> identities;
  std::vector<Bytes> trust;
  Verification verification;
  bool session_tickets = true;
  NamedGroup dh_group = NamedGroup::ffdhe2048;
  std::optional<DhParameters> dh_parameters;
  ProtocolNames alpn;
  std::size_t max_fragment = 0;
  std::optional<Psk> psk;
  std::function<void(std::string_view)> key_log;

  /// Takes every certificate and key as it is added, so that what is wrong shows there.
  WolfsslContext trial;

  mutable std::mutex mutex;
  bool in_use = false;
  /// One for each identity, as wolfSSL holds one certificate a context; one where there is none.
  std::vector<WolfsslContext> contexts;
};

/// The engine's callbacks, defined with the engine.
int receive_callback(WOLFSSL* ssl, char* buffer, int size, void* engine);
int send_callback(WOLFSSL* ssl, char* buffer, int size, void* engine);
int verify_callback(int preverified, WOLFSSL_X509_STORE_CTX* store);

/// Throws std::system_error with wolfSSL's code unless `result` is WOLFSSL_SUCCESS.
void require_success(int result, const std::string& what);

}  // namespace hartls::tls
