// SPDX-License-Identifier: GPL-3.0-or-later
// The committed certificates serve wolfSSL: mutual TLS over memory for each key type, on a board
// whose clock is at its first second as well as at the last second of validity.
#include <gtest/gtest.h>
#include <wolfssl/error-ssl.h>
#include <wolfssl/ssl.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hartls {
namespace {

constexpr std::time_t first_second = 0;            // 1970-01-01 00:00:00 UTC
constexpr std::time_t last_second = 253402300799;  // 9999-12-31 23:59:59 UTC

using Context = std::unique_ptr<WOLFSSL_CTX, decltype(&wolfSSL_CTX_free)>;
using Session = std::unique_ptr<WOLFSSL, decltype(&wolfSSL_free)>;

std::string file(std::string_view name) {
  return std::string(HARTLS_TEST_SOURCE_DIR "/certs/").append(name).append(".pem");
}

// wolfSSL's clock is one for the whole process.
std::time_t clock_now = first_second;
std::time_t read_clock(std::time_t* out) {
  if (out != nullptr)
    *out = clock_now;
  return clock_now;
}

class Clock {
 public:
  explicit Clock(std::time_t now) {
    clock_now = now;
    wc_SetTimeCb(read_clock);
  }
  ~Clock() { wc_SetTimeCb(nullptr); }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
};

struct Endpoint {
  std::vector<char> in;
  std::vector<char>* out;
};

int receive(WOLFSSL*, char* data, int size, void* context) {
  auto& in = static_cast<Endpoint*>(context)->in;
  const auto count = std::min(in.size(), static_cast<std::size_t>(size));
  if (count == 0)
    return WOLFSSL_CBIO_ERR_WANT_READ;
  std::memcpy(data, in.data(), count);
  in.erase(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(count));
  return static_cast<int>(count);
}

int send(WOLFSSL*, char* data, int size, void* context) {
  auto& out = *static_cast<Endpoint*>(context)->out;
  out.insert(out.end(), data, data + size);
  return size;
}

Context make_context(WOLFSSL_METHOD* method, const std::string& type, const std::string& role,
                     const std::string& trusted_type) {
  Context context(wolfSSL_CTX_new(method), wolfSSL_CTX_free);
  auto* raw = context.get();
  EXPECT_EQ(wolfSSL_CTX_use_certificate_chain_file(raw, file(type + "-" + role + "-chain").c_str()),
            WOLFSSL_SUCCESS);
  EXPECT_EQ(wolfSSL_CTX_use_PrivateKey_file(raw, file(type + "-" + role + "-key").c_str(),
                                            WOLFSSL_FILETYPE_PEM),
            WOLFSSL_SUCCESS);
  EXPECT_EQ(wolfSSL_CTX_load_verify_locations(raw, file(trusted_type + "-root").c_str(), nullptr),
            WOLFSSL_SUCCESS);
  wolfSSL_CTX_set_verify(raw, WOLFSSL_VERIFY_PEER | WOLFSSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  wolfSSL_CTX_SetIORecv(raw, receive);
  wolfSSL_CTX_SetIOSend(raw, send);
  return context;
}

// 0 where the handshake is done, WOLFSSL_ERROR_WANT_READ where it waits for the other side.
int step(WOLFSSL* session, int result) {
  return result == WOLFSSL_SUCCESS ? 0 : wolfSSL_get_error(session, result);
}

const char* reason(int error) {
  return wolfSSL_ERR_reason_error_string(static_cast<unsigned long>(error));
}

struct Outcome {
  int client;
  int server;
};

Outcome handshake(WOLFSSL_CTX* client_context, WOLFSSL_CTX* server_context) {
  Endpoint client_end{}, server_end{};
  client_end.out = &server_end.in;
  server_end.out = &client_end.in;
  const Session client(wolfSSL_new(client_context), wolfSSL_free);
  const Session server(wolfSSL_new(server_context), wolfSSL_free);
  wolfSSL_SetIOReadCtx(client.get(), &client_end);
  wolfSSL_SetIOWriteCtx(client.get(), &client_end);
  wolfSSL_SetIOReadCtx(server.get(), &server_end);
  wolfSSL_SetIOWriteCtx(server.get(), &server_end);
  EXPECT_EQ(wolfSSL_check_domain_name(client.get(), "localhost"), WOLFSSL_SUCCESS);

  Outcome outcome{WOLFSSL_ERROR_WANT_READ, WOLFSSL_ERROR_WANT_READ};
  for (int round = 0; round < 20; ++round) {
    if (outcome.client == WOLFSSL_ERROR_WANT_READ)
      outcome.client = step(client.get(), wolfSSL_connect(client.get()));
    if (outcome.server == WOLFSSL_ERROR_WANT_READ)
      outcome.server = step(server.get(), wolfSSL_accept(server.get()));
  }
  return outcome;
}

class Certificates : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(wolfSSL_Init(), WOLFSSL_SUCCESS); }
  static void TearDownTestSuite() { wolfSSL_Cleanup(); }

  void SetUp() override {
    if (GetParam() == "mldsa44" && HARTLS_WOLFSSL_HAS_ML_DSA == 0)
      GTEST_SKIP() << "wolfSSL " << wolfSSL_lib_version() << " lacks ML-DSA-44";
  }
};

void expect_mutual_tls(const std::string& type, WOLFSSL_METHOD* client_method,
                       WOLFSSL_METHOD* server_method) {
  const auto client = make_context(client_method, type, "client", type);
  const auto server = make_context(server_method, type, "server", type);
  const auto outcome = handshake(client.get(), server.get());
  EXPECT_EQ(outcome.client, 0) << reason(outcome.client);
  EXPECT_EQ(outcome.server, 0) << reason(outcome.server);
}

void expect_mutual_tls_of_both_versions(const std::string& type) {
  expect_mutual_tls(type, wolfTLSv1_3_client_method(), wolfTLSv1_3_server_method());
  // TLS 1.2 has no ML-DSA.
  if (type != "mldsa44")
    expect_mutual_tls(type, wolfTLSv1_2_client_method(), wolfTLSv1_2_server_method());
}

TEST_P(Certificates, ServeInTheFirstSecond) {
  const Clock clock(first_second);
  expect_mutual_tls_of_both_versions(GetParam());
}

TEST_P(Certificates, ServeToday) {
  expect_mutual_tls_of_both_versions(GetParam());
}

TEST_P(Certificates, ServeInTheLastSecond) {
  const Clock clock(last_second);
  expect_mutual_tls_of_both_versions(GetParam());
}

TEST_P(Certificates, AreRefusedOneSecondAfterTheLast) {
  const auto client = make_context(wolfTLSv1_3_client_method(), GetParam(), "client", GetParam());
  const auto server = make_context(wolfTLSv1_3_server_method(), GetParam(), "server", GetParam());
  const Clock clock(last_second + 1);
  EXPECT_EQ(handshake(client.get(), server.get()).client, ASN_AFTER_DATE_E);
}

TEST_P(Certificates, AreRefusedUnderTheRootOfAnotherType) {
  const auto other = GetParam() == "p256" ? "p384" : "p256";
  const auto client = make_context(wolfTLSv1_3_client_method(), GetParam(), "client", other);
  const auto server = make_context(wolfTLSv1_3_server_method(), GetParam(), "server", GetParam());
  EXPECT_EQ(handshake(client.get(), server.get()).client, ASN_NO_SIGNER_E);
}

TEST_P(Certificates, AreRefusedInTheOtherRole) {
  const auto client = make_context(wolfTLSv1_3_client_method(), GetParam(), "client", GetParam());
  const auto server = make_context(wolfTLSv1_3_server_method(), GetParam(), "client", GetParam());
  EXPECT_EQ(handshake(client.get(), server.get()).client, EXTKEYUSE_AUTH_E);
}

TEST_P(Certificates, KeyOfTheOtherLeafDoesNotFit) {
  const auto context = make_context(wolfTLSv1_3_server_method(), GetParam(), "server", GetParam());
  const auto other_key = file(GetParam() + "-client-key");
  // Some releases compare on loading, others when asked.
  const bool loads = wolfSSL_CTX_use_PrivateKey_file(context.get(), other_key.c_str(),
                                                     WOLFSSL_FILETYPE_PEM) == WOLFSSL_SUCCESS;
  EXPECT_FALSE(loads && wolfSSL_CTX_check_private_key(context.get()) == WOLFSSL_SUCCESS);
}

INSTANTIATE_TEST_SUITE_P(Types, Certificates,
                         testing::Values("rsa2048", "rsa3072", "p256", "p384", "ed25519",
                                         "mldsa44"),
                         [](const auto& type) { return type.param; });

TEST(DiffieHellmanParameters, AreReadByWolfssl) {
  for (const auto* name : {"ffdhe2048", "ffdhe3072"}) {
    const Context context(wolfSSL_CTX_new(wolfTLSv1_2_server_method()), wolfSSL_CTX_free);
    EXPECT_EQ(wolfSSL_CTX_SetTmpDH_file(context.get(), file(name).c_str(), WOLFSSL_FILETYPE_PEM),
              WOLFSSL_SUCCESS)
        << name;
  }
}

}  // namespace
}  // namespace hartls
