// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// "software": wolfCrypt's portable C, the same code on every architecture.
const Provider& software_provider() noexcept;

}  // namespace hartls
