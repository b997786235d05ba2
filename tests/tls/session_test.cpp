// SPDX-License-Identifier: GPL-3.0-or-later
#include "endpoints.hpp"

namespace hartls::tls::test {
namespace {

// TLS 1.3: the ticket comes after the handshake, and is taken by the first read.
Session session_of(Pair& pair) {
  std::array<std::uint8_t, 16> buffer{};
  carry(pair.server, pair.client);
  EXPECT_EQ(pair.client.read(buffer).step, Step::want_input) << pair.client.error_text();
  return pair.client.session();
}

class Resumption : public ::testing::TestWithParam<const char*> {
 protected:
  const CipherSuite& suite() const { return cipher_suite_from_name(GetParam()); }
};

TEST_P(Resumption, IsToldByBothSides) {
  const Contexts contexts(suite());
  Pair first(contexts);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  EXPECT_FALSE(first.client.negotiated().resumed);
  const Session session = session_of(first);
  ASSERT_TRUE(session);

  for (int again = 0; again < 2; ++again) {
    Pair next(contexts);
    next.client.set_session(session);
    ASSERT_NO_FATAL_FAILURE(next.connect());
    EXPECT_TRUE(next.client.negotiated().resumed);
    EXPECT_TRUE(next.server.negotiated().resumed);
    EXPECT_EQ(next.client.negotiated().suite->name, suite().name);
    EXPECT_FALSE(next.client.negotiated().peer_certificate);
    // Resumption in TLS 1.3 is with key exchange, for forward secrecy.
    EXPECT_EQ(next.client.negotiated().group.empty(), suite().version == Version::tls1_2);
    const Bytes data = pattern(5000);
    EXPECT_EQ(transfer(next.client, next.server, data), data);
    EXPECT_EQ(transfer(next.server, next.client, data), data);
  }
}

TEST_P(Resumption, SessionOfAResumedConnectionWorksToo) {
  const Contexts contexts(suite());
  Pair first(contexts);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  Session session = session_of(first);
  for (int round = 0; round < 3; ++round) {
    Pair next(contexts);
    next.client.set_session(session);
    ASSERT_NO_FATAL_FAILURE(next.connect());
    EXPECT_TRUE(next.client.negotiated().resumed);
    session = session_of(next);
    ASSERT_TRUE(session);
  }
}

TEST_P(Resumption, ServerThatDoesNotKnowTheTicketMakesAFullHandshake) {
  const Contexts contexts(suite());
  Pair first(contexts);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  const Session session = session_of(first);
  ASSERT_TRUE(session);

  const Contexts other(suite());  // with ticket keys of its own
  Pair next(contexts.client, other.server);
  next.client.set_session(session);
  ASSERT_NO_FATAL_FAILURE(next.connect());
  EXPECT_FALSE(next.client.negotiated().resumed);
  EXPECT_FALSE(next.server.negotiated().resumed);
  EXPECT_TRUE(next.client.negotiated().peer_certificate);
}

TEST_P(Resumption, NothingToResumeWithoutTickets) {
  Contexts contexts(suite());
  contexts.server.set_session_tickets(false);
  Pair first(contexts);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  EXPECT_FALSE(session_of(first));
}

TEST_P(Resumption, ServerWithoutTicketsTakesNone) {
  const Contexts with(suite());
  Pair first(with);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  const Session session = session_of(first);
  Contexts without(suite());
  without.server.set_session_tickets(false);
  Pair next(with.client, without.server);
  next.client.set_session(session);
  ASSERT_NO_FATAL_FAILURE(next.connect());
  EXPECT_FALSE(next.client.negotiated().resumed);
  EXPECT_FALSE(next.server.negotiated().resumed);
}

TEST_P(Resumption, WorksWithSeveralCertificates) {
  Context client(Role::client);
  client.set_suites({suite()});
  trust(client, "p256");
  trust(client, "rsa2048");
  Context server(Role::server);
  add_server_certificate(server, "rsa2048");
  add_server_certificate(server, "p256");
  Pair first(client, server);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  const Session session = session_of(first);
  Pair next(client, server);
  next.client.set_session(session);
  ASSERT_NO_FATAL_FAILURE(next.connect());
  EXPECT_TRUE(next.client.negotiated().resumed);
}

INSTANTIATE_TEST_SUITE_P(Tls, Resumption,
                         ::testing::Values("ECDHE-RSA-AES128-GCM-SHA256",
                                           "ECDHE-ECDSA-CHACHA20-POLY1305", "DHE-RSA-AES128-SHA",
                                           "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"),
                         [](const auto& test) { return test_name(test.param); });

TEST(Sessions, OfAVersionThatIsNotOfferedIsLeftAside) {
  const Contexts old_contexts(cipher_suite_from_name("ECDHE-ECDSA-AES128-GCM-SHA256"));
  Pair first(old_contexts);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  const Session session = session_of(first);
  ASSERT_TRUE(session);
  const Contexts new_contexts(cipher_suite_from_name("TLS_AES_128_GCM_SHA256"));
  Context client(Role::client);
  client.set_suites({cipher_suite_from_name("TLS_AES_128_GCM_SHA256")});
  client.set_verification(Verification::none);
  Pair next(client, new_contexts.server);
  next.client.set_session(session);
  ASSERT_NO_FATAL_FAILURE(next.connect());
  EXPECT_FALSE(next.client.negotiated().resumed);
  EXPECT_EQ(next.client.negotiated().version, Version::tls1_3);
}

TEST(Sessions, OfTls12AreResumedByClientsThatOfferBothVersions) {
  Contexts contexts;
  Context old_server(Role::server);
  add_server_certificate(old_server, "p256");
  old_server.set_versions(Version::tls1_2, Version::tls1_2);
  Pair first(contexts.client, old_server);
  ASSERT_NO_FATAL_FAILURE(first.connect());
  ASSERT_EQ(first.client.negotiated().version, Version::tls1_2);
  const Session session = session_of(first);
  ASSERT_TRUE(session);
  Pair next(contexts.client, old_server);
  next.client.set_session(session);
  ASSERT_NO_FATAL_FAILURE(next.connect());
  EXPECT_TRUE(next.client.negotiated().resumed);
  EXPECT_TRUE(next.server.negotiated().resumed);
}

TEST(Sessions, AreForClientsBeforeTheHandshake) {
  Pair pair{Contexts()};
  EXPECT_THROW(pair.server.set_session(Session()), std::system_error);
  EXPECT_THROW((void)pair.client.session(), std::system_error);
  EXPECT_THROW((void)pair.client.negotiated(), std::system_error);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_THROW(pair.client.set_session(Session()), std::system_error);
  EXPECT_FALSE(pair.server.session());
}

}  // namespace
}  // namespace hartls::tls::test
