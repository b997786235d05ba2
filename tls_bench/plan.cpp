// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "hartls/core/error.hpp"
#include "test_certificates.hpp"

namespace hartls::tls_bench {
namespace {

using tls::Authentication;
using tls::CipherSuite;
using tls::Group;
using tls::KeyExchangeMethod;
using tls::Version;

/// In the table's order; the first goes with every suite.
constexpr std::array<std::string_view, 5> tls13_groups{"x25519", "secp256r1", "secp384r1",
                                                       "X25519MLKEM768", "SecP256r1MLKEM768"};
/// The suite that shows what the groups cost.
constexpr std::string_view suite_for_groups = "TLS_AES_128_GCM_SHA256";

std::optional<Group> find_group(std::string_view name) {
  for (const Group& group : tls::groups()) {
    if (group.name == name && group.available)
      return group;
  }
  return std::nullopt;
}

bool is_finite_field(const Group& group) {
  return group.name.starts_with("ffdhe");
}

bool group_fits(const Group& group, const CipherSuite& suite) {
  switch (suite.key_exchange) {
    case KeyExchangeMethod::group:
      return group.tls1_3;
    case KeyExchangeMethod::dhe:
      return group.tls1_2 && is_finite_field(group);
    case KeyExchangeMethod::ecdhe:
      return group.tls1_2 && !is_finite_field(group);
    case KeyExchangeMethod::rsa:
      return false;
  }
  return false;
}

bool is_rsa(std::string_view key_type) {
  return key_type.starts_with("rsa");
}

/// Why certificates of `key_type` cannot serve `suite`; empty: they can.
std::string key_misfit(std::string_view key_type, const CipherSuite& suite) {
  const std::string_view key = certs::key_name_of(key_type);
  const bool wants_rsa = suite.authentication == Authentication::rsa;
  if (suite.version == Version::tls1_3)
    return {};
  if (key_type == "mldsa44") {
    return fmt::format("{} is a suite of TLS 1.2, where no {} certificate can be used", suite.name,
                       key);
  }
  if (wants_rsa == is_rsa(key_type))
    return {};
  return fmt::format("{} needs a certificate with an {} key; --cert-type asks for {}", suite.name,
                     wants_rsa ? "RSA" : "ECDSA or Ed25519", key);
}

class RowMaker {
 public:
  explicit RowMaker(const Selection& selection) : selection_(selection) {}

  std::vector<Row> make() {
    const std::vector<CipherSuite> suites = chosen_suites();
    for (const CipherSuite& suite : suites)
      add_suite(suite);
    if (rows_.empty())
      fail(Errc::invalid_argument, "no row is left to measure: " + last_misfit_);
    return std::move(rows_);
  }

 private:
  bool named() const noexcept { return !selection_.suites.empty(); }

  std::vector<CipherSuite> chosen_suites() const {
    if (named())
      return selection_.suites;
    std::vector<CipherSuite> all;
    std::ranges::copy_if(tls::cipher_suites(), std::back_inserter(all),
                         [](const CipherSuite& suite) { return !suite.on_request; });
    return all;
  }

  /// A row that the user asked for by name must be possible; others are left out.
  void leave_out(const std::string& misfit) {
    if (named())
      fail(Errc::invalid_argument, misfit);
    last_misfit_ = misfit;
  }

  void add_suite(const CipherSuite& suite) {
    std::string_view key_type = selection_.key_type;
    if (selection_.handshake == HandshakeKind::psk) {
      if (suite.version != Version::tls1_3) {
        return leave_out(fmt::format(
            "{} is a suite of TLS 1.2; a pre-shared key is used with TLS 1.3 here", suite.name));
      }
      key_type = {};
    } else if (selection_.own_certificate) {
      key_type = {};
    } else if (key_type.empty()) {
      key_type = suite.authentication == Authentication::rsa ? "rsa2048" : "p256";
    } else if (const std::string misfit = key_misfit(key_type, suite); !misfit.empty()) {
      return leave_out(misfit);
    }
    if (suite.key_exchange == KeyExchangeMethod::rsa)
      return add(suite, std::nullopt, key_type);
    const std::vector<Group> groups = groups_for(suite);
    if (groups.empty())
      return leave_out(fmt::format("none of the chosen groups is for {}", suite.name));
    for (const Group& group : groups)
      add(suite, group, key_type);
  }

  std::vector<Group> groups_for(const CipherSuite& suite) const {
    std::vector<Group> groups;
    if (!selection_.groups.empty()) {
      std::ranges::copy_if(selection_.groups, std::back_inserter(groups),
                           [&](const Group& group) { return group_fits(group, suite); });
      return groups;
    }
    if (suite.version == Version::tls1_2)
      return {
          *find_group(suite.key_exchange == KeyExchangeMethod::dhe ? "ffdhe2048" : "secp256r1")};
    if (selection_.every_group) {
      std::ranges::copy_if(tls::groups(), std::back_inserter(groups), [&](const Group& group) {
        return group.available && group_fits(group, suite);
      });
      return groups;
    }
    return {*find_group(tls13_groups[0])};
  }

  void add(const CipherSuite& suite, const std::optional<Group>& group, std::string_view key_type) {
    Row row;
    row.suite = suite;
    row.group = group;
    row.key_type = key_type;
    row.handshake = selection_.handshake;
    row.mutual = selection_.mutual;
    rows_.push_back(row);
  }

  const Selection& selection_;
  std::vector<Row> rows_;
  std::string last_misfit_;
};

std::string group_name(const Row& row) {
  return row.group ? std::string(row.group->name) : std::string();
}

void require(bool good, std::string_view what, std::string_view asked, std::string_view came) {
  if (!good) {
    throw std::runtime_error(fmt::format("{} asked for: {}, negotiated: {}", what,
                                         asked.empty() ? "none" : asked,
                                         came.empty() ? "none" : came));
  }
}

void check_certificate(const Row& row, const tls::Engine& engine) {
  const std::vector<tls::Certificate> chain = engine.peer_chain();
  if (engine.role() == tls::Role::server) {
    require(chain.empty() != row.mutual, "client certificate", row.mutual ? "one" : "none",
            chain.empty() ? "none" : chain.front().key_type);
    return;
  }
  if (row.handshake == HandshakeKind::psk)
    return require(chain.empty(), "certificate", "none", chain.empty() ? "" : chain[0].key_type);
  if (!row.key_type.empty()) {
    const std::string_view asked = certs::key_name_of(row.key_type);
    const std::string came = chain.empty() ? std::string() : chain.front().key_type;
    require(came == asked, "certificate", asked, came);
  }
}

}  // namespace

std::string_view to_string(HandshakeKind kind) noexcept {
  switch (kind) {
    case HandshakeKind::full:
      return "full";
    case HandshakeKind::ticket:
      return "ticket";
    case HandshakeKind::psk:
      return "psk";
  }
  return "?";
}

std::string Row::label() const {
  std::string text(suite.openssl_name);
  if (suite.version == Version::tls1_3 && group)
    text += "/" + std::string(group->name);
  return text;
}

std::vector<Row> make_rows(const Selection& selection) {
  std::vector<Row> rows = RowMaker(selection).make();
  if (!selection.suites.empty() || !selection.groups.empty() || selection.every_group)
    return rows;
  // What the groups cost, once.
  Selection groups = selection;
  groups.suites = {tls::cipher_suite_from_name(suite_for_groups)};
  for (std::size_t index = 1; index < tls13_groups.size(); ++index) {
    if (const auto group = find_group(tls13_groups[index]))
      groups.groups.push_back(*group);
  }
  const std::vector<Row> more = RowMaker(groups).make();
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

void check_negotiated(const Row& row, const tls::Engine& engine, bool resumed) {
  const tls::Negotiated facts = engine.negotiated();
  require(facts.version == row.suite.version, "version", tls::to_string(row.suite.version),
          tls::to_string(facts.version));
  require(facts.suite != nullptr && *facts.suite == row.suite, "cipher suite", row.suite.name,
          facts.suite == nullptr ? "one that is not in the table" : facts.suite->name);
  const bool tells_group = !(resumed && row.suite.version == Version::tls1_2);
  if (tells_group)
    require(facts.group == group_name(row), "group", group_name(row), facts.group);
  if (row.handshake == HandshakeKind::psk)
    return check_certificate(row, engine);
  require(facts.resumed == resumed, "resumption", resumed ? "resumed" : "a full handshake",
          facts.resumed ? "resumed" : "a full handshake");
  if (!resumed)
    check_certificate(row, engine);
}

}  // namespace hartls::tls_bench
