// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>

#include "../tls/endpoints.hpp"
#include "peer.hpp"

namespace hartls::tls::test {
namespace {

// The machine's own settings may narrow what there is.
[[maybe_unused]] const int no_settings = ::setenv("OPENSSL_CONF", "/dev/null", 1);

// The lines start with "0x13,0x02 - ".
std::set<std::uint16_t> listed_suites(const std::string& program) {
  std::set<std::uint16_t> ids;
  const std::string list =
      run({program, "ciphers", "-V", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"}).output +
      run({program, "ciphers", "-V", "-s", "-tls1_3", "-ciphersuites",
           "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:"
           "TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256"})
          .output;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    unsigned high = 0;
    unsigned low = 0;
    if (std::sscanf(line.c_str(), " 0x%2x,0x%2x - ", &high, &low) == 2)
      ids.insert(static_cast<std::uint16_t>(high << 8U | low));
  }
  return ids;
}

class OpenSsl final : public Peer {
 public:
  OpenSsl() : program_(find_program("openssl")) {
    if (!installed())
      return;
    const std::string text = run({program_, "version"}).output;
    version_ = text.substr(0, text.find(' ', text.find(' ') + 1));
    suites_ = listed_suites(program_);
  }

  std::string name() const override { return "OpenSSL"; }
  bool installed() const override { return !program_.empty(); }
  std::string version() const override { return version_; }
  bool has(const CipherSuite& suite) const override { return suites_.count(suite.id) != 0; }
  bool has(const Group& group) const override {
    // Not every version lists its groups. Each checks its options before it connects; nothing
    // listens at port 1.
    const Finished told =
        run({program_, "s_client", "-groups", std::string(group.name), "-connect", "127.0.0.1:1"});
    return told.errors.find("SSL_CONF_cmd") == std::string::npos;
  }
  bool has_key_type(const std::string& key_type) const override {
    return run({program_, "pkey", "-noout", "-in", certs(key_type + "-server-key.pem")})
               .exit_code == 0;
  }

  PeerServer serve(boost::asio::io_context& io, const PeerOptions& options) const override {
    Command command{program_,      "s_server", "-accept",
                    "127.0.0.1:0", "-naccept", std::to_string(options.connections)};
    add_certificate(command, options.key_type + "-server");
    if (!options.client_key_type.empty()) {
      const std::string root = certs(options.client_key_type + "-root.pem");
      command.insert(command.end(), {"-Verify", "4", "-verify_return_error", "-CAfile", root});
    }
    const TemporaryFolder folder;
    if (is_finite_field(options)) {
      const std::string file = folder.path() / "dh.pem";
      run({program_, "genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt",
           "group:" + options.group, "-out", file});
      command.insert(command.end(), {"-dhparam", file});
    }
    add_common(command, options);
    PeerServer server{std::make_unique<Child>(io, command), 0};
    const std::string mark = "ACCEPT 127.0.0.1:";
    const std::string& output = server.child->output();
    const bool listens = run_until(io, [&] {
      const std::size_t at = output.find(mark);
      return at != std::string::npos && output.find('\n', at) != std::string::npos;
    });
    EXPECT_TRUE(listens) << server.child->transcript();
    if (listens)
      server.port =
          static_cast<std::uint16_t>(std::stoul(output.substr(output.find(mark) + mark.size())));
    return server;
  }

  std::unique_ptr<Child> connect(boost::asio::io_context& io, std::uint16_t port,
                                 const PeerOptions& options,
                                 const std::filesystem::path& /*output_file*/) const override {
    Command command{program_,
                    "s_client",
                    "-connect",
                    "127.0.0.1:" + std::to_string(port),
                    "-CAfile",
                    certs(options.key_type + "-root.pem"),
                    "-verify_return_error",
                    "-verify_hostname",
                    "localhost"};
    if (!options.commands) {
      // Standard output is the peer's data alone, and every byte of the input is data.
      command.insert(command.end(), {"-quiet", "-nocommands", "-no_ign_eof"});
    }
    if (!options.client_key_type.empty())
      add_certificate(command, options.client_key_type + "-client");
    if (!options.session_in.empty())
      command.insert(command.end(), {"-sess_in", options.session_in});
    if (!options.session_out.empty())
      command.insert(command.end(), {"-sess_out", options.session_out});
    add_common(command, options);
    return std::make_unique<Child>(io, command);
  }

  std::size_t client_receives() const override { return std::size_t{1} << 20U; }
  bool server_echoes() const override { return false; }

 private:
  /// `name`: "p256-server"
  static void add_certificate(Command& command, const std::string& name) {
    const std::string intermediate = name.substr(0, name.find('-')) + "-intermediate.pem";
    command.insert(command.end(), {"-cert", certs(name + ".pem"), "-cert_chain",
                                   certs(intermediate), "-key", certs(name + "-key.pem")});
  }

  // What TLS 1.2 takes from a file.
  static bool is_finite_field(const PeerOptions& options) {
    return options.version == Version::tls1_2 && options.group.rfind("ffdhe", 0) == 0;
  }

  static void add_common(Command& command, const PeerOptions& options) {
    command.insert(command.end(),
                   {"-cipher", "ALL:COMPLEMENTOFALL:@SECLEVEL=0", "-ciphersuites",
                    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:"
                    "TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256"});
    if (options.version)
      command.push_back(options.version == Version::tls1_3 ? "-tls1_3" : "-tls1_2");
    if (!options.group.empty())
      command.insert(command.end(), {"-groups", options.group});
    if (!options.alpn.empty())
      command.insert(command.end(), {"-alpn", options.alpn});
  }

  std::string program_;
  std::string version_;
  std::set<std::uint16_t> suites_;
};

using Missing = std::map<std::string, std::set<std::string>>;

Missing& missing() {
  static Missing names;
  return names;
}

class ListMissing final : public ::testing::Environment {
 public:
  void TearDown() override {
    for (const auto& [what, names] : missing()) {
      std::cout << what << " (" << names.size() << "):";
      for (const std::string& name : names)
        std::cout << " " << name;
      std::cout << "\n";
    }
  }
};

[[maybe_unused]] const ::testing::Environment* const environment =
    ::testing::AddGlobalTestEnvironment(new ListMissing);

}  // namespace

const Peer& openssl() {
  static const OpenSsl peer;
  return peer;
}

void note_missing(const Peer& peer, std::string_view kind, std::string_view name) {
  missing()[peer.version() + " lacks these " + std::string(kind)].insert(std::string(name));
  ::testing::Test::RecordProperty("peer_lacks", std::string(name));
}

}  // namespace hartls::tls::test
