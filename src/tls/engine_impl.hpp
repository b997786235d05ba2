// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "byte_queue.hpp"
#include "client_hello.hpp"
#include "context_impl.hpp"
#include "hartls/tls/engine.hpp"
#include "hartls/tls/error.hpp"
#include "wolfssl.hpp"

namespace hartls::tls {

struct FreeWolfssl {
  void operator()(WOLFSSL* ssl) const noexcept { wolfSSL_free(ssl); }
};
struct FreeWolfsslSession {
  void operator()(WOLFSSL_SESSION* session) const noexcept { wolfSSL_SESSION_free(session); }
};
using WolfsslSession = std::unique_ptr<WOLFSSL_SESSION, FreeWolfsslSession>;

inline Version version_of(const ProtocolVersion& version) noexcept {
  return version.minor == TLSv1_3_MINOR ? Version::tls1_3 : Version::tls1_2;
}

struct Engine::Impl {
  Impl(std::shared_ptr<Context::Impl> context_in, const EngineOptions& options);

  void make_wolfssl(std::size_t context_index);

  /// Before the first call of wolfSSL's handshake; `done` once it may be called.
  Step start();
  Step start_client();
  Step start_server();
  void choose_tls12_group();

  Step handshake();
  Progress read(ByteSpan out) noexcept;
  Progress write(ByteView data) noexcept;
  Step close() noexcept;

  /// What a call of wolfSSL that gave no result means.
  Step outcome(int result) noexcept;
  Step fail_with(std::error_code code) noexcept;
  /// A wrong call: told, and the connection goes on.
  Step misuse(Error code) noexcept;

  bool verify(bool good, const WOLFSSL_X509_STORE_CTX& store) noexcept;
  bool check_peer(bool good, const WOLFSSL_X509_STORE_CTX& store);
  void log_secret(const char* label, ByteView secret);

  const std::shared_ptr<Context::Impl> context;
  std::unique_ptr<WOLFSSL, FreeWolfssl> ssl;
  ByteQueue input, output;

  std::string host;
  Bytes host_address;  ///< of a numeric host
  std::string server_name;
  WolfsslSession session;
  ClientHello hello;  ///< server only

  bool input_ended = false;
  bool truncated = false;  ///< TLS wanted more after the transport's end
  bool started = false;
  bool handshake_done = false;
  bool sent_close = false;
  bool received_close = false;
  bool failed = false;
  std::error_code error;
  int verify_error = 0;  ///< why our own check refused the peer's certificate
  std::string detail;    ///< what error_text() adds

  std::vector<Bytes> chain;
  std::size_t late_bytes = 0;
  std::uint64_t bytes_received = 0, bytes_sent = 0;
  std::uint64_t plaintext_received = 0, plaintext_sent = 0;
};

/// Sets the callbacks of a key log on a connection.
void attach_key_log(Engine::Impl& engine);

}  // namespace hartls::tls
