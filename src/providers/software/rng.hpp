// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/random.h>

#include "hartls/core/bytes.hpp"

namespace hartls::software {

/// This thread's Hash_DRBG (SP 800-90A), seeded by the operating system and again after a fork.
/// Valid until the thread ends. Throws Errc::entropy_unavailable.
WC_RNG* thread_rng();

void random_bytes(ByteSpan out);

}  // namespace hartls::software
