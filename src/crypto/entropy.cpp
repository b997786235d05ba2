// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/entropy.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "hartls/core/error.hpp"

namespace hartls {
namespace {

[[noreturn]] void unavailable(const char* source, int error) {
  fail(Errc::entropy_unavailable,
       std::string(source) + ": " + std::generic_category().message(error));
}

/// Fills `out` by calls of `read_some`, which behaves as read(2).
template <typename ReadSome>
int read_fully(ByteSpan out, ReadSome read_some) {
  while (!out.empty()) {
    const ssize_t count = read_some(out.data(), out.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return errno;
    if (count == 0)
      return EIO;
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

void system_entropy(ByteSpan out) {
  const int error = read_fully(
      out, [](std::uint8_t* data, std::size_t bytes) { return ::getrandom(data, bytes, 0); });
  if (error == 0)
    return;
  if (error != ENOSYS)
    unavailable("getrandom", error);
  const int file = ::open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    unavailable("/dev/urandom", errno);
  const int read_error = read_fully(
      out, [file](std::uint8_t* data, std::size_t bytes) { return ::read(file, data, bytes); });
  ::close(file);
  if (read_error != 0)
    unavailable("/dev/urandom", read_error);
}

}  // namespace hartls
