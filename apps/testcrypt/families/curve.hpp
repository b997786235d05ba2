// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of a vector: `Curve`, a name or "custom" with the parameters beside it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../family.hpp"

namespace hartls::testcrypt {

inline constexpr std::string_view custom = "custom";

inline constexpr std::array curve_rules{
    Rule{"Curve", Kind::text},
    Rule{"Name", Kind::text},
    Rule{"P"},
    Rule{"A"},
    Rule{"B"},
    Rule{"Gx"},
    Rule{"Gy"},
    Rule{"Order"},
    Rule{"Cofactor", Kind::number},
};

/// Throws std::system_error for a name that no curve has, std::invalid_argument where a parameter
/// of a custom curve is missing.
Curve curve_of(const Vector& vector);
/// "secp256r1", "custom curve".
std::string curve_line(const Vector& vector);
/// The named groups of that kind.
std::vector<NamedGroup> groups_of(GroupKind kind);
/// A curve that no table names, to ask a provider whether it takes such curves.
const CurveParameters& sample_custom_curve();

/// `first` and then `second`, for a family with rules of its own.
template <std::size_t a, std::size_t b>
constexpr std::array<Rule, a + b> joined(const std::array<Rule, a>& first,
                                         const std::array<Rule, b>& second) {
  std::array<Rule, a + b> all{};
  for (std::size_t i = 0; i < a; ++i)
    all[i] = first[i];
  for (std::size_t i = 0; i < b; ++i)
    all[a + i] = second[i];
  return all;
}

}  // namespace hartls::testcrypt
