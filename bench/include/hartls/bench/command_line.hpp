// SPDX-License-Identifier: GPL-3.0-or-later
// What people type: byte sizes and name filters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hartls::bench {

constexpr std::uint64_t min_operation_bytes = 1;
constexpr std::uint64_t max_operation_bytes = std::uint64_t{256} << 20U;

/// "16,1K,8KiB,1M": numbers with an optional K or M (of 1024; KiB, MiB and lower case too),
/// separated by commas, each from min_operation_bytes to max_operation_bytes. Throws
/// Errc::invalid_argument that tells what was given and what is allowed.
std::vector<std::uint64_t> parse_byte_sizes(std::string_view text);

/// "16384", "128K", "1MiB", "4G", as above but with one size from `low` to `high`. Throws
/// Errc::invalid_argument that begins with `what`.
std::uint64_t parse_byte_size(std::string_view what, std::string_view text, std::uint64_t low,
                              std::uint64_t high);

/// Empty where `text` is a number, a whole one where the limits are, from `low` to `high`; else
/// what was given and what is allowed.
std::string range_misfit(std::string_view text, double low, double high);
std::string range_misfit(std::string_view text, std::uint64_t low, std::uint64_t high);

/// Lower case, letters and digits only: "SHA-256" and "sha256" become the same.
std::string plain_name(std::string_view name);

/// True where plain_name(`filter`) is not empty and part of plain_name(`name`).
bool matches(std::string_view filter, std::string_view name);

}  // namespace hartls::bench
