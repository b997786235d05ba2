// SPDX-License-Identifier: GPL-3.0-or-later
// The options about TLS that client and server have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hartls/core/secret.hpp"
#include "hartls/tls/context.hpp"

namespace hartls::apps {

struct TlsOptions {
  std::string versions = "d";
  std::string suites;
  std::string groups;
  std::vector<std::string> certificates;
  std::vector<std::string> keys;
  std::string certificate_types;  ///< of the test certificates
  std::vector<std::string> roots;
  bool no_verification = false;
  bool no_tickets = false;
  std::string alpn;
  std::string psk;
  std::string provider;
  std::string key_log;
  double timeout_seconds = 10;
  bool quiet = false;
  bool list_suites = false;
  bool list_groups = false;

  std::chrono::milliseconds timeout() const;
};

/// Help and version. Comes first: -h is the host to people who know wolfSSL's examples.
void define_general_options(CLI::App& app);
void define_tls_options(CLI::App& app, TlsOptions& options, tls::Role role);
/// Throws UsageError about what can be judged without a file or a table of names.
void check_tls_options(const CLI::App& app, const TlsOptions& options);

/// Prints the lists that were asked for; false where none was.
bool print_lists(const TlsOptions& options);

using VersionRange = std::pair<tls::Version, tls::Version>;
/// wolfSSL's numbers ("3": TLS 1.2, "4": TLS 1.3, "d": both) and names such as "1.2" and "TLSv1.3".
/// Throws UsageError.
VersionRange parse_versions(std::string_view text);

/// Items between ':' and ','. Throws UsageError where one is empty.
std::vector<std::string> split_list(std::string_view text, std::string_view what,
                                    std::string_view separators = ":,");

struct PreSharedKey {
  std::string identity;
  SecretBytes key;
};
/// "IDENTITY:HEX". Throws UsageError, which never repeats the key.
PreSharedKey parse_psk(std::string_view text);

/// Versions, suites, groups, certificates, trust, tickets, ALPN, PSK and the key log. A server
/// without a certificate of its own gets test certificates, unless it has a pre-shared key.
/// Verification is left to the caller. Throws std::system_error, and Failure where the key log
/// cannot be written.
tls::Context make_context(tls::Role role, const TlsOptions& options);

/// What the peer's chain must end at, for people: "ca.pem", "the test roots in this program".
std::string trust_text(const TlsOptions& options);

}  // namespace hartls::apps
