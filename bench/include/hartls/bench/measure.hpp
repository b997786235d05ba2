// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "hartls/bench/parallel.hpp"
#include "hartls/bench/result.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls::bench {

struct CaseParameters {
  std::uint64_t bytes = 0;      ///< of one operation, where the case works on bytes
  std::uint64_t aad_bytes = 0;  ///< of an AEAD's additional data
};

/// One row of a benchmark.
struct Case {
  std::string label;      ///< "AES-128-CBC-enc"
  std::string algorithm;  ///< "AES-128-CBC"
  std::string operation;  ///< "encrypt"
  std::uint64_t multiple =
      0;  ///< bytes of one operation are a multiple of it; 0: it does not work on bytes
  std::function<Support(const Provider&)> support;
  std::function<std::unique_ptr<Workload>(const Provider&, const CaseParameters&)> make;

  bool on_bytes() const noexcept { return multiple != 0; }
};

struct MeasureOptions {
  double seconds = 1;  ///< for all of a row: set-up, check and samples
  unsigned threads = 1;
  OpenInstruments open = wall_instruments;
};

/// An operation whose result is wrong.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Checks the operation once, then times it. Where one operation of parameters.bytes takes more
/// than a tenth of the time, it is timed on fewer bytes and scaled (Result::unit_bytes tells on how
/// many); with a deterministic clock never. Throws CheckFailed, or what the operation throws.
Result measure_case(const Case& which, const Provider& provider, const CaseParameters& parameters,
                    const MeasureOptions& options);

/// The bytes to time at once: `bytes`, or the largest of 1 KiB, 4 KiB, 16 KiB, ... that takes at
/// most `limit_seconds`, rounded down to a multiple of `multiple`. `time_once` runs one operation
/// of the bytes given and returns its seconds; sizes rise until the next would be over the limit.
std::uint64_t choose_unit_bytes(std::uint64_t bytes, std::uint64_t multiple, double limit_seconds,
                                const std::function<double(std::uint64_t)>& time_once);

}  // namespace hartls::bench
