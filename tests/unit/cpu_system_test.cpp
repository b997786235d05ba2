// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/system.hpp"

#include <gtest/gtest.h>

#include <string>

#include "cpu_fixtures.hpp"

namespace hartls::cpu {
namespace {

using namespace std::string_literals;

TEST(CpuSystemInfo, KnowsTheUnleashedUnderItsOldKernel) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  tree.write("proc/device-tree/model", "sifive,hifive-unleashed-a00\0"s);
  const SystemInfo system = system_info(tree.machine());
  EXPECT_EQ(system.cpu, "SiFive U54 (sifive,rocket0)");
  EXPECT_EQ(system.board, "sifive,hifive-unleashed-a00");
  EXPECT_EQ(system.harts, 4U);
  EXPECT_EQ(system.kernel, "5.3.0");
  EXPECT_EQ(system.misaligned, MisalignedAccess::unknown);
  EXPECT_FALSE(system.emulation);
}

TEST(CpuSystemInfo, KnowsTheUnleashedUnderAMainlineKernel) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", mainline_unleashed_cpuinfo());
  tree.write("sys/firmware/devicetree/base/model", "SiFive HiFive Unleashed A00\0"s);
  const SystemInfo system = system_info(tree.machine());
  EXPECT_EQ(system.cpu, "SiFive U54 (sifive,u54-mc)");
  EXPECT_EQ(system.board, "SiFive HiFive Unleashed A00");
  EXPECT_EQ(system.harts, 4U);
  EXPECT_FALSE(system.emulation) << system.emulation.evidence;
}

TEST(CpuSystemInfo, DoesNotCallARocketElsewhereAU54) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  EXPECT_EQ(system_info(tree.machine()).cpu, "SiFive Rocket (sifive,rocket0)");
}

TEST(CpuSystemInfo, SaysThatTheCpuIsTheHostsUnderUserEmulation) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", x86_cpuinfo);
  Machine machine = tree.machine();
  machine.process_name = "qemu-riscv64";
  EXPECT_EQ(system_info(machine).cpu, "QEMU user emulation on AMD EPYC");
}

TEST(CpuSystemInfo, ReadsTheGovernorUnlessItIsTheHosts) {
  const FixtureTree tree;
  tree.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "schedutil\n");
  Machine machine = tree.machine();
  EXPECT_EQ(system_info(machine).governor, "schedutil");
  machine.process_name = "qemu-riscv64";
  EXPECT_EQ(system_info(machine).governor, "");
}

TEST(CpuSystemInfo, CountsSomethingWithoutProc) {
  const FixtureTree tree;
  EXPECT_GE(system_info(tree.machine()).harts, 1U);
}

TEST(CpuEmulation, SeesQemuUserByTheProcessName) {
  const FixtureTree tree;
  for (const char* name : {"qemu-riscv64", "qemu-riscv64-st"}) {
    Machine machine = tree.machine();
    machine.process_name = name;
    EXPECT_EQ(detect_emulation(machine).kind, EmulationKind::qemu_user) << name;
  }
}

TEST(CpuEmulation, SeesQemuUserByTheHostsCpuinfo) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", x86_cpuinfo);
  EXPECT_EQ(detect_emulation(tree.machine()).kind, EmulationKind::qemu_user);
  tree.write("proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\n");
  EXPECT_EQ(detect_emulation(tree.machine()).kind, EmulationKind::qemu_user);
}

TEST(CpuEmulation, SeesNewerQemuUserByItsOwnCpuinfo) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", "processor\t: 0\nhart\t: 0\nisa\t: rv64imafdc\nuarch\t: qemu\n");
  EXPECT_EQ(detect_emulation(tree.machine()).kind, EmulationKind::qemu_user);
}

TEST(CpuEmulation, SeesTheVirtBoard) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", "processor\t: 0\nhart\t: 0\nisa\t: rv64imafdc\n");
  tree.write("sys/firmware/devicetree/base/model", "riscv-virtio,qemu\0"s);
  const Emulation emulation = detect_emulation(tree.machine());
  EXPECT_EQ(emulation.kind, EmulationKind::qemu_system);
  EXPECT_NE(emulation.evidence.find("riscv-virtio,qemu"), std::string::npos);
}

TEST(CpuEmulation, SeesTheEmulatedUnleashedByMarchid) {
  const FixtureTree tree;
  tree.write("sys/firmware/devicetree/base/model", "SiFive HiFive Unleashed A00\0"s);
  tree.write("proc/cpuinfo",
             "processor\t: 0\nhart\t: 1\nisa\t: rv64imafdc\nuarch\t: sifive,u54\n"
             "mvendorid\t: 0x0\nmarchid\t: 0x70216\n");
  EXPECT_EQ(detect_emulation(tree.machine()).kind, EmulationKind::qemu_system);
}

TEST(CpuEmulation, SeesTheEmulatedUnleashedByHwprobe) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", unleashed_cpuinfo());
  Machine machine = tree.machine();
  machine.hwprobe = hwprobe_with({{0, 0}, {1, 0x080200}});
  EXPECT_EQ(detect_emulation(machine).kind, EmulationKind::qemu_system);
  machine.hwprobe = hwprobe_with({{0, 0x489}, {1, 0x1}});
  EXPECT_EQ(detect_emulation(machine).kind, EmulationKind::none);
}

TEST(CpuEmulation, X86IsEmulatedOnlyUnderTcg) {
  const FixtureTree tree;
  tree.write("proc/cpuinfo", x86_cpuinfo);
  Machine machine = tree.machine();
  machine.architecture = Architecture::x86_64;
  EXPECT_FALSE(detect_emulation(machine));
  machine.under_tcg = true;
  EXPECT_EQ(detect_emulation(machine).kind, EmulationKind::qemu_system);
}

TEST(CpuEmulation, IsSeenHereExactlyWhenTheTestsRunUnderAnEmulator) {
  const bool emulated =
      std::string_view(HARTLS_TEST_EMULATOR).find("qemu") != std::string_view::npos;
  if (emulated) {
    EXPECT_EQ(detect_emulation().kind, EmulationKind::qemu_user);
  } else {
    EXPECT_NE(detect_emulation().kind, EmulationKind::qemu_user);
  }
}

TEST(CpuMisaligned, ReadsBothOfHwprobesKeys) {
  const FixtureTree tree;
  Machine machine = tree.machine();
  EXPECT_EQ(misaligned_access(machine), MisalignedAccess::unknown);
  machine.hwprobe = hwprobe_with({{5, 1}});
  EXPECT_EQ(misaligned_access(machine), MisalignedAccess::emulated);
  machine.hwprobe = hwprobe_with({{5, 2}});
  EXPECT_EQ(misaligned_access(machine), MisalignedAccess::slow);
  machine.hwprobe = hwprobe_with({{5, 1}, {9, 3}});
  EXPECT_EQ(misaligned_access(machine), MisalignedAccess::fast) << "the newer key wins";
  machine.hwprobe = hwprobe_with({{9, 4}});
  EXPECT_EQ(misaligned_access(machine), MisalignedAccess::unsupported);
}

}  // namespace
}  // namespace hartls::cpu
