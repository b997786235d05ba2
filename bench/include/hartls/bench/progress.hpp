// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace hartls::bench {

/// One line on standard error that says which row is measured; silent where that is no terminal.
class Progress {
 public:
  explicit Progress(std::size_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void show(std::size_t index, std::string_view label);
  /// Takes the line away, so that something else can be printed in its place.
  void clear();

 private:
  std::size_t total_;
  bool on_terminal_;
  bool visible_ = false;
};

}  // namespace hartls::bench
