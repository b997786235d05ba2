// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/system.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>

#include "hwprobe.hpp"
#include "text_files.hpp"

namespace hartls::cpu {
namespace {

struct CoreName {
  std::string_view uarch;  ///< as the device tree's "compatible" begins
  std::string_view name;
};

// Longer prefixes first.
constexpr std::array core_names{
    CoreName{"sifive,u54", "SiFive U54"},        CoreName{"sifive,u74", "SiFive U74"},
    CoreName{"sifive,bullet0", "SiFive U74"},    CoreName{"sifive,p550", "SiFive P550"},
    CoreName{"sifive,rocket0", "SiFive Rocket"}, CoreName{"thead,c906", "T-Head C906"},
    CoreName{"thead,c908", "T-Head C908"},       CoreName{"thead,c910", "T-Head C910"},
    CoreName{"thead,c920", "T-Head C920"},       CoreName{"spacemit,x60", "SpacemiT X60"},
};

bool is_unleashed(std::string_view board) {
  return board.find("unleashed") != std::string_view::npos ||
         board.find("Unleashed") != std::string_view::npos;
}

std::string core_name(std::string_view uarch, std::string_view board) {
  // The first device trees of the Unleashed call its U54 cores by their generator's name.
  if (uarch == "sifive,rocket0" && is_unleashed(board)) {
    return "SiFive U54 (sifive,rocket0)";
  }
  for (const auto& entry : core_names) {
    if (uarch.starts_with(entry.uarch)) {
      return std::string(entry.name) + " (" + std::string(uarch) + ")";
    }
  }
  return uarch.empty() ? "RISC-V" : std::string(uarch);
}

std::optional<std::uint64_t> machine_id(const Machine& machine, const CpuInfo& info,
                                        hwprobe::Key key, std::string_view name) {
  if (const auto probed = hwprobe::value(machine, key)) {
    return probed;
  }
  std::string_view text = cpuinfo_value(info, name);
  if (!text.starts_with("0x")) {
    return std::nullopt;
  }
  text.remove_prefix(2);
  std::uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value, 16).ec != std::errc()) {
    return std::nullopt;
  }
  return value;
}

/// QEMU's CPU models without a vendor of their own put QEMU's version into marchid, as 0x070216
/// for 7.2.22.
bool is_qemu_version(std::uint64_t marchid) {
  const std::uint64_t major = marchid >> 16U;
  return major >= 7 && major < 64;
}

Emulation detect_on_riscv(const Machine& machine) {
  using enum EmulationKind;
  if (machine.process_name.starts_with("qemu-")) {
    return {qemu_user, "the kernel knows this process as " + machine.process_name};
  }
  const CpuInfo info = read_cpuinfo(machine);
  const bool foreign =
      !cpuinfo_value(info, "vendor_id").empty() || !cpuinfo_value(info, "CPU implementer").empty();
  if (foreign && cpuinfo_value(info, "isa").empty()) {
    return {qemu_user, "/proc/cpuinfo is another architecture's"};
  }
  if (cpuinfo_value(info, "uarch") == "qemu") {
    return {qemu_user, "/proc/cpuinfo says uarch qemu"};
  }
  for (const char* property : {"model", "compatible"}) {
    const std::string text = device_tree_string(machine, property);
    if (text.find("qemu") != std::string::npos || text.find("riscv-virtio") != std::string::npos) {
      return {qemu_system, "device tree: " + std::string(property) + " " + text};
    }
  }
  const auto vendor = machine_id(machine, info, hwprobe::mvendorid, "mvendorid");
  const auto architecture = machine_id(machine, info, hwprobe::marchid, "marchid");
  if (vendor == 0U && architecture && is_qemu_version(*architecture)) {
    return {qemu_system, "marchid is QEMU's version number"};
  }
  return {};
}

}  // namespace

Emulation detect_emulation(const Machine& machine) {
  if (machine.architecture == Architecture::riscv64) {
    return detect_on_riscv(machine);
  }
  if (machine.under_tcg) {
    return {EmulationKind::qemu_system, "cpuid names TCG"};
  }
  return {};
}

std::string_view to_string(MisalignedAccess speed) noexcept {
  switch (speed) {
    case MisalignedAccess::unknown:
      return "unknown";
    case MisalignedAccess::emulated:
      return "emulated";
    case MisalignedAccess::slow:
      return "slow";
    case MisalignedAccess::fast:
      return "fast";
    case MisalignedAccess::unsupported:
      return "unsupported";
  }
  return "unknown";
}

MisalignedAccess misaligned_access(const Machine& machine) {
  if (machine.architecture == Architecture::x86_64) {
    return MisalignedAccess::fast;
  }
  auto answer = hwprobe::value(machine, hwprobe::misaligned_scalar_perf);
  if (!answer) {
    answer = hwprobe::value(machine, hwprobe::cpuperf_0);
  }
  constexpr std::uint64_t mask = 7;
  switch (answer.value_or(0) & mask) {
    case 1:
      return MisalignedAccess::emulated;
    case 2:
      return MisalignedAccess::slow;
    case 3:
      return MisalignedAccess::fast;
    case 4:
      return MisalignedAccess::unsupported;
    default:
      return MisalignedAccess::unknown;
  }
}

namespace {

std::string read_governor(const Machine& machine) {
  const auto text =
      read_file(machine.root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  return text ? std::string(trim(*text)) : "";
}

}  // namespace

SystemInfo system_info(const Machine& machine) {
  SystemInfo system;
  const CpuInfo info = read_cpuinfo(machine);
  system.board = device_tree_string(machine, "model");
  system.kernel = machine.kernel_release;
  system.misaligned = misaligned_access(machine);
  system.emulation = detect_emulation(machine);
  if (system.emulation.kind != EmulationKind::qemu_user) {
    system.governor = read_governor(machine);
  }
  system.harts =
      info.empty() ? std::thread::hardware_concurrency() : static_cast<unsigned>(info.size());
  if (machine.architecture == Architecture::x86_64) {
    system.cpu = cpuinfo_value(info, "model name");
  } else if (system.emulation.kind == EmulationKind::qemu_user) {
    const std::string_view host = cpuinfo_value(info, "model name");
    system.cpu = "QEMU user emulation" + (host.empty() ? "" : " on " + std::string(host));
  } else {
    system.cpu = core_name(cpuinfo_value(info, "uarch"), system.board);
  }
  return system;
}

}  // namespace hartls::cpu
