// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/file.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "common/program.hpp"

namespace hartls::apps {

FileDescriptor::~FileDescriptor() {
  if (is_open())
    ::close(descriptor_);
}

std::string errno_text(int error) {
  return std::generic_category().message(error);
}

void write_all(int descriptor, ByteView bytes, const std::string& what) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd waiting{descriptor, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      throw Failure(what + " cannot be written: " + errno_text(errno));
    }
  }
}

}  // namespace hartls::apps
