// SPDX-License-Identifier: GPL-3.0-or-later
// One endpoint of a TLS connection without any input or output of its own: bytes from the peer are
// fed in, bytes for the peer are taken out, and whoever owns both decides about time and threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "hartls/core/bytes.hpp"
#include "hartls/tls/context.hpp"
#include "hartls/tls/suites.hpp"

namespace hartls::tls {

/// What can be resumed: a ticket with its secrets. Cheap to copy; copies share.
class Session {
 public:
  Session() noexcept = default;
  explicit operator bool() const noexcept { return state_ != nullptr; }

 private:
  friend class Engine;
  std::shared_ptr<void> state_;
};

struct Certificate {
  std::string subject;  ///< "/CN=localhost/O=..."
  std::string issuer;
  std::string key_type;    ///< "RSA-2048", "P-256", "Ed25519", "ML-DSA-44"
  std::string not_before;  ///< "1970-01-01 00:00:00 UTC"
  std::string not_after;
  Bytes der;
};

struct Negotiated {
  Version version;
  const CipherSuite* suite;      ///< null where it is not in the table
  std::string group;             ///< IANA's name; "DH-2048" for DHE with own parameters; empty for
                                 ///< static RSA and for TLS 1.2 resumption
  std::string signature_scheme;  ///< of the peer's proof, RFC 8446 section 4.2.3's name; empty
                                 ///< where it gave none
  std::string alpn;              ///< empty: none
  std::string server_name;       ///< what the client asked for (SNI); empty: nothing
  bool resumed;                  ///< the session's own flag
  bool peer_certificate;         ///< the peer showed one in this handshake
};

/// How a step ended.
enum class Step : std::uint8_t {
  done,         ///< what was asked is done
  want_input,   ///< feed() more and call again
  want_output,  ///< take pending_output() away and call again
  closed,       ///< the peer closed in order, with close_notify
  failed,       ///< error() tells; the connection is of no use
};

struct Progress {
  Step step;
  std::size_t bytes;  ///< plaintext read or written; 0 unless `done`
};

struct EngineOptions {
  /// Encrypted bytes that wait for read(); at least one record of the largest size.
  std::size_t input_bytes = 20 * 1024;
  /// Encrypted bytes that wait for consume_output(); at least one record of the largest size.
  std::size_t output_bytes = 36 * 1024;
};

/// Not for several threads at once. No call but the constructor throws, unless it says so. Once the
/// handshake is done, read() and write() allocate nothing.
class Engine {
 public:
  /// The largest plaintext of one record (RFC 8446 section 5.1).
  static constexpr std::size_t max_record_bytes = 16384;

  explicit Engine(const Context& context, const EngineOptions& options = {});
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  Role role() const noexcept;

  // Before the handshake; these may throw.
  /// Client: the name or address (numeric, IPv4 or IPv6) that the server's certificate must carry,
  /// checked unless Verification::none; a name is sent as SNI too.
  void set_host(const std::string& host);
  /// Client: SNI alone, without a check.
  void set_server_name(const std::string& name);
  /// Client: try to resume. Whether it came to that, only negotiated().resumed tells.
  void set_session(const Session& session);

  // Bytes of the peer.
  /// Takes as many bytes as there is room for, and returns their number.
  std::size_t feed(ByteView bytes) noexcept;
  /// Room for bytes of the peer, without a copy: valid until commit_input().
  ByteSpan input_space() noexcept;
  void commit_input(std::size_t bytes) noexcept;
  /// The transport has ended: what follows without close_notify is Error::stream_truncated.
  void end_of_input() noexcept;
  /// Fed and not yet read by TLS.
  std::size_t buffered_input() const noexcept;

  // Bytes for the peer.
  /// Stays in place until consume_output(); later output is added behind it.
  ByteView pending_output() const noexcept;
  void consume_output(std::size_t bytes) noexcept;

  // Steps. After `failed` there may still be an alert for the peer in pending_output().
  Step handshake() noexcept;
  bool handshake_done() const noexcept;
  /// At most `out.size()` bytes, from one record. `closed` after the peer's close_notify.
  Progress read(ByteSpan out) noexcept;
  /// Plaintext that read() gives without more input.
  std::size_t readable() const noexcept;
  /// Seals one record of at most max_record_bytes (less with set_max_fragment) and tells how much
  /// of `data` went into it. All or nothing of a record: after `want_output` nothing has been
  /// taken. Reading goes on to work after the peer's close_notify, and the other way round.
  Progress write(ByteView data) noexcept;
  /// Queues close_notify: this side writes no more, and can still read (half-close).
  Step close() noexcept;
  /// close(), then reads and drops data until the peer's close_notify: `done`. More than 1 MiB of
  /// late data is Error::too_much_late_data.
  Step shutdown() noexcept;

  bool sent_close() const noexcept;
  bool received_close() const noexcept;

  /// Why the last step failed; cleared by nothing.
  std::error_code error() const noexcept;
  /// The same as a sentence, with what is known beyond the code: the certificate concerned, its
  /// dates and this machine's clock, the host that was asked for. Throws std::bad_alloc only.
  std::string error_text() const;

  // Facts, once the handshake is done; these allocate, and may throw Errc::invalid_state before.
  Negotiated negotiated() const;
  /// The peer's chain as it was sent, leaf first; empty where it sent none.
  std::vector<Certificate> peer_chain() const;
  /// For set_session(). TLS 1.3: empty until the server's ticket has been read, which may come with
  /// the first read().
  Session session() const;

  /// Bytes that went through: encrypted, and plaintext of application data. 64 bit, never wrap.
  std::uint64_t bytes_received() const noexcept;
  std::uint64_t bytes_sent() const noexcept;
  std::uint64_t plaintext_received() const noexcept;
  std::uint64_t plaintext_sent() const noexcept;

  struct Impl;

 private:
  friend struct EngineCounters;  // tests begin near a limit
  std::unique_ptr<Impl> impl_;
};

}  // namespace hartls::tls
