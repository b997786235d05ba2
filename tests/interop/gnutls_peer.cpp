// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <cctype>
#include <cstdio>
#include <sstream>

#include "../tls/endpoints.hpp"
#include "peer.hpp"

namespace hartls::tls::test {
namespace {

// The machine's own settings may narrow what there is.
[[maybe_unused]] const int no_settings = ::setenv("GNUTLS_SYSTEM_PRIORITY_FILE", "/dev/null", 1);

// "Ciphers: AES-256-CBC, AES-192-CBC"
std::set<std::string> listed(const std::string& list, const std::string& title) {
  std::set<std::string> names;
  const std::size_t begin = list.find("\n" + title + ": ");
  if (begin == std::string::npos)
    return names;
  const std::size_t first = begin + title.size() + 3;
  std::istringstream line(list.substr(first, list.find('\n', first) - first));
  for (std::string name; std::getline(line >> std::ws, name, ',');)
    names.insert(name);
  return names;
}

// "TLS_AES_128_GCM_SHA256      0x13, 0x01     TLS1.3"
std::set<std::uint16_t> listed_suites(const std::string& list) {
  std::set<std::uint16_t> ids;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    unsigned high = 0;
    unsigned low = 0;
    if (std::sscanf(line.c_str(), "TLS_%*s 0x%2x, 0x%2x", &high, &low) == 2)
      ids.insert(static_cast<std::uint16_t>(high << 8U | low));
  }
  return ids;
}

// "X25519-MLKEM768" and "X25519MLKEM768" are the same.
std::string without_dashes(std::string_view name) {
  std::string clean;
  for (const char c : name) {
    if (c != '-')
      clean += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return clean;
}

std::uint16_t free_port() {
  boost::asio::io_context io;
  const boost::asio::ip::tcp::acceptor acceptor(io,
                                                {boost::asio::ip::make_address("127.0.0.1"), 0});
  return acceptor.local_endpoint().port();
}

class GnuTls final : public Peer {
 public:
  GnuTls() : client_(find_program("gnutls-cli")), server_(find_program("gnutls-serv")) {
    if (!installed())
      return;
    const std::string text = run({client_, "--version"}).output;
    version_ = "GnuTLS " + text.substr(text.find(' ') + 1, text.find('\n') - text.find(' ') - 1);
    const std::string list = run({client_, "--list"}).output;
    suites_ = listed_suites(list);
    groups_ = listed(list, "Groups");
    key_types_ = listed(list, "Public Key Systems");
    make_priority(list);
  }

  std::string name() const override { return "GnuTLS"; }
  bool installed() const override { return !client_.empty() && !server_.empty(); }
  std::string version() const override { return version_; }
  bool has(const CipherSuite& suite) const override { return suites_.count(suite.id) != 0; }
  bool has(const Group& group) const override { return !name_of(group.name).empty(); }
  bool has_key_type(const std::string& key_type) const override {
    // The rest of our types every version has.
    return key_type != "mldsa44" || key_types_.count("ML-DSA-44") != 0;
  }

  PeerServer serve(boost::asio::io_context& io, const PeerOptions& options) const override {
    // It cannot be asked for any free port: another program may have taken the one that was free.
    for (int attempt = 0; attempt < 5; ++attempt) {
      const std::uint16_t port = free_port();
      Command command{server_, "--echo", "--crlf", "--port=" + std::to_string(port)};
      add_certificate(command, options.key_type + "-server");
      if (options.client_key_type.empty()) {
        command.push_back("--disable-client-cert");
      } else {
        const std::string root = certs(options.client_key_type + "-root.pem");
        command.insert(command.end(),
                       {"--require-client-cert", "--verify-client-cert", "--x509cafile=" + root});
      }
      add_common(command, options);
      if (!options.alpn.empty())
        command.push_back("--alpn-fatal");
      PeerServer server{std::make_unique<Child>(io, command), port};
      const Child& child = *server.child;
      // It tells that on its standard error, today.
      const auto listens = [&child] {
        const std::string told = child.output() + child.errors();
        return told.find("listening on IPv4 0.0.0.0") != std::string::npos &&
               told.find("...done") != std::string::npos;
      };
      if (run_until(io, [&] { return listens() || child.ended(); }) && listens())
        return server;
      if (attempt == 4)
        ADD_FAILURE() << child.transcript();
    }
    return {nullptr, 0};
  }

  std::unique_ptr<Child> connect(boost::asio::io_context& io, std::uint16_t port,
                                 const PeerOptions& options,
                                 const std::filesystem::path& output_file) const override {
    // Standard output is the peer's data alone.
    Command command{client_, "--logfile=/dev/stderr", "--port=" + std::to_string(port),
                    "--x509cafile=" + certs(options.key_type + "-root.pem").string(),
                    "--verify-hostname=localhost"};
    if (!options.client_key_type.empty())
      add_certificate(command, options.client_key_type + "-client");
    if (!options.session_in.empty())
      command.insert(command.end(), {"--resume", "--waitresumption"});
    add_common(command, options);
    command.push_back("127.0.0.1");
    // Byte by byte through a pipe would wake us up for each.
    return std::make_unique<Child>(io, command, output_file);
  }

  // It writes what it received byte by byte, which takes about two seconds for a mebibyte.
  std::size_t client_receives() const override { return std::size_t{1} << 16U; }
  bool server_echoes() const override { return true; }

 private:
  std::string name_of(std::string_view group) const {
    for (const std::string& name : groups_) {
      if (without_dashes(name) == "GROUP" + without_dashes(group))
        return name;
    }
    return {};
  }

  // All that we could want and the tool has.
  void make_priority(const std::string& list) {
    const auto add = [&](const char* title, std::initializer_list<const char*> names) {
      const std::set<std::string> there = listed(list, title);
      for (const char* const name : names) {
        if (there.count(name) != 0)
          priority_ += std::string(":+") + name;
      }
    };
    add("Ciphers", {"AES-128-GCM", "AES-256-GCM", "CHACHA20-POLY1305", "AES-128-CCM", "AES-256-CCM",
                    "AES-128-CCM-8", "AES-256-CCM-8", "AES-128-CBC", "AES-256-CBC",
                    "CAMELLIA-128-CBC", "CAMELLIA-256-CBC"});
    add("MACs", {"AEAD", "SHA1", "SHA256", "SHA384"});
    add("Key exchange algorithms", {"ECDHE-RSA", "ECDHE-ECDSA", "DHE-RSA", "RSA"});
  }

  static void add_certificate(Command& command, const std::string& name) {
    command.insert(command.end(), {"--x509certfile=" + certs(name + "-chain.pem").string(),
                                   "--x509keyfile=" + certs(name + "-key.pem").string()});
  }

  void add_common(Command& command, const PeerOptions& options) const {
    std::string priority = "NONE:+CTYPE-X509:+COMP-NULL:+SIGN-ALL" + priority_;
    if (options.version != Version::tls1_2)
      priority += ":+VERS-TLS1.3";
    if (options.version != Version::tls1_3)
      priority += ":+VERS-TLS1.2";
    priority += ":+" + (options.group.empty() ? "GROUP-ALL" : name_of(options.group));
    command.push_back("--priority=" + priority);
    if (!options.alpn.empty())
      command.push_back("--alpn=" + options.alpn);
  }

  std::string client_, server_;
  std::string version_;
  std::set<std::uint16_t> suites_;
  std::set<std::string> groups_, key_types_;
  std::string priority_;
};

}  // namespace

const Peer& gnutls() {
  static const GnuTls peer;
  return peer;
}

}  // namespace hartls::tls::test
