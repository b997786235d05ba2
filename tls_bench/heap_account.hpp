// SPDX-License-Identifier: GPL-3.0-or-later
// How much heap an endpoint uses. The program's allocation functions (heap_hooks.cpp) count for the
// account that the thread has chosen; without them, as in unit tests, accounts stay at 0.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hartls::tls_bench {

/// Bytes as the allocator rounds them. What another account allocated and this one frees is counted
/// here, so one account goes with one owner.
struct HeapAccount {
  std::int64_t bytes = 0;
  std::int64_t peak_bytes = 0;
};

/// While it lives, allocations of this thread count for the account.
class ChargeTo {
 public:
  explicit ChargeTo(HeapAccount& account) noexcept;
  ChargeTo(const ChargeTo&) = delete;
  ChargeTo& operator=(const ChargeTo&) = delete;
  ~ChargeTo();

 private:
  HeapAccount* before_;
};

/// For the hooks.
void count_allocation(std::size_t bytes) noexcept;
void count_release(std::size_t bytes) noexcept;

}  // namespace hartls::tls_bench
