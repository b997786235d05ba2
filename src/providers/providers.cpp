// SPDX-License-Identifier: GPL-3.0-or-later
// The list of built-in back ends.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "hartls/core/error.hpp"
#include "hartls/crypto/provider.hpp"
#include "hartls/software/software.hpp"

namespace hartls {
namespace {

constexpr const char* environment_variable = "HARTLS_PROVIDER";

const Provider& find(std::string_view name, std::string_view source) {
  const auto list = providers();
  const auto found = std::ranges::find(list, name, &Provider::name);
  if (found != list.end())
    return **found;
  std::string allowed;
  for (const Provider* provider : list) {
    allowed += allowed.empty() ? "" : ", ";
    allowed += provider->name();
  }
  fail(Errc::unknown_name,
       std::string(source) + " '" + std::string(name) + "' given; allowed: " + allowed);
}

const Provider& from_environment() {
  // Read once, before any thread could change the environment on our account.
  const char* const name = std::getenv(environment_variable);
  return name == nullptr ? software_provider() : find(name, environment_variable);
}

}  // namespace

std::span<const Provider* const> providers() noexcept {
  static const std::array<const Provider*, 1> list{&software_provider()};
  return list;
}

const Provider& find_provider(std::string_view name) {
  return find(name, "provider");
}

const Provider& default_provider() {
  static const Provider& provider = from_environment();
  return provider;
}

}  // namespace hartls
