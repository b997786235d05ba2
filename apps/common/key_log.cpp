// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/key_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>

#include "common/file.hpp"
#include "common/program.hpp"

namespace hartls::apps {

std::function<void(std::string_view line)> open_key_log(const std::filesystem::path& file) {
  const auto log = std::make_shared<FileDescriptor>(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!log->is_open())
    throw Failure("key log " + file.string() + " cannot be written: " + errno_text(errno));
  return [log, name = file.string()](std::string_view line) {
    write_all(log->get(), as_bytes(std::string(line) + "\n"), "key log " + name);
  };
}

}  // namespace hartls::apps
