// SPDX-License-Identifier: GPL-3.0-or-later
// A look at the client's first message before wolfSSL sees it: wolfSSL holds one certificate a
// context and takes a TLS 1.2 curve by size, not by the server's preference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hartls/core/bytes.hpp"

namespace hartls::tls {

struct ClientHello {
  bool offers_tls1_3 = false;
  std::vector<std::uint16_t> suites;
  std::vector<std::uint16_t> groups;             ///< empty: the client did not say
  std::vector<std::uint16_t> signature_schemes;  ///< empty: the client did not say
  std::string server_name;
};

enum class Peek : std::uint8_t { complete, incomplete, not_a_client_hello };

/// Reads `bytes`, which start with a record (RFC 8446 sections 5.1 and 4.1.2). The message may span
/// records.
Peek peek_client_hello(ByteView bytes, ClientHello& hello);

}  // namespace hartls::tls
