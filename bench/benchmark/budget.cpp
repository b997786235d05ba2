// SPDX-License-Identifier: GPL-3.0-or-later
#include "budget.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <utility>

#include "hartls/core/error.hpp"

namespace hartls::bench {
namespace {

using Json = nlohmann::json;

constexpr int file_version = 1;
constexpr const char* version_key = "version";
constexpr const char* clocks_key = "clocks";
constexpr const char* wolfssl_key = "wolfssl";
constexpr const char* compiler_key = "compiler";
constexpr const char* per_byte_key = "cycles_per_byte";
constexpr const char* per_operation_key = "cycles_per_operation";

/// A message stays one line that can be read, whatever the file holds.
std::string shortened(std::string text) {
  constexpr std::size_t most = 240;
  if (text.size() > most) {
    text.resize(most);
    text += "...";
  }
  return text;
}

std::string quoted(const std::string& key) {
  return shortened(Json(key).dump(-1, ' ', true));
}

/// A value and the way to it, for messages.
class Node {
 public:
  Node(const Json& value, std::string way) : value_(value), way_(std::move(way)) {}

  [[noreturn]] void refuse(std::string_view allowed) const {
    const std::string given =
        value_.is_structured() ? value_.type_name() : shortened(value_.dump(-1, ' ', true));
    fail(Errc::invalid_argument, fmt::format("{}: {} given; allowed: {}", way_, given, allowed));
  }

  Node member(const std::string& key) const {
    const auto found = value_.find(key);
    if (found == value_.end()) {
      fail(Errc::invalid_argument, way_ + ": the key " + quoted(key) + " is missing");
    }
    return {*found, way_ + ": " + quoted(key)};
  }

  void require_object() const {
    if (!value_.is_object()) {
      refuse("an object");
    }
  }

  /// An object of `keys` and no others; a missing one shows when it is asked for.
  void require_keys(const std::vector<std::string>& keys) const {
    require_object();
    for (const auto& item : value_.items()) {
      if (std::ranges::find(keys, item.key()) == keys.end()) {
        fail(Errc::invalid_argument, fmt::format("{}: unknown key {}; allowed: {}", way_,
                                                 quoted(item.key()), fmt::join(keys, ", ")));
      }
    }
  }

  std::string text() const {
    if (!value_.is_string()) {
      refuse("a text");
    }
    return value_.get<std::string>();
  }

  void require_version() const {
    if (!value_.is_number_integer() || value_ != file_version) {
      refuse(std::to_string(file_version));
    }
  }

  std::map<std::string, double> numbers() const {
    require_object();
    std::map<std::string, double> numbers;
    for (const auto& item : value_.items()) {
      const Node number = member(item.key());
      if (!item.value().is_number() || !(item.value().get<double>() > 0)) {
        number.refuse("a number above 0");
      }
      numbers[item.key()] = item.value().get<double>();
    }
    return numbers;
  }

  const Json& value() const noexcept { return value_; }

 private:
  const Json& value_;
  std::string way_;
};

/// Watches a parser for keys that an object has twice, which it would take in silence.
class DuplicateKeys {
 public:
  explicit DuplicateKeys(std::string_view file) : file_(file) {}

  void see(Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) {
      open_.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      open_.pop_back();
    } else if (event == Json::parse_event_t::key) {
      const auto key = value.get<std::string>();
      if (!open_.back().insert(key).second) {
        fail(Errc::invalid_argument,
             fmt::format("{}: the key {} is there twice", file_, quoted(key)));
      }
    }
  }

 private:
  std::string_view file_;
  std::vector<std::set<std::string>> open_;  // keys of the objects that are not yet complete
};

/// "[json.exception.parse_error.101] parse error at line 1, ..." without the library's own number.
std::string reason_of(const Json::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.find("] ");
  return shortened(end == std::string::npos ? text : text.substr(end + 2));
}

Json parse_json(std::istream& in, std::string_view file) {
  DuplicateKeys duplicates(file);
  try {
    return Json::parse(in, [&](int, Json::parse_event_t event, const Json& value) {
      duplicates.see(event, value);
      return true;
    });
  } catch (const Json::exception& error) {
    fail(Errc::invalid_argument, fmt::format("{}: {}", file, reason_of(error)));
  }
}

BudgetOfClock parse_clock(const Node& node) {
  node.require_keys({wolfssl_key, compiler_key, per_byte_key, per_operation_key});
  BudgetOfClock budget;
  budget.wolfssl_version = node.member(wolfssl_key).text();
  budget.compiler = node.member(compiler_key).text();
  budget.cycles_per_byte = node.member(per_byte_key).numbers();
  budget.cycles_per_operation = node.member(per_operation_key).numbers();
  return budget;
}

using OrderedJson = nlohmann::ordered_json;

/// A number of four digits or more is written as a whole one: 1200, not 1200.0.
OrderedJson number_json(double cycles) {
  constexpr double first_whole = 1000;
  constexpr double last_whole = 1e15;
  const double rounded = round_cycles(cycles);
  if (rounded >= first_whole && rounded <= last_whole) {
    return static_cast<std::uint64_t>(rounded);
  }
  return rounded;
}

OrderedJson numbers_json(const std::map<std::string, double>& numbers) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [name, cycles] : numbers) {
    json[name] = number_json(cycles);
  }
  return json;
}

const std::map<std::string, double>& part(const BudgetOfClock& budget, const Cost& cost) {
  return cost.per_byte ? budget.cycles_per_byte : budget.cycles_per_operation;
}

std::string format_cycles(double cycles, bool per_byte) {
  return fmt::format("{}/{}", round_cycles(cycles), per_byte ? "B" : "op");
}

}  // namespace

Budget parse_budget(std::istream& in, std::string_view file) {
  const Json json = parse_json(in, file);
  const Node root(json, std::string(file));
  root.require_object();
  // First, as another version may well have other keys.
  root.member(version_key).require_version();
  root.require_keys({version_key, clocks_key});
  const Node clocks = root.member(clocks_key);
  clocks.require_object();
  Budget budget;
  for (const auto& item : clocks.value().items()) {
    budget[item.key()] = parse_clock(clocks.member(item.key()));
  }
  return budget;
}

void write_budget(std::ostream& out, const Budget& budget) {
  OrderedJson clocks = OrderedJson::object();
  for (const auto& [clock, of_clock] : budget) {
    clocks[clock] = OrderedJson{
        {wolfssl_key, of_clock.wolfssl_version},
        {compiler_key, of_clock.compiler},
        {per_byte_key, numbers_json(of_clock.cycles_per_byte)},
        {per_operation_key, numbers_json(of_clock.cycles_per_operation)},
    };
  }
  const OrderedJson file{{version_key, file_version}, {clocks_key, std::move(clocks)}};
  out << file.dump(2) << '\n';
}

double round_cycles(double cycles) {
  return std::strtod(fmt::format("{:.3e}", cycles).c_str(), nullptr);
}

Cost cost_of(const Result& result) {
  const bool per_byte = result.bytes.has_value();
  const auto found = result.counters.find(per_byte ? "cycles_per_byte" : "cycles");
  const double cycles = found == result.counters.end() ? 0 : found->second;
  if (!(cycles > 0) || !std::isfinite(cycles)) {
    fail(Errc::invalid_argument,
         fmt::format("{}: {} cycles counted; a budget takes a number above 0", result.name(),
                     cycles));
  }
  return {result.name(), cycles, per_byte};
}

void update_budget(BudgetOfClock& budget, const std::vector<Cost>& costs) {
  for (const Cost& cost : costs) {
    auto& cycles = cost.per_byte ? budget.cycles_per_byte : budget.cycles_per_operation;
    cycles[cost.name] = round_cycles(cost.cycles);
  }
}

BudgetComparison compare_with_budget(const BudgetOfClock& budget, const std::vector<Cost>& costs) {
  // Exactly 2 % is allowed, though 51 / 50 - 1 is a little more than 0.02 in binary.
  constexpr double limit = budget_tolerance + 1e-9;
  BudgetComparison comparison;
  for (const Cost& cost : costs) {
    const auto found = part(budget, cost).find(cost.name);
    if (found == part(budget, cost).end()) {
      comparison.without_budget.push_back(cost.name);
      continue;
    }
    const CostChange change{cost, found->second};
    if (change.growth() > limit) {
      comparison.above.push_back(change);
    } else if (change.growth() < -limit) {
      comparison.below.push_back(change);
    }
  }
  return comparison;
}

std::string format_changes(const std::vector<CostChange>& changes) {
  std::size_t width = std::string_view("Name").size();
  for (const CostChange& change : changes) {
    width = std::max(width, change.cost.name.size());
  }
  std::string table =
      fmt::format("{:<{}}  {:>14}  {:>14}  {:>9}", "Name", width, "Budget", "Measured", "Growth");
  for (const CostChange& change : changes) {
    const bool per_byte = change.cost.per_byte;
    table += fmt::format("\n{:<{}}  {:>14}  {:>14}  {:>+7.2f} %", change.cost.name, width,
                         format_cycles(change.budget, per_byte),
                         format_cycles(change.cost.cycles, per_byte), 100 * change.growth());
  }
  return table;
}

}  // namespace hartls::bench
