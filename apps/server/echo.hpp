// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/connection.hpp"

namespace hartls::server {

/// Sends back what comes, until the client closes.
class EchoService final : public Service {
 public:
  void serve(std::shared_ptr<Connection> connection) override;
};

}  // namespace hartls::server
