// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/measure.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hartls::bench {
namespace {

constexpr std::uint64_t first_unit_bytes = 1024;
constexpr std::uint64_t unit_growth = 4;

/// Set-up may use up the time of a row; sampling gets this share of it at least.
constexpr double least_sampling_share = 0.7;
/// One operation may take this share of the time, so that stopping after a whole one stays within
/// 20 %.
constexpr double most_operation_share = 0.1;

/// A case's preparation: an operation that was checked, on the bytes that fit the time.
struct Prepared {
  std::unique_ptr<Workload> workload;
  std::uint64_t unit_bytes = 0;
  double spent_seconds = 0;
  std::vector<std::string> counters;  // of the instruments
};

std::unique_ptr<Workload> make_checked(const Case& which, const Provider& provider,
                                       const CaseParameters& parameters) {
  auto workload = which.make(provider, parameters);
  if (!workload->verify()) {
    throw CheckFailed(which.label + ": the result of " + which.operation + " is wrong (provider " +
                      std::string(provider.name()) + ")");
  }
  return workload;
}

std::pair<std::unique_ptr<Workload>, std::uint64_t> make_unit(const Case& which,
                                                              const Provider& provider,
                                                              const CaseParameters& parameters,
                                                              const MeasureOptions& options,
                                                              Clock& clock) {
  if (!which.on_bytes()) {
    return {make_checked(which, provider, parameters), 0};
  }
  if (clock.deterministic()) {
    return {make_checked(which, provider, parameters), parameters.bytes};
  }
  CaseParameters unit = parameters;
  bool checked = false;
  const auto time_once = [&](std::uint64_t bytes) {
    unit.bytes = bytes;
    const auto workload =
        checked ? which.make(provider, unit) : make_checked(which, provider, unit);
    checked = true;
    const std::uint64_t start = clock.now_ticks();
    workload->run(1);
    return clock.seconds(clock.now_ticks() - start);
  };
  unit.bytes = choose_unit_bytes(parameters.bytes, which.multiple,
                                 options.seconds * most_operation_share, time_once);
  auto workload = checked ? which.make(provider, unit) : make_checked(which, provider, unit);
  return {std::move(workload), unit.bytes};
}

Prepared prepare(const Case& which, const Provider& provider, const CaseParameters& parameters,
                 const MeasureOptions& options) {
  // Closed before sampling opens its own: hardware counters are few.
  const Instruments instruments = options.open();
  Clock& clock = *instruments.clock;
  const std::uint64_t start = clock.now_ticks();
  Prepared prepared;
  std::tie(prepared.workload, prepared.unit_bytes) =
      make_unit(which, provider, parameters, options, clock);
  prepared.spent_seconds = clock.seconds(clock.now_ticks() - start);
  if (instruments.cycles) {
    const auto names = instruments.cycles->counters();
    prepared.counters.assign(names.begin(), names.end());
  }
  return prepared;
}

double median(std::vector<double> values) {
  return summarize(values).median;
}

/// Counts an operation, of the first thread; `scale` units make one.
void add_counters(Result& result, const Measurement& measurement,
                  std::span<const std::string> names, double scale) {
  for (std::size_t index = 0; index < names.size(); ++index) {
    const double count = median(measurement.counts(index)) * scale;
    result.counters[names[index]] = count;
    if (index == 0 && result.bytes) {
      result.counters[names[index] + "_per_byte"] = count / static_cast<double>(*result.bytes);
    }
  }
}

}  // namespace

std::uint64_t choose_unit_bytes(std::uint64_t bytes, std::uint64_t multiple, double limit_seconds,
                                const std::function<double(std::uint64_t)>& time_once) {
  std::uint64_t unit = first_unit_bytes / multiple * multiple;
  if (unit == 0 || bytes <= unit) {
    return bytes;
  }
  time_once(unit);  // finds cold caches
  while (unit < bytes) {
    const double seconds = time_once(unit);
    const std::uint64_t next = std::min(unit * unit_growth, bytes);
    if (seconds * static_cast<double>(next) / static_cast<double>(unit) > limit_seconds) {
      break;
    }
    unit = next;
  }
  return unit;
}

Result measure_case(const Case& which, const Provider& provider, const CaseParameters& parameters,
                    const MeasureOptions& options) {
  const Support support = which.support(provider);
  Result result;
  result.label = which.label;
  result.provider = provider.name();
  result.algorithm = which.algorithm;
  result.operation = which.operation;
  result.implementation = support.implementation;
  result.constant_time = support.constant_time;
  result.threads = options.threads;

  Prepared prepared = prepare(which, provider, parameters, options);
  double scale = 1;
  if (which.on_bytes()) {
    result.bytes = parameters.bytes;
    result.unit_bytes = prepared.unit_bytes;
    scale = static_cast<double>(parameters.bytes) / static_cast<double>(prepared.unit_bytes);
  }
  CaseParameters unit = parameters;
  unit.bytes = prepared.unit_bytes;
  std::mutex making;
  const MakeWorkload make = [&]() -> std::unique_ptr<Workload> {
    const std::lock_guard lock(making);
    if (prepared.workload) {
      return std::move(prepared.workload);
    }
    return which.make(provider, unit);
  };
  SamplerOptions sampling;
  sampling.seconds =
      std::max(options.seconds - prepared.spent_seconds, options.seconds * least_sampling_share);
  const auto measurements = measure_in_parallel(options.threads, options.open, make, sampling);

  double cpu_seconds = 0;
  for (const Measurement& measurement : measurements) {
    for (const double seconds : measurement.seconds()) {
      result.samples.push_back(seconds * scale);
    }
    result.iterations += measurement.iterations();
    cpu_seconds += measurement.cpu_seconds();
  }
  result.seconds = summarize(result.samples);
  result.cpu_seconds = cpu_seconds / static_cast<double>(result.iterations) * scale;
  result.per_second = operations_per_second(measurements) / scale;
  add_counters(result, measurements.front(), prepared.counters, scale);
  return result;
}

}  // namespace hartls::bench
