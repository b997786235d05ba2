// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace hartls::tls::test {

/// How often memory was asked for so far, by C++ in this program and by wolfSSL.
std::size_t allocations() noexcept;

}  // namespace hartls::tls::test
