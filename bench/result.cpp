// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/result.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>

#include "hartls/cpu/features.hpp"
#include "hartls/cpu/system.hpp"

namespace hartls::bench {
namespace {

std::string local_date() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S%z", &local);
  std::string date(text.data(), length);
  // strftime writes the zone as +0100, ISO 8601's extended format and Google Benchmark as +01:00.
  return length > 2 ? date.insert(length - 2, ":") : date;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string executable_path() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "benchmark" : path.string();
}

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown";
#endif
}

std::string build_type() {
#if defined(__OPTIMIZE__)
  return "release";
#else
  return "debug";
#endif
}

std::string describe_cycles(const Instruments& instruments) {
  const std::string note = instruments.cycles_note;
  if (!instruments.cycles) {
    return note.empty() ? "none" : "none (" + note + ")";
  }
  return std::string(instruments.cycles->name()) + (note.empty() ? "" : " (" + note + ")");
}

std::string describe_emulation(const cpu::Emulation& emulation) {
  switch (emulation.kind) {
    case cpu::EmulationKind::none:
      return "";
    case cpu::EmulationKind::qemu_user:
      return "QEMU user mode: " + emulation.evidence;
    case cpu::EmulationKind::qemu_system:
      return "QEMU system: " + emulation.evidence;
  }
  return "";
}

}  // namespace

std::string Result::name() const {
  std::string name = provider + "/" + algorithm + "/" + operation;
  if (bytes) {
    name += "/" + std::to_string(*bytes);
  }
  return name;
}

double Result::bytes_per_second() const noexcept {
  return bytes ? per_second * static_cast<double>(*bytes) : 0;
}

Context describe_machine(const Instruments& instruments) {
  const cpu::SystemInfo system = cpu::system_info();
  Context context;
  context.date = local_date();
  context.host = host_name();
  context.executable = executable_path();
  context.compiler = compiler();
  context.build_type = build_type();
  context.isa = cpu::compiled_isa();
  context.features = cpu::to_string(cpu::detect());
  context.cpu = system.cpu;
  context.board = system.board;
  context.kernel = system.kernel;
  context.governor = system.governor;
  context.misaligned = to_string(system.misaligned);
  context.harts = system.harts;
  context.emulation = describe_emulation(system.emulation);
  context.clock = instruments.clock->name();
  context.cycle_source = describe_cycles(instruments);
  cpu::Calibration calibration;
  if (instruments.cycles) {
    calibration = [&instruments] { return cpu::calibrate(*instruments.cycles); };
    for (const std::string_view counter : instruments.cycles->counters()) {
      context.counters.emplace_back(counter);
    }
  }
  context.modelled = instruments.clock->modelled();
  context.clock_rate = context.modelled.empty()
                           ? cpu::clock_rate(cpu::Machine::running(), calibration)
                           : cpu::ClockRate{1 / instruments.clock->seconds_per_tick(), "model"};
  return context;
}

}  // namespace hartls::bench
