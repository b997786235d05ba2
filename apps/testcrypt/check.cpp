// SPDX-License-Identifier: GPL-3.0-or-later
#include "check.hpp"

#include <algorithm>
#include <cstdint>

#include "hartls/core/error.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::uint8_t guard = 0xA5;
constexpr std::size_t boundary = 16;

std::size_t start_at(const std::vector<std::uint8_t>& memory, std::size_t offset) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data()) + Placed::guard_bytes;
  const std::size_t over = address % boundary;
  return Placed::guard_bytes + (over == 0 ? 0 : boundary - over) + offset % boundary;
}

std::size_t first_difference(ByteView a, ByteView b) {
  const auto found = std::ranges::mismatch(a, b);
  return static_cast<std::size_t>(found.in1 - a.begin());
}

}  // namespace

std::string shortened_hex(ByteView bytes) {
  constexpr std::size_t edge = 12;
  if (bytes.size() <= 2 * edge + 4)
    return to_hex(bytes);
  return to_hex(bytes.first(edge)) + ".." + to_hex(bytes.last(edge)) + " (" +
         std::to_string(bytes.size()) + " bytes)";
}

void require_equal(std::string_view what, ByteView expected, ByteView got) {
  if (std::ranges::equal(expected, got))
    return;
  throw Mismatch(std::string(what) + ": expected " + shortened_hex(expected) + ", got " +
                 shortened_hex(got) + ", first difference at byte " +
                 std::to_string(first_difference(expected, got)));
}

void require(std::string_view what, bool condition) {
  if (!condition)
    throw Mismatch(std::string(what));
}

bool is_refusal(const std::error_code& code) noexcept {
  return code.category() == error_category() && code != Errc::unsupported_algorithm &&
         code != Errc::provider_failure && code != Errc::entropy_unavailable;
}

Placed::Placed(std::size_t size, std::size_t offset)
    : memory_(size + 2 * guard_bytes + 2 * boundary, guard),
      start_(start_at(memory_, offset)),
      size_(size) {}

Placed::Placed(ByteView content, std::size_t offset) : Placed(content.size(), offset) {
  std::ranges::copy(content, span().begin());
}

void Placed::check_guards(std::string_view what) const {
  const ByteView all(memory_);
  const auto intact = [](ByteView part) {
    return std::ranges::all_of(part, [](std::uint8_t byte) { return byte == guard; });
  };
  if (!intact(all.first(start_)) || !intact(all.subspan(start_ + size_)))
    throw Mismatch(std::string(what) + ": wrote outside of its buffer");
}

}  // namespace hartls::testcrypt
