// SPDX-License-Identifier: GPL-3.0-or-later
// client and server as people start them.
#include <gmock/gmock.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "child.hpp"
#include "hartls/tls/context.hpp"

namespace hartls {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tls::test::Child;
using tls::test::Finished;
using tls::test::program;
using tls::test::run_until;
using tls::test::TemporaryFolder;
using Arguments = std::vector<std::string>;
using tcp = boost::asio::ip::tcp;

std::string cert(const std::string& name) {
  return std::string(HARTLS_TEST_SOURCE_DIR) + "/certs/" + name;
}

/// A server on a free port of 127.0.0.1 that serves until it is destroyed.
class RunningServer {
 public:
  explicit RunningServer(const Arguments& arguments = {}, const std::string& address = "127.0.0.1")
      : child_(io_, program("server", add({"-p", "0", "-i", "--bind", address}, arguments))) {
    const std::string before = "listening on " + (address == "::1" ? "[::1]" : address) + ":";
    std::size_t at = 0, end = 0;
    run_until(io_, [&] {
      at = child_.errors().find(before);
      end = child_.errors().find('\n', at == std::string::npos ? 0 : at);
      return child_.ended() || (at != std::string::npos && end != std::string::npos);
    });
    if (at != std::string::npos && end != std::string::npos)
      port_ = child_.errors().substr(at + before.size(), end - at - before.size());
    EXPECT_FALSE(port_.empty()) << child_.transcript();
  }

  static Arguments add(Arguments first, const Arguments& more) {
    first.insert(first.end(), more.begin(), more.end());
    return first;
  }

  const std::string& port() const { return port_; }
  /// What it has said once `ready` is in it.
  bool says(const std::string& text) {
    return run_until(
               io_,
               [&] { return child_.ended() || child_.errors().find(text) != std::string::npos; }) &&
           child_.errors().find(text) != std::string::npos;
  }
  Child& child() { return child_; }

  Finished client(const Arguments& arguments, const std::string& input = {}) {
    Child client(io_, program("client", add({"-p", port_}, arguments)));
    client.write(input);
    client.close_input();
    Finished finished;
    EXPECT_TRUE(run_until(io_, [&] { return client.ended(); })) << client.transcript();
    finished.output = client.output();
    finished.errors = client.errors();
    finished.exit_code = client.ended() ? client.exit_code() : -2;
    return finished;
  }

 private:
  boost::asio::io_context io_;
  Child child_;
  std::string port_;
};

std::string binary(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 7;
  for (char& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<char>(state >> 24U);
  }
  return bytes;
}

TEST(Echo, ReturnsOneMebibyteUnchanged) {
  RunningServer server;
  const std::string data = binary(std::size_t{1} << 20U);
  const Finished client = server.client({}, data);
  EXPECT_EQ(client.exit_code, 0) << client.errors;
  EXPECT_TRUE(client.output == data);
  EXPECT_THAT(client.errors, HasSubstr("TLS_AES_128_GCM_SHA256"));
  EXPECT_THAT(client.errors, HasSubstr("P-256, valid 1970-01-01 00:00:00 UTC"));
}

TEST(Echo, WorksOverIpv6) {
  boost::asio::io_context io;
  boost::system::error_code error;
  tcp::acceptor probe(io);
  probe.open(tcp::v6(), error);
  if (!error)
    probe.bind(tcp::endpoint(boost::asio::ip::address_v6::loopback(), 0), error);
  if (error)
    GTEST_SKIP() << "this machine has no ::1: " << error.message();
  probe.close();
  RunningServer server({}, "::1");
  const Finished client = server.client({"-h", "::1"}, "six");
  EXPECT_EQ(client.exit_code, 0) << client.errors;
  EXPECT_EQ(client.output, "six");
}

TEST(Echo, SpeaksTheVersionAndSuiteThatAreAskedFor) {
  RunningServer server;
  const Finished client =
      server.client({"-v", "3", "-l", "ECDHE-RSA-AES256-GCM-SHA384", "--groups", "P-384"}, "x");
  EXPECT_EQ(client.exit_code, 0) << client.errors;
  for (const char* const fact :
       {"TLS 1.2", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "secp384r1", "RSA-2048"}) {
    EXPECT_THAT(client.errors, HasSubstr(fact));
  }
}

TEST(Resumption, IsToldAndItsAbsenceFails) {
  RunningServer server;
  for (const char* const version : {"3", "4"}) {
    const Finished resumed = server.client({"-r", "-v", version}, "again");
    EXPECT_EQ(resumed.exit_code, 0) << resumed.errors;
    EXPECT_EQ(resumed.output, "again");
    EXPECT_THAT(resumed.errors, ::testing::ContainsRegex("resumed +yes"));
  }
  RunningServer without({"-T"});
  const Finished full = without.client({"-r"}, "again");
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.errors, HasSubstr("ticket"));
}

TEST(MutualAuthentication, LetsOnlyClientsWithACertificateIn) {
  RunningServer server({"-F"});
  const Finished with = server.client({"--cert-type", "p256"}, "me");
  EXPECT_EQ(with.exit_code, 0) << with.errors;
  EXPECT_EQ(with.output, "me");
  const Finished without = server.client({"-v", "3"}, "me");
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_EQ(without.output, "");
  EXPECT_THAT(without.errors, HasSubstr("127.0.0.1:" + server.port()));
}

TEST(Verification, WrongRootAndWrongHostAreRefusedUnlessAskedNotTo) {
  RunningServer server({"--cert-type", "p256"});
  const Finished root = server.client({"-A", cert("rsa2048-root.pem")}, "x");
  EXPECT_EQ(root.exit_code, 1);
  EXPECT_THAT(root.errors, HasSubstr("certificate"));
  EXPECT_THAT(root.errors, HasSubstr("-A FILE"));
  const Finished host = server.client({"--verify-host", "example.org"}, "x");
  EXPECT_EQ(host.exit_code, 1);
  EXPECT_THAT(host.errors, HasSubstr("example.org"));
  EXPECT_EQ(server.client({"-d", "-A", cert("rsa2048-root.pem")}, "x").exit_code, 0);
  EXPECT_EQ(server.client({"-A", cert("p256-root.pem")}, "x").exit_code, 0);
}

TEST(Files, AreServedWholeAndNothingElseIs) {
  const TemporaryFolder folder;
  const std::filesystem::path public_folder = folder.path() / "www";
  std::filesystem::create_directories(public_folder / "sub");
  const std::string data = binary(200'000);
  std::ofstream(public_folder / "data.bin", std::ios::binary) << data;
  std::ofstream(public_folder / "index.html") << "<p>start";
  std::ofstream(folder.path() / "outside.txt") << "outside";
  std::filesystem::create_symlink(folder.path() / "outside.txt", public_folder / "link.txt");
  RunningServer server({"--files", public_folder.string()});

  const Finished whole = server.client({"-g", "/data.bin"});
  EXPECT_EQ(whole.exit_code, 0) << whole.errors;
  EXPECT_TRUE(whole.output == data);
  EXPECT_EQ(server.client({"-g", "/"}).output, "<p>start");
  for (const char* const path : {"/nope", "/sub/", "/../outside.txt", "/sub/../../outside.txt",
                                 "/%2e%2e/outside.txt", "/link.txt", "//etc/passwd"}) {
    const Finished refused = server.client({"-g", path});
    EXPECT_EQ(refused.exit_code, 1) << path;
    EXPECT_THAT(refused.output, Not(HasSubstr("outside"))) << path;
    EXPECT_THAT(refused.output, Not(HasSubstr("root:"))) << path;
    EXPECT_THAT(refused.errors, HasSubstr("answered 4")) << path;
  }
}

TEST(Server, OutlivesClientsThatSpeakNoTls) {
  RunningServer server;
  boost::asio::io_context io;
  tcp::socket socket(io);
  socket.connect(tcp::endpoint(boost::asio::ip::address_v4::loopback(),
                               static_cast<std::uint16_t>(std::stoul(server.port()))));
  boost::asio::write(socket, boost::asio::buffer(binary(4000)));
  socket.close();
  EXPECT_EQ(server.client({}, "still here").output, "still here");
}

TEST(Server, DropsSilentClientsInTime) {
  RunningServer server({"--timeout", "0.2"});
  boost::asio::io_context io;
  tcp::socket socket(io);
  socket.connect(tcp::endpoint(boost::asio::ip::address_v4::loopback(),
                               static_cast<std::uint16_t>(std::stoul(server.port()))));
  std::array<char, 64> buffer{};
  bool dropped = false;
  socket.async_read_some(boost::asio::buffer(buffer),
                         [&](const boost::system::error_code&, std::size_t) { dropped = true; });
  EXPECT_TRUE(run_until(io, [&] { return dropped; }));
  EXPECT_TRUE(server.says("0.2 s"));
}

TEST(Server, BusyPortIsNamed) {
  RunningServer server;
  const Finished second =
      tls::test::run(program("server", {"-p", server.port(), "--bind", "127.0.0.1"}));
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.errors, HasSubstr(server.port()));
}

TEST(Server, EndsAfterItsConnections) {
  boost::asio::io_context io;
  const TemporaryFolder folder;
  const std::filesystem::path ready = folder.path() / "port";
  Child server(io, program("server", {"-p", "0", "-C", "1", "-R", ready.string()}));
  ASSERT_TRUE(
      run_until(io, [&] { return server.errors().find("listening") != std::string::npos; }));
  std::string port;
  std::ifstream(ready) >> port;
  Child client(io, program("client", {"-p", port}));
  client.write("once");
  client.close_input();
  ASSERT_TRUE(run_until(io, [&] { return client.ended() && server.ended(); }))
      << server.transcript();
  EXPECT_EQ(client.output(), "once");
  EXPECT_EQ(server.exit_code(), 0) << server.transcript();
}

/// Accepts one connection, gives what the test says and ends in the way it says.
class FakeServer {
 public:
  FakeServer() : acceptor_(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)) {
    acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (error)
        return;
      socket_.emplace(std::move(socket));
      if (greeting.empty())
        return;
      boost::asio::write(*socket_, boost::asio::buffer(greeting));
      socket_->close();
    });
  }
  std::string port() const { return std::to_string(acceptor_.local_endpoint().port()); }

  boost::asio::io_context io;
  std::string greeting;

 private:
  tcp::acceptor acceptor_;
  std::optional<tcp::socket> socket_;
};

Finished client_of(FakeServer& server, const Arguments& arguments) {
  Child client(server.io, program("client", RunningServer::add({"-p", server.port()}, arguments)));
  client.close_input();
  EXPECT_TRUE(run_until(server.io, [&] { return client.ended(); })) << client.transcript();
  Finished finished;
  finished.errors = client.errors();
  finished.exit_code = client.ended() ? client.exit_code() : -2;
  return finished;
}

TEST(Client, GivesUpOnASilentServerInTime) {
  FakeServer server;
  const Finished client = client_of(server, {"--timeout", "0.3"});
  EXPECT_EQ(client.exit_code, 1);
  EXPECT_THAT(client.errors, HasSubstr("0.3 s"));
  EXPECT_THAT(client.errors, HasSubstr(server.port()));
}

TEST(Client, TellsThatAServerSpeaksNoTls) {
  FakeServer server;
  server.greeting = "HTTP/1.1 400 Bad Request\r\n\r\n";
  const Finished client = client_of(server, {});
  EXPECT_EQ(client.exit_code, 1);
  EXPECT_THAT(client.errors, HasSubstr("TLS handshake"));
}

TEST(Client, RefusedPortIsNamed) {
  boost::asio::io_context io;
  tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  const std::string port = std::to_string(acceptor.local_endpoint().port());
  acceptor.close();
  const Finished client = tls::test::run(program("client", {"-p", port}));
  EXPECT_EQ(client.exit_code, 1);
  EXPECT_THAT(client.errors, HasSubstr(port));
}

TEST(Client, KilledServerIsNoCleanEnd) {
  RunningServer server;
  boost::asio::io_context io;
  Child client(io, program("client", {"-p", server.port(), "--timeout", "20"}));
  client.write("line\n");
  ASSERT_TRUE(run_until(io, [&] { return client.output() == "line\n"; })) << client.transcript();
  server.child().kill();
  ASSERT_TRUE(run_until(io, [&] { return client.ended(); }));
  EXPECT_EQ(client.exit_code(), 1);
  EXPECT_THAT(client.errors(), HasSubstr("without close_notify"));
}

TEST(WrongUse, IsStatusTwo) {
  const auto status = [](const std::string& name, const Arguments& arguments) {
    return tls::test::run(program(name, arguments)).exit_code;
  };
  EXPECT_EQ(status("client", {"-l", "nope"}), 2);
  EXPECT_EQ(status("client", {"--groups", "nope"}), 2);
  EXPECT_EQ(status("server", {"-p", "0", "-l", "ECDHE-ECDSA-AES128-SHA", "--cert-type", "rsa2048"}),
            2);
  EXPECT_EQ(status("client", {"-v", "4", "-l", "ECDHE-RSA-AES128-SHA"}), 2);
}

TEST(Lists, HaveEverySuiteAndGroup) {
  const std::string suites = tls::test::run(program("client", {"-e"})).output;
  for (const tls::CipherSuite& suite : tls::cipher_suites())
    EXPECT_THAT(suites, HasSubstr(std::string(suite.name)));
  const std::string groups = tls::test::run(program("server", {"--list-groups"})).output;
  for (const tls::Group& group : tls::groups())
    EXPECT_THAT(groups, HasSubstr(std::string(group.name)));
}

TEST(KeyLog, IsForDebugBuilds) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "keys.log").string();
  RunningServer server;
  const Finished client = server.client({"--keylog", file}, "x");
  if (!tls::Context::key_log_available()) {
    EXPECT_EQ(client.exit_code, 2);
    EXPECT_THAT(client.errors, HasSubstr("--keylog"));
    EXPECT_FALSE(std::filesystem::exists(file));
    return;
  }
  EXPECT_EQ(client.exit_code, 0) << client.errors;
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  EXPECT_THAT(text, HasSubstr("CLIENT_TRAFFIC_SECRET_0 "));
}

}  // namespace
}  // namespace hartls
