// SPDX-License-Identifier: GPL-3.0-or-later
#include "contexts.hpp"

#include <algorithm>
#include <array>

#include "hartls/core/error.hpp"
#include "test_certificates.hpp"

namespace hartls::tls_bench {
namespace {

using tls::Context;
using tls::Role;
using tls::Verification;

/// No secret: both ends of a measurement know it, as everyone does.
constexpr std::array<std::uint8_t, 32> bench_psk{
    'h', 'a', 'r', 't', 'l', 's', ' ', 'b', 'e', 'n', 'c', 'h', ' ', 'p', 's', 'k',
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15};

void add_test_certificate(Context& context, std::string_view key_type, std::string_view side) {
  const std::string stem = std::string(key_type) + "-" + std::string(side);
  context.add_certificate(certs::test_certificate_file(stem + "-chain.pem"),
                          certs::test_certificate_file(stem + "-key.pem"));
}

void add_trust(Context& context, std::string_view key_type, const Credentials& credentials) {
  if (!credentials.roots.empty())
    return context.add_trust_file(credentials.roots);
  if (!key_type.empty())
    return context.add_trust(certs::test_certificate_file(std::string(key_type) + "-root.pem"));
  for (const std::string_view type : certs::test_key_types()) {
    if (type != "mldsa44")  // wolfSSL 5.7.2 cannot read it
      context.add_trust(certs::test_certificate_file(std::string(type) + "-root.pem"));
  }
}

template <typename Item>
void add_once(std::vector<Item>& items, const Item& item) {
  if (std::find(items.begin(), items.end(), item) == items.end())
    items.push_back(item);
}

struct Union {
  std::vector<tls::CipherSuite> suites;
  std::vector<tls::Group> groups;
  std::vector<std::string_view> key_types;
};

/// A server whose certificates all fit takes the first: with TLS 1.3, the one that rows of TLS 1.3
/// ask for.
Union unite(std::vector<Row> rows) {
  Union all;
  std::stable_partition(rows.begin(), rows.end(),
                        [](const Row& row) { return row.suite.version == tls::Version::tls1_3; });
  for (const Row& row : rows) {
    if (row.mutual != rows.front().mutual || row.handshake != rows.front().handshake)
      fail(Errc::invalid_argument, "one server cannot serve rows of different kinds");
    add_once(all.suites, row.suite);
    if (row.group)
      add_once(all.groups, *row.group);
    if (!row.key_type.empty())
      add_once(all.key_types, row.key_type);
  }
  return all;
}

/// The Diffie-Hellman group of the first row that has one.
void set_dh_group(Context& context, const Union& all) {
  const auto found =
      std::find_if(all.groups.begin(), all.groups.end(),
                   [](const tls::Group& group) { return group.name.starts_with("ffdhe"); });
  if (found != all.groups.end())
    context.set_dh_group(*found->curve);
}

}  // namespace

tls::Context make_client_context(const Row& row, const Credentials& credentials,
                                 const Provider& provider) {
  Context context(Role::client, provider);
  context.set_suites({row.suite});
  if (row.group)
    context.set_groups({*row.group});
  context.set_session_tickets(row.handshake == HandshakeKind::ticket);
  if (row.handshake == HandshakeKind::psk) {
    context.set_psk("hartls-bench", bench_psk);
    return context;
  }
  if (!credentials.verify)
    context.set_verification(Verification::none);
  add_trust(context, row.key_type, credentials);
  if (row.mutual) {
    if (credentials.own())
      context.add_certificate_files(credentials.chain, credentials.private_key);
    else
      add_test_certificate(context, row.key_type.empty() ? "p256" : row.key_type, "client");
  }
  return context;
}

tls::Context make_server_context(const Row& row, const Credentials& credentials,
                                 const Provider& provider) {
  return make_server_context(std::vector<Row>{row}, credentials, provider);
}

tls::Context make_server_context(const std::vector<Row>& rows, const Credentials& credentials,
                                 const Provider& provider) {
  const Union all = unite(rows);
  Context context(Role::server, provider);
  context.set_suites(all.suites);
  if (!all.groups.empty())
    context.set_groups(all.groups);
  set_dh_group(context, all);
  context.set_session_tickets(rows.front().handshake == HandshakeKind::ticket);
  if (rows.front().handshake == HandshakeKind::psk) {
    context.set_psk("hartls-bench", bench_psk);
    return context;
  }
  if (credentials.own())
    context.add_certificate_files(credentials.chain, credentials.private_key);
  for (const std::string_view key_type : all.key_types)
    add_test_certificate(context, key_type, "server");
  if (rows.front().mutual) {
    context.set_verification(Verification::required);
    if (all.key_types.empty())
      add_trust(context, {}, credentials);
    for (const std::string_view key_type : all.key_types)
      add_trust(context, key_type, credentials);
  }
  return context;
}

std::string_view expected_host(const Credentials& credentials) noexcept {
  return credentials.host.empty() ? std::string_view("localhost") : credentials.host;
}

}  // namespace hartls::tls_bench
