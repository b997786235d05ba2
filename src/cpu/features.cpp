// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/features.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "hartls/core/error.hpp"
#include "hwprobe.hpp"
#include "text_files.hpp"
#include "x86_features.hpp"

namespace hartls::cpu {
namespace {

using F = Feature;
constexpr auto riscv = Architecture::riscv64;
constexpr auto x86 = Architecture::x86_64;

constexpr std::array table{
    FeatureInfo{F::i, "i", riscv},
    FeatureInfo{F::m, "m", riscv},
    FeatureInfo{F::a, "a", riscv},
    FeatureInfo{F::f, "f", riscv},
    FeatureInfo{F::d, "d", riscv},
    FeatureInfo{F::c, "c", riscv},
    FeatureInfo{F::v, "v", riscv},
    FeatureInfo{F::zba, "zba", riscv},
    FeatureInfo{F::zbb, "zbb", riscv},
    FeatureInfo{F::zbc, "zbc", riscv},
    FeatureInfo{F::zbs, "zbs", riscv},
    FeatureInfo{F::zbkb, "zbkb", riscv},
    FeatureInfo{F::zbkc, "zbkc", riscv},
    FeatureInfo{F::zbkx, "zbkx", riscv},
    FeatureInfo{F::zknd, "zknd", riscv},
    FeatureInfo{F::zkne, "zkne", riscv},
    FeatureInfo{F::zknh, "zknh", riscv},
    FeatureInfo{F::zksed, "zksed", riscv},
    FeatureInfo{F::zksh, "zksh", riscv},
    FeatureInfo{F::zkt, "zkt", riscv},
    FeatureInfo{F::zicond, "zicond", riscv},
    FeatureInfo{F::zicboz, "zicboz", riscv},
    FeatureInfo{F::zvbb, "zvbb", riscv},
    FeatureInfo{F::zvbc, "zvbc", riscv},
    FeatureInfo{F::zvkb, "zvkb", riscv},
    FeatureInfo{F::zvkg, "zvkg", riscv},
    FeatureInfo{F::zvkned, "zvkned", riscv},
    FeatureInfo{F::zvknha, "zvknha", riscv},
    FeatureInfo{F::zvknhb, "zvknhb", riscv},
    FeatureInfo{F::zvksed, "zvksed", riscv},
    FeatureInfo{F::zvksh, "zvksh", riscv},
    FeatureInfo{F::zvkt, "zvkt", riscv},
    FeatureInfo{F::sse2, "sse2", x86},
    FeatureInfo{F::ssse3, "ssse3", x86},
    FeatureInfo{F::sse4_1, "sse4.1", x86},
    FeatureInfo{F::avx, "avx", x86},
    FeatureInfo{F::avx2, "avx2", x86},
    FeatureInfo{F::avx512f, "avx512f", x86},
    FeatureInfo{F::aesni, "aesni", x86},
    FeatureInfo{F::pclmul, "pclmul", x86},
    FeatureInfo{F::bmi2, "bmi2", x86},
    FeatureInfo{F::adx, "adx", x86},
    FeatureInfo{F::sha, "sha", x86},
    FeatureInfo{F::vaes, "vaes", x86},
    FeatureInfo{F::vpclmulqdq, "vpclmulqdq", x86},
    FeatureInfo{F::gfni, "gfni", x86},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].feature) != i) {
      return false;
    }
  }
  return true;
}
static_assert(in_order() && table.size() <= FeatureSet::capacity);

struct HwprobeBit {
  Feature feature;
  unsigned bit;
};

constexpr std::array ima_ext_0_bits{
    HwprobeBit{F::f, 0},       HwprobeBit{F::d, 0},       HwprobeBit{F::c, 1},
    HwprobeBit{F::v, 2},       HwprobeBit{F::zba, 3},     HwprobeBit{F::zbb, 4},
    HwprobeBit{F::zbs, 5},     HwprobeBit{F::zicboz, 6},  HwprobeBit{F::zbc, 7},
    HwprobeBit{F::zbkb, 8},    HwprobeBit{F::zbkc, 9},    HwprobeBit{F::zbkx, 10},
    HwprobeBit{F::zknd, 11},   HwprobeBit{F::zkne, 12},   HwprobeBit{F::zknh, 13},
    HwprobeBit{F::zksed, 14},  HwprobeBit{F::zksh, 15},   HwprobeBit{F::zkt, 16},
    HwprobeBit{F::zvbb, 17},   HwprobeBit{F::zvbc, 18},   HwprobeBit{F::zvkb, 19},
    HwprobeBit{F::zvkg, 20},   HwprobeBit{F::zvkned, 21}, HwprobeBit{F::zvknha, 22},
    HwprobeBit{F::zvknhb, 23}, HwprobeBit{F::zvksed, 24}, HwprobeBit{F::zvksh, 25},
    HwprobeBit{F::zvkt, 26},   HwprobeBit{F::zicond, 35},
};

/// Single letters: AT_HWCAP's bit is the letter's place in the alphabet.
constexpr std::string_view letters = "imafdcv";

std::optional<Feature> riscv_feature(std::string_view name) {
  const auto* const found = std::ranges::find_if(table, [&](const FeatureInfo& entry) {
    return entry.architecture == riscv && entry.name == name;
  });
  if (found == table.end()) {
    return std::nullopt;
  }
  return found->feature;
}

std::optional<FeatureSet> features_from_hwprobe(const Machine& machine) {
  const auto base = hwprobe::value(machine, hwprobe::base_behavior);
  const auto extensions = hwprobe::value(machine, hwprobe::ima_ext_0);
  if (!base || !extensions) {
    return std::nullopt;
  }
  FeatureSet set;
  if ((*base & hwprobe::base_ima) != 0) {
    set |= {F::i, F::m, F::a};
  }
  for (const auto& [feature, bit] : ima_ext_0_bits) {
    if ((*extensions >> bit & 1U) != 0) {
      set.add(feature);
    }
  }
  return set;
}

FeatureSet features_from_hwcap(std::uint64_t hwcap) {
  FeatureSet set;
  for (const char letter : letters) {
    if ((hwcap >> static_cast<unsigned>(letter - 'a') & 1U) != 0) {
      set.add(*riscv_feature({&letter, 1}));
    }
  }
  return set;
}

FeatureSet features_from_cpuinfo(const Machine& machine) {
  std::optional<FeatureSet> common;
  for (const auto& hart : read_cpuinfo(machine)) {
    const auto isa = hart.find("isa");
    if (isa == hart.end()) {
      continue;
    }
    const FeatureSet own = features_from_isa(isa->second);
    common ? * common &= own : common.emplace(own);
  }
  return common.value_or(FeatureSet{});
}

FeatureSet detect_riscv(const Machine& machine) {
  if (const auto probed = features_from_hwprobe(machine)) {
    return *probed;
  }
  FeatureSet listed = features_from_cpuinfo(machine);
  if (machine.hwcap == 0) {
    return listed;
  }
  // For single letters the kernel's AT_HWCAP counts alone: a "v" in the device tree is no use under
  // a kernel that does not save vector registers.
  for (const char letter : letters) {
    listed.remove(*riscv_feature({&letter, 1}));
  }
  return listed |= features_from_hwcap(machine.hwcap);
}

std::string allowed_names(Architecture architecture) {
  std::string names;
  for (const auto& entry : table) {
    if (entry.architecture == architecture) {
      names += (names.empty() ? "" : ", ") + std::string(entry.name);
    }
  }
  return names;
}

[[noreturn]] void refuse(std::string_view item, Architecture architecture) {
  fail(Errc::unknown_name,
       "CPU feature mask (HARTLS_CPU): '" + std::string(item) +
           "' given; allowed: -NAME or +NAME, separated by commas, with NAME one of " +
           allowed_names(architecture));
}

void apply_item(FeatureSet& set, std::string_view item, Architecture architecture) {
  if (item.size() < 2 || (item.front() != '-' && item.front() != '+')) {
    refuse(item, architecture);
  }
  const bool claim = item.front() == '+';
  const auto* const found = std::ranges::find(table, item.substr(1), &FeatureInfo::name);
  if (found == table.end() || (claim && found->architecture != architecture)) {
    refuse(item, architecture);
  }
  claim ? set.add(found->feature) : set.remove(found->feature);
}

}  // namespace

std::span<const FeatureInfo> features() noexcept {
  return table;
}

std::string_view feature_name(Feature feature) noexcept {
  return table[static_cast<std::size_t>(feature)].name;
}

std::string to_string(const FeatureSet& set) {
  std::string names;
  for (const auto& entry : table) {
    if (set.has(entry.feature)) {
      names += (names.empty() ? "" : " ") + std::string(entry.name);
    }
  }
  return names;
}

FeatureSet features_from_isa(std::string_view isa) {
  FeatureSet set;
  if (!isa.starts_with("rv32") && !isa.starts_with("rv64")) {
    return set;
  }
  isa.remove_prefix(4);
  const std::string_view base = isa.substr(0, isa.find('_'));
  for (std::size_t at = 0; at < base.size(); ++at) {
    const char letter = base[at];
    if (letter == 'z' || letter == 's' || letter == 'x') {
      break;  // a long name follows without an underscore
    }
    if (letter == 'g') {
      set |= {F::i, F::m, F::a, F::f, F::d};
    } else if (letters.find(letter) != std::string_view::npos) {
      set.add(*riscv_feature({&letter, 1}));
    }
  }
  const auto long_names = isa.find_first_of("zsx");
  std::string_view rest = long_names == std::string_view::npos ? "" : isa.substr(long_names);
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find('_'));
    if (const auto feature = riscv_feature(name)) {
      set.add(*feature);
    }
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
  return set;
}

FeatureSet detect_features(const Machine& machine) {
  switch (machine.architecture) {
    case Architecture::riscv64:
      return detect_riscv(machine);
    case Architecture::x86_64:
      return x86_features();
    case Architecture::other:
      break;
  }
  return {};
}

FeatureSet apply_mask(FeatureSet detected, std::string_view mask, Architecture architecture) {
  if (mask.empty()) {
    return detected;
  }
  for (std::size_t begin = 0; begin <= mask.size();) {
    const std::size_t end = std::min(mask.find(',', begin), mask.size());
    apply_item(detected, mask.substr(begin, end - begin), architecture);
    begin = end + 1;
  }
  return detected;
}

const FeatureSet& detect() {
  static const FeatureSet set = [] {
    const char* const mask = std::getenv("HARTLS_CPU");
    return apply_mask(detect_features(), mask != nullptr ? mask : "");
  }();
  return set;
}

std::string compiled_isa() {
#if defined(__riscv)
  std::string isa = "rv" + std::to_string(__riscv_xlen) + "i";
#ifdef __riscv_mul
  isa += "m";
#endif
#ifdef __riscv_atomic
  isa += "a";
#endif
#if defined(__riscv_flen) && __riscv_flen >= 32
  isa += "f";
#endif
#if defined(__riscv_flen) && __riscv_flen >= 64
  isa += "d";
#endif
#ifdef __riscv_compressed
  isa += "c";
#endif
#ifdef __riscv_vector
  isa += "v";
#endif
#ifdef __riscv_zba
  isa += "_zba";
#endif
#ifdef __riscv_zbb
  isa += "_zbb";
#endif
#ifdef __riscv_zbs
  isa += "_zbs";
#endif
  return isa;
#elif defined(__x86_64__)
  std::string isa = "x86-64";
#ifdef __AVX2__
  isa += " avx2";
#endif
#ifdef __AVX512F__
  isa += " avx512f";
#endif
  return isa;
#else
  return "other";
#endif
}

}  // namespace hartls::cpu
