// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "hartls/cpu/machine.hpp"

namespace hartls::cpu {

/// Instruction-set extensions that a kernel may be chosen by. RISC-V names are those of the ISA
/// manual.
enum class Feature : std::uint8_t {
  i,
  m,
  a,
  f,
  d,
  c,
  v,
  zba,
  zbb,
  zbc,
  zbs,
  zbkb,
  zbkc,
  zbkx,
  zknd,
  zkne,
  zknh,
  zksed,
  zksh,
  zkt,
  zicond,
  zicboz,
  zvbb,
  zvbc,
  zvkb,
  zvkg,
  zvkned,
  zvknha,
  zvknhb,
  zvksed,
  zvksh,
  zvkt,
  sse2,
  ssse3,
  sse4_1,
  avx,
  avx2,
  avx512f,
  aesni,
  pclmul,
  bmi2,
  adx,
  sha,
  vaes,
  vpclmulqdq,
  gfni,
};

struct FeatureInfo {
  Feature feature;
  std::string_view name;
  Architecture architecture;
};

/// One row a feature, in the enumerators' order.
std::span<const FeatureInfo> features() noexcept;

std::string_view feature_name(Feature feature) noexcept;

class FeatureSet {
 public:
  static constexpr std::size_t capacity = 64;

  FeatureSet() noexcept = default;
  FeatureSet(std::initializer_list<Feature> members) noexcept {
    for (const Feature feature : members) {
      add(feature);
    }
  }

  void add(Feature feature) noexcept { bits_.set(static_cast<std::size_t>(feature)); }
  void remove(Feature feature) noexcept { bits_.reset(static_cast<std::size_t>(feature)); }
  bool has(Feature feature) const noexcept { return bits_.test(static_cast<std::size_t>(feature)); }
  bool empty() const noexcept { return bits_.none(); }

  FeatureSet& operator&=(const FeatureSet& other) noexcept {
    bits_ &= other.bits_;
    return *this;
  }
  FeatureSet& operator|=(const FeatureSet& other) noexcept {
    bits_ |= other.bits_;
    return *this;
  }
  friend bool operator==(const FeatureSet&, const FeatureSet&) noexcept = default;

 private:
  std::bitset<capacity> bits_;
};

/// The names in the table's order, one space between them; empty for an empty set.
std::string to_string(const FeatureSet& set);

/// What `machine` can execute, by the first of these that answers: the hwprobe syscall, AT_HWCAP
/// together with the "isa" lines of /proc/cpuinfo, those lines alone; on x86 the cpuid instruction.
/// A feature counts only where every hart has it.
FeatureSet detect_features(const Machine& machine = Machine::running());

/// The extensions of one "isa" line, such as "rv64imafdc_zicsr_zbb". Unknown ones are left out.
FeatureSet features_from_isa(std::string_view isa);

/// `detected` changed by a mask such as "-zbb,-v" or "+zbb": a comma-separated list, applied from
/// left to right. `-name` hides a feature of any architecture; `+name` claims one of
/// `architecture`, which faults where the machine lacks it. An empty mask changes nothing. Throws
/// Errc::unknown_name that tells what was given and what is allowed.
FeatureSet apply_mask(FeatureSet detected, std::string_view mask,
                      Architecture architecture = compiled_architecture());

/// The features that this process may use: those detected, changed by the environment variable
/// HARTLS_CPU. Found once; throws as apply_mask() while the variable is wrong.
const FeatureSet& detect();

/// The instruction set that the compiler was told to use, such as "rv64imafdc" or "x86-64".
std::string compiled_isa();

}  // namespace hartls::cpu
