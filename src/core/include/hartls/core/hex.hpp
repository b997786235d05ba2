// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "hartls/core/bytes.hpp"

namespace hartls {

/// Lower-case hexadecimal, two digits a byte. Not constant time: for public values only.
std::string to_hex(ByteView bytes);

/// The bytes of `hex`: an even number of digits of either case, nothing between them.
/// Throws Errc::invalid_argument with the offset of the first wrong digit.
Bytes from_hex(std::string_view hex);

}  // namespace hartls
