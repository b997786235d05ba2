// SPDX-License-Identifier: GPL-3.0-or-later
// What people want to know about a connection that stands.
#pragma once

#include <boost/system/error_code.hpp>
#include <string>

#include "hartls/tls/engine.hpp"

namespace hartls::apps {

/// A block of lines: version, suite, group, signature scheme, ALPN, resumed or not, and the peer's
/// chain. `trust` tells what the chain was checked against; empty: it was not.
std::string facts_block(const tls::Engine& engine, const std::string& trust);

/// Why an operation of the engine's stream failed: what TLS knows beyond the code, and what to do
/// about a chain that is not trusted.
std::string failure_reason(const tls::Engine& engine, const boost::system::error_code& error);

}  // namespace hartls::apps
