// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hartls/core/bytes.hpp"

namespace hartls {

/// Fills `out` from the kernel's generator: getrandom(2), which waits until the pool is
/// initialised; /dev/urandom where the kernel lacks the call. Throws Errc::entropy_unavailable.
void system_entropy(ByteSpan out);

}  // namespace hartls
