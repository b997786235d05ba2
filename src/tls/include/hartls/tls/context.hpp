// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hartls/core/bytes.hpp"
#include "hartls/crypto/provider.hpp"
#include "hartls/tls/suites.hpp"

namespace hartls::tls {

enum class Verification : std::uint8_t {
  none,  ///< any certificate of the peer will do; a server asks for none
  /// Client: the server's chain must end at a trusted root. Server: asks for a certificate and
  /// checks it, if the client has one.
  peer,
  required,  ///< as `peer`, and a server refuses clients without a certificate (mutual
             ///< authentication)
};

/// RFC 7301 names a protocol, such as "http/1.1".
using ProtocolNames = std::vector<std::string>;

/// What connections of one role have in common. Configure first, then make engines from it: from
/// the first engine on every set_ and add_ call throws Errc::invalid_state. A Context may go away
/// before its engines. Making engines from one Context in several threads at once is allowed.
/// Errors are std::system_error: category "hartls" for wrong use, "wolfssl" where wolfSSL refused.
class Context {
 public:
  explicit Context(Role role, const Provider& provider = default_provider());
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  ~Context();

  Role role() const noexcept;
  const Provider& provider() const noexcept;

  /// TLS 1.2 and 1.3 unless told otherwise, or what the suites say.
  void set_versions(Version lowest, Version highest);

  /// Exactly these suites, most wanted first. The version follows: with suites of one version only,
  /// no other is offered. Throws Errc::invalid_argument where set_versions excludes a suite's
  /// version.
  void set_suites(const std::vector<CipherSuite>& suites);
  const std::vector<CipherSuite>& suites() const noexcept;

  /// Exactly these groups, most wanted first; a TLS 1.3 client sends a key share for the first.
  /// Throws Errc::unsupported_algorithm for a group that this build lacks.
  void set_groups(const std::vector<Group>& groups);
  const std::vector<Group>& groups() const noexcept;

  /// A chain, leaf first, and the leaf's private key: PEM or DER (one certificate), told apart by
  /// content. The key is PKCS#8, PKCS#1 or SEC 1, not encrypted. May be called once for each key
  /// type on a server, which then takes the certificate that fits the client's suites and signature
  /// schemes; a client has one. Throws where the key does not belong to the certificate.
  void add_certificate(ByteView chain, ByteView private_key);
  void add_certificate_files(const std::filesystem::path& chain,
                             const std::filesystem::path& private_key);

  /// Roots to trust: PEM (one or many) or DER.
  void add_trust(ByteView roots);
  void add_trust_file(const std::filesystem::path& roots);

  /// Client: `peer` unless told otherwise. Server: `none`.
  void set_verification(Verification verification);
  Verification verification() const noexcept;

  /// Resumption: tickets in TLS 1.2 (RFC 5077) and TLS 1.3. Off: every handshake is a full one. On
  /// unless told otherwise.
  void set_session_tickets(bool on);

  /// Server, DHE in TLS 1.2: a group of RFC 7919 (else ffdhe2048), or own parameters of 2048 bits
  /// or more, for clients that list no such group. A client refuses a group below 2048 bits.
  void set_dh_group(NamedGroup group);
  void set_dh_parameters(const DhParameters& parameters);

  /// Most wanted first. Without a protocol in common the handshake fails.
  void set_alpn(const ProtocolNames& protocols);

  /// Client: asks for records of at most 512, 1024, 2048 or 4096 bytes of plaintext (RFC 6066
  /// section 4). A server accepts what the client asks.
  void set_max_fragment(std::size_t bytes);

  /// External pre-shared key of at most 64 bytes: TLS 1.3 with (EC)DHE, RFC 8446 section 2.2. A
  /// server with a key and without a certificate serves clients with the key only.
  void set_psk(std::string identity, ByteView key);

  /// Gets lines in NSS key log format as secrets come to be. Throws Errc::invalid_state in builds
  /// with NDEBUG: who has the lines can read the traffic.
  void set_key_log(std::function<void(std::string_view line)> sink);
  static bool key_log_available() noexcept;

  /// Checks that the settings fit together, without a connection: an engine does the same. Throws
  /// Errc::invalid_argument that names, for a server, the suite and the certificate's key type
  /// where they do not fit.
  void validate() const;

 private:
  friend class Engine;
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace hartls::tls
