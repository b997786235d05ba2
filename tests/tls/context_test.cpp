// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/context.hpp"

#include <gmock/gmock.h>

#include "endpoints.hpp"

namespace hartls::tls::test {
namespace {

using ::testing::HasSubstr;

TEST(Context, VersionFollowsTheSuite) {
  for (const char* suite : {"TLS_AES_256_GCM_SHA384", "ECDHE-ECDSA-AES256-GCM-SHA384"}) {
    Contexts contexts;  // the server speaks both versions
    contexts.client.set_suites({cipher_suite_from_name(suite)});
    Pair pair(contexts);
    ASSERT_NO_FATAL_FAILURE(pair.connect());
    EXPECT_EQ(pair.client.negotiated().version, cipher_suite_from_name(suite).version);
  }
}

TEST(Context, SuiteOutsideTheVersionsIsRefusedInEitherOrder) {
  const CipherSuite& suite = cipher_suite_from_name("TLS_AES_128_GCM_SHA256");
  Context before(Role::client);
  before.set_versions(Version::tls1_2, Version::tls1_2);
  EXPECT_THAT(error_of([&] { before.set_suites({suite}); }), HasSubstr("TLS_AES_128_GCM_SHA256"));

  Context after(Role::client);
  after.set_suites({suite, cipher_suite_from_name("ECDHE-RSA-AES128-GCM-SHA256")});
  after.set_versions(Version::tls1_2, Version::tls1_2);
  EXPECT_THAT(error_of([&] { after.validate(); }), HasSubstr("TLS_AES_128_GCM_SHA256"));
  EXPECT_THAT(error_of([&] { const Engine engine(after); }), HasSubstr("TLS_AES_128_GCM_SHA256"));
}

TEST(Context, OneVersionsGroupForTheOtherIsRefused) {
  Context context(Role::client);
  context.set_versions(Version::tls1_3, Version::tls1_3);
  context.set_groups({tls_group_from_name("brainpoolP256r1")});
  EXPECT_THAT(error_of([&] { context.validate(); }), HasSubstr("brainpoolP256r1"));
}

TEST(Context, EcdsaSuiteWithAnRsaCertificateNamesBoth) {
  Context context(Role::server);
  add_server_certificate(context, "rsa2048");
  context.set_suites({cipher_suite_from_name("ECDHE-ECDSA-AES128-GCM-SHA256")});
  const std::string text = error_of([&] { context.validate(); });
  EXPECT_THAT(text, HasSubstr("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"));
  EXPECT_THAT(text, HasSubstr("RSA-2048"));
  EXPECT_EQ(error_of([&] { const Engine engine(context); }), text);
}

TEST(Context, RsaSuiteWithAnEcCertificateNamesBoth) {
  Context context(Role::server);
  add_server_certificate(context, "p384");
  context.set_suites({cipher_suite_from_name("DHE-RSA-AES128-SHA")});
  const std::string text = error_of([&] { context.validate(); });
  EXPECT_THAT(text, HasSubstr("TLS_DHE_RSA_WITH_AES_128_CBC_SHA"));
  EXPECT_THAT(text, HasSubstr("P-384"));
}

TEST(Context, ServerNeedsACertificate) {
  const Context context(Role::server);
  EXPECT_THAT(error_of([&] { context.validate(); }), HasSubstr("no certificate"));
}

TEST(Context, KeyOfAnotherCertificateIsRefused) {
  Context context(Role::server);
  EXPECT_THAT(error_of([&] {
                context.add_certificate_files(certs("p256-server-chain.pem"),
                                              certs("p256-client-key.pem"));
              }),
              HasSubstr("p256-client-key.pem"));
}

TEST(Context, MissingFileIsNamed) {
  Context context(Role::client);
  EXPECT_THAT(error_of([&] { context.add_trust_file("/no/such/file.pem"); }),
              ::testing::AllOf(HasSubstr("/no/such/file.pem"), HasSubstr("No such file")));
}

TEST(Context, GarbageIsNoCertificate) {
  Context context(Role::server);
  const Bytes key = read_all(certs("p256-server-key.pem"));
  const Bytes chain = read_all(certs("p256-server-chain.pem"));
  for (const Bytes& garbage : {Bytes{}, pattern(1), pattern(500),
                               Bytes(as_bytes("-----BEGIN CERTIFICATE-----\nAAAA\n").begin(),
                                     as_bytes("-----BEGIN CERTIFICATE-----\nAAAA\n").end())}) {
    EXPECT_THROW(context.add_certificate(garbage, key), std::system_error);
    EXPECT_THROW(context.add_certificate(chain, garbage), std::system_error);
    EXPECT_THROW(context.add_trust(garbage), std::system_error);
  }
  context.add_certificate(chain, key);
  EXPECT_NO_THROW(context.validate());
}

TEST(Context, SettingsAreFixedOnceAnEngineWasMade) {
  Contexts contexts;
  const Engine engine(contexts.client);
  EXPECT_THAT(error_of([&] { contexts.client.set_session_tickets(false); }), HasSubstr("engine"));
  EXPECT_THAT(error_of([&] { trust(contexts.client, "rsa2048"); }), HasSubstr("engine"));
}

TEST(Context, MayGoAwayBeforeItsEngines) {
  auto contexts = std::make_unique<Contexts>();
  Pair pair(*contexts);
  contexts.reset();
  EXPECT_NO_FATAL_FAILURE(pair.connect());
}

TEST(Context, SmallDiffieHellmanParametersAreRefused) {
  Context context(Role::server);
  EXPECT_THAT(error_of([&] {
                context.set_dh_parameters({Bytes(128, 0xFF), {2}, {}});
              }),
              ::testing::AllOf(HasSubstr("1024 bits"), HasSubstr("2048")));
  EXPECT_THAT(error_of([&] { context.set_dh_group(NamedGroup::x25519); }), HasSubstr("x25519"));
}

TEST(Context, WrongValuesAreRefused) {
  Context client(Role::client);
  Context server(Role::server);
  EXPECT_THROW(client.set_versions(Version::tls1_3, Version::tls1_2), std::system_error);
  EXPECT_THROW(client.set_suites({}), std::system_error);
  EXPECT_THROW(client.set_groups({}), std::system_error);
  EXPECT_THROW(client.set_max_fragment(1000), std::system_error);
  EXPECT_THROW(server.set_max_fragment(512), std::system_error);
  EXPECT_THROW(client.set_alpn({""}), std::system_error);
  EXPECT_THROW(client.set_alpn({"a,b"}), std::system_error);
  EXPECT_THROW(client.set_psk("", pattern(16)), std::system_error);
  EXPECT_THROW(client.set_psk("name", pattern(65)), std::system_error);
  EXPECT_THROW(Engine(client, {100, 100}), std::system_error);
}

TEST(Context, GroupThatThisBuildLacksIsRefusedByName) {
  for (const Group& group : groups()) {
    if (group.available)
      continue;
    Context context(Role::client);
    EXPECT_THAT(error_of([&] { context.set_groups({group}); }), HasSubstr(std::string(group.name)));
    EXPECT_THAT(error_of([&] { tls_group_from_name(group.name); }), HasSubstr("lacks"));
  }
}

}  // namespace
}  // namespace hartls::tls::test
