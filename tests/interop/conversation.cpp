// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversation.hpp"

namespace hartls::tls::test {

void Conversation::talk_to_server(const Peer& peer, const Context& context,
                                  const PeerOptions& options, std::size_t bytes) {
  PeerServer server = peer.serve(io, options);
  ASSERT_NE(server.port, 0);
  tls = connect(context, server.port);
  ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, server.child.get());
  if (peer.server_echoes())
    ASSERT_NO_FATAL_FAILURE(echo(*tls, plain_data(bytes)));
  else
    ASSERT_NO_FATAL_FAILURE(exchange(*tls, *server.child, binary_data(bytes), plain_data(bytes)));
  we_close(*tls, server.child.get());
  if (!peer.server_echoes()) {
    ASSERT_TRUE(run_until(io, [&] { return server.child->ended(); })) << server.child->transcript();
    EXPECT_EQ(server.child->exit_code(), 0) << server.child->transcript();
  }
  peer_output = server.child->output() + server.child->errors();
}

void Conversation::talk_to_client(const Peer& peer, const Context& context,
                                  const PeerOptions& options, std::size_t bytes,
                                  std::size_t bytes_to_peer) {
  const TemporaryFolder folder;
  const auto client = peer.connect(io, port(), options, folder.path() / "output");
  tls = accept(context);
  ASSERT_TRUE(tls) << client->transcript();
  ASSERT_EQ(handshake(*tls), error_code()) << story(*tls, client.get());
  const std::string up = binary_data(bytes_to_peer);
  ASSERT_NO_FATAL_FAILURE(exchange(*tls, *client, up, binary_data(bytes, 7)));
  ASSERT_NO_FATAL_FAILURE(peer_closes(*tls, *client));
  EXPECT_TRUE(ends_with(client->output(), up)) << story(*tls, client.get());
  peer_output = client->output() + client->errors();
}

void Conversation::talk(const Peer& peer, Role role, const Contexts& contexts,
                        const PeerOptions& options, std::size_t bytes,
                        std::optional<std::size_t> bytes_to_peer) {
  if (role == Role::client)
    talk_to_server(peer, contexts.client, options, bytes);
  else
    talk_to_client(peer, contexts.server, options, bytes, bytes_to_peer.value_or(bytes));
}

void expect_negotiated(const Tls& tls, const CipherSuite& suite) {
  const Negotiated negotiated = tls.engine().negotiated();
  EXPECT_EQ(negotiated.version, suite.version);
  ASSERT_NE(negotiated.suite, nullptr);
  EXPECT_EQ(negotiated.suite->name, suite.name);
  EXPECT_FALSE(negotiated.resumed);
}

}  // namespace hartls::tls::test
