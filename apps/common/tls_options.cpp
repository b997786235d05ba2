// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/tls_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "common/key_log.hpp"
#include "common/lists.hpp"
#include "common/program.hpp"
#include "hartls/core/hex.hpp"
#include "test_certificates.hpp"

namespace hartls::apps {
namespace {

using tls::Role;
using tls::Version;

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    items.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

void add_test_certificate(tls::Context& context, std::string_view type) {
  const std::string stem = std::string(type) + "-" + std::string(to_string(context.role()));
  context.add_certificate(certs::test_certificate_file(stem + "-chain.pem"),
                          certs::test_certificate_file(stem + "-key.pem"));
}

void add_certificates(tls::Context& context, const TlsOptions& options) {
  for (std::size_t index = 0; index < options.certificates.size(); ++index) {
    const std::string& chain = options.certificates[index];
    // One file may hold both.
    context.add_certificate_files(chain, options.keys.empty() ? chain : options.keys[index]);
  }
  if (!options.certificate_types.empty()) {
    for (const std::string& name : split_list(options.certificate_types, "--cert-type"))
      add_test_certificate(context, certs::test_key_type(name));
    return;
  }
  if (context.role() == Role::server && options.certificates.empty() && options.psk.empty()) {
    // One for each kind of suite.
    add_test_certificate(context, "p256");
    add_test_certificate(context, "rsa2048");
  }
}

void add_trust(tls::Context& context, const TlsOptions& options) {
  for (const std::string& file : options.roots)
    context.add_trust_file(file);
  if (!options.roots.empty())
    return;
  for (const std::string_view type : certs::test_key_types()) {
    try {
      context.add_trust(certs::test_certificate_file(std::string(type) + "-root.pem"));
    } catch (const std::system_error&) {
      // wolfSSL before 5.9 has no ML-DSA, and no peer's chain that needs it.
      if (type != "mldsa44")
        throw;
    }
  }
}

template <typename Item, typename Find>
std::vector<Item> look_up(std::string_view list, std::string_view what, Find find) {
  std::vector<Item> items;
  for (const std::string& name : split_list(list, what))
    items.push_back(find(name));
  return items;
}

// wolfSSL's examples put in front what shall happen without a protocol in common: fail, or go on.
std::string_view without_alpn_mode(std::string_view list) {
  if (list.starts_with("C:"))
    throw UsageError(
        "--alpn C:...: going on without a protocol in common is not supported; allowed: "
        "NAME[,NAME]..., or the same behind F:");
  return list.starts_with("F:") ? list.substr(2) : list;
}

void define_certificate_options(CLI::App& app, TlsOptions& options, Role role) {
  const bool client = role == Role::client;
  app.add_option("-c,--cert", options.certificates,
                 client ? "This client's certificate chain, leaf first (PEM or DER)"
                        : "A certificate chain, leaf first (PEM or DER); may be repeated, once for "
                          "each key type; default: test certificates, P-256 and RSA-2048")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("-k,--key", options.keys,
                 "The certificate's private key, not encrypted; default: in the --cert file")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--cert-type", options.certificate_types,
                 client ? "Show the test certificate of this key type"
                        : "Test certificates of these key types")
      ->type_name("rsa2048|rsa3072|p256|p384|ed25519|mldsa44");
  app.add_option("-A,--ca", options.roots,
                 "Trust the roots in this file (PEM or DER) and no others; may be repeated; "
                 "default: the roots of the test certificates, which are in this program")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_flag(
      "-d,--no-verify", options.no_verification,
      client ? "Accept any certificate of the server" : "Do not ask clients for a certificate");
}

}  // namespace

std::chrono::milliseconds TlsOptions::timeout() const {
  return std::chrono::milliseconds(static_cast<std::int64_t>(timeout_seconds * 1000));
}

void define_general_options(CLI::App& app) {
  app.set_help_flag("-?,--help", "Print this help and exit");
  app.set_version_flag("--version", app.get_name() + " " HARTLS_VERSION,
                       "Print the version and exit");
}

void define_tls_options(CLI::App& app, TlsOptions& options, Role role) {
  app.option_defaults()->group("TLS");
  app.add_option("-v,--tls-version", options.versions,
                 "TLS versions: 3 or 1.2; 4 or 1.3; d for both (the default, unless -l says else)")
      ->type_name("VERSION");
  app.add_option("-l,--suites", options.suites,
                 "Exactly these cipher suites, most wanted first, with ':' or ',' between the "
                 "names of IANA, OpenSSL or wolfSSL")
      ->type_name("LIST");
  app.add_option("--groups", options.groups,
                 "Exactly these key-exchange groups, most wanted first, such as X25519MLKEM768")
      ->type_name("LIST");
  define_certificate_options(app, options, role);
  app.add_flag("-T,--no-tickets", options.no_tickets, "No session tickets, so no resumption");
  app.add_option("-L,--alpn", options.alpn,
                 "Application protocols (ALPN), most wanted first, such as http/1.1; without one "
                 "in common the handshake fails")
      ->type_name("LIST");
  app.add_option("-s,--psk", options.psk,
                 "Pre-shared key for TLS 1.3, the key as hexadecimal digits. Other users of this "
                 "machine can see command lines")
      ->type_name("IDENTITY:HEX");
  app.add_option("--provider", options.provider, "The crypto back end")->type_name("NAME");
  app.add_option("--timeout", options.timeout_seconds,
                 "Longest time for one step, such as the handshake (10)")
      ->type_name("SECONDS")
      ->check(in_range(0.001, 86400));
  app.add_option("--keylog", options.key_log,
                 "Append the secrets to this file in NSS key log format, for Wireshark; debug "
                 "builds only")
      ->type_name("FILE");
  app.add_flag("--quiet", options.quiet, "Do not tell what was negotiated, errors only");
  app.add_flag("--list-groups", options.list_groups, "List the key-exchange groups and exit");
}

void check_tls_options(const CLI::App& app, const TlsOptions& options) {
  require_at_most_one(app, {"--cert", "--cert-type"});
  parse_versions(options.versions);
  if (options.keys.size() > options.certificates.size())
    throw UsageError("--key without --cert: the certificate that the key belongs to is missing");
  if (!options.keys.empty() && options.keys.size() != options.certificates.size())
    throw UsageError(
        fmt::format("{} files for --cert and {} for --key; allowed: a key for each "
                    "certificate, in the same order, or none where each file has both",
                    options.certificates.size(), options.keys.size()));
  if (!options.psk.empty())
    parse_psk(options.psk);
  if (!options.alpn.empty())
    without_alpn_mode(options.alpn);
  if (!options.key_log.empty() && !tls::Context::key_log_available())
    throw UsageError(
        "--keylog: this build cannot log secrets; debug builds can (CMAKE_BUILD_TYPE=Debug)");
}

bool print_lists(const TlsOptions& options) {
  if (options.list_suites)
    fmt::print("{}", suite_list());
  if (options.list_groups)
    fmt::print("{}", group_list());
  return options.list_suites || options.list_groups;
}

VersionRange parse_versions(std::string_view text) {
  std::string name(text);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const std::string_view prefix : {"tls", "v", " ", "_"}) {
    if (name.starts_with(prefix))
      name.erase(0, prefix.size());
  }
  std::replace(name.begin(), name.end(), '_', '.');
  if (name == "d")
    return {Version::tls1_2, Version::tls1_3};
  if (name == "3" || name == "1.2")
    return {Version::tls1_2, Version::tls1_2};
  if (name == "4" || name == "1.3")
    return {Version::tls1_3, Version::tls1_3};
  throw UsageError("TLS version \"" + printable(text) +
                   "\"; allowed: 3 or 1.2 (TLS 1.2), 4 or 1.3 (TLS 1.3), d (both); older ones are "
                   "not supported");
}

std::vector<std::string> split_list(std::string_view text, std::string_view what,
                                    std::string_view separators) {
  std::vector<std::string> items = split(text, separators);
  if (std::find(items.begin(), items.end(), std::string()) != items.end())
    throw UsageError(fmt::format("{} \"{}\": an item of the list is empty", what, printable(text)));
  return items;
}

PreSharedKey parse_psk(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size())
    throw UsageError(
        "--psk: IDENTITY:HEX is allowed, such as board-7:00112233445566778899aabbccddeeff");
  PreSharedKey psk{std::string(text.substr(0, colon)), {}};
  try {
    Bytes key = from_hex(text.substr(colon + 1));
    psk.key.assign(key.begin(), key.end());
    secure_wipe(key);
  } catch (const std::system_error&) {
    throw UsageError("--psk: the key must be an even number of hexadecimal digits");
  }
  return psk;
}

tls::Context make_context(Role role, const TlsOptions& options) {
  tls::Context context = options.provider.empty()
                             ? tls::Context(role)
                             : tls::Context(role, find_provider(options.provider));
  if (options.versions != "d") {
    const VersionRange range = parse_versions(options.versions);
    context.set_versions(range.first, range.second);
  }
  if (!options.suites.empty())
    context.set_suites(look_up<tls::CipherSuite>(options.suites, "--suites",
                                                 [](const std::string& name) -> decltype(auto) {
                                                   return tls::cipher_suite_from_name(name);
                                                 }));
  if (!options.groups.empty())
    context.set_groups(look_up<tls::Group>(
        options.groups, "--groups",
        [](const std::string& name) -> decltype(auto) { return tls::tls_group_from_name(name); }));
  add_certificates(context, options);
  if (!options.no_verification)
    add_trust(context, options);
  context.set_session_tickets(!options.no_tickets);
  if (!options.alpn.empty())
    context.set_alpn(split_list(without_alpn_mode(options.alpn), "--alpn", ","));
  if (!options.psk.empty()) {
    PreSharedKey psk = parse_psk(options.psk);
    context.set_psk(psk.identity, psk.key);
  }
  if (!options.key_log.empty())
    context.set_key_log(open_key_log(options.key_log));
  return context;
}

std::string trust_text(const TlsOptions& options) {
  return options.roots.empty() ? "the test roots in this program"
                               : fmt::format("{}", fmt::join(options.roots, ", "));
}

}  // namespace hartls::apps
