// SPDX-License-Identifier: GPL-3.0-or-later
// The small files under /proc and /sys that detection reads. A file that is missing is an answer,
// not an error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hartls/cpu/machine.hpp"

namespace hartls::cpu {

/// The whole file, at most 1 MiB of it; nothing where it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path);

/// Without spaces, line ends and zero bytes at either end.
std::string_view trim(std::string_view text) noexcept;

/// The file's number in decimal; nothing where it is missing, no number or zero.
std::optional<std::uint64_t> read_number(const std::filesystem::path& path);

/// The first string of a device-tree property such as "model"; empty where it is missing.
std::string device_tree_string(const Machine& machine, const std::filesystem::path& property);

/// /proc/cpuinfo: one map of key and value for each hart. An x86 or Arm kernel's file gives its
/// keys.
using CpuInfo = std::vector<std::map<std::string, std::string, std::less<>>>;
CpuInfo read_cpuinfo(const Machine& machine);

/// The value of `key` in the first hart that has it; empty where none has.
std::string_view cpuinfo_value(const CpuInfo& info, std::string_view key) noexcept;

}  // namespace hartls::cpu
