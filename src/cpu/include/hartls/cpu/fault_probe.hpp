// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hartls::cpu {

/// Runs `instructions` and tells whether they got through without an illegal-instruction fault. The
/// process's SIGILL handling is as before afterwards, and meanwhile for other threads.
/// `instructions` must own nothing: a fault leaves it without running destructors.
bool executes(void (*instructions)());

}  // namespace hartls::cpu
