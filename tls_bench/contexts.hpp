// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hartls/crypto/provider.hpp"
#include "hartls/tls/context.hpp"
#include "plan.hpp"

namespace hartls::tls_bench {

/// Whose certificates are used: the built-in test certificates, or files of the user.
struct Credentials {
  std::filesystem::path chain, private_key;  ///< of this side; both or none
  std::filesystem::path roots;               ///< to trust; empty: the test roots
  std::string host;    ///< that the server's certificate must carry; empty: "localhost"
  bool verify = true;  ///< the client checks the server's certificate

  bool own() const noexcept { return !chain.empty(); }
};

/// What one row's client offers: its suite, its group, the trust it needs; the client certificate
/// where the row is mutual.
tls::Context make_client_context(const Row& row, const Credentials& credentials,
                                 const Provider& provider);

/// What serves one row and nothing else.
tls::Context make_server_context(const Row& row, const Credentials& credentials,
                                 const Provider& provider);

/// What serves any of the rows, for a server on its own: every suite and group of theirs, a
/// certificate of every key type that they use. Throws Errc::invalid_argument where rows contradict
/// each other (one with and one without a client certificate).
tls::Context make_server_context(const std::vector<Row>& rows, const Credentials& credentials,
                                 const Provider& provider);

/// What the client asks the server's certificate to be for.
std::string_view expected_host(const Credentials& credentials) noexcept;

}  // namespace hartls::tls_bench
