// SPDX-License-Identifier: GPL-3.0-or-later
// A budget: the cycles that each result may take, kept in a file beside the code.
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hartls/bench/result.hpp"

namespace hartls::bench {

/// A result may be above its budget by this share, and below it without a word.
constexpr double budget_tolerance = 0.02;

/// Cycles by Result::name(), of what was measured with one clock.
struct BudgetOfClock {
  std::string wolfssl_version;  ///< of the run that wrote last, as is the compiler
  std::string compiler;
  std::map<std::string, double> cycles_per_byte;       ///< of operations that work on bytes
  std::map<std::string, double> cycles_per_operation;  ///< of the others
};

/// By the clock's name, which tells all that the cycles depend on, such as a model's profile.
using Budget = std::map<std::string, BudgetOfClock>;

/// Reads what write_budget writes, in any order and with any white space. Throws
/// Errc::invalid_argument that begins with `file` and names the line and column or the key of what
/// is wrong: no JSON, a wrong type, a number that is not above 0, a key that is missing, unknown or
/// there twice, another version than 1.
Budget parse_budget(std::istream& in, std::string_view file);

/// JSON: one line a number, keys sorted, numbers as round_cycles gives them, so that the same
/// budget always gives the same bytes and a change shows as the lines that changed.
void write_budget(std::ostream& out, const Budget& budget);

/// To four significant digits: a rounding of at most 0.05 %, far below the tolerance.
double round_cycles(double cycles);

/// What one result took.
struct Cost {
  std::string name;      ///< Result::name()
  double cycles = 0;     ///< above 0
  bool per_byte = true;  ///< else per operation
};

/// Throws Errc::invalid_argument where the result has no cycles above 0.
Cost cost_of(const Result& result);

/// Sets the budget of each of `costs`, rounded; what else there is stays.
void update_budget(BudgetOfClock& budget, const std::vector<Cost>& costs);

/// A cost and its budget.
struct CostChange {
  Cost cost;
  double budget = 0;

  /// 0.03: 3 % above the budget.
  double growth() const noexcept { return cost.cycles / budget - 1; }
};

struct BudgetComparison {
  std::vector<CostChange> above;            ///< by more than the tolerance
  std::vector<CostChange> below;            ///< by more than the tolerance
  std::vector<std::string> without_budget;  ///< measured, but not in the budget
};

/// In the order of `costs`.
BudgetComparison compare_with_budget(const BudgetOfClock& budget, const std::vector<Cost>& costs);

/// "Name  Budget  Measured  Growth", one line a change, cycles with "/B" or "/op" behind them. No
/// line end after the last.
std::string format_changes(const std::vector<CostChange>& changes);

}  // namespace hartls::bench
