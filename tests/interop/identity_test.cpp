// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of every key type, mutual authentication, ALPN.
#include <tuple>

#include "conversation.hpp"

namespace hartls::tls::test {
namespace {

const CipherSuite& suite_for(const std::string& key_type, Version version) {
  if (version == Version::tls1_3)
    return cipher_suite_from_name("TLS_AES_128_GCM_SHA256");
  return cipher_suite_from_name(key_type.rfind("rsa", 0) == 0 ? "ECDHE-RSA-AES128-GCM-SHA256"
                                                              : "ECDHE-ECDSA-AES128-GCM-SHA256");
}

class EveryKey
    : public Conversation,
      public ::testing::WithParamInterface<std::tuple<PeerOf, Role, const char*, Version>> {};

TEST_P(EveryKey, ProvesBothSides) {
  const auto& [peer_of, role, key, version] = GetParam();
  const std::string key_type = key;
  const Peer& peer = peer_of();
  SKIP_WITHOUT_PEER(peer);
  if (key_type == "mldsa44" && !has_ml_dsa())
    GTEST_SKIP() << "this build lacks ML-DSA";
  if (!peer.has_key_type(key_type))
    SKIP_WHERE_PEER_LACKS(peer, "key types", key_type);
  Contexts contexts(key_type);
  contexts.set_suites({suite_for(key_type, version)});
  add_client_certificate(contexts.client, key_type);
  trust(contexts.server, key_type);
  contexts.server.set_verification(Verification::required);
  PeerOptions options;
  options.key_type = key_type;
  options.client_key_type = key_type;
  options.version = version;
  ASSERT_NO_FATAL_FAILURE(talk(peer, role, contexts, options, 5000));
  EXPECT_EQ(tls->engine().negotiated().version, version);
  EXPECT_TRUE(tls->engine().negotiated().peer_certificate);
  EXPECT_EQ(tls->engine().peer_chain().size(), 2U);  // leaf and intermediate
}

std::string key_test_name(const ::testing::TestParamInfo<EveryKey::ParamType>& test) {
  return std::string(std::get<2>(test.param)) +
         (std::get<3>(test.param) == Version::tls1_3 ? "_TLS_1_3" : "_TLS_1_2");
}

#define FOR_EACH_KEY(name, peer, role)                                                       \
  INSTANTIATE_TEST_SUITE_P(                                                                  \
      name, EveryKey,                                                                        \
      ::testing::Combine(::testing::Values(&peer), ::testing::Values(role),                  \
                         ::testing::Values("rsa2048", "rsa3072", "p256", "p384", "ed25519"), \
                         ::testing::Values(Version::tls1_2, Version::tls1_3)),               \
      key_test_name);                                                                        \
  INSTANTIATE_TEST_SUITE_P(                                                                  \
      name##PostQuantum, EveryKey,                                                           \
      ::testing::Combine(::testing::Values(&peer), ::testing::Values(role),                  \
                         ::testing::Values("mldsa44"), ::testing::Values(Version::tls1_3)),  \
      key_test_name)
FOR_EACH_KEY(OpenSslServer, openssl, Role::client);
FOR_EACH_KEY(OpenSslClient, openssl, Role::server);
FOR_EACH_KEY(GnuTlsServer, gnutls, Role::client);
FOR_EACH_KEY(GnuTlsClient, gnutls, Role::server);

class Identity : public Conversation,
                 public ::testing::WithParamInterface<std::tuple<PeerOf, Role, Version>> {
 protected:
  const Peer& peer() const { return std::get<0>(GetParam())(); }
  Role role() const { return std::get<1>(GetParam()); }
  Version version() const { return std::get<2>(GetParam()); }
};

TEST_P(Identity, AlpnIsAgreedOn) {
  SKIP_WITHOUT_PEER(peer());
  Contexts contexts;
  contexts.set_suites({suite_for("p256", version())});
  for (Context* context : {&contexts.client, &contexts.server})
    context->set_alpn({"h2", "http/1.1"});
  PeerOptions options;
  options.alpn = "http/1.1";
  ASSERT_NO_FATAL_FAILURE(talk(peer(), role(), contexts, options, 100));
  EXPECT_EQ(tls->engine().negotiated().alpn, "http/1.1");
}

TEST_P(Identity, ClientWithoutCertificateIsRefused) {
  SKIP_WITHOUT_PEER(peer());
  Contexts contexts;
  contexts.set_suites({suite_for("p256", version())});
  trust(contexts.server, "p256");
  contexts.server.set_verification(Verification::required);
  PeerOptions options;
  if (role() == Role::server) {
    const auto client = peer().connect(io, port(), options, {});
    tls = accept(contexts.server);
    ASSERT_TRUE(tls);
    EXPECT_EQ(handshake(*tls).category(), boost_tls_category());
    EXPECT_FALSE(tls->engine().handshake_done());
    tls->next_layer().shutdown(Tcp::socket::shutdown_send);
    // Only a client that has heard of it gives up with an error.
    ASSERT_TRUE(run_until(io, [&] { return client->ended(); })) << client->transcript();
    EXPECT_NE(client->exit_code(), 0) << client->transcript();
    return;
  }
  options.client_key_type = "p256";
  const PeerServer server = peer().serve(io, options);
  ASSERT_NE(server.port, 0);
  tls = connect(contexts.client, server.port);
  error_code error = handshake(*tls);
  if (!error && version() == Version::tls1_3)
    read_some(*tls, error);  // the server decides after the client is done
  EXPECT_GE(received_alert(to_std(error)), 0) << error.message();
}

std::string identity_test_name(const ::testing::TestParamInfo<Identity::ParamType>& test) {
  return std::get<2>(test.param) == Version::tls1_3 ? "TLS_1_3" : "TLS_1_2";
}

#define FOR_BOTH_VERSIONS(name, peer, role)                                    \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      name, Identity,                                                          \
      ::testing::Combine(::testing::Values(&peer), ::testing::Values(role),    \
                         ::testing::Values(Version::tls1_2, Version::tls1_3)), \
      identity_test_name)
FOR_BOTH_VERSIONS(OpenSslServer, openssl, Role::client);
FOR_BOTH_VERSIONS(OpenSslClient, openssl, Role::server);
FOR_BOTH_VERSIONS(GnuTlsServer, gnutls, Role::client);
FOR_BOTH_VERSIONS(GnuTlsClient, gnutls, Role::server);

}  // namespace
}  // namespace hartls::tls::test
