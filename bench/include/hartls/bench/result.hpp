// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hartls/bench/clock.hpp"
#include "hartls/bench/statistics.hpp"
#include "hartls/cpu/clock_rate.hpp"

namespace hartls::bench {

struct Result {
  std::string label;                   ///< the table's row: "AES-128-CBC-enc"
  std::string provider;                ///< "software"
  std::string algorithm;               ///< "AES-128-CBC"
  std::string operation;               ///< "encrypt"
  std::optional<std::uint64_t> bytes;  ///< of one operation, where it works on bytes
  std::uint64_t unit_bytes =
      0;  ///< bytes really measured at a time: fewer where `bytes` take too long
  std::string implementation;                 ///< the code that ran: "wolfCrypt C"
  std::optional<bool> constant_time = false;  ///< absent: it is no single code that ran
  unsigned threads = 1;
  std::uint64_t iterations = 0;  ///< operations run, of all threads
  Summary seconds;               ///< an operation, as one thread sees it
  std::vector<double> samples;   ///< seconds an operation
  double cpu_seconds = 0;        ///< an operation
  double per_second = 0;         ///< operations, of all threads together
  std::map<std::string, double>
      counters;  ///< medians: "cycles", "cycles_per_byte", "instructions", ...
  std::map<std::string, std::string> facts;  ///< what is no number: "cipher_suite", ...
  bool latency = false;  ///< samples are single events: percentiles and a histogram say more

  /// provider/algorithm/operation[/bytes]
  std::string name() const;
  /// 0 where the operation does not work on bytes.
  double bytes_per_second() const noexcept;
};

/// What holds for all results of a run.
struct Context {
  std::string date;  ///< ISO 8601 with the zone
  std::string host;
  std::string executable;
  std::string hartls_version;
  std::string wolfssl_version;
  std::string provider;  ///< name and version
  std::string compiler;
  std::string build_type;  ///< "release" or "debug", as the programs were compiled
  std::string isa;         ///< that the compiler was told to use
  std::string features;    ///< of the CPU, in use
  std::string cpu;
  std::string board;
  std::string kernel;
  std::string misaligned;  ///< speed of misaligned accesses
  unsigned harts = 0;
  std::optional<cpu::ClockRate> clock_rate;
  std::string governor;  ///< cpufreq's; empty: the clock does not change by itself
  std::string clock;
  std::string cycle_source;           ///< "none" with the reason
  std::vector<std::string> counters;  ///< of the cycle source; the first counts cycles
  std::string emulation;              ///< how it was recognised; empty on real hardware
  std::string modelled;               ///< the machine that a model's clock estimates; empty: none
  double seconds = 1;                 ///< told for each row
  unsigned threads = 1;
};

/// Fills in everything about this machine and build; the caller adds versions and options. Opens
/// instruments once to name them.
Context describe_machine(const Instruments& instruments);

}  // namespace hartls::bench
