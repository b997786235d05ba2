// SPDX-License-Identifier: GPL-3.0-or-later
#include "curve.hpp"

#include <stdexcept>

#include "hartls/core/hex.hpp"

namespace hartls::testcrypt {

Curve curve_of(const Vector& vector) {
  require_one_of(vector, {"Curve"});
  if (vector.text("Curve") != custom) {
    const NamedGroup group = group_from_name(vector.text("Curve"));
    if (info(group).kind != GroupKind::weierstrass)
      throw std::invalid_argument(vector.text("Curve") + " is no Weierstrass curve");
    return group;
  }
  for (const std::string_view name : {"Name", "P", "A", "B", "Gx", "Gy", "Order", "Cofactor"})
    require_one_of(vector, {name});
  return CurveParameters{
      vector.text("Name"),   vector.bytes("P"),
      vector.bytes("A"),     vector.bytes("B"),
      vector.bytes("Gx"),    vector.bytes("Gy"),
      vector.bytes("Order"), static_cast<std::uint32_t>(vector.number("Cofactor"))};
}

std::string curve_line(const Vector& vector) {
  const Curve curve = curve_of(vector);
  const auto* const group = std::get_if<NamedGroup>(&curve);
  return group == nullptr ? "custom curve" : std::string(info(*group).name);
}

std::vector<NamedGroup> groups_of(GroupKind kind) {
  std::vector<NamedGroup> groups;
  for (const GroupInfo& each : named_groups()) {
    if (each.kind == kind)
      groups.push_back(each.group);
  }
  return groups;
}

const CurveParameters& sample_custom_curve() {
  // FRP256v1 of the ANSSI (JORF 241 of 16 October 2011).
  static const CurveParameters curve{
      "FRP256v1",
      from_hex("f1fd178c0b3ad58f10126de8ce42435b3961adbcabc8ca6de8fcf353d86e9c03"),
      from_hex("f1fd178c0b3ad58f10126de8ce42435b3961adbcabc8ca6de8fcf353d86e9c00"),
      from_hex("ee353fca5428a9300d4aba754a44c00fdfec0c9ae4b1a1803075ed967b7bb73f"),
      from_hex("b6b3d4c356c139eb31183d4749d423958c27d2dcaf98b70164c97a2dd98f5cff"),
      from_hex("6142e0f7c8b204911f9271f0f3ecef8c2701c307e8e4c9e183115a1554062cfb"),
      from_hex("f1fd178c0b3ad58f10126de8ce42435b53dc67e140d2bf941ffdd459c6d655e1"),
      1};
  return curve;
}

}  // namespace hartls::testcrypt
