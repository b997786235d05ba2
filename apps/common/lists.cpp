// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/lists.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hartls/tls/suites.hpp"

namespace hartls::apps {
namespace {

std::string_view use_of(const tls::CipherSuite& suite) {
  const auto defaults = tls::default_cipher_suites();
  if (std::find(defaults.begin(), defaults.end(), suite) != defaults.end())
    return "on";
  return "if named";
}

std::string_view versions_of(const tls::Group& group) {
  if (!group.available)
    return "not in this build";
  if (group.tls1_2 && group.tls1_3)
    return "TLS 1.2, TLS 1.3";
  return group.tls1_3 ? "TLS 1.3" : "TLS 1.2";
}

}  // namespace

std::string suite_list() {
  std::string text;
  for (const tls::CipherSuite& suite : tls::cipher_suites())
    text += fmt::format("0x{:04X}  {:<45} {:<31} {}  {}\n", suite.id, suite.name,
                        suite.openssl_name, to_string(suite.version), use_of(suite));
  return text;
}

std::string group_list() {
  std::string text;
  for (const tls::Group& group : tls::groups())
    text += fmt::format("0x{:04X}  {:<20} {:<12} {}\n", group.id, group.name, group.alias,
                        versions_of(group));
  return text;
}

}  // namespace hartls::apps
