// SPDX-License-Identifier: GPL-3.0-or-later
// What a scanner sees of our server: exactly what was enabled.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "connection.hpp"

namespace hartls::tls::test {
namespace {

using Suites = std::vector<CipherSuite>;

/// Answers every connection until it goes away. A handler of a connection that outlives it finds
/// nothing to do.
class HandshakeServer {
 public:
  HandshakeServer(boost::asio::io_context& io, const Context& context)
      : context_(context), acceptor_(io, {boost::asio::ip::make_address("127.0.0.1"), 0}) {
    accept();
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, Tcp::socket socket) {
      if (error)
        return;
      const auto tls = std::make_shared<Tls>(std::move(socket), context_);
      tls->async_handshake([tls](error_code) {
        error_code ignored;
        tls->next_layer().shutdown(Tcp::socket::shutdown_send, ignored);
      });
      accept();
    });
  }

  const Context& context_;
  Tcp::acceptor acceptor_;
};

// nmap has its own names for what IANA never had and for TLS 1.3.
std::string nmap_name(const CipherSuite& suite) {
  std::string name(suite.name);
  if (suite.version == Version::tls1_3)
    name.replace(0, 3, "TLS_AKE_WITH");
  const std::string old = "_CHACHA20_OLD_";
  if (const std::size_t at = name.find(old); at != std::string::npos)
    name = name.replace(at, old.size(), "_CHACHA20_") + "-draft";
  return name;
}

std::string version_and_name(const CipherSuite& suite) {
  return std::string(suite.version == Version::tls1_3 ? "TLSv1.3 " : "TLSv1.2 ") + nmap_name(suite);
}

// <table key="TLSv1.2"> and, further in, <elem key="name">TLS_...</elem>
std::set<std::string> seen(const std::string& xml) {
  const std::string version_mark = "<table key=\"TLSv";
  const std::string name_mark = "<elem key=\"name\">";
  std::set<std::string> names;
  std::string version;
  for (std::size_t at = 0; (at = xml.find('<', at)) != std::string::npos; ++at) {
    if (xml.compare(at, version_mark.size(), version_mark) == 0) {
      const std::size_t begin = xml.find('"', at) + 1;
      version = xml.substr(begin, xml.find('"', begin) - begin);
    } else if (xml.compare(at, name_mark.size(), name_mark) == 0) {
      const std::size_t begin = at + name_mark.size();
      names.insert(version + " " + xml.substr(begin, xml.find('<', begin) - begin));
    }
  }
  return names;
}

class SslEnumCiphers : public Interop {
 protected:
  void expect_seen(const std::vector<std::string>& key_types, const Suites& suites) {
    const std::string nmap = find_program("nmap");
    if (nmap.empty())
      GTEST_SKIP() << "nmap is not installed";
    Context context(Role::server);
    for (const std::string& key_type : key_types)
      add_server_certificate(context, key_type);
    context.set_suites(suites);
    const HandshakeServer server(io, context);
    Child child(io, {nmap, "--unprivileged", "-Pn", "-n", "-p", std::to_string(server.port()),
                     "--script", "+ssl-enum-ciphers", "-oX", "-", "127.0.0.1"});
    ASSERT_TRUE(run_until(io, [&] { return child.ended(); })) << child.transcript();
    ASSERT_EQ(child.exit_code(), 0) << child.transcript();
    std::set<std::string> enabled;
    std::transform(suites.begin(), suites.end(), std::inserter(enabled, enabled.end()),
                   version_and_name);
    EXPECT_EQ(seen(child.output()), enabled) << child.transcript();
  }
};

Suites choose(const std::function<bool(const CipherSuite&)>& wanted) {
  Suites chosen;
  std::copy_if(cipher_suites().begin(), cipher_suites().end(), std::back_inserter(chosen), wanted);
  return chosen;
}

TEST_F(SslEnumCiphers, SeesEverySuiteForRsaCertificates) {
  expect_seen({"rsa2048"}, choose([](const CipherSuite& suite) {
                return suite.authentication == Authentication::rsa;
              }));
}

TEST_F(SslEnumCiphers, SeesEverySuiteForEcdsaCertificates) {
  expect_seen({"p256"}, choose([](const CipherSuite& suite) {
                return suite.authentication == Authentication::ecdsa;
              }));
}

TEST_F(SslEnumCiphers, SeesEverySuiteOfTls13) {
  expect_seen({"p256"},
              choose([](const CipherSuite& suite) { return suite.version == Version::tls1_3; }));
}

TEST_F(SslEnumCiphers, SeesTheDefaultsWithBothCertificates) {
  const auto defaults = default_cipher_suites();
  expect_seen({"rsa2048", "p256"}, Suites(defaults.begin(), defaults.end()));
}

TEST_F(SslEnumCiphers, SeesNothingButTheOneEnabled) {
  for (const char* const name : {"ECDHE-RSA-AES128-GCM-SHA256", "DHE-RSA-CHACHA20-POLY1305-OLD",
                                 "AES256-SHA256", "TLS_CHACHA20_POLY1305_SHA256"})
    expect_seen({"rsa2048"}, {cipher_suite_from_name(name)});
}

}  // namespace
}  // namespace hartls::tls::test
