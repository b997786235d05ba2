// SPDX-License-Identifier: GPL-3.0-or-later
// From the target of an HTTP request to a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "common/file.hpp"

namespace hartls::server {

/// The path of a request target (RFC 9112 section 3.2), without query, percent signs decoded:
/// begins with '/'. Nothing where the target is malformed or has a zero byte in it.
std::optional<std::string> decode_target(std::string_view target);

struct ServedFile {
  unsigned status = 404;  ///< HTTP's: 200, 400, 403 or 404
  apps::FileDescriptor file;
  std::uint64_t size = 0;
  std::string_view content_type;
};

/// Opens the regular file that `target` names below `folder`, which is canonical; a folder stands
/// for the index.html in it. What lies outside of `folder`, also by way of symbolic links, is not
/// found.
ServedFile open_served_file(const std::filesystem::path& folder, std::string_view target);

}  // namespace hartls::server
