// SPDX-License-Identifier: GPL-3.0-or-later
// Every suite and group of the table with every peer, in both roles.
#include <tuple>

#include "conversation.hpp"

namespace hartls::tls::test {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

class EverySuite : public Conversation,
                   public ::testing::WithParamInterface<std::tuple<PeerOf, Role, CipherSuite>> {};

TEST_P(EverySuite, ConnectsAndCarriesDataBothWays) {
  const auto& [peer_of, role, suite] = GetParam();
  const Peer& peer = peer_of();
  SKIP_WITHOUT_PEER(peer);
  if (!peer.has(suite))
    SKIP_WHERE_PEER_LACKS(peer, "suites", suite.name);
  const Contexts contexts(suite);
  PeerOptions options;
  options.key_type = key_type_for(suite);
  ASSERT_NO_FATAL_FAILURE(talk(peer, role, contexts, options, mebibyte,
                               role == Role::server ? peer.client_receives() : mebibyte));
  expect_negotiated(*tls, suite);
  EXPECT_EQ(tls->engine().plaintext_received(), mebibyte);
}

std::string suite_test_name(const ::testing::TestParamInfo<EverySuite::ParamType>& test) {
  return test_name(std::get<2>(test.param).name);
}

// Our role is the other one.
#define FOR_EACH_SUITE(name, peer, role)                                                         \
  INSTANTIATE_TEST_SUITE_P(name, EverySuite,                                                     \
                           ::testing::Combine(::testing::Values(&peer), ::testing::Values(role), \
                                              ::testing::ValuesIn(cipher_suites())),             \
                           suite_test_name)
FOR_EACH_SUITE(OpenSslServer, openssl, Role::client);
FOR_EACH_SUITE(OpenSslClient, openssl, Role::server);
FOR_EACH_SUITE(GnuTlsServer, gnutls, Role::client);
FOR_EACH_SUITE(GnuTlsClient, gnutls, Role::server);

TEST_F(Conversation, GnuTlssClientTakesAMebibyteToo) {
  SKIP_WITHOUT_PEER(gnutls());
  ASSERT_NO_FATAL_FAILURE(talk(gnutls(), Role::server, Contexts(), {}, 1000, mebibyte));
  EXPECT_EQ(tls->engine().plaintext_sent(), mebibyte);
}

// A group and the version to ask for it in.
using GroupUse = std::tuple<Group, Version>;

std::vector<GroupUse> group_uses() {
  std::vector<GroupUse> uses;
  for (const Group& group : groups()) {
    if (group.tls1_2)
      uses.emplace_back(group, Version::tls1_2);
    if (group.tls1_3)
      uses.emplace_back(group, Version::tls1_3);
  }
  return uses;
}

bool is_finite_field(const Group& group) {
  return group.id >= 256 && group.id < 512;
}

class EveryGroup : public Conversation,
                   public ::testing::WithParamInterface<std::tuple<PeerOf, Role, GroupUse>> {};

TEST_P(EveryGroup, IsNegotiatedWhereItIsTheOnlyOne) {
  const auto& [peer_of, role, use] = GetParam();
  const auto& [group, version] = use;
  const Peer& peer = peer_of();
  SKIP_WITHOUT_PEER(peer);
  if (!group.available)
    GTEST_SKIP() << "this build lacks " << group.name;
  if (sizeof(HARTLS_TEST_EMULATOR) > 1 && (group.name == "ffdhe6144" || group.name == "ffdhe8192"))
    GTEST_SKIP() << group.name << " takes the emulator minutes; the build for the host has it";
  if (!peer.has(group))
    SKIP_WHERE_PEER_LACKS(peer, "groups", group.name);
  const bool dhe = version == Version::tls1_2 && is_finite_field(group);
  const CipherSuite& suite =
      cipher_suite_from_name(version == Version::tls1_3 ? "TLS_AES_128_GCM_SHA256"
                             : dhe                      ? "DHE-RSA-AES128-GCM-SHA256"
                                                        : "ECDHE-RSA-AES128-GCM-SHA256");
  Contexts contexts(suite);
  contexts.set_groups({group});
  if (dhe)
    contexts.server.set_dh_group(*group.curve);
  PeerOptions options;
  options.key_type = key_type_for(suite);
  options.version = version;
  options.group = group.name;
  ASSERT_NO_FATAL_FAILURE(talk(peer, role, contexts, options, 5000));
  expect_negotiated(*tls, suite);
  // OpenSSL's TLS 1.2 knows the group's numbers, but not its name.
  const std::string unnamed = "DH-" + std::string(group.name.substr(group.name.size() - 4));
  const std::string negotiated = tls->engine().negotiated().group;
  if (!dhe || negotiated != unnamed) {
    EXPECT_EQ(negotiated, group.name);
  }
}

std::string group_test_name(const ::testing::TestParamInfo<EveryGroup::ParamType>& test) {
  const auto& [group, version] = std::get<2>(test.param);
  return test_name(group.name) + (version == Version::tls1_3 ? "_TLS_1_3" : "_TLS_1_2");
}

#define FOR_EACH_GROUP(name, peer, role)                                                         \
  INSTANTIATE_TEST_SUITE_P(name, EveryGroup,                                                     \
                           ::testing::Combine(::testing::Values(&peer), ::testing::Values(role), \
                                              ::testing::ValuesIn(group_uses())),                \
                           group_test_name)
FOR_EACH_GROUP(OpenSslServer, openssl, Role::client);
FOR_EACH_GROUP(OpenSslClient, openssl, Role::server);
FOR_EACH_GROUP(GnuTlsServer, gnutls, Role::client);
FOR_EACH_GROUP(GnuTlsClient, gnutls, Role::server);

}  // namespace
}  // namespace hartls::tls::test
