// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace hartls::bench {

/// An RSA key in hexadecimal, e = 65537. Public knowledge: for measuring only.
struct RsaKeyText {
  std::size_t modulus_bits;
  std::string_view n, d, p, q, dp, dq, qinv;
};

/// 2048, 3072 and 4096 bits. Fixed, because making one takes minutes on a slow core.
std::span<const RsaKeyText> rsa_keys() noexcept;

}  // namespace hartls::bench
