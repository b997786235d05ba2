// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "hartls/bench/sampler.hpp"
#include "hartls/bench/statistics.hpp"

namespace hartls::bench {

/// Called on each measuring thread: its own workload.
using MakeWorkload = std::function<std::unique_ptr<Workload>()>;

/// Samples on `threads` threads at once, each with its own instruments and workload; sampling
/// starts together after all have warmed up. One thread is the caller's own. Throws what a thread
/// threw.
std::vector<Measurement> measure_in_parallel(unsigned threads, const OpenInstruments& open,
                                             const MakeWorkload& make,
                                             const SamplerOptions& options);

/// Operations a second of all threads together. Wall clocks: what was done in the interval in which
/// every thread was sampling, over that interval; a sample that lies partly inside counts in part.
/// Deterministic clocks have no common time: the sum of the threads' own rates.
double operations_per_second(std::span<const Measurement> threads);

}  // namespace hartls::bench
