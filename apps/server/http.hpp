// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "server/connection.hpp"

namespace hartls::server {

/// HTTP/1.1 with GET and HEAD: the files of a folder, or a page about the connection.
class HttpService final : public Service {
 public:
  /// The page about the connection.
  HttpService() = default;
  /// Throws apps::Failure where it is no folder.
  explicit HttpService(const std::filesystem::path& folder);

  void serve(std::shared_ptr<Connection> connection) override;

 private:
  std::filesystem::path folder_;  ///< canonical; empty: the page
};

}  // namespace hartls::server
