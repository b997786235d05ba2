// SPDX-License-Identifier: GPL-3.0-or-later
// Resumption, key update and HelloRetryRequest with a peer.
#include <gmock/gmock.h>

#include <tuple>

#include "conversation.hpp"

namespace hartls::tls::test {
namespace {

using ::testing::HasSubstr;

const CipherSuite& suite_of(Version version) {
  return cipher_suite_from_name(version == Version::tls1_3 ? "TLS_AES_128_GCM_SHA256"
                                                           : "ECDHE-ECDSA-AES128-GCM-SHA256");
}

Contexts of_tls13() {
  Contexts contexts;
  contexts.set_suites({suite_of(Version::tls1_3)});
  return contexts;
}

class Resumption : public Conversation, public ::testing::WithParamInterface<Version> {
 protected:
  Resumption() { contexts.set_suites({suite_of(GetParam())}); }

  void resume_at_server(const Peer& peer) {
    SKIP_WITHOUT_PEER(peer);
    PeerOptions options;
    options.connections = 2;
    const PeerServer server = peer.serve(io, options);
    ASSERT_NE(server.port, 0);
    tls = connect(contexts.client, server.port);
    ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, server.child.get());
    EXPECT_FALSE(tls->engine().negotiated().resumed);
    // TLS 1.3: a ticket comes before the first data.
    send_down(peer, *server.child);
    const Session session = tls->engine().session();
    ASSERT_TRUE(session);
    we_close(*tls, server.child.get());

    tls = connect(contexts.client, server.port);
    tls->engine().set_session(session);
    ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, server.child.get());
    EXPECT_TRUE(tls->engine().negotiated().resumed);
    EXPECT_FALSE(tls->engine().negotiated().peer_certificate);
    send_down(peer, *server.child);
    we_close(*tls, server.child.get());
    if (!peer.server_echoes()) {
      EXPECT_THAT(server.child->output(), HasSubstr("Reused session-id"));
    }
  }

  void send_down(const Peer& peer, Child& child) {
    if (peer.server_echoes())
      echo(*tls, plain_data(100));
    else
      exchange(*tls, child, plain_data(100), plain_data(100));
  }

  Contexts contexts;
};

TEST_P(Resumption, OfOurClientAtOpenSsl) {
  resume_at_server(openssl());
}

TEST_P(Resumption, OfOurClientAtGnuTls) {
  resume_at_server(gnutls());
}

TEST_P(Resumption, OfOpenSslAtOurServer) {
  SKIP_WITHOUT_PEER(openssl());
  const TemporaryFolder folder;
  PeerOptions options;
  options.session_out = folder.path() / "session.pem";
  ASSERT_NO_FATAL_FAILURE(talk(openssl(), Role::server, contexts, options, 5000));
  EXPECT_FALSE(tls->engine().negotiated().resumed);
  ASSERT_TRUE(std::filesystem::exists(options.session_out)) << peer_output;
  options.session_in = options.session_out;
  options.session_out.clear();
  ASSERT_NO_FATAL_FAILURE(talk(openssl(), Role::server, contexts, options, 5000));
  EXPECT_TRUE(tls->engine().negotiated().resumed);
}

TEST_P(Resumption, OfGnuTlsAtOurServer) {
  SKIP_WITHOUT_PEER(gnutls());
  const TemporaryFolder folder;
  PeerOptions options;
  options.session_in = "itself";
  const auto client = gnutls().connect(io, port(), options, folder.path() / "output");
  tls = accept(contexts.server);
  ASSERT_TRUE(tls);
  ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, client.get());
  EXPECT_FALSE(tls->engine().negotiated().resumed);
  // It closes by itself once it has what it needs for the second connection.
  error_code error;
  read_some(*tls, error);
  EXPECT_EQ(error, error_code(boost::asio::error::eof)) << story(*tls, client.get());
  finish(io, [&](auto handler) { tls->async_shutdown(std::move(handler)); });
  tls->next_layer().close();

  tls = accept(contexts.server);
  ASSERT_TRUE(tls) << client->transcript();
  ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, client.get());
  EXPECT_TRUE(tls->engine().negotiated().resumed);
  ASSERT_NO_FATAL_FAILURE(exchange(*tls, *client, binary_data(5000), binary_data(5000, 3)));
  peer_closes(*tls, *client);
  EXPECT_THAT(client->errors(), HasSubstr("This is a resumed session"));
}

INSTANTIATE_TEST_SUITE_P(Interop, Resumption, ::testing::Values(Version::tls1_2, Version::tls1_3),
                         [](const auto& test) { return test_name(to_string(test.param)); });

using Handshakes = Conversation;

TEST_F(Handshakes, ServerThatWantsAnotherGroupAsksAgain) {
  SKIP_WITHOUT_PEER(openssl());
  Contexts contexts = of_tls13();
  contexts.client.set_groups({tls_group_from_name("secp521r1"), tls_group_from_name("secp256r1")});
  PeerOptions options;
  options.group = "secp256r1";
  ASSERT_NO_FATAL_FAILURE(talk(openssl(), Role::client, contexts, options, 5000));
  EXPECT_EQ(tls->engine().negotiated().group, "secp256r1");
}

TEST_F(Handshakes, OurServerAsksOpenSslAgain) {
  SKIP_WITHOUT_PEER(openssl());
  Contexts contexts = of_tls13();
  contexts.server.set_groups({tls_group_from_name("secp256r1")});
  PeerOptions options;
  options.group = "secp521r1:secp256r1";  // a share for the first
  ASSERT_NO_FATAL_FAILURE(talk(openssl(), Role::server, contexts, options, 5000));
  EXPECT_EQ(tls->engine().negotiated().group, "secp256r1");
}

TEST_F(Handshakes, OurServerAsksGnuTlsAgain) {
  SKIP_WITHOUT_PEER(gnutls());
  Contexts contexts = of_tls13();
  contexts.server.set_groups({tls_group_from_name("ffdhe2048")});  // it has no share for that
  ASSERT_NO_FATAL_FAILURE(talk(gnutls(), Role::server, contexts, {}, 5000));
  EXPECT_EQ(tls->engine().negotiated().group, "ffdhe2048");
}

class KeyUpdate : public Conversation {
 protected:
  /// `command` is s_client's and s_server's: 'k' updates its own keys, 'K' asks for ours too.
  void update_and_go_on(Child& peer, const std::string& command) {
    std::uint32_t seed = 1;
    // Takes the tickets of the handshake away.
    ASSERT_NO_FATAL_FAILURE(exchange(*tls, peer, plain_data(100), plain_data(100)));
    for (int round = 0; round < 3; ++round) {
      const std::string up = plain_data(100000, seed++);
      const std::string down = plain_data(100000, seed++);
      ASSERT_NO_FATAL_FAILURE(exchange(*tls, peer, up, down, command + "\n"));
    }
  }
};

TEST_F(KeyUpdate, OfOpenSslsClientWhileDataFlows) {
  SKIP_WITHOUT_PEER(openssl());
  const Contexts contexts = of_tls13();
  for (const std::string command : {"k", "K"}) {
    PeerOptions options;
    options.commands = true;
    const auto client = openssl().connect(io, port(), options, {});
    tls = accept(contexts.server);
    ASSERT_TRUE(tls);
    ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, client.get());
    ASSERT_NO_FATAL_FAILURE(update_and_go_on(*client, command));
    peer_closes(*tls, *client);
  }
}

TEST_F(KeyUpdate, OfOpenSslsServerWhileDataFlows) {
  SKIP_WITHOUT_PEER(openssl());
  const Contexts contexts = of_tls13();
  for (const std::string command : {"k", "K"}) {
    const PeerServer server = openssl().serve(io, {});
    ASSERT_NE(server.port, 0);
    tls = connect(contexts.client, server.port);
    ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, server.child.get());
    ASSERT_NO_FATAL_FAILURE(update_and_go_on(*server.child, command));
    we_close(*tls, server.child.get());
  }
}

}  // namespace
}  // namespace hartls::tls::test
