// SPDX-License-Identifier: GPL-3.0-or-later
// Two endpoints in one process, and the project's test certificates.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "hartls/core/error.hpp"
#include "hartls/tls/context.hpp"
#include "hartls/tls/engine.hpp"
#include "hartls/tls/error.hpp"

namespace hartls::tls::test {

inline std::filesystem::path certs(const std::string& name) {
  return std::filesystem::path(HARTLS_TEST_SOURCE_DIR) / "certs" / name;
}
/// Certificates that are to be refused.
inline std::filesystem::path bad_certs(const std::string& name) {
  return std::filesystem::path(HARTLS_TEST_SOURCE_DIR) / "tests" / "tls" / "data" / name;
}

inline Bytes read_all(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Key types of certs/, as in its file names.
inline std::string key_type_for(const CipherSuite& suite) {
  return suite.authentication == Authentication::ecdsa ? "p256" : "rsa2048";
}

inline bool has_ml_dsa() {
  // The two came together: wolfSSL 5.9.
  const auto all = groups();
  return std::any_of(all.begin(), all.end(), [](const Group& group) {
    return group.name == "X25519MLKEM768" && group.available;
  });
}

inline void add_server_certificate(Context& context, const std::string& key_type) {
  context.add_certificate_files(certs(key_type + "-server-chain.pem"),
                                certs(key_type + "-server-key.pem"));
}
inline void add_client_certificate(Context& context, const std::string& key_type) {
  context.add_certificate_files(certs(key_type + "-client-chain.pem"),
                                certs(key_type + "-client-key.pem"));
}
inline void trust(Context& context, const std::string& key_type) {
  context.add_trust_file(certs(key_type + "-root.pem"));
}

/// A client and a server that know each other.
struct Contexts {
  explicit Contexts(const std::string& key_type = "p256") {
    add_server_certificate(server, key_type);
    trust(client, key_type);
  }
  explicit Contexts(const CipherSuite& suite) : Contexts(key_type_for(suite)) {
    set_suites({suite});
  }
  void set_suites(const std::vector<CipherSuite>& suites) {
    client.set_suites(suites);
    server.set_suites(suites);
  }
  void set_groups(const std::vector<Group>& groups) {
    client.set_groups(groups);
    server.set_groups(groups);
  }

  Context client{Role::client};
  Context server{Role::server};
};

/// Moves what `from` has for its peer, as far as there is room.
inline void carry(Engine& from, Engine& to) {
  while (!from.pending_output().empty()) {
    const std::size_t taken = to.feed(from.pending_output());
    if (taken == 0)
      return;
    from.consume_output(taken);
  }
}

struct Pair {
  explicit Pair(const Contexts& contexts, const EngineOptions& options = {})
      : Pair(contexts.client, contexts.server, options) {}
  Pair(const Context& client_context, const Context& server_context,
       const EngineOptions& options = {})
      : client(client_context, options), server(server_context, options) {
    client.set_host("localhost");
  }

  /// Steps both in turn until both are done, or one failed and the other has heard of it.
  void handshake() {
    // Real handshakes take fewer than 10 rounds; a client that waits for ever would go on.
    for (int round = 0; round < 200; ++round) {
      client_step = client.handshake();
      carry(client, server);
      server_step = server.handshake();
      carry(server, client);
      const bool client_final = client_step == Step::done || client_step == Step::failed;
      const bool server_final = server_step == Step::done || server_step == Step::failed;
      if (client_final && server_final)
        return;
      if (client_step == Step::failed)
        server.end_of_input();
      if (server_step == Step::failed)
        client.end_of_input();
    }
    ADD_FAILURE() << "the handshake does not come to an end";
  }
  void connect() {
    handshake();
    ASSERT_EQ(client_step, Step::done) << client.error_text();
    ASSERT_EQ(server_step, Step::done) << server.error_text();
  }

  Engine client, server;
  Step client_step = Step::want_input;
  Step server_step = Step::want_input;
};

/// Bytes that tell where they belong.
inline Bytes pattern(std::size_t size, std::uint32_t seed = 1) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) {
    seed = seed * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(seed >> 24U);
  }
  return bytes;
}

/// Writes all of `data` on one side and reads it on the other.
inline Bytes transfer(Engine& from, Engine& to, ByteView data) {
  Bytes got;
  std::array<std::uint8_t, Engine::max_record_bytes> buffer{};
  std::size_t sent = 0;
  while (got.size() < data.size()) {
    if (sent < data.size()) {
      const Progress progress = from.write(data.subspan(sent));
      sent += progress.bytes;
      if (progress.step != Step::done && progress.step != Step::want_output) {
        ADD_FAILURE() << "write: " << from.error_text();
        return got;
      }
    }
    carry(from, to);
    const Progress progress = to.read(buffer);
    got.insert(got.end(), buffer.begin(),
               buffer.begin() + static_cast<std::ptrdiff_t>(progress.bytes));
    if (progress.step != Step::done && progress.step != Step::want_input) {
      ADD_FAILURE() << "read: " << to.error_text();
      return got;
    }
  }
  return got;
}

/// A name that GoogleTest takes.
inline std::string test_name(std::string_view name) {
  std::string clean(name);
  std::replace_if(
      clean.begin(), clean.end(),
      [](char c) {
        return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
      },
      '_');
  return clean;
}

template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const std::system_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace hartls::tls::test
