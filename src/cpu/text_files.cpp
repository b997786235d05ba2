// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_files.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace hartls::cpu {

std::optional<std::string> read_file(const std::filesystem::path& path) {
  constexpr std::size_t limit = 1U << 20U;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  std::string text;
  // /proc and /sys report a size of zero or a page: read until the end instead.
  char buffer[4096];
  while (text.size() < limit && (file.read(buffer, sizeof buffer) || file.gcount() > 0)) {
    text.append(buffer, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) {
    return std::nullopt;
  }
  return text;
}

std::string_view trim(std::string_view text) noexcept {
  constexpr std::string_view blank(" \t\r\n\0", 5);
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::optional<std::uint64_t> read_number(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) {
    return std::nullopt;
  }
  const std::string_view digits = trim(*text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value == 0) {
    return std::nullopt;
  }
  return value;
}

std::string device_tree_string(const Machine& machine, const std::filesystem::path& property) {
  // /proc/device-tree is a link to an absolute path, which a fixture folder cannot follow.
  for (const char* base : {"sys/firmware/devicetree/base", "proc/device-tree"}) {
    if (const auto text = read_file(machine.root / base / property)) {
      return std::string(trim(text->substr(0, text->find('\0'))));
    }
  }
  return {};
}

CpuInfo read_cpuinfo(const Machine& machine) {
  CpuInfo harts;
  const std::string text = read_file(machine.root / "proc/cpuinfo").value_or("");
  bool start_hart = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) {
      start_hart = start_hart || trim(line).empty();
      continue;
    }
    if (start_hart) {
      harts.emplace_back();
      start_hart = false;
    }
    harts.back().emplace(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
  // Some kernels end with a block about the whole machine that names no hart.
  std::erase_if(harts, [](const auto& hart) {
    return !hart.contains("processor") && !hart.contains("hart") && !hart.contains("isa");
  });
  return harts;
}

std::string_view cpuinfo_value(const CpuInfo& info, std::string_view key) noexcept {
  for (const auto& hart : info) {
    if (const auto found = hart.find(key); found != hart.end()) {
      return found->second;
    }
  }
  return {};
}

}  // namespace hartls::cpu
