// SPDX-License-Identifier: GPL-3.0-or-later
#include "group_sizes.hpp"

#include <algorithm>
#include <bit>

#include "hartls/core/error.hpp"

namespace hartls {
namespace {

constexpr std::size_t curve_min_bits = 112;
constexpr std::size_t curve_max_bits = 521;
constexpr std::size_t dh_min_bits = 1024;
constexpr std::size_t dh_max_bits = 8192;

/// Without leading zeros. Curve and group parameters are public.
ByteView significant(ByteView number) {
  const auto first = std::ranges::find_if(number, [](std::uint8_t byte) { return byte != 0; });
  return number.subspan(static_cast<std::size_t>(first - number.begin()));
}

std::size_t bits(ByteView number) {
  const ByteView digits = significant(number);
  if (digits.empty())
    return 0;
  return digits.size() * 8 - static_cast<std::size_t>(std::countl_zero(digits[0]));
}

bool below(ByteView a, ByteView b) {
  const ByteView x = significant(a);
  const ByteView y = significant(b);
  if (x.size() != y.size())
    return x.size() < y.size();
  return std::ranges::lexicographical_compare(x, y);
}

bool odd(ByteView number) {
  return !number.empty() && (number.back() & 1U) != 0;
}

void require(bool good, const std::string& name, const std::string& detail) {
  if (!good)
    fail(Errc::invalid_argument, name + ": " + detail);
}

void require_bits(const std::string& name, std::string_view part, std::size_t given,
                  std::size_t least, std::size_t most) {
  require(given >= least && given <= most, name,
          std::string(part) + " of " + std::to_string(given) + " bits given, " +
              std::to_string(least) + " to " + std::to_string(most) + " allowed");
}

GroupSizes sizes_of(NamedGroup named) {
  const GroupInfo& group = info(named);
  return {
      std::string(group.name), group.kind,
      group.private_bytes(),   group.public_bytes(),
      group.shared_bytes(),    group.kind == GroupKind::weierstrass ? 1 + group.field_bytes() : 0};
}

GroupSizes sizes_of(const CurveParameters& curve) {
  const std::string name = curve.name.empty() ? "custom curve" : curve.name;
  require_bits(name, "prime", bits(curve.p), curve_min_bits, curve_max_bits);
  require(odd(curve.p), name, "even prime given, an odd one allowed");
  require(odd(curve.order), name, "even order given, an odd prime allowed");
  require(curve.cofactor >= 1, name, "cofactor 0 given, at least 1 allowed");
  for (const auto& [part, value] :
       {std::pair{"a", &curve.a}, {"b", &curve.b}, {"gx", &curve.gx}, {"gy", &curve.gy}}) {
    require(below(*value, curve.p), name, std::string(part) + " not below the prime");
  }
  // Hasse: the order times the cofactor is within a bit of the prime.
  require_bits(name, "order", bits(curve.order),
               bits(curve.p) - std::min(bits(curve.p) - 1, std::size_t{32}), bits(curve.p) + 1);
  const std::size_t field_bytes = (bits(curve.p) + 7) / 8;
  return {name,        GroupKind::weierstrass, (bits(curve.order) + 7) / 8, 1 + 2 * field_bytes,
          field_bytes, 1 + field_bytes};
}

GroupSizes sizes_of(const DhParameters& group) {
  const std::string name = "finite-field DH";
  require_bits(name, "prime", bits(group.p), dh_min_bits, dh_max_bits);
  require(odd(group.p), name, "even prime given, an odd one allowed");
  require(bits(group.g) >= 2 && below(group.g, group.p), name, "generator not in 2 to p - 1");
  require(group.q.empty() || (odd(group.q) && below(group.q, group.p)), name,
          "subgroup order even or not below the prime");
  const std::size_t bytes = (bits(group.p) + 7) / 8;
  return {name, GroupKind::finite_field, bytes, bytes, bytes, 0};
}

}  // namespace

GroupSizes group_sizes(const Group& group) {
  return std::visit([](const auto& value) { return sizes_of(value); }, group);
}

GroupSizes curve_sizes(const Curve& curve) {
  GroupSizes sizes = std::visit([](const auto& value) { return sizes_of(value); }, curve);
  require(sizes.kind == GroupKind::weierstrass, sizes.name,
          "given as a curve for ECDSA; allowed are short Weierstrass curves such as secp256r1");
  return sizes;
}

}  // namespace hartls
