// SPDX-License-Identifier: GPL-3.0-or-later
// The registers' ABI names, as numbers of the model's scoreboard.
#pragma once

#include <cstdint>

#include "instruction.hpp"

namespace hartls::u54::registers {

using Register = std::uint8_t;

inline constexpr Register none = no_register;
inline constexpr Register zero = 0, ra = 1, sp = 2, gp = 3, tp = 4, t0 = 5, t1 = 6, t2 = 7;
inline constexpr Register s0 = 8, s1 = 9, a0 = 10, a1 = 11, a2 = 12, a3 = 13, a4 = 14, a5 = 15;
inline constexpr Register a6 = 16, a7 = 17, s2 = 18, s3 = 19, s4 = 20, s5 = 21, s6 = 22, s7 = 23;
inline constexpr Register s8 = 24, s9 = 25, s10 = 26, s11 = 27, t3 = 28, t4 = 29, t5 = 30, t6 = 31;
inline constexpr Register ft0 = 32, ft1 = 33, ft2 = 34, ft3 = 35, fs0 = 40, fs1 = 41, fa0 = 42;
inline constexpr Register fa1 = 43, fa2 = 44, fa3 = 45, fa7 = 49, fs2 = 50, fs11 = 59, ft8 = 60;
inline constexpr Register ft9 = 61, ft10 = 62, ft11 = 63;

}  // namespace hartls::u54::registers
