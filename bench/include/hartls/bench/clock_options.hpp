// SPDX-License-Identifier: GPL-3.0-or-later
// Which clock a program measures with, as people type it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "hartls/bench/clock.hpp"
#include "hartls/cpu/machine.hpp"

namespace CLI {
class App;
}

namespace hartls::u54 {
enum class Profile : std::uint32_t;
}

namespace hartls::bench {

enum class ClockSource : std::uint8_t {
  wall,
  u54,  ///< the timing model in QEMU
};

struct ClockOptions {
  ClockSource source = ClockSource::wall;
  double mhz = 1400;                    ///< of the modelled core
  std::optional<u54::Profile> profile;  ///< absent: as the plugin was told
  std::optional<bool> caches;           ///< absent: as the plugin was told

  bool modelled() const noexcept { return source != ClockSource::wall; }
};

/// Adds --clock, --clock-mhz, --profile and --caches. Borrows `options`.
void add_clock_options(CLI::App& app, ClockOptions& options, const std::string& group = "Clock");

/// After parsing. Throws CLI::ValidationError for options that the chosen clock does not have, and
/// warns where --time was given and has no effect.
void check_clock_options(const CLI::App& app, const ClockOptions& options);

/// How each thread opens the instruments that `options` ask for. For the model, maps its block of
/// counters, found among `descriptors`, and tells it profile and caches. Throws std::system_error
/// that says what to do where the model cannot be had: `machine` is no RISC-V process under QEMU's
/// user emulation, or QEMU runs without the plugin. It never takes another clock instead.
OpenInstruments open_instruments(const ClockOptions& options,
                                 const cpu::Machine& machine = cpu::Machine::running(),
                                 const std::filesystem::path& descriptors = "/proc/self/fd");

}  // namespace hartls::bench
