// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "hartls/bench/clock.hpp"
#include "memory_pair.hpp"
#include "outcome.hpp"

namespace hartls::tls_bench {

/// Seals records on the client and opens them on the server, apart, for each of a few sizes from 16
/// to 16384 bytes, in `seconds` all together. Each size is measured at least once.
std::vector<RecordSpeed> measure_records(const MemoryContexts& contexts,
                                         bench::Instruments& instruments, double seconds);

}  // namespace hartls::tls_bench
