// SPDX-License-Identifier: GPL-3.0-or-later
// What people want to know about a connection that stands.
#pragma once

#include <string>

#include "hartls/tls/engine.hpp"

namespace hartls::apps {

/// A block of lines: version, suite, group, signature scheme, ALPN, resumed or not, and the peer's
/// chain. `trust` tells what the chain was checked against; empty: it was not.
std::string facts_block(const tls::Engine& engine, const std::string& trust);

}  // namespace hartls::apps
