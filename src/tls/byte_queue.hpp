// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "hartls/core/bytes.hpp"

namespace hartls::tls {

/// First in, first out, in one block of fixed size.
class ByteQueue {
 public:
  explicit ByteQueue(std::size_t capacity) : bytes_(capacity) {}

  std::size_t size() const noexcept { return end_ - begin_; }
  bool empty() const noexcept { return begin_ == end_; }
  /// Room behind the last byte, which can be filled while readable() stays where it is.
  std::size_t space() const noexcept { return bytes_.size() - end_; }

  ByteView readable() const noexcept { return ByteView(bytes_).subspan(begin_, size()); }
  ByteSpan writable() noexcept { return ByteSpan(bytes_).subspan(end_); }
  void commit(std::size_t count) noexcept { end_ += std::min(count, space()); }

  std::size_t append(ByteView data) noexcept {
    const std::size_t count = std::min(data.size(), space());
    std::copy_n(data.begin(), count, writable().begin());
    commit(count);
    return count;
  }

  void consume(std::size_t count) noexcept {
    begin_ += std::min(count, size());
    if (empty())
      begin_ = end_ = 0;
  }

  /// Moves what is there to the front where more than half of the block is lost in front of it:
  /// seldom enough to cost little for readers of small pieces.
  void compact() noexcept {
    if (begin_ <= bytes_.size() / 2)
      return;
    std::memmove(bytes_.data(), bytes_.data() + begin_, size());
    end_ -= begin_;
    begin_ = 0;
  }

 private:
  Bytes bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace hartls::tls
