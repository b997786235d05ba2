// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_certificates.hpp"

#include <algorithm>
#include <array>

#include "embedded_certificates.hpp"
#include "hartls/core/error.hpp"

namespace hartls::certs {
namespace {

constexpr std::array<std::string_view, 6> types{"rsa2048", "rsa3072", "p256",
                                                "p384",    "ed25519", "mldsa44"};
constexpr std::array<std::string_view, types.size()> key_names{"RSA-2048", "RSA-3072", "P-256",
                                                               "P-384",    "Ed25519",  "ML-DSA-44"};

std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z')
      result += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      result += c;
  }
  return result.starts_with("ecdsap") ? result.substr(5) : result;
}

[[noreturn]] void refuse(std::string_view name) {
  std::string allowed;
  for (const std::string_view type : types)
    allowed += (allowed.empty() ? "" : ", ") + std::string(type);
  fail(Errc::unknown_name, "certificate type \"" + std::string(name) + "\"; allowed: " + allowed);
}

}  // namespace

std::span<const std::string_view> test_key_types() noexcept {
  return types;
}

std::string_view test_key_type(std::string_view name) {
  const auto* const found = std::find(types.begin(), types.end(), plain(name));
  if (found == types.end())
    refuse(name);
  return *found;
}

std::string_view key_name_of(std::string_view key_type) {
  const auto* const found = std::find(types.begin(), types.end(), key_type);
  if (found == types.end())
    refuse(key_type);
  return key_names[static_cast<std::size_t>(found - types.begin())];
}

ByteView test_certificate_file(std::string_view name) {
  for (const EmbeddedFile& file : embedded_certificates()) {
    if (file.name == name)
      return {reinterpret_cast<const std::uint8_t*>(file.text.data()), file.text.size()};
  }
  fail(Errc::unknown_name, "test certificate file \"" + std::string(name) + "\" does not exist");
}

}  // namespace hartls::certs
