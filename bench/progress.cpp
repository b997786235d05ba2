// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

namespace hartls::bench {

Progress::Progress(std::size_t total) : total_(total), on_terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::show(std::size_t index, std::string_view label) {
  if (!on_terminal_) {
    return;
  }
  clear();
  fmt::print(stderr, "[{}/{}] {} ...", index + 1, total_, label);
  std::fflush(stderr);
  visible_ = true;
}

void Progress::clear() {
  if (!visible_) {
    return;
  }
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace hartls::bench
