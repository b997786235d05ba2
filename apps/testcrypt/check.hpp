// SPDX-License-Identifier: GPL-3.0-or-later
// What a family uses to judge a provider's answers.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "hartls/core/bytes.hpp"

namespace hartls::testcrypt {

/// A provider's answer is wrong: what differed, for the report.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A vector that says nothing about this provider, and why.
class Skipped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Hexadecimal, shortened in the middle. Vectors are public, so may be printed.
std::string shortened_hex(ByteView bytes);

void require_equal(std::string_view what, ByteView expected, ByteView got);
void require(std::string_view what, bool condition);

/// An error that refuses an argument, not one that says that the back end failed.
bool is_refusal(const std::error_code& code) noexcept;

/// True where `call` throws a refusal; other errors go through.
template <std::invocable Call>
bool refuses(Call call) {
  try {
    call();
  } catch (const std::system_error& error) {
    if (!is_refusal(error.code()))
      throw;
    return true;
  }
  return false;
}

/// Bytes at a chosen distance from a 16-byte boundary, with guard bytes around them that show a
/// write outside.
class Placed {
 public:
  static constexpr std::size_t guard_bytes = 32;

  Placed(std::size_t size, std::size_t offset);
  Placed(ByteView content, std::size_t offset);

  ByteSpan span() noexcept { return {memory_.data() + start_, size_}; }
  ByteView view() const noexcept { return {memory_.data() + start_, size_}; }
  /// Throws Mismatch where a byte around them has changed.
  void check_guards(std::string_view what) const;

 private:
  std::vector<std::uint8_t> memory_;
  std::size_t start_ = 0;
  std::size_t size_ = 0;
};

/// Calls `use(part)` for `data` in pieces of `size` bytes, the last one shorter.
template <typename Use>
void in_chunks(ByteView data, std::size_t size, Use use) {
  for (std::size_t done = 0; done < data.size();) {
    const std::size_t part = std::min(size, data.size() - done);
    use(data.subspan(done, part));
    done += part;
  }
}

}  // namespace hartls::testcrypt
