// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace hartls::bench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, int error) {
  throw std::system_error(error, std::generic_category(), "cannot write " + path.string());
}

/// A file under a temporary name, gone again unless keep() was called.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& beside) : name_(beside.string() + ".XXXXXX") {
    descriptor_ = ::mkstemp(name_.data());
    if (descriptor_ < 0) {
      refuse(beside, errno);
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    ::close(descriptor_);
    if (!kept_) {
      ::unlink(name_.c_str());
    }
  }

  int descriptor() const noexcept { return descriptor_; }
  const char* name() const noexcept { return name_.c_str(); }
  void keep() noexcept { kept_ = true; }

 private:
  std::string name_;
  int descriptor_;
  bool kept_ = false;
};

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
  return true;
}

/// Where `path` leads, so that the rename replaces the file and not the link to it. The target may
/// be missing.
fs::path link_target(fs::path path) {
  constexpr int most_links = 40;  // the kernel's own limit
  std::error_code error;
  for (int link = 0; fs::is_symlink(fs::symlink_status(path, error)); ++link) {
    if (link == most_links) {
      refuse(path, ELOOP);
    }
    path = path.parent_path() / fs::read_symlink(path);
  }
  return path;
}

/// The permissions that the target has, or that a new file would get.
mode_t target_mode(const fs::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0) {
    return status.st_mode & 07777U;
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  if (path_.empty()) {
    refuse(path_, ENOENT);
  }
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) {
    refuse(path_, EISDIR);
  }
  if (fs::exists(status)) {
    replaceable_ = fs::is_regular_file(status);
    // Root may write everywhere; for others a read-only file must not be replaced behind its
    // owner's back.
    if (::access(path_.c_str(), W_OK) != 0) {
      refuse(path_, errno);
    }
  }
  if (replaceable_) {
    path_ = link_target(path_);
    const TemporaryFile proof(path_);
  }
}

void OutputFile::commit() {
  const std::string text = text_.str();
  if (!replaceable_) {
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
      refuse(path_, errno);
    }
    const bool written = write_all(descriptor, text);
    const int error = errno;
    ::close(descriptor);
    if (!written) {
      refuse(path_, error);
    }
    return;
  }
  TemporaryFile file(path_);
  // A disk may report that it is full as late as at the sync.
  if (!write_all(file.descriptor(), text) || ::fchmod(file.descriptor(), target_mode(path_)) != 0 ||
      ::fsync(file.descriptor()) != 0 || ::rename(file.name(), path_.c_str()) != 0) {
    refuse(path_, errno);
  }
  file.keep();
}

}  // namespace hartls::bench
