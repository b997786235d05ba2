// SPDX-License-Identifier: GPL-3.0-or-later
#include "family.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <stdexcept>

namespace hartls::testcrypt {
namespace {

using Index = std::map<std::string, const Family*, std::less<>>;

Index make_index() {
  Index index;
  for (const Family* family : families()) {
    for (const std::string& algorithm : family->algorithms())
      index.emplace(algorithm, family);
  }
  return index;
}

}  // namespace

std::span<const Family* const> families() {
  static const std::array<const Family*, 11> all{
      &hash_family(),  &mac_family(),       &kdf_family(), &cipher_family(),
      &aead_family(),  &drbg_family(),      &rsa_family(), &key_exchange_family(),
      &ecdsa_family(), &signature_family(), &kem_family()};
  return all;
}

const Family* family_of(std::string_view algorithm) {
  static const Index index = make_index();
  const auto found = index.find(algorithm);
  return found == index.end() ? nullptr : found->second;
}

void require_one_of(const Vector& vector, std::initializer_list<std::string_view> names) {
  const auto count =
      std::ranges::count_if(names, [&](std::string_view name) { return vector.has(name); });
  if (count == 1)
    return;
  std::string list;
  for (const std::string_view name : names)
    list += (list.empty() ? "" : ", ") + std::string(name);
  throw std::invalid_argument(std::to_string(count) + " of " + list +
                              " given; exactly one allowed");
}

}  // namespace hartls::testcrypt
