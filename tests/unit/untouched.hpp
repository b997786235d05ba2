// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "hartls/core/bytes.hpp"

namespace hartls::test {

/// Output memory that a refused call must not write: checked when it goes out of scope.
class Untouched {
 public:
  explicit Untouched(std::size_t bytes) : bytes_(bytes, 0xcc) {}
  Untouched(const Untouched&) = delete;
  Untouched& operator=(const Untouched&) = delete;
  ~Untouched() { EXPECT_EQ(bytes_, Bytes(bytes_.size(), 0xcc)) << "written on error"; }

  ByteSpan span() { return bytes_; }
  operator ByteSpan() {
    return bytes_;
  }  // NOLINT(google-explicit-constructor): stands in for an output

 private:
  Bytes bytes_;
};

}  // namespace hartls::test
