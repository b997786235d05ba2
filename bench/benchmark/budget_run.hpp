// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "benchmark_options.hpp"
#include "budget.hpp"
#include "hartls/bench/output_file.hpp"
#include "hartls/bench/program.hpp"
#include "hartls/bench/result.hpp"

namespace hartls::bench {

/// One run's account with the budget file: holds the results to it, or writes it anew. What there
/// is to say goes to the log.
class BudgetRun {
 public:
  /// Reads options.budget, before anything is measured. `provider` is the one that is measured.
  /// Throws std::system_error where this run cannot be held to the file: `clock_deterministic` is
  /// false, no cycles are counted, the file is missing or wrong or has nothing of this run's clock.
  /// The last is no mistake with options.write_budget, nor is a missing file; one that cannot be
  /// written is.
  BudgetRun(const Options& options, const Context& context, std::string provider,
            bool clock_deterministic);

  /// Throws Errc::invalid_argument for a result without cycles.
  void add(const Result& result);

  /// A row that gave no result: its budget is neither missed nor changed.
  void add_failed(std::string name);

  /// Without options.write_budget, tells what is more than 2 % above its budget, what has none,
  /// and which entries should have been measured and were not: each of them is exit_failed. With
  /// it, writes the file; it is then exit_failed only if that fails.
  ExitCode finish();

 private:
  void tell(const BudgetOfClock& budget, const BudgetComparison& comparison) const;
  ExitCode write(const BudgetOfClock& old, const BudgetComparison& comparison);
  /// Entries of this provider and these sizes that gave no result though no filter left them out.
  std::vector<std::string> not_measured(const BudgetOfClock& budget) const;
  std::string other_build(const BudgetOfClock& budget) const;

  std::string file_;
  std::string clock_;
  std::string wolfssl_version_;
  std::string compiler_;
  std::string provider_;
  std::vector<std::uint64_t> bytes_;
  bool filtered_;
  Budget budget_;
  std::optional<OutputFile> output_;  // where it is to be written
  std::vector<Cost> costs_;
  std::set<std::string> seen_;  // rows that ran, failed ones included
};

}  // namespace hartls::bench
