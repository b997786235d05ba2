// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// HMAC (FIPS 198-1) for a back end that has the hash but no HMAC of its own. The two pads are
/// absorbed once: each message costs its own blocks and two more, and allocates nothing. `hash`: a
/// context of the hash that `info` describes, at the empty message; any length of `key`. Throws
/// Errc::unsupported_algorithm for SHAKE, which has no HMAC.
std::unique_ptr<MacContext> make_hmac(std::unique_ptr<HashContext> hash, const HashInfo& info,
                                      ByteView key);

}  // namespace hartls
