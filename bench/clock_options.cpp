// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/clock_options.hpp"

#include <fmt/core.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "hartls/bench/command_line.hpp"
#include "hartls/bench/u54_clock.hpp"
#include "hartls/core/error.hpp"
#include "hartls/cpu/system.hpp"
#include "hartls/u54/counters.hpp"

namespace hartls::bench {
namespace {

constexpr double least_mhz = 1;
constexpr double most_mhz = 10000;

template <typename Value>
using Choice = std::pair<std::string_view, Value>;

/// An option whose value is one of two words.
template <typename Value, typename Target>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Target& target,
                        const std::array<Choice<Value>, 2>& choices, const std::string& help) {
  const auto choose = [name, choices, &target](const std::string& text) {
    for (const Choice<Value>& choice : choices) {
      if (text == choice.first) {
        target = choice.second;
        return;
      }
    }
    throw CLI::ValidationError(
        name, fmt::format("'{}' given; allowed: {}, {}", text, choices[0].first, choices[1].first));
  };
  return app.add_option_function<std::string>(name, choose, help)
      ->type_name(fmt::format("{}|{}", choices[0].first, choices[1].first));
}

[[noreturn]] void refuse(const std::string& reason) {
  fail(Errc::invalid_argument, "--clock u54: " + reason);
}

void require_user_emulation(const cpu::Machine& machine) {
  if (machine.architecture != cpu::Architecture::riscv64) {
    refuse(fmt::format(
        "this program is built for {}, the model runs RISC-V programs: start the riscv64 build "
        "through u54 (build/host/bin/u54 build/riscv64/bin/benchmark --clock u54)",
        machine.architecture == cpu::Architecture::x86_64 ? "x86_64" : "another architecture"));
  }
  switch (cpu::detect_emulation(machine).kind) {
    case cpu::EmulationKind::qemu_user:
      return;
    case cpu::EmulationKind::qemu_system:
      refuse(
          "this is a whole machine with counters of its own, the model is for machines without "
          "one, under QEMU's user emulation: leave --clock out");
    case cpu::EmulationKind::none:
      refuse(
          "this is a real RISC-V processor with counters of its own, the model is for machines "
          "without one: leave --clock out");
  }
}

U54Block require_block(const std::filesystem::path& descriptors) {
  U54Block block = map_u54_counters(descriptors);
  if (!block) {
    refuse(
        "QEMU runs this program without the model's plugin: install the Debian package qemu-user "
        "(the qemu-riscv64-static of qemu-user-static cannot load plugins) and start the program "
        "through u54, or with qemu-riscv64 -plugin libhartls_u54.so");
  }
  return block;
}

void tell(u54::Counters& block, const ClockOptions& options) {
  if (options.profile) {
    block.profile.store(static_cast<std::uint32_t>(*options.profile), std::memory_order_relaxed);
  }
  if (options.caches) {
    block.caches.store(*options.caches ? 1 : 0, std::memory_order_relaxed);
  }
}

}  // namespace

void add_clock_options(CLI::App& app, ClockOptions& options, const std::string& group) {
  constexpr std::array sources{Choice<ClockSource>{"wall", ClockSource::wall},
                               Choice<ClockSource>{"u54", ClockSource::u54}};
  constexpr std::array profiles{Choice<u54::Profile>{"pipelined", u54::Profile::pipelined},
                                Choice<u54::Profile>{"blocking", u54::Profile::blocking}};
  constexpr std::array switches{Choice<bool>{"on", true}, Choice<bool>{"off", false}};
  add_choice(app, "--clock", options.source, sources,
             "wall: this machine's time (default). u54: cycles of a SiFive U540, estimated\n"
             "by the model that the program u54 starts QEMU with; --time is not used then")
      ->group(group);
  app.add_option("--clock-mhz", options.mhz,
                 "Rate of the modelled core, 1 to 10000 (default 1400); needs --clock u54")
      ->type_name("MHZ")
      ->check({[](const std::string& text) { return range_misfit(text, least_mhz, most_mhz); }, ""})
      ->group(group);
  add_choice(app, "--profile", options.profile, profiles,
             "The model's multiplier (default: as u54 was told); needs --clock u54")
      ->group(group);
  add_choice(app, "--caches", options.caches, switches,
             "The model's caches (default: as u54 was told); needs --clock u54")
      ->group(group);
}

void check_clock_options(const CLI::App& app, const ClockOptions& options) {
  if (!options.modelled()) {
    for (const char* const option : {"--clock-mhz", "--profile", "--caches"}) {
      if (app.count(option) != 0) {
        throw CLI::ValidationError(option, "is the model's: it needs --clock u54");
      }
    }
    return;
  }
  if (app.count("--time") != 0) {
    spdlog::warn("--time has no effect with --clock u54: a few repetitions tell all");
  }
}

OpenInstruments open_instruments(const ClockOptions& options, const cpu::Machine& machine,
                                 const std::filesystem::path& descriptors) {
  if (!options.modelled()) {
    return wall_instruments;
  }
  require_user_emulation(machine);
  const U54Block block = require_block(descriptors);
  u54_counters_of_this_thread(*block);  // what is wrong for every thread is to be told at once
  tell(*block, options);
  return [block, mhz = options.mhz] {
    Instruments instruments;
    instruments.clock = std::make_unique<U54Clock>(block, mhz);
    instruments.cycles = std::make_unique<U54Counters>(block);
    return instruments;
  };
}

}  // namespace hartls::bench
