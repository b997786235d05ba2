// SPDX-License-Identifier: GPL-3.0-or-later
#include "budget.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "expect_error.hpp"

namespace hartls::bench {
namespace {

using test::expect_error;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Budget parse(const std::string& text) {
  std::istringstream in(text);
  return parse_budget(in, "budget.json");
}

std::string write(const Budget& budget) {
  std::ostringstream out;
  write_budget(out, budget);
  return out.str();
}

const char* const example = R"({
  "version": 1,
  "clocks": {
    "U54, blocking": {
      "wolfssl": "5.7.2",
      "compiler": "Clang 14",
      "cycles_per_byte": {},
      "cycles_per_operation": {
        "software/RSA-2048/sign": 123500000
      }
    },
    "U54, pipelined": {
      "wolfssl": "5.9.2",
      "compiler": "GCC 12.2.0",
      "cycles_per_byte": {
        "riscv/SHA-256/hash/8192": 31.05,
        "software/SHA-256/hash/16": 120.5,
        "software/SHA-256/hash/8192": 59.3
      },
      "cycles_per_operation": {}
    }
  }
}
)";

/// A file whose only clock has these budgets an operation.
std::string with_numbers(const std::string& numbers) {
  return R"({"version": 1, "clocks": {"c": {"wolfssl": "w", "compiler": "g", "cycles_per_byte": {},
           "cycles_per_operation": )" +
         numbers + "}}}";
}

TEST(BudgetParse, ReadsSeveralClocks) {
  const Budget budget = parse(example);
  ASSERT_EQ(budget.size(), 2U);
  const BudgetOfClock& pipelined = budget.at("U54, pipelined");
  EXPECT_EQ(pipelined.wolfssl_version, "5.9.2");
  EXPECT_EQ(pipelined.compiler, "GCC 12.2.0");
  EXPECT_EQ(pipelined.cycles_per_byte,
            (std::map<std::string, double>{{"riscv/SHA-256/hash/8192", 31.05},
                                           {"software/SHA-256/hash/16", 120.5},
                                           {"software/SHA-256/hash/8192", 59.3}}));
  EXPECT_THAT(pipelined.cycles_per_operation, IsEmpty());
  EXPECT_EQ(budget.at("U54, blocking").cycles_per_operation.at("software/RSA-2048/sign"), 123.5e6);
}

TEST(BudgetParse, TakesNoClock) {
  EXPECT_THAT(parse(R"({"clocks": {}, "version": 1})"), IsEmpty());
}

TEST(BudgetParse, RefusesWhatIsWrongAndSaysWhere) {
  struct Mistake {
    std::string text;
    std::vector<std::string_view> parts;
  };
  const std::vector<Mistake> mistakes{
      {"", {"line 1, column 1"}},
      {"{\n  \"version\": 1,\n}", {"line 3, column 1"}},
      {std::string(example) + "x", {"line 24, column 1"}},
      {std::string(example, 100), {"line 6, column"}},
      {std::string(1, '\0'), {"line 1, column 1"}},
      {"{\"\xff\": 1}", {"line 1, column 3"}},
      {"[]", {"array given", "an object"}},
      {"1", {"1 given", "an object"}},
      {"{}", {"\"version\" is missing"}},
      {R"({"version": 2, "new": {}})", {"\"version\": 2 given; allowed: 1"}},
      {R"({"version": 1.5})", {"\"version\": 1.5 given"}},
      {R"({"version": "1"})", {"\"version\": \"1\" given"}},
      {R"({"version": true})", {"\"version\": true given"}},
      {R"({"version": 1})", {"\"clocks\" is missing"}},
      {R"({"version": 1, "clocks": []})", {"\"clocks\": array given", "an object"}},
      {R"({"version": 1, "clocks": {}, "clock": {}})",
       {"unknown key \"clock\"; allowed: version, clocks"}},
      {R"({"version": 1, "clocks": {"c": 3}})", {"\"clocks\": \"c\": 3 given"}},
      {R"({"version": 1, "clocks": {"c": {}}})", {"\"c\": the key \"wolfssl\" is missing"}},
      {R"({"version": 1, "clocks": {"c": {"wolfssl": 5, "compiler": "g", "cycles_per_byte": {},
          "cycles_per_operation": {}}}})",
       {"\"wolfssl\": 5 given", "a text"}},
      {R"({"version": 1, "clocks": {"c": {"cycles": {}}}})",
       {"\"c\": unknown key \"cycles\"; allowed: wolfssl, compiler, cycles_per_byte"}},
      {with_numbers("[1]"), {"\"cycles_per_operation\": array given"}},
      {with_numbers(R"({"x": -1.5})"),
       {"\"clocks\": \"c\": \"cycles_per_operation\": \"x\": -1.5 given; allowed: a number above "
        "0"}},
      {with_numbers(R"({"x": 0})"), {"\"x\": 0 given"}},
      {with_numbers(R"({"x": -0.0})"), {"\"x\": -0.0 given"}},
      {with_numbers(R"({"x": "12"})"), {"\"x\": \"12\" given"}},
      {with_numbers(R"({"x": null})"), {"\"x\": null given"}},
      {with_numbers(R"({"x": true})"), {"\"x\": true given"}},
      {with_numbers(R"({"x": {"y": 1}})"), {"\"x\": object given"}},
      {with_numbers(R"({"x": NaN})"), {"line 2, column"}},
      {with_numbers(R"({"x": 1e999})"), {"'1e999'"}},
      {with_numbers("{\"x\": " + std::string(400, '9') + "}"), {"number overflow"}},
      {with_numbers(R"({"x": 1, "y": 1, "x": 1})"), {"the key \"x\" is there twice"}},
      {R"({"version": 1, "version": 1, "clocks": {}})", {"the key \"version\" is there twice"}},
      {with_numbers(R"({"a\nb": 0})"), {R"("a\nb": 0 given)"}},
  };
  for (const Mistake& mistake : mistakes) {
    SCOPED_TRACE(mistake.text);
    try {
      parse(mistake.text);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::system_error& error) {
      const std::string text = error.what();
      EXPECT_EQ(error.code(), make_error_code(Errc::invalid_argument));
      EXPECT_TRUE(text.starts_with("budget.json: ")) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      EXPECT_LT(text.size(), 400U) << text;
      for (const std::string_view part : mistake.parts) {
        EXPECT_THAT(text, HasSubstr(std::string(part)));
      }
    }
  }
}

TEST(BudgetParse, AKeyMayBeInTwoObjects) {
  const std::string text = R"({"version": 1, "clocks": {
      "a": {"wolfssl": "w", "compiler": "g", "cycles_per_byte": {}, "cycles_per_operation": {"x": 1}},
      "b": {"wolfssl": "w", "compiler": "g", "cycles_per_byte": {}, "cycles_per_operation": {"x": 2}}
      }})";
  EXPECT_EQ(parse(text).at("b").cycles_per_operation.at("x"), 2);
}

TEST(BudgetParse, ALongMessageIsCut) {
  const std::string name(100'000, 'n');
  expect_error(Errc::invalid_argument, {"nnn...: 0 given", "budget.json"}, [&] {
    try {
      parse(with_numbers("{\"" + name + "\": 0}"));
    } catch (const std::system_error& error) {
      EXPECT_LT(std::string_view(error.what()).size(), 500U);
      throw;
    }
  });
  try {
    parse("{\"" + name);
    ADD_FAILURE();
  } catch (const std::system_error& error) {
    EXPECT_LT(std::string_view(error.what()).size(), 500U);
  }
}

TEST(BudgetWrite, GivesTheSameBytesAgain) {
  EXPECT_EQ(write(parse(example)), example);
}

TEST(BudgetWrite, SortsAndRounds) {
  Budget budget;
  BudgetOfClock& clock = budget["clock \"1\""];
  clock.wolfssl_version = "5.9.2";
  clock.compiler = "GCC";
  clock.cycles_per_operation = {{"b", 1234.56}, {"a", 12.3456}, {"d", 0.00123456}, {"c", 7}};
  const std::string text = write(budget);
  EXPECT_EQ(text, R"({
  "version": 1,
  "clocks": {
    "clock \"1\"": {
      "wolfssl": "5.9.2",
      "compiler": "GCC",
      "cycles_per_byte": {},
      "cycles_per_operation": {
        "a": 12.35,
        "b": 1235,
        "c": 7.0,
        "d": 0.001235
      }
    }
  }
}
)");
  EXPECT_EQ(write(parse(text)), text);
}

TEST(BudgetWrite, HugeAndTinyNumbersComeBack) {
  Budget budget;
  for (const double cycles : {1e-300, 9.999e14, 1e15, 1e16, 1e19, 1e300}) {
    budget["c"].cycles_per_operation["x"] = cycles;
    EXPECT_EQ(parse(write(budget)).at("c").cycles_per_operation.at("x"), cycles);
  }
}

TEST(BudgetRound, KeepsFourDigits) {
  EXPECT_EQ(round_cycles(59.30499), 59.3);
  EXPECT_EQ(round_cycles(99995.1), 100000);
  EXPECT_EQ(round_cycles(123456789), 123500000);
  EXPECT_EQ(round_cycles(1), 1);
}

Result result(double cycles, std::optional<std::uint64_t> bytes) {
  Result result;
  result.provider = "software";
  result.algorithm = "SHA-256";
  result.operation = "hash";
  result.bytes = bytes;
  result.counters["cycles"] = cycles;
  if (bytes) {
    result.counters["cycles_per_byte"] = cycles / static_cast<double>(*bytes);
  }
  return result;
}

TEST(BudgetCost, IsPerByteOrPerOperation) {
  const Cost per_byte = cost_of(result(800, 16));
  EXPECT_EQ(per_byte.name, "software/SHA-256/hash/16");
  EXPECT_EQ(per_byte.cycles, 50);
  EXPECT_TRUE(per_byte.per_byte);
  const Cost per_operation = cost_of(result(800, std::nullopt));
  EXPECT_EQ(per_operation.name, "software/SHA-256/hash");
  EXPECT_EQ(per_operation.cycles, 800);
  EXPECT_FALSE(per_operation.per_byte);
}

TEST(BudgetCost, RefusesAResultWithoutCycles) {
  for (const double cycles : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    expect_error(Errc::invalid_argument, {"software/SHA-256/hash/16", "above 0"},
                 [&] { cost_of(result(cycles, 16)); });
  }
  expect_error(Errc::invalid_argument, {"software/SHA-256/hash"}, [] {
    Result without = result(1, std::nullopt);
    without.counters.clear();
    cost_of(without);
  });
}

BudgetOfClock one_budget(double cycles) {
  BudgetOfClock budget;
  budget.cycles_per_byte["x"] = cycles;
  return budget;
}

TEST(BudgetCompare, AllowsExactlyTwoPercentEitherWay) {
  for (const double budget : {50.0, 100.0, 0.07, 31.05, 59.3, 123.5e6, 1.0 / 3}) {
    for (const double factor : {1.02, 0.98, 1.0}) {
      const auto comparison = compare_with_budget(one_budget(budget), {{"x", budget * factor}});
      EXPECT_THAT(comparison.above, IsEmpty()) << budget;
      EXPECT_THAT(comparison.below, IsEmpty()) << budget;
    }
  }
}

TEST(BudgetCompare, TellsABitMore) {
  const auto above = compare_with_budget(one_budget(50), {{"x", 51.0001}});
  ASSERT_EQ(above.above.size(), 1U);
  EXPECT_EQ(above.above[0].cost.name, "x");
  EXPECT_EQ(above.above[0].budget, 50);
  EXPECT_NEAR(above.above[0].growth(), 0.020002, 1e-9);
  EXPECT_THAT(above.below, IsEmpty());
  const auto below = compare_with_budget(one_budget(50), {{"x", 48.9999}});
  EXPECT_THAT(below.above, IsEmpty());
  ASSERT_EQ(below.below.size(), 1U);
}

TEST(BudgetCompare, NamesWhatHasNoBudget) {
  const auto comparison =
      compare_with_budget(one_budget(50), {{"z", 1}, {"x", 50}, {"a", 1}, {"x", 50, false}});
  EXPECT_THAT(comparison.without_budget, ElementsAre("z", "a", "x"))
      << "a budget a byte is none an operation";
}

TEST(BudgetUpdate, ReplacesAndAddsAndKeepsTheRest) {
  BudgetOfClock budget = one_budget(50);
  budget.cycles_per_byte["kept"] = 3;
  budget.cycles_per_operation["kept"] = 4;
  update_budget(budget, {{"x", 40.00001}, {"new", 5}, {"operation", 123456, false}});
  EXPECT_EQ(budget.cycles_per_byte,
            (std::map<std::string, double>{{"kept", 3}, {"new", 5}, {"x", 40}}));
  EXPECT_EQ(budget.cycles_per_operation,
            (std::map<std::string, double>{{"kept", 4}, {"operation", 123500}}));
}

TEST(BudgetTable, ShowsWhatGrew) {
  EXPECT_EQ(format_changes({{{"riscv/SHA-256/hash/8192", 33.123456}, 31.05},
                            {{"software/RSA-2048/sign", 123456789, false}, 61728394.5},
                            {{"y", 90}, 100}}),
            "Name                             Budget        Measured     Growth\n"
            "riscv/SHA-256/hash/8192         31.05/B         33.12/B    +6.68 %\n"
            "software/RSA-2048/sign      61730000/op    123500000/op  +100.00 %\n"
            "y                                 100/B            90/B   -10.00 %");
}

}  // namespace
}  // namespace hartls::bench
