// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <sstream>
#include <string_view>

namespace hartls::bench {

/// A result file that is either written whole or not touched: text is kept in memory, written under
/// a temporary name beside the target and moved over it. A link is followed; what is no regular
/// file (/dev/stdout, a pipe) is written to directly.
class OutputFile {
 public:
  /// Checks that `path` can be written, without changing it. Throws std::system_error that names
  /// the path.
  explicit OutputFile(std::filesystem::path path);

  std::ostream& stream() noexcept { return text_; }

  /// Throws std::system_error where the file cannot be written; it is then as before.
  void commit();

 private:
  std::filesystem::path path_;
  bool replaceable_ = true;
  std::ostringstream text_;
};

}  // namespace hartls::bench
