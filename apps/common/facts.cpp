// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/facts.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "common/program.hpp"
#include "hartls/tls/error.hpp"

namespace hartls::apps {
namespace {

// wolfSSL's ASN_NO_SIGNER_E and ASN_SELF_SIGNED_E: its headers are not for programs.
constexpr int wolfssl_no_signer = -188;
constexpr int wolfssl_self_signed = -275;

std::string or_none(const std::string& text) {
  return text.empty() ? "none" : printable(text);
}

std::string line(std::string_view name, std::string_view value) {
  return fmt::format("{:<12} {}\n", name, value);
}

std::string peer_proof(const tls::Engine& engine, const tls::Negotiated& facts,
                       const std::string& trust) {
  const std::string_view peer = engine.role() == tls::Role::client ? "server" : "client";
  if (facts.resumed)
    return fmt::format("the {} proved that it has the resumed session's keys", peer);
  if (!facts.peer_certificate)
    return engine.role() == tls::Role::client ? "by the pre-shared key"
                                              : "the client showed no certificate";
  return trust.empty() ? "NOT verified (-d)" : "verified against " + printable(trust);
}

std::string chain_lines(const std::vector<tls::Certificate>& chain) {
  std::string text;
  for (std::size_t index = 0; index < chain.size(); ++index) {
    const tls::Certificate& certificate = chain[index];
    text += line(fmt::format("chain {}", index), printable(certificate.subject));
    text += line("", "issuer " + printable(certificate.issuer));
    text += line("", fmt::format("{}, valid {} to {}", certificate.key_type, certificate.not_before,
                                 certificate.not_after));
  }
  return text;
}

std::string suite_name(const tls::Negotiated& facts) {
  return facts.suite == nullptr ? "unknown suite" : std::string(facts.suite->name);
}

}  // namespace

std::string facts_block(const tls::Engine& engine, const std::string& trust) {
  const tls::Negotiated facts = engine.negotiated();
  return line("version", to_string(facts.version)) + line("suite", suite_name(facts)) +
         line("group", or_none(facts.group)) +
         (facts.signature_scheme.empty() ? "" : line("signature", facts.signature_scheme)) +
         line("ALPN", or_none(facts.alpn)) + line("server name", or_none(facts.server_name)) +
         line("resumed", facts.resumed ? "yes" : "no") +
         line("peer", peer_proof(engine, facts, trust)) + chain_lines(engine.peer_chain());
}

std::string failure_reason(const tls::Engine& engine, const boost::system::error_code& error) {
  if (!engine.error() || tls::to_std(error) != engine.error())
    return printable(error.message());
  const int code = engine.error().value();
  const bool untrusted = code == wolfssl_no_signer || code == wolfssl_self_signed;
  return printable(engine.error_text()) +
         (untrusted ? "; the chain ends at no trusted root: -A FILE names the roots to trust" : "");
}

}  // namespace hartls::apps
