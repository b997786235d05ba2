// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/served_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

namespace hartls::server {
namespace {

namespace fs = std::filesystem;

constexpr std::array content_types{
    std::pair<std::string_view, std::string_view>{".css", "text/css"},
    std::pair<std::string_view, std::string_view>{".csv", "text/csv"},
    std::pair<std::string_view, std::string_view>{".gif", "image/gif"},
    std::pair<std::string_view, std::string_view>{".htm", "text/html"},
    std::pair<std::string_view, std::string_view>{".html", "text/html"},
    std::pair<std::string_view, std::string_view>{".jpg", "image/jpeg"},
    std::pair<std::string_view, std::string_view>{".js", "text/javascript"},
    std::pair<std::string_view, std::string_view>{".json", "application/json"},
    std::pair<std::string_view, std::string_view>{".pdf", "application/pdf"},
    std::pair<std::string_view, std::string_view>{".png", "image/png"},
    std::pair<std::string_view, std::string_view>{".svg", "image/svg+xml"},
    std::pair<std::string_view, std::string_view>{".txt", "text/plain"},
    std::pair<std::string_view, std::string_view>{".wasm", "application/wasm"},
    std::pair<std::string_view, std::string_view>{".xml", "application/xml"},
};

std::string_view content_type_of(const fs::path& path) {
  const std::string extension = path.extension().string();
  const auto* const found =
      std::find_if(content_types.begin(), content_types.end(),
                   [&extension](const auto& entry) { return entry.first == extension; });
  return found == content_types.end() ? "application/octet-stream" : found->second;
}

// RFC 9112 section 3.2.2: servers accept "http://host/path" too.
std::string_view without_authority(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (target.starts_with(scheme)) {
      const std::size_t slash = target.find('/', scheme.size());
      return slash == std::string_view::npos ? "/" : target.substr(slash);
    }
  }
  return target;
}

bool is_below(const fs::path& folder, const fs::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

unsigned status_of(int error) {
  return error == EACCES || error == EPERM ? 403 : 404;
}

}  // namespace

std::optional<std::string> decode_target(std::string_view target) {
  target = without_authority(target);
  target = target.substr(0, target.find_first_of("?#"));
  if (!target.starts_with('/'))
    return std::nullopt;
  std::string path;
  for (std::size_t index = 0; index < target.size(); ++index) {
    if (target[index] != '%') {
      path += target[index];
      continue;
    }
    const std::string_view digits = target.substr(index + 1, 2);
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2 || value == 0)
      return std::nullopt;
    path += static_cast<char>(value);
    index += 2;
  }
  return path;
}

ServedFile open_served_file(const fs::path& folder, std::string_view target) {
  const std::optional<std::string> path = decode_target(target);
  if (!path)
    return {400, {}, 0, {}};
  std::error_code error;
  fs::path file = fs::canonical(fs::path(folder.string() + *path), error);
  if (!error && fs::is_directory(file, error))
    file = fs::canonical(file / "index.html", error);
  if (error)
    return {status_of(error.value()), {}, 0, {}};
  if (!is_below(folder, file))
    return {404, {}, 0, {}};
  // Not blocking: should it be a pipe. Not following: should it have become a link just now.
  ServedFile served;
  served.file = apps::FileDescriptor(
      ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  struct stat facts {};
  if (!served.file.is_open() || ::fstat(served.file.get(), &facts) != 0) {
    served.status = status_of(errno);
    return served;
  }
  if (!S_ISREG(facts.st_mode))
    return served;
  served.status = 200;
  served.size = static_cast<std::uint64_t>(facts.st_size);
  served.content_type = content_type_of(file);
  return served;
}

}  // namespace hartls::server
