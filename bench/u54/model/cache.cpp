// SPDX-License-Identifier: GPL-3.0-or-later
#include "cache.hpp"

#include <algorithm>
#include <bit>

namespace hartls::u54 {

Cache::Cache(std::uint64_t bytes, std::uint64_t ways, std::uint64_t line_bytes)
    : line_shift_(static_cast<unsigned>(std::countr_zero(line_bytes))),
      ways_(ways),
      set_mask_(bytes / line_bytes / ways - 1),
      lines_(bytes / line_bytes) {}

bool Cache::access(std::uint64_t address) noexcept {
  const std::uint64_t line = (address >> line_shift_) + 1;  // never 0, which is an empty way
  std::uint64_t* const set = &lines_[((line - 1) & set_mask_) * ways_];
  if (set[0] == line)
    return true;
  std::uint64_t* const found = std::find(set, set + ways_, line);
  const bool hit = found != set + ways_;
  std::uint64_t* const last = hit ? found : set + ways_ - 1;
  std::move_backward(set, last, last + 1);
  set[0] = line;
  return hit;
}

}  // namespace hartls::u54
