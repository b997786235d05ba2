// SPDX-License-Identifier: GPL-3.0-or-later
#include <hartls/core/hex.hpp>
#include <hartls/crypto/hash.hpp>

#include <array>
#include <cstdint>
#include <iostream>
#include <utility>

// Absent where hartls was built without TLS.
#if __has_include(<hartls/tls/stream.hpp>)
#include <hartls/tls/memory_stream.hpp>
#include <hartls/tls/stream.hpp>

#include <boost/asio/io_context.hpp>

static void use_tls() {
  boost::asio::io_context io;
  auto [near_end, far_end] = hartls::tls::make_memory_pair(io.get_executor(), io.get_executor());
  const hartls::tls::Context context(hartls::tls::Role::client);
  hartls::tls::Stream<hartls::tls::MemoryStream> stream(std::move(near_end), context);
  far_end.close();
  boost::system::error_code error;
  stream.handshake(error);
  std::cout << error.message() << '\n';
}
#else
static void use_tls() {}
#endif

int main() {
  // FIPS 180-4's example: SHA-256 of "abc".
  const std::array<std::uint8_t, 3> message{'a', 'b', 'c'};
  std::cout << hartls::to_hex(hartls::hash(hartls::HashAlgorithm::sha256, message)) << '\n';
  use_tls();
}
