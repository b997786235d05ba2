// SPDX-License-Identifier: GPL-3.0-or-later
#include "budget_run.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "hartls/core/error.hpp"

namespace hartls::bench {
namespace {

namespace fs = std::filesystem;

constexpr double tolerance_percent = 100 * budget_tolerance;

/// "1 result is", "2 results are".
std::string counted(std::size_t count, std::string_view what, std::string_view verb_of_one,
                    std::string_view verb_of_many) {
  return count == 1 ? fmt::format("1 {} {}", what, verb_of_one)
                    : fmt::format("{} {}s {}", count, what, verb_of_many);
}

[[noreturn]] void refuse_to_read(const std::string& file, int error, std::string_view hint = "") {
  throw std::system_error(error, std::generic_category(),
                          fmt::format("cannot read {}{}", file, hint));
}

Budget read_budget(const std::string& file, bool may_be_missing) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) {
    if (may_be_missing) {
      return {};
    }
    refuse_to_read(file, ENOENT, " (--write-budget makes a new one)");
  }
  if (fs::is_directory(status)) {
    refuse_to_read(file, EISDIR);
  }
  // It is read first, and a pipe or terminal cannot be both.
  if (may_be_missing && fs::exists(status) && !fs::is_regular_file(status)) {
    fail(Errc::invalid_argument, "cannot update " + file + ": it is no regular file");
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    refuse_to_read(file, errno);
  }
  return parse_budget(in, file);
}

void require_cycles(const Context& context, bool clock_deterministic) {
  if (!clock_deterministic) {
    fail(Errc::invalid_argument, "budget: '" + context.clock +
                                     "' gives other figures each time; allowed: a clock that gives "
                                     "the same ones, --clock u54");
  }
  if (context.counters.empty() || context.counters.front() != "cycles") {
    fail(Errc::invalid_argument, "budget: no cycles are counted (cycle source: " +
                                     context.cycle_source + "); --clock u54 counts them");
  }
}

void require_clock(const Budget& budget, const std::string& file, const std::string& clock) {
  if (budget.contains(clock)) {
    return;
  }
  std::vector<std::string> clocks;
  for (const auto& entry : budget) {
    clocks.push_back("'" + entry.first + "'");
  }
  fail(Errc::invalid_argument,
       fmt::format("{} has budgets for {}, this run is measured with '{}'; --write-budget adds it",
                   file, clocks.empty() ? "no clock" : fmt::format("{}", fmt::join(clocks, ", ")),
                   clock));
}

}  // namespace

BudgetRun::BudgetRun(const Options& options, const Context& context, std::string provider,
                     bool clock_deterministic)
    : file_(options.budget),
      clock_(context.clock),
      wolfssl_version_(context.wolfssl_version),
      compiler_(context.compiler),
      provider_(std::move(provider)),
      bytes_(options.bytes),
      filtered_(options.suite != Suite::all || !options.filters.empty()) {
  require_cycles(context, clock_deterministic);
  budget_ = read_budget(file_, options.write_budget);
  if (options.write_budget) {
    output_.emplace(file_);
  } else {
    require_clock(budget_, file_, clock_);
  }
}

void BudgetRun::add(const Result& result) {
  costs_.push_back(cost_of(result));
  seen_.insert(result.name());
}

void BudgetRun::add_failed(std::string name) {
  seen_.insert(std::move(name));
}

ExitCode BudgetRun::finish() {
  const BudgetOfClock old = budget_[clock_];
  const BudgetComparison comparison = compare_with_budget(old, costs_);
  const std::vector<std::string> missing = not_measured(old);
  for (const std::string& name : missing) {
    spdlog::log(output_ ? spdlog::level::warn : spdlog::level::err,
                "{}: {} has a budget, but there is no such row; remove it from the file", file_,
                name);
  }
  if (output_) {
    return write(old, comparison);
  }
  tell(old, comparison);
  const bool good =
      comparison.above.empty() && comparison.without_budget.empty() && missing.empty();
  return good ? exit_good : exit_failed;
}

void BudgetRun::tell(const BudgetOfClock& budget, const BudgetComparison& comparison) const {
  for (const std::string& name : comparison.without_budget) {
    spdlog::error("{}: {} has no budget; --write-budget adds it", file_, name);
  }
  if (!comparison.below.empty()) {
    spdlog::info("{}: {} more than {} % below budget; --write-budget lowers it\n{}", file_,
                 counted(comparison.below.size(), "result", "is", "are"), tolerance_percent,
                 format_changes(comparison.below));
  }
  if (!comparison.above.empty()) {
    spdlog::error("{}: {} more than {} % above budget{}\n{}", file_,
                  counted(comparison.above.size(), "result", "is", "are"), tolerance_percent,
                  other_build(budget), format_changes(comparison.above));
  } else {
    spdlog::info("{}: {} within budget, of {} in the file", file_,
                 counted(costs_.size() - comparison.without_budget.size(), "result", "is", "are"),
                 budget.cycles_per_byte.size() + budget.cycles_per_operation.size());
  }
}

ExitCode BudgetRun::write(const BudgetOfClock& old, const BudgetComparison& comparison) {
  if (costs_.empty()) {
    return exit_good;  // every row failed, and that was told
  }
  BudgetOfClock updated = old;
  updated.wolfssl_version = wolfssl_version_;
  updated.compiler = compiler_;
  update_budget(updated, costs_);
  budget_[clock_] = std::move(updated);
  write_budget(output_->stream(), budget_);
  try {
    output_->commit();
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
    return exit_failed;
  }
  if (!comparison.above.empty()) {
    spdlog::warn("{}: {} raised by more than {} %{}\n{}", file_,
                 counted(comparison.above.size(), "budget", "is", "are"), tolerance_percent,
                 other_build(old), format_changes(comparison.above));
  }
  spdlog::info("{}: {} written, {} of them new", file_,
               counted(costs_.size(), "budget", "is", "are"), comparison.without_budget.size());
  return exit_good;
}

std::vector<std::string> BudgetRun::not_measured(const BudgetOfClock& budget) const {
  std::vector<std::string> names;
  if (filtered_) {
    return names;
  }
  const auto is_missing = [this](const std::string& name) {
    return name.starts_with(provider_ + "/") && !seen_.contains(name);
  };
  for (const auto& entry : budget.cycles_per_byte) {
    const auto asked_for = [&entry](std::uint64_t bytes) {
      return entry.first.ends_with(fmt::format("/{}", bytes));
    };
    if (is_missing(entry.first) && std::ranges::any_of(bytes_, asked_for)) {
      names.push_back(entry.first);
    }
  }
  for (const auto& entry : budget.cycles_per_operation) {
    if (is_missing(entry.first)) {
      names.push_back(entry.first);
    }
  }
  return names;
}

std::string BudgetRun::other_build(const BudgetOfClock& budget) const {
  if (budget.wolfssl_version == wolfssl_version_ && budget.compiler == compiler_) {
    return "";
  }
  return fmt::format(" (set with wolfSSL {}, {}; this run: wolfSSL {}, {})", budget.wolfssl_version,
                     budget.compiler, wolfssl_version_, compiler_);
}

}  // namespace hartls::bench
