// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace hartls {

using ByteView = std::span<const std::uint8_t>;
using ByteSpan = std::span<std::uint8_t>;
using Bytes = std::vector<std::uint8_t>;

/// The characters of `text` as bytes, without a terminating zero. Borrows: `text` must outlive the
/// view.
inline ByteView as_bytes(std::string_view text) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// True where `in` and `out` may be handed to one operation: the same start ("in place") or no
/// shared byte.
inline bool same_or_disjoint(ByteView in, ByteView out) noexcept {
  if (in.empty() || out.empty() || in.data() == out.data())
    return true;
  const std::less<const std::uint8_t*> before;
  const std::uint8_t* const in_end = in.data() + in.size();
  const std::uint8_t* const out_end = out.data() + out.size();
  return !before(in.data(), out_end) || !before(out.data(), in_end);
}

}  // namespace hartls
