// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hartls::u54 {

/// The tags of a set-associative cache; the least recently used line of a set goes first. Sizes are
/// powers of two.
class Cache {
 public:
  Cache(std::uint64_t bytes, std::uint64_t ways, std::uint64_t line_bytes);

  /// Whether the line of `address` was there; it is afterwards.
  bool access(std::uint64_t address) noexcept;

 private:
  unsigned line_shift_;
  std::size_t ways_;
  std::uint64_t set_mask_;
  std::vector<std::uint64_t> lines_;  // set by set, the most recently used first; 0: none
};

}  // namespace hartls::u54
