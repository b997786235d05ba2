// SPDX-License-Identifier: GPL-3.0-or-later
#include "x86_features.hpp"

#ifdef __x86_64__
#include <cpuid.h>

#include <array>
#include <cstring>
#endif

namespace hartls::cpu {

#ifdef __x86_64__

FeatureSet x86_features() noexcept {
  using F = Feature;
  FeatureSet set;
  const auto add = [&set](Feature feature, bool available) {
    if (available) {
      set.add(feature);
    }
  };
  __builtin_cpu_init();
  add(F::sse2, __builtin_cpu_supports("sse2") != 0);
  add(F::ssse3, __builtin_cpu_supports("ssse3") != 0);
  add(F::sse4_1, __builtin_cpu_supports("sse4.1") != 0);
  add(F::avx, __builtin_cpu_supports("avx") != 0);
  add(F::avx2, __builtin_cpu_supports("avx2") != 0);
  add(F::avx512f, __builtin_cpu_supports("avx512f") != 0);
  add(F::aesni, __builtin_cpu_supports("aes") != 0);
  add(F::pclmul, __builtin_cpu_supports("pclmul") != 0);
  add(F::bmi2, __builtin_cpu_supports("bmi2") != 0);
  add(F::vpclmulqdq, __builtin_cpu_supports("vpclmulqdq") != 0);
  add(F::gfni, __builtin_cpu_supports("gfni") != 0);

  // Names that Clang 14's __builtin_cpu_supports does not know: leaf 7 of cpuid.
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) {
    add(F::adx, (ebx >> 19U & 1U) != 0);
    add(F::sha, (ebx >> 29U & 1U) != 0);
    add(F::vaes, (ecx >> 9U & 1U) != 0 && set.has(F::avx));
  }
  return set;
}

bool x86_runs_under_tcg() noexcept {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  constexpr unsigned hypervisor_bit = 31;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx >> hypervisor_bit & 1U) == 0) {
    return false;
  }
  constexpr unsigned hypervisor_leaf = 0x40000000;
  __cpuid(hypervisor_leaf, eax, ebx, ecx, edx);
  const std::array words{ebx, ecx, edx};
  return std::memcmp(words.data(), "TCGTCGTCGTCG", sizeof words) == 0;
}

#else

FeatureSet x86_features() noexcept {
  return {};
}

bool x86_runs_under_tcg() noexcept {
  return false;
}

#endif

}  // namespace hartls::cpu
