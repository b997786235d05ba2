// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/command_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "hartls/core/error.hpp"

namespace hartls::bench {
namespace {

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return lower(c); });
  return result;
}

[[noreturn]] void refuse(std::string_view item) {
  fail(Errc::invalid_argument,
       "bytes: '" + std::string(item) +
           "' given; allowed: 1 to 256M, such as 16, 1K or 1M, separated by commas");
}

/// Nothing where `item` is no size, or one beyond 64 bits.
std::optional<std::uint64_t> read_byte_size(std::string_view item) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
  if (error != std::errc()) {
    return std::nullopt;
  }
  const std::string unit = lower(item.substr(static_cast<std::size_t>(end - item.data())));
  unsigned shift = 0;
  if (unit == "k" || unit == "kib") {
    shift = 10;
  } else if (unit == "m" || unit == "mib") {
    shift = 20;
  } else if (unit == "g" || unit == "gib") {
    shift = 30;
  } else if (!unit.empty() && unit != "b") {
    return std::nullopt;
  }
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) {
    return std::nullopt;
  }
  return value << shift;
}

std::uint64_t parse_operation_bytes(std::string_view item) {
  const auto bytes = read_byte_size(item);
  if (!bytes || *bytes < min_operation_bytes || *bytes > max_operation_bytes) {
    refuse(item);
  }
  return *bytes;
}

template <typename Number>
std::string misfit(std::string_view text, Number low, Number high) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  // Written so that "nan" does not pass.
  if (error == std::errc() && end == text.data() + text.size() && number >= low && number <= high) {
    return {};
  }
  return fmt::format("'{}' given; allowed: {} to {}", text, low, high);
}

}  // namespace

std::vector<std::uint64_t> parse_byte_sizes(std::string_view text) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    sizes.push_back(parse_operation_bytes(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return sizes;
}

std::uint64_t parse_byte_size(std::string_view what, std::string_view text, std::uint64_t low,
                              std::uint64_t high) {
  const auto bytes = read_byte_size(text);
  if (!bytes || *bytes < low || *bytes > high) {
    fail(Errc::invalid_argument,
         fmt::format("{}: '{}' given; allowed: {} to {} bytes, such as {}, or 1K", what, text, low,
                     high, high));
  }
  return *bytes;
}

std::string range_misfit(std::string_view text, double low, double high) {
  return misfit(text, low, high);
}

std::string range_misfit(std::string_view text, std::uint64_t low, std::uint64_t high) {
  return misfit(text, low, high);
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    const char small = lower(c);
    if ((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9')) {
      plain += small;
    }
  }
  return plain;
}

bool matches(std::string_view filter, std::string_view name) {
  const std::string plain_filter = plain_name(filter);
  return !plain_filter.empty() && plain_name(name).find(plain_filter) != std::string::npos;
}

}  // namespace hartls::bench
