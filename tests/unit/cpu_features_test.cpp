// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/features.hpp"

#include <gtest/gtest.h>

#include <map>

#include "cpu_fixtures.hpp"
#include "expect_error.hpp"

namespace hartls::cpu {
namespace {

using F = Feature;
using test::expect_error;

const FeatureSet rv64imafdc{F::i, F::m, F::a, F::f, F::d, F::c};
constexpr std::uint64_t hwcap_imafdc = 0x112d;
constexpr std::uint64_t hwcap_v = 1U << 21U;

TEST(CpuFeatures, NamesAreUniqueAndInTheEnumeratorsOrder) {
  std::map<std::string_view, int> seen;
  for (std::size_t i = 0; i < features().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(features()[i].feature), i);
    EXPECT_EQ(seen[features()[i].name]++, 0) << features()[i].name;
  }
  EXPECT_EQ(feature_name(F::zknh), "zknh");
}

TEST(CpuFeaturesFromIsa, ReadsTheUnleashed) {
  EXPECT_EQ(features_from_isa("rv64imafdc"), rv64imafdc);
}

TEST(CpuFeaturesFromIsa, ReadsLongNamesAfterUnderscores) {
  FeatureSet expected = rv64imafdc;
  expected |= {F::v, F::zbb, F::zknd, F::zvkned};
  EXPECT_EQ(features_from_isa("rv64imafdcv_zicsr_zifencei_zbb_zknd_zvkned_sstc"), expected);
}

TEST(CpuFeaturesFromIsa, ReadsALongNameThatFollowsWithoutAnUnderscore) {
  FeatureSet expected = rv64imafdc;
  expected |= {F::zba, F::zbb};
  EXPECT_EQ(features_from_isa("rv64imafdczba_zbb"), expected);
}

TEST(CpuFeaturesFromIsa, GStandsForImafd) {
  EXPECT_EQ(features_from_isa("rv64gc"), rv64imafdc);
}

TEST(CpuFeaturesFromIsa, DoesNotFindLettersInsideLongNames) {
  EXPECT_EQ(features_from_isa("rv64i_zicsr_xvendor"), FeatureSet{F::i});
}

TEST(CpuFeaturesFromIsa, IsEmptyForAnotherText) {
  EXPECT_TRUE(features_from_isa("").empty());
  EXPECT_TRUE(features_from_isa("AuthenticAMD").empty());
}

TEST(CpuDetectFeatures, TakesHwprobeWhereTheKernelHasIt) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  Machine machine = tree.machine();
  machine.hwcap = hwcap_imafdc;
  // Base behaviour IMA; F and D, C, Zba, Zbb, Zicond.
  machine.hwprobe = hwprobe_with({{3, 1}, {4, 0b11011U | std::uint64_t{1} << 35U}});
  FeatureSet expected = rv64imafdc;
  expected |= {F::zba, F::zbb, F::zicond};
  EXPECT_EQ(detect_features(machine), expected);
}

TEST(CpuDetectFeatures, HwprobeWithoutVectorWinsOverTheIsaLine) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", "processor\t: 0\nhart\t: 0\nisa\t: rv64imafdcv_zbb\n");
  Machine machine = tree.machine();
  machine.hwprobe = hwprobe_with({{3, 1}, {4, 0b11}});
  EXPECT_EQ(detect_features(machine), rv64imafdc);
}

TEST(CpuDetectFeatures, TakesHwcapWithTheIsaLinesLongNames) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", "processor\t: 0\nhart\t: 0\nisa\t: rv64imafdcv_zbb\n");
  Machine machine = tree.machine();
  machine.hwcap = hwcap_imafdc;
  FeatureSet expected = rv64imafdc;
  expected.add(F::zbb);
  EXPECT_EQ(detect_features(machine), expected) << "v must come from AT_HWCAP alone";
  machine.hwcap = hwcap_imafdc | hwcap_v;
  expected.add(F::v);
  EXPECT_EQ(detect_features(machine), expected);
}

TEST(CpuDetectFeatures, TakesTheIsaLineWhereNothingElseAnswers) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  EXPECT_EQ(detect_features(tree.machine()), rv64imafdc);
}

TEST(CpuDetectFeatures, KeepsOnlyWhatEveryHartHas) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo",
             "processor\t: 0\nisa\t: rv64imafdc_zba_zbb\n\nprocessor\t: 1\nisa\t: rv64imac_zbb\n");
  EXPECT_EQ(detect_features(tree.machine()), (FeatureSet{F::i, F::m, F::a, F::c, F::zbb}));
}

TEST(CpuDetectFeatures, IgnoresTheHostsCpuinfoUnderUserEmulation) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", x86_cpuinfo);
  Machine machine = tree.machine();
  machine.hwcap = hwcap_imafdc;
  EXPECT_EQ(detect_features(machine), rv64imafdc);
}

TEST(CpuDetectFeatures, FindsNothingWhereNothingIs) {
  const FixtureTree tree;
  EXPECT_TRUE(detect_features(tree.machine()).empty());
}

TEST(CpuDetectFeatures, FindsTheBaseOfThisMachine) {
  const FeatureSet here = detect_features();
  if (compiled_architecture() == Architecture::riscv64) {
    for (const Feature feature : {F::i, F::m, F::a, F::f, F::d, F::c}) {
      EXPECT_TRUE(here.has(feature)) << feature_name(feature);
    }
  } else if (compiled_architecture() == Architecture::x86_64) {
    EXPECT_TRUE(here.has(F::sse2));
  }
}

TEST(CpuMask, HidesAndClaimsFromLeftToRight) {
  constexpr auto riscv = Architecture::riscv64;
  FeatureSet with_zbb = rv64imafdc;
  with_zbb.add(F::zbb);
  EXPECT_EQ(apply_mask(with_zbb, "-zbb,-v", riscv), rv64imafdc);
  EXPECT_EQ(apply_mask(rv64imafdc, "+zbb", riscv), with_zbb);
  EXPECT_EQ(apply_mask(rv64imafdc, "+zbb,-zbb", riscv), rv64imafdc);
  EXPECT_EQ(apply_mask(rv64imafdc, "", riscv), rv64imafdc);
}

TEST(CpuMask, HidesFeaturesOfAnotherArchitectureSoThatOneMaskServesBoth) {
  EXPECT_EQ(apply_mask(rv64imafdc, "-avx2", Architecture::riscv64), rv64imafdc);
}

TEST(CpuMask, RefusesWhatIsNoFeatureAndListsWhatIs) {
  for (const char* mask : {"zbb", "-", "-zbx", "-zbb,", ",-zbb", "-zbb -v", "+avx2", "-ZBB"}) {
    SCOPED_TRACE(mask);
    expect_error(Errc::unknown_name, {"zvkned"},
                 [&] { apply_mask(rv64imafdc, mask, Architecture::riscv64); });
  }
  expect_error(Errc::unknown_name, {"'-zbx' given"},
               [] { apply_mask(rv64imafdc, "-zbb,-zbx", Architecture::riscv64); });
}

TEST(CpuCompiledIsa, NamesTheArchitecture) {
  if (compiled_architecture() == Architecture::riscv64) {
    EXPECT_TRUE(compiled_isa().starts_with("rv64imafdc")) << compiled_isa();
  } else if (compiled_architecture() == Architecture::x86_64) {
    EXPECT_TRUE(compiled_isa().starts_with("x86-64")) << compiled_isa();
  }
}

}  // namespace
}  // namespace hartls::cpu
