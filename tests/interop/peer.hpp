// SPDX-License-Identifier: GPL-3.0-or-later
// The other implementations: what each has, and how it is told what to do.
#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "child.hpp"
#include "hartls/tls/suites.hpp"

namespace hartls::tls::test {

struct PeerOptions {
  std::string key_type = "p256";                  ///< of the server's certificate, in certs/
  std::string client_key_type;                    ///< mutual authentication, where not empty
  std::string group;                              ///< the only one, where not empty
  std::optional<Version> version;                 ///< the only one, where it is set
  std::string alpn;                               ///< the only one, where not empty
  std::filesystem::path session_in, session_out;  ///< OpenSSL's client
  bool commands = false;                          ///< letters on its input are commands
  int connections = 1;                            ///< OpenSSL's server ends after so many
};

/// A server that listens.
struct PeerServer {
  std::unique_ptr<Child> child;
  std::uint16_t port;
};

/// A TLS implementation with a server and a client for the command line.
class Peer {
 public:
  virtual ~Peer() = default;

  /// "OpenSSL"
  virtual std::string name() const = 0;
  virtual bool installed() const = 0;
  /// As the tool tells it.
  virtual std::string version() const = 0;

  virtual bool has(const CipherSuite& suite) const = 0;
  virtual bool has(const Group& group) const = 0;
  virtual bool has_key_type(const std::string& key_type) const = 0;

  virtual PeerServer serve(boost::asio::io_context& io, const PeerOptions& options) const = 0;
  /// What it receives goes to its output; to `output_file` where that costs less.
  virtual std::unique_ptr<Child> connect(boost::asio::io_context& io, std::uint16_t port,
                                         const PeerOptions& options,
                                         const std::filesystem::path& output_file) const = 0;
  /// What its client should be sent in one of many tests; it takes more, at a price.
  virtual std::size_t client_receives() const = 0;
  /// The server sends back what it gets; otherwise it sends its standard input.
  virtual bool server_echoes() const = 0;
};

const Peer& openssl();
const Peer& gnutls();

/// Notes what a peer lacks, for the list at the end of the program.
void note_missing(const Peer& peer, std::string_view kind, std::string_view name);

/// In a test: skips it by name where the peer, or this build, lacks something.
#define SKIP_WITHOUT_PEER(peer) \
  if (!(peer).installed())      \
  GTEST_SKIP() << (peer).name() << "'s programs are not installed"
#define SKIP_WHERE_PEER_LACKS(peer, kind, name)              \
  do {                                                       \
    note_missing(peer, kind, name);                          \
    GTEST_SKIP() << (peer).version() << " lacks " << (name); \
  } while (false)

}  // namespace hartls::tls::test
