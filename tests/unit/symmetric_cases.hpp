// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of hashes, MACs, ciphers and AEADs share: one test case for each provider and
// algorithm, and data.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "hartls/core/bytes.hpp"
#include "hartls/core/hex.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls::test {

template <typename Info>
struct Case {
  const Provider* provider;
  const Info* info;

  friend std::ostream& operator<<(std::ostream& out, const Case& item) {
    return out << item.provider->name() << ' ' << item.info->name;
  }
};

/// Every row of `table` that a built-in provider supports.
template <typename Info>
std::vector<Case<Info>> supported_cases(std::span<const Info> table) {
  std::vector<Case<Info>> cases;
  for (const Provider* provider : providers()) {
    for (const Info& row : table) {
      if (provider->support(row.algorithm).available)
        cases.push_back({provider, &row});
    }
  }
  return cases;
}

/// "software_AES_128_GCM": GoogleTest allows letters, digits and underscores.
template <typename Info>
std::string case_name(const testing::TestParamInfo<Case<Info>>& item) {
  std::string name =
      std::string(item.param.provider->name()) + "_" + std::string(item.param.info->name);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// The same bytes for the same arguments on every machine.
inline Bytes pattern(std::size_t size, std::uint32_t seed) {
  std::mt19937 generator(seed);
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>(generator() >> 24U);
  return bytes;
}

/// Hands `data` to `take` in pieces of changing size, empty ones (with a null pointer) among them.
template <typename Take>
void in_pieces(ByteView data, std::size_t unit_bytes, std::uint32_t seed, Take take) {
  std::mt19937 generator(seed);
  while (!data.empty()) {
    const std::size_t units = data.size() / unit_bytes;
    const std::size_t longest = generator() % 2 == 0 ? 5 : 90;
    const std::size_t size = unit_bytes * std::min<std::size_t>(units, generator() % longest);
    take(size == 0 ? ByteView() : data.first(size));
    data = data.subspan(size);
  }
}

/// A copy of `data` at `offset` bytes behind an address that is a multiple of 64.
class AtOffset {
 public:
  AtOffset(ByteView data, std::size_t offset)
      : memory_(data.size() + offset + 64), size_(data.size()) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    start_ = (64 - address % 64) % 64 + offset;
    std::ranges::copy(data, span().begin());
  }
  ByteSpan span() { return ByteSpan(memory_).subspan(start_, size_); }

 private:
  Bytes memory_;
  std::size_t size_;
  std::size_t start_ = 0;
};

}  // namespace hartls::test
