// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be measured: rows of the table, and how much work each of them is.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hartls/tls/engine.hpp"
#include "hartls/tls/suites.hpp"

namespace hartls::tls_bench {

enum class HandshakeKind : std::uint8_t {
  full,    ///< certificates, each time
  ticket,  ///< resumes the connection before by its ticket (RFC 5077; RFC 8446 section 2.2)
  psk,     ///< a key that both sides know, TLS 1.3 with key exchange; no certificates
};

std::string_view to_string(HandshakeKind kind) noexcept;

/// One row: all its connections negotiate the same.
struct Row {
  tls::CipherSuite suite;
  /// Absent for static RSA only.
  std::optional<tls::Group> group;
  /// Of the certificates, such as "p256"; empty with a pre-shared key, and with the user's own
  /// certificate.
  std::string_view key_type;
  HandshakeKind handshake = HandshakeKind::full;
  bool mutual = false;  ///< the client shows a certificate too

  /// OpenSSL's name of the suite; in TLS 1.3, where the group is part of the choice, followed by
  /// "/" and its name.
  std::string label() const;
};

/// What the rows are made from.
struct Selection {
  std::vector<tls::CipherSuite> suites;  ///< empty: all but static RSA
  std::vector<tls::Group> groups;        ///< empty: as the table is by default
  bool every_group = false;              ///< TLS 1.3: each suite with each group of this build
  std::string_view key_type;             ///< empty: rsa2048 for RSA suites, p256 else
  bool own_certificate = false;          ///< the user's, of whatever type
  HandshakeKind handshake = HandshakeKind::full;
  bool mutual = false;
};

/// The rows in the order of the table: the suites of TLS 1.2 with P-256 (DHE: ffdhe2048), the
/// suites of TLS 1.3 with x25519, then TLS_AES_128_GCM_SHA256 with each other group of the default
/// list that this build has. Where the user named suites, each must fit: throws
/// Errc::invalid_argument that names the suite and what does not fit it (a group of another
/// version, an RSA suite with an EC certificate, a pre-shared key in TLS 1.2). Where not, rows that
/// do not fit the selection are left out; throws if none is left.
std::vector<Row> make_rows(const Selection& selection);

/// What one connection carries after its handshake.
enum class Exchange : std::uint8_t {
  echo,      ///< the client sends a packet and waits for it to come back, until total_bytes went
  upload,    ///< the client sends total_bytes, the server tells when it has them all
  download,  ///< the server sends total_bytes
};

struct Work {
  double seconds = 1;                      ///< for a row, set-up included
  std::size_t packet_bytes = 16384;        ///< of one write: 1 to 16384
  std::uint64_t total_bytes = 128 * 1024;  ///< a connection carries, each way; 0: handshakes only
  unsigned pairs = 1;                      ///< connections at once, on as many threads
  double rate = 0;                         ///< connections started a second; 0: one after another
  std::chrono::milliseconds timeout{10'000};  ///< for each step
  bool nagle = false;                         ///< leaves out TCP_NODELAY
};

/// Throws std::runtime_error that tells what was asked and what came, unless the connection is what
/// `row` asks for. `resumed` is what this connection must be.
void check_negotiated(const Row& row, const tls::Engine& engine, bool resumed);

}  // namespace hartls::tls_bench
