// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/core/secret.hpp"

#include <string.h>

namespace hartls {

void secure_wipe(ByteSpan bytes) noexcept {
  // explicit_bzero has no size-zero guarantee for a null pointer.
  if (!bytes.empty())
    explicit_bzero(bytes.data(), bytes.size());
}

bool constant_time_equal(ByteView a, ByteView b) noexcept {
  if (a.size() != b.size())
    return false;
  std::uint8_t difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<std::uint8_t>(difference | (a[i] ^ b[i]));
    // Hides the accumulator from the optimiser, which could otherwise leave the loop early.
    asm volatile("" : "+r"(difference));
  }
  return difference == 0;
}

}  // namespace hartls
