// SPDX-License-Identifier: GPL-3.0-or-later
// Rows over TCP, as a client and as both sides in one process.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <vector>

#include "contexts.hpp"
#include "outcome.hpp"
#include "plan.hpp"

namespace hartls::tls_bench {

struct SocketOptions {
  const Provider* provider = &default_provider();
  Credentials credentials;
  bool show_peer = false;  ///< fills Outcome::chain
};

/// Both sides in this process over `loopback` (127.0.0.1 or ::1): one io_context that work.pairs
/// threads run, as many connections at a time. Both sides' totals are in the Outcome. A
/// failure is told by Outcome::error; nothing of a row throws.
Outcome run_loopback(const Row& row, const Work& work, const SocketOptions& options,
                     const boost::asio::ip::address& loopback);

/// Client against a server elsewhere: `server` are its addresses, tried in their order. The
/// client's totals only.
Outcome run_client(const Row& row, const Work& work, const SocketOptions& options,
                   const std::vector<boost::asio::ip::tcp::endpoint>& server);

/// One way, `direction` upload or download: work.pairs connections at once, each of
/// work.total_bytes (0: as much as work.seconds permit). For an upload to a server elsewhere the
/// last byte counts as received when the server's receipt is here. Throws std::runtime_error with
/// what went wrong.
Goodput goodput_loopback(const Row& row, const Work& work, Exchange direction,
                         const SocketOptions& options, const boost::asio::ip::address& loopback);
Goodput goodput_client(const Row& row, const Work& work, Exchange direction,
                       const SocketOptions& options,
                       const std::vector<boost::asio::ip::tcp::endpoint>& server);

}  // namespace hartls::tls_bench
