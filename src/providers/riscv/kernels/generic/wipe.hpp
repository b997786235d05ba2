// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <type_traits>

#include "hartls/core/secret.hpp"

namespace hartls::riscv::generic {

/// Overwrites a local object that held key material.
template <typename Object>
requires std::is_trivially_copyable_v<Object>
void wipe(Object& object) noexcept {
  secure_wipe({reinterpret_cast<std::uint8_t*>(&object), sizeof object});
}

}  // namespace hartls::riscv::generic
