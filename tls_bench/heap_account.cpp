// SPDX-License-Identifier: GPL-3.0-or-later
#include "heap_account.hpp"

#include <algorithm>

namespace hartls::tls_bench {
namespace {

thread_local HeapAccount* chosen = nullptr;

}  // namespace

ChargeTo::ChargeTo(HeapAccount& account) noexcept : before_(chosen) {
  chosen = &account;
}

ChargeTo::~ChargeTo() {
  chosen = before_;
}

void count_allocation(std::size_t bytes) noexcept {
  if (chosen == nullptr)
    return;
  chosen->bytes += static_cast<std::int64_t>(bytes);
  chosen->peak_bytes = std::max(chosen->peak_bytes, chosen->bytes);
}

void count_release(std::size_t bytes) noexcept {
  if (chosen != nullptr)
    chosen->bytes -= static_cast<std::int64_t>(bytes);
}

}  // namespace hartls::tls_bench
