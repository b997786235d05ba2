// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "endpoints.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::tls::test {
namespace {

using ::testing::HasSubstr;

class EverySuite : public ::testing::TestWithParam<CipherSuite> {};

TEST_P(EverySuite, ConnectsAndCarriesDataBothWays) {
  const CipherSuite& suite = GetParam();
  Pair pair{Contexts(suite)};
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  for (const Engine* engine : {&pair.client, &pair.server}) {
    const Negotiated facts = engine->negotiated();
    EXPECT_EQ(facts.version, suite.version);
    ASSERT_NE(facts.suite, nullptr);
    EXPECT_EQ(facts.suite->name, suite.name);
    EXPECT_FALSE(facts.resumed);
    EXPECT_EQ(facts.group.empty(), suite.key_exchange == KeyExchangeMethod::rsa);
  }
  EXPECT_EQ(pair.client.negotiated().group, pair.server.negotiated().group);
  const Bytes data = pattern(20000);
  EXPECT_EQ(transfer(pair.client, pair.server, data), data);
  EXPECT_EQ(transfer(pair.server, pair.client, data), data);
}

INSTANTIATE_TEST_SUITE_P(Tls, EverySuite,
                         ::testing::ValuesIn(cipher_suites().begin(), cipher_suites().end()),
                         [](const auto& test) { return test_name(test.param.openssl_name); });

struct GroupCase {
  Group group;
  Version version;
};

std::vector<GroupCase> every_group() {
  std::vector<GroupCase> cases;
  for (const Group& group : groups()) {
    if (group.available && group.tls1_2)
      cases.push_back({group, Version::tls1_2});
    if (group.available && group.tls1_3)
      cases.push_back({group, Version::tls1_3});
  }
  return cases;
}

const CipherSuite& suite_for(const GroupCase& test) {
  const bool finite_field = test.group.id >= 256 && test.group.id <= 260;
  if (test.version == Version::tls1_3)
    return cipher_suite_from_name("TLS_AES_128_GCM_SHA256");
  return cipher_suite_from_name(finite_field ? "DHE-RSA-AES128-GCM-SHA256"
                                             : "ECDHE-RSA-AES128-GCM-SHA256");
}

class EveryGroup : public ::testing::TestWithParam<GroupCase> {};

// The random value that marks a HelloRetryRequest begins with these (RFC 8446 section 4.1.3).
bool asks_for_another_share(ByteView output) {
  const Bytes magic{0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11};
  return std::search(output.begin(), output.end(), magic.begin(), magic.end()) != output.end();
}

TEST_P(EveryGroup, IsNegotiatedInOneRoundTrip) {
  const GroupCase& test = GetParam();
  Contexts contexts(suite_for(test));
  contexts.set_groups({test.group});
  if (test.group.id >= 256 && test.group.id <= 260)
    contexts.server.set_dh_group(*test.group.curve);
  Pair pair(contexts);
  pair.client.handshake();
  carry(pair.client, pair.server);
  pair.server.handshake();
  EXPECT_FALSE(asks_for_another_share(pair.server.pending_output()));
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().group, test.group.name);
  EXPECT_EQ(pair.server.negotiated().group, test.group.name);
}

INSTANTIATE_TEST_SUITE_P(Tls, EveryGroup, ::testing::ValuesIn(every_group()), [](const auto& test) {
  return test_name(test.param.group.name) + "_" + test_name(to_string(test.param.version));
});

struct KeyCase {
  const char* key_type;
  const char* suite;
  const char* key_name;
  const char* scheme;
};

std::vector<KeyCase> every_key() {
  std::vector<KeyCase> cases{
      {"rsa2048", "ECDHE-RSA-AES128-GCM-SHA256", "RSA-2048", "rsa_pss_rsae_"},
      {"rsa2048", "TLS_AES_128_GCM_SHA256", "RSA-2048", "rsa_pss_rsae_"},
      {"rsa3072", "ECDHE-RSA-AES128-GCM-SHA256", "RSA-3072", "rsa_pss_rsae_"},
      {"rsa3072", "TLS_AES_128_GCM_SHA256", "RSA-3072", "rsa_pss_rsae_"},
      {"p256", "ECDHE-ECDSA-AES128-GCM-SHA256", "P-256", "ecdsa_"},
      {"p256", "TLS_AES_128_GCM_SHA256", "P-256", "ecdsa_secp256r1_sha256"},
      {"p384", "ECDHE-ECDSA-AES128-GCM-SHA256", "P-384", "ecdsa_"},
      {"p384", "TLS_AES_128_GCM_SHA256", "P-384", "ecdsa_secp384r1_sha384"},
      {"ed25519", "ECDHE-ECDSA-AES128-GCM-SHA256", "Ed25519", "ed25519"},
      {"ed25519", "TLS_AES_128_GCM_SHA256", "Ed25519", "ed25519"},
  };
  if (has_ml_dsa())
    cases.push_back({"mldsa44", "TLS_AES_128_GCM_SHA256", "ML-DSA-44", "mldsa44"});
  return cases;
}

class EveryKey : public ::testing::TestWithParam<KeyCase> {};

TEST_P(EveryKey, ProvesBothSides) {
  const KeyCase& test = GetParam();
  Contexts contexts(std::string(test.key_type));
  contexts.set_suites({cipher_suite_from_name(test.suite)});
  add_client_certificate(contexts.client, test.key_type);
  trust(contexts.server, test.key_type);
  contexts.server.set_verification(Verification::required);
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  for (const Engine* engine : {&pair.client, &pair.server}) {
    EXPECT_TRUE(engine->negotiated().peer_certificate);
    EXPECT_THAT(engine->negotiated().signature_scheme, ::testing::StartsWith(test.scheme));
    const std::vector<Certificate> chain = engine->peer_chain();
    ASSERT_EQ(chain.size(), 2U);
    EXPECT_EQ(chain[0].key_type, test.key_name);
    EXPECT_EQ(chain[0].issuer, chain[1].subject);
    EXPECT_THAT(chain[0].not_before, ::testing::StartsWith("1970-01-01 00:00:00"));
    EXPECT_THAT(chain[0].not_after, ::testing::StartsWith("9999-12-31 23:59:59"));
    EXPECT_FALSE(chain[0].der.empty());
  }
  EXPECT_NE(pair.client.peer_chain()[0].der, pair.server.peer_chain()[0].der);
}

INSTANTIATE_TEST_SUITE_P(Tls, EveryKey, ::testing::ValuesIn(every_key()), [](const auto& test) {
  return std::string(test.param.key_type) + "_" + test_name(test.param.suite);
});

TEST(MutualAuthentication, ClientWithoutCertificateIsRefused) {
  for (const char* suite : {"ECDHE-ECDSA-AES128-GCM-SHA256", "TLS_AES_128_GCM_SHA256"}) {
    Contexts contexts(cipher_suite_from_name(suite));
    if (contexts.server.suites()[0].version == Version::tls1_3)
      add_server_certificate(contexts.server, "p256");
    trust(contexts.server, "p256");
    trust(contexts.client, "p256");
    contexts.server.set_verification(Verification::required);
    Pair pair(contexts);
    pair.handshake();
    EXPECT_EQ(pair.server_step, Step::failed) << suite;
    // In TLS 1.3 the client is done before the server has looked.
    std::array<std::uint8_t, 16> buffer{};
    EXPECT_EQ(pair.client.read(buffer).step, Step::failed) << suite;
    EXPECT_GE(received_alert(pair.client.error()), 0) << pair.client.error_text();
  }
}

TEST(MutualAuthentication, ClientMayStayAwayWhereItIsOnlyAsked) {
  Contexts contexts;
  trust(contexts.server, "p256");
  contexts.server.set_verification(Verification::peer);
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_FALSE(pair.server.negotiated().peer_certificate);
  EXPECT_TRUE(pair.server.negotiated().signature_scheme.empty());
}

TEST(MutualAuthentication, ClientOfAnotherRootIsRefused) {
  Contexts contexts;
  add_client_certificate(contexts.client, "rsa2048");
  trust(contexts.server, "p256");
  contexts.server.set_verification(Verification::required);
  Pair pair(contexts);
  pair.handshake();
  EXPECT_EQ(pair.server_step, Step::failed);
  EXPECT_THAT(pair.server.error_text(), HasSubstr("certificate /"));
}

TEST(Alpn, ServersPreferenceAmongWhatTheClientOffers) {
  Contexts contexts;
  contexts.server.set_alpn({"h2", "http/1.1"});
  contexts.client.set_alpn({"http/1.0", "http/1.1"});
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().alpn, "http/1.1");
  EXPECT_EQ(pair.server.negotiated().alpn, "http/1.1");
}

TEST(Alpn, NothingInCommonFails) {
  Contexts contexts;
  contexts.server.set_alpn({"h2"});
  contexts.client.set_alpn({"http/1.1"});
  Pair pair(contexts);
  pair.handshake();
  EXPECT_EQ(pair.server_step, Step::failed);
  EXPECT_EQ(pair.client_step, Step::failed);
  EXPECT_EQ(received_alert(pair.client.error()), 120) << pair.client.error_text();
}

TEST(Host, NameIsSentToTheServer) {
  Pair pair{Contexts()};
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.server.negotiated().server_name, "localhost");
}

TEST(Host, AddressesAreCheckedAndNotSent) {
  for (const char* address : {"127.0.0.1", "::1", "0:0:0:0:0:0:0:1"}) {
    Pair pair{Contexts()};
    pair.client.set_host(address);
    ASSERT_NO_FATAL_FAILURE(pair.connect());
    EXPECT_EQ(pair.server.negotiated().server_name, "");
  }
}

Pair pair_with_leaf(const char* leaf, Verification verification = Verification::peer) {
  Context client(Role::client);
  Context server(Role::server);
  server.add_certificate_files(bad_certs(leaf), bad_certs("leaf-key.pem"));
  client.add_trust_file(bad_certs("root.pem"));
  client.set_verification(verification);
  return Pair(client, server);
}

TEST(Host, OfTheCertificateIsAccepted) {
  for (const char* host :
       {"example.test", "EXAMPLE.test", "a.wild.example.test", "192.0.2.1", "2001:db8::1"}) {
    Pair pair = pair_with_leaf("other-host.pem");
    pair.client.set_host(host);
    EXPECT_NO_FATAL_FAILURE(pair.connect()) << host;
  }
}

TEST(Host, OtherThanTheCertificatesIsRefused) {
  for (const char* host :
       {"localhost", "wild.example.test", "a.b.wild.example.test", "example.tes"}) {
    Pair pair = pair_with_leaf("other-host.pem");
    pair.client.set_host(host);
    pair.handshake();
    EXPECT_EQ(pair.client_step, Step::failed) << host;
    EXPECT_EQ(pair.server_step, Step::failed) << host;
    EXPECT_THAT(pair.client.error_text(), HasSubstr(host));
    EXPECT_THAT(pair.client.error_text(), HasSubstr("CN=example.test"));
    EXPECT_GE(received_alert(pair.server.error()), 0) << pair.server.error_text();
  }
}

TEST(Host, OtherAddressIsRefused) {
  for (const char* host : {"192.0.2.2", "2001:db8::2", "127.0.0.1"}) {
    Pair pair = pair_with_leaf("other-host.pem");
    pair.client.set_host(host);
    pair.handshake();
    EXPECT_EQ(pair.client_step, Step::failed) << host;
    EXPECT_THAT(pair.client.error_text(), HasSubstr(host));
    EXPECT_THAT(pair.client.error_text(), HasSubstr("CN=example.test"));
  }
}

TEST(Dates, ExpiredCertificateTellsItsDatesAndThisMachinesTime) {
  Pair pair = pair_with_leaf("expired.pem");
  pair.handshake();
  EXPECT_EQ(pair.client_step, Step::failed);
  EXPECT_THAT(pair.client.error_text(),
              HasSubstr("valid from 1999-01-01 00:00:00 UTC to 2000-01-01"));
  EXPECT_THAT(pair.client.error_text(), HasSubstr("this machine's clock says"));
  EXPECT_GE(received_alert(pair.server.error()), 0) << pair.server.error_text();
}

TEST(Dates, CertificateOfTheFutureTellsTheSame) {
  Pair pair = pair_with_leaf("not-yet-valid.pem");
  pair.handshake();
  EXPECT_EQ(pair.client_step, Step::failed);
  EXPECT_THAT(pair.client.error_text(), HasSubstr("valid from 9998-01-01"));
  EXPECT_THAT(pair.client.error_text(), HasSubstr("set it"));
}

TEST(Verification, NoneAcceptsWhatPeerRefuses) {
  for (const char* leaf : {"expired.pem", "not-yet-valid.pem", "other-host.pem"}) {
    Pair pair = pair_with_leaf(leaf, Verification::none);
    EXPECT_NO_FATAL_FAILURE(pair.connect()) << leaf;
    EXPECT_EQ(pair.client.peer_chain().size(), 1U);
  }
}

TEST(Verification, UnknownRootIsRefusedOnBothSides) {
  Contexts contexts;
  Context stranger(Role::client);
  trust(stranger, "rsa2048");
  Pair pair(stranger, contexts.server);
  pair.handshake();
  EXPECT_EQ(pair.client_step, Step::failed);
  EXPECT_EQ(pair.server_step, Step::failed);
  EXPECT_EQ(pair.client.error().category(), tls_category());
  EXPECT_GE(received_alert(pair.server.error()), 0) << pair.server.error_text();
}

TEST(Mismatch, VersionsWithoutOverlapFailOnBothSides) {
  for (const bool client_is_newer : {false, true}) {
    Contexts contexts;
    const Version client = client_is_newer ? Version::tls1_3 : Version::tls1_2;
    const Version server = client_is_newer ? Version::tls1_2 : Version::tls1_3;
    contexts.client.set_versions(client, client);
    contexts.server.set_versions(server, server);
    Pair pair(contexts);
    pair.handshake();
    EXPECT_EQ(pair.client_step, Step::failed);
    EXPECT_EQ(pair.server_step, Step::failed);
    EXPECT_FALSE(pair.server.error_text().empty());
  }
}

TEST(Mismatch, SuitesWithoutOverlapFailOnBothSides) {
  for (const auto& [client, server] :
       {std::pair("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384"),
        std::pair("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384")}) {
    Contexts contexts;
    contexts.client.set_suites({cipher_suite_from_name(client)});
    contexts.server.set_suites({cipher_suite_from_name(server)});
    Pair pair(contexts);
    pair.handshake();
    EXPECT_EQ(pair.client_step, Step::failed);
    EXPECT_EQ(pair.server_step, Step::failed);
    EXPECT_EQ(received_alert(pair.client.error()), 40) << pair.client.error_text();
  }
}

TEST(Mismatch, GroupsWithoutOverlapFailOnBothSides) {
  for (const char* suite : {"ECDHE-RSA-AES128-GCM-SHA256", "TLS_AES_128_GCM_SHA256"}) {
    Contexts contexts(cipher_suite_from_name(suite));
    contexts.client.set_groups({tls_group_from_name("x25519")});
    contexts.server.set_groups({tls_group_from_name("P-384")});
    Pair pair(contexts);
    pair.handshake();
    EXPECT_EQ(pair.client_step, Step::failed) << suite;
    EXPECT_EQ(pair.server_step, Step::failed) << suite;
  }
}

TEST(Groups, ServersPreferenceCountsInTls12) {
  Contexts contexts(cipher_suite_from_name("ECDHE-RSA-AES128-GCM-SHA256"));
  contexts.client.set_groups(
      {tls_group_from_name("x25519"), tls_group_from_name("P-256"), tls_group_from_name("P-384")});
  contexts.server.set_groups({tls_group_from_name("P-384"), tls_group_from_name("x25519")});
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().group, "secp384r1");
  EXPECT_EQ(pair.server.negotiated().group, "secp384r1");
}

TEST(Groups, ServerAsksForAShareThatTheClientDidNotSend) {
  Contexts contexts(cipher_suite_from_name("TLS_AES_128_GCM_SHA256"));
  contexts.client.set_groups({tls_group_from_name("x25519"), tls_group_from_name("P-384")});
  contexts.server.set_groups({tls_group_from_name("P-384")});
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().group, "secp384r1");
}

TEST(DiffieHellman, TakesFfdhe2048UnlessTold) {
  Pair pair{Contexts(cipher_suite_from_name("DHE-RSA-AES128-GCM-SHA256"))};
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().group, "ffdhe2048");
  EXPECT_EQ(pair.server.negotiated().group, "ffdhe2048");
}

// RFC 3526 section 3: group 14.
constexpr const char* modp_2048 =
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404"
    "DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7"
    "ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF"
    "5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE"
    "3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA05"
    "10"
    "15728E5A8AACAA68FFFFFFFFFFFFFFFF";

TEST(DiffieHellman, OwnParametersForClientsThatListNoGroup) {
  Contexts contexts(cipher_suite_from_name("DHE-RSA-AES128-GCM-SHA256"));
  contexts.client.set_groups({tls_group_from_name("x25519")});
  contexts.server.set_dh_parameters({from_hex(modp_2048), {2}, {}});
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().group, "DH-2048");
  EXPECT_EQ(pair.server.negotiated().group, "DH-2048");
}

TEST(Certificates, ServerTakesTheOneThatFitsTheClient) {
  Context server(Role::server);
  add_server_certificate(server, "rsa2048");
  add_server_certificate(server, "p256");
  add_server_certificate(server, "ed25519");
  for (const auto& [suite, key_type] : {std::pair("ECDHE-RSA-AES128-GCM-SHA256", "RSA-2048"),
                                        std::pair("ECDHE-ECDSA-AES128-GCM-SHA256", "P-256"),
                                        std::pair("DHE-RSA-AES256-GCM-SHA384", "RSA-2048"),
                                        std::pair("TLS_AES_128_GCM_SHA256", "RSA-2048")}) {
    Context client(Role::client);
    client.set_suites({cipher_suite_from_name(suite)});
    client.set_verification(Verification::none);
    Pair pair(client, server);
    ASSERT_NO_FATAL_FAILURE(pair.connect());
    EXPECT_EQ(pair.client.peer_chain()[0].key_type, key_type) << suite;
  }
}

TEST(Certificates, OfAClientNobodyCanServeEndInAnAlert) {
  Context server(Role::server);
  add_server_certificate(server, "rsa2048");
  add_server_certificate(server, "p256");
  server.set_suites({cipher_suite_from_name("ECDHE-RSA-AES128-GCM-SHA256")});
  Context client(Role::client);
  client.set_suites({cipher_suite_from_name("DHE-RSA-AES128-GCM-SHA256")});
  Pair pair(client, server);
  pair.handshake();
  EXPECT_EQ(pair.server_step, Step::failed);
  EXPECT_EQ(received_alert(pair.client.error()), 40) << pair.client.error_text();
}

TEST(MaxFragment, LimitsTheRecordsOfBothSides) {
  for (const Version version : {Version::tls1_2, Version::tls1_3}) {
    Contexts contexts;
    contexts.client.set_versions(version, version);
    contexts.client.set_max_fragment(512);
    Pair pair(contexts);
    ASSERT_NO_FATAL_FAILURE(pair.connect());
    const Bytes data = pattern(2000);
    EXPECT_EQ(pair.server.write(data).bytes, 512U);
    EXPECT_EQ(pair.client.write(data).bytes, 512U);
    carry(pair.server, pair.client);
    Bytes got(2000);
    EXPECT_EQ(pair.client.read(got).bytes, 512U);
  }
}

TEST(Psk, ConnectsWithoutCertificates) {
  const Bytes key = pattern(32);
  Context client(Role::client);
  Context server(Role::server);
  client.set_psk("board-7", key);
  server.set_psk("board-7", key);
  Pair pair(client, server);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  EXPECT_EQ(pair.client.negotiated().version, Version::tls1_3);
  EXPECT_FALSE(pair.client.negotiated().peer_certificate);
  EXPECT_FALSE(pair.client.negotiated().group.empty());  // with key exchange
  const Bytes data = pattern(1000);
  EXPECT_EQ(transfer(pair.client, pair.server, data), data);
}

TEST(Psk, WrongKeyOrIdentityFails) {
  for (const char* identity : {"board-7", "board-8"}) {
    Context client(Role::client);
    Context server(Role::server);
    client.set_psk("board-7", pattern(32, 1));
    server.set_psk(identity, pattern(32, 2));
    Pair pair(client, server);
    pair.handshake();
    EXPECT_EQ(pair.server_step, Step::failed) << identity;
    EXPECT_EQ(pair.client_step, Step::failed) << identity;
  }
}

TEST(KeyLog, TellsTheSecretsInDebugBuildsOnly) {
  for (const Version version : {Version::tls1_2, Version::tls1_3}) {
    Contexts contexts;
    contexts.client.set_versions(version, version);
    std::vector<std::string> client_lines;
    std::vector<std::string> server_lines;
    if (!Context::key_log_available()) {
      EXPECT_THAT(error_of([&] { contexts.client.set_key_log([](std::string_view) {}); }),
                  HasSubstr("NDEBUG"));
      continue;
    }
    contexts.client.set_key_log([&](std::string_view line) { client_lines.emplace_back(line); });
    contexts.server.set_key_log([&](std::string_view line) { server_lines.emplace_back(line); });
    Pair pair(contexts);
    ASSERT_NO_FATAL_FAILURE(pair.connect());
    std::sort(client_lines.begin(), client_lines.end());
    std::sort(server_lines.begin(), server_lines.end());
    EXPECT_EQ(client_lines, server_lines);
    ASSERT_EQ(client_lines.size(), version == Version::tls1_2 ? 1U : 4U);
    EXPECT_THAT(client_lines[0],
                ::testing::ContainsRegex(
                    "^(CLIENT_RANDOM|CLIENT_HANDSHAKE_TRAFFIC_SECRET) [0-9a-f]+ [0-9a-f]+$"));
  }
}

}  // namespace
}  // namespace hartls::tls::test
