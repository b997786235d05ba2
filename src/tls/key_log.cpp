// SPDX-License-Identifier: GPL-3.0-or-later
// NSS key log format, as tools that decrypt captured traffic read it.
#include <string>

#include "engine_impl.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::tls {
namespace {

const char* label_of(int id) noexcept {
  switch (id) {
    case CLIENT_EARLY_TRAFFIC_SECRET:
      return "CLIENT_EARLY_TRAFFIC_SECRET";
    case CLIENT_HANDSHAKE_TRAFFIC_SECRET:
      return "CLIENT_HANDSHAKE_TRAFFIC_SECRET";
    case SERVER_HANDSHAKE_TRAFFIC_SECRET:
      return "SERVER_HANDSHAKE_TRAFFIC_SECRET";
    case CLIENT_TRAFFIC_SECRET:
      return "CLIENT_TRAFFIC_SECRET_0";
    case SERVER_TRAFFIC_SECRET:
      return "SERVER_TRAFFIC_SECRET_0";
    case EXPORTER_SECRET:
      return "EXPORTER_SECRET";
    default:
      return nullptr;
  }
}

int log_line(void* engine, const char* label, const void* secret, int size) noexcept {
  try {
    static_cast<Engine::Impl*>(engine)->log_secret(
        label, {static_cast<const std::uint8_t*>(secret), static_cast<std::size_t>(size)});
    return 0;
  } catch (...) {
    return WOLFSSL_FATAL_ERROR;
  }
}

int tls12_secret(WOLFSSL*, void* secret, int size, void* engine) {
  return log_line(engine, "CLIENT_RANDOM", secret, size);
}

int tls13_secret(WOLFSSL*, int id, const unsigned char* secret, int size, void* engine) {
  const char* const label = label_of(id);
  return label == nullptr ? 0 : log_line(engine, label, secret, size);
}

}  // namespace

void Engine::Impl::log_secret(const char* label, ByteView secret) {
  const ByteView random(ssl->arrays->clientRandom, RAN_LEN);
  context->key_log(std::string(label) + " " + to_hex(random) + " " + to_hex(secret));
}

void attach_key_log(Engine::Impl& engine) {
  wolfSSL_set_secret_cb(engine.ssl.get(), tls12_secret, &engine);
  wolfSSL_set_tls13_secret_cb(engine.ssl.get(), tls13_secret, &engine);
}

}  // namespace hartls::tls
