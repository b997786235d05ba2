// SPDX-License-Identifier: GPL-3.0-or-later
// Whole connections with a peer: handshake, data both ways, close.
#pragma once

#include "connection.hpp"

namespace hartls::tls::test {

using PeerOf = const Peer& (*)();

class Conversation : public Interop {
 protected:
  /// In `role`; the peer has the other one. `bytes` from the peer, and as many to it unless told
  /// otherwise. Afterwards `tls` tells what was negotiated.
  void talk(const Peer& peer, Role role, const Contexts& contexts, const PeerOptions& options,
            std::size_t bytes, std::optional<std::size_t> bytes_to_peer = {});

  std::unique_ptr<Tls> tls;
  std::string peer_output;  ///< the client's or server's, without what was closed on its way

 private:
  void talk_to_server(const Peer& peer, const Context& context, const PeerOptions& options,
                      std::size_t bytes);
  void talk_to_client(const Peer& peer, const Context& context, const PeerOptions& options,
                      std::size_t bytes, std::size_t bytes_to_peer);
};

/// Full handshake, version and suite.
void expect_negotiated(const Tls& tls, const CipherSuite& suite);

}  // namespace hartls::tls::test
