// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "contexts.hpp"
#include "hartls/bench/clock.hpp"
#include "outcome.hpp"

namespace hartls::tls_bench {

struct MemoryOptions {
  const Provider* provider = nullptr;
  Credentials credentials;
  bench::OpenInstruments open = bench::wall_instruments;
  bool detail = false;  ///< record layer and one-way goodput too, within the row's time
};

/// Of the time of a run with several pairs, for the one pair that it is compared with.
constexpr double single_pair_share = 0.4;

/// Measures a row without a network. Each pair has its own thread, which steps client and server in
/// turn. What goes wrong stands in Outcome::error beside what was measured before. With a
/// deterministic clock three connections are measured, whatever the time.
Outcome run_memory(const Row& row, const Work& work, const MemoryOptions& options);

/// The same bytes every time; `size` at most.
ByteView payload(std::size_t size);

}  // namespace hartls::tls_bench
