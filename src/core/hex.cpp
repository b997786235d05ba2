// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/core/hex.hpp"

#include "hartls/core/error.hpp"

namespace hartls {
namespace {

std::uint8_t nibble(std::string_view hex, std::size_t at) {
  const char c = hex[at];
  if (c >= '0' && c <= '9')
    return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f')
    return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F')
    return static_cast<std::uint8_t>(c - 'A' + 10);
  fail(Errc::invalid_argument, "hex: '" + std::string(1, c) + "' at offset " + std::to_string(at) +
                                   " is no hexadecimal digit");
}

}  // namespace

std::string to_hex(ByteView bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

Bytes from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) {
    fail(Errc::invalid_argument,
         "hex: " + std::to_string(hex.size()) + " digits given, an even number is allowed");
  }
  Bytes bytes(hex.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(nibble(hex, 2 * i) << 4U | nibble(hex, 2 * i + 1));
  }
  return bytes;
}

}  // namespace hartls
