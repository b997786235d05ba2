// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vector.hpp"

namespace hartls::testcrypt {

/// What we ask of a provider where Wycheproof calls both results acceptable.
struct AcceptablePolicy {
  std::string_view group_type;
  std::string_view flag;  ///< empty: any
  Expected expected;
  std::string_view reason;
};

/// The first row that fits counts.
std::span<const AcceptablePolicy> acceptable_policies() noexcept;

Expected expected_of_acceptable(std::string_view group_type, std::span<const std::string> flags);

}  // namespace hartls::testcrypt
