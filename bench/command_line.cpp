// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/command_line.hpp"

#include <algorithm>
#include <charconv>

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

std::uint64_t parse_byte_size(std::string_view item) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
  if (error != std::errc()) {
    refuse(item);
  }
  const std::string unit = lower(item.substr(static_cast<std::size_t>(end - item.data())));
  std::uint64_t factor = 0;
  if (unit.empty() || unit == "b") {
    factor = 1;
  } else if (unit == "k" || unit == "kib") {
    factor = 1024;
  } else if (unit == "m" || unit == "mib") {
    factor = 1024 * 1024;
  } else {
    refuse(item);
  }
  if (value < min_operation_bytes || value > max_operation_bytes / factor) {
    refuse(item);
  }
  return value * factor;
}

}  // namespace

std::vector<std::uint64_t> parse_byte_sizes(std::string_view text) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    sizes.push_back(parse_byte_size(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return sizes;
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
