// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// Sizes in bytes of keys and results in a group, named or custom.
struct GroupSizes {
  std::string name;
  GroupKind kind = GroupKind::weierstrass;
  std::size_t private_bytes = 0;
  std::size_t public_bytes = 0;
  std::size_t shared_bytes = 0;
  std::size_t compressed_bytes = 0;  ///< 0 where there is no compressed form
};

/// Checks custom parameters for shape (odd prime, values below it, sizes within bounds):
/// Errc::invalid_argument.
GroupSizes group_sizes(const Group& group);
GroupSizes curve_sizes(const Curve& curve);

}  // namespace hartls
