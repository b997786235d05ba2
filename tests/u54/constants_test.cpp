// SPDX-License-Identifier: GPL-3.0-or-later
#include "constants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "machine.hpp"
#include "random_program.hpp"

namespace hartls::u54 {
namespace {

using testing::HasSubstr;

/// What() of the std::invalid_argument, or "".
template <typename Work>
std::string error_of(Work work) {
  try {
    work();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::string set_error(const char* name, const char* value) {
  return error_of([=] { Constants().set(name, value); });
}

std::string check_error(const test::Settings& settings) {
  return error_of([&] { test::constants_with(settings); });
}

TEST(ConstantTable, HasUniqueNamesAndASourceForEach) {
  std::set<std::string_view> names;
  for (const ConstantInfo& one : constant_table()) {
    SCOPED_TRACE(one.name);
    EXPECT_TRUE(names.insert(one.name).second);
    EXPECT_EQ(one.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), one.name.npos);
    EXPECT_FALSE(one.name.empty() || one.meaning.empty() || one.source.empty());
    EXPECT_LE(one.least, one.value);
    EXPECT_LE(one.value, one.most);
  }
  EXPECT_EQ(names.size(), constant_count);
  // The plugin's other arguments.
  for (const char* const taken : {"profile", "caches", "stat", "annotate", "blocks"})
    EXPECT_EQ(names.count(taken), 0U);
}

TEST(ConstantTable, HasTheU54sValues) {
  const std::map<std::string_view, std::uint64_t> expected{
      {"load", 2},          {"load_small", 3},     {"multiply_pipelined", 4},
      {"divide", 33},       {"mispredict", 3},     {"multiply_blocking", 5},
      {"btb_entries", 30},  {"bht_entries", 256},  {"ras_entries", 6},
      {"store_to_load", 5}, {"line_bytes", 64},    {"misaligned_byte_accesses", 290},
      {"l1d_bytes", 32768}, {"l1d_ways", 8},       {"l1i_bytes", 32768},
      {"l1i_ways", 8},      {"l2_bytes", 2097152},
  };
  std::size_t found = 0;
  for (const ConstantInfo& one : constant_table()) {
    if (const auto entry = expected.find(one.name); entry != expected.end()) {
      EXPECT_EQ(one.value, entry->second) << one.name;
      ++found;
    }
  }
  EXPECT_EQ(found, expected.size());
}

TEST(Constants, BeginWithTheTablesValuesAndPassTheirCheck) {
  const Constants constants;
  for (const ConstantInfo& one : constant_table())
    EXPECT_EQ(constants[one.id], one.value) << one.name;
  EXPECT_NO_THROW(constants.check());
}

TEST(Constants, SetChangesOneAndTakesBothEndsOfItsRange) {
  for (const ConstantInfo& one : constant_table()) {
    SCOPED_TRACE(one.name);
    for (const std::uint64_t value : {one.least, one.most}) {
      Constants constants;
      constants.set(one.name, std::to_string(value));
      for (const ConstantInfo& other : constant_table())
        EXPECT_EQ(constants[other.id], other.id == one.id ? value : other.value);
    }
  }
}

TEST(Constants, RefuseAnUnknownNameAndListTheKnownOnes) {
  const std::string error = set_error("loud", "3");
  EXPECT_THAT(error, HasSubstr("'loud'"));
  for (const ConstantInfo& one : constant_table())
    EXPECT_THAT(error, HasSubstr(" " + std::string(one.name)));
  EXPECT_THAT(set_error("", "3"), HasSubstr("''"));
  EXPECT_THAT(set_error("Load", "3"), HasSubstr("'Load'"));
}

TEST(Constants, RefuseAValueOutsideItsRangeOrThatIsNoNumber) {
  for (const char* const value : {"0", "10001", "", "3x", "x", "-3", "+3", " 3", "3 ", "0x3", "2.5",
                                  "18446744073709551616", "99999999999999999999999999"}) {
    EXPECT_EQ(set_error("load", value),
              "load: '" + std::string(value) + "' given; allowed: 1 to 10000");
  }
  EXPECT_EQ(set_error("bht_counter_bits", "3"), "bht_counter_bits: '3' given; allowed: 1 to 2");
  EXPECT_EQ(set_error("store_pipeline", "9"), "store_pipeline: '9' given; allowed: 0 to 8");
  EXPECT_EQ(set_error("load", "10000"), "");
  EXPECT_EQ(set_error("mispredict", "0"), "");
}

TEST(Constants, RefuseWhatMustBeAPowerOfTwo) {
  EXPECT_EQ(set_error("line_bytes", "48"),
            "line_bytes: '48' given; allowed: 8 to 4096, a power of two");
  EXPECT_EQ(set_error("l1d_ways", "3"), "l1d_ways: '3' given; allowed: 1 to 64, a power of two");
  EXPECT_THAT(set_error("bht_entries", "255"), HasSubstr("a power of two"));
}

TEST(Constants, StandWhereASettingWasRefused) {
  Constants constants;
  EXPECT_THROW(constants.set("load", "0"), std::invalid_argument);
  EXPECT_EQ(constants[Constant::load], 2U);
}

TEST(ConstantsCheck, RefusesACacheWithLessThanALineAWay) {
  EXPECT_EQ(check_error({{"l1d_bytes", "256"}}),
            "l1d: 256 bytes hold less than one line of 64 bytes for each of 8 ways");
  EXPECT_EQ(check_error({{"l1d_bytes", "512"}}), "");
  EXPECT_THAT(check_error({{"l1i_ways", "64"}, {"l1i_bytes", "2048"}}), HasSubstr("l1i: 2048"));
  EXPECT_THAT(check_error({{"l2_bytes", "4096"}, {"line_bytes", "512"}}), HasSubstr("l2: 4096"));
}

TEST(ConstantsCheck, RefusesMoreHistoryThanTheIndexOrTheHistoryHas) {
  EXPECT_THAT(check_error({{"bht_entries", "4"}}), HasSubstr("bht_history_bits"));
  EXPECT_EQ(check_error({{"bht_entries", "8"}}), "");
  EXPECT_THAT(check_error({{"bht_history_length", "2"}}), HasSubstr("bht_history_length"));
  EXPECT_EQ(check_error({{"bht_history_length", "3"}}), "");
}

TEST(PrintConstants, HasALineWithValueAndSourceForEach) {
  std::ostringstream out;
  print_constants(out);
  std::istringstream lines(out.str());
  for (const ConstantInfo& one : constant_table()) {
    std::string line, name;
    std::uint64_t value = 0;
    ASSERT_TRUE(std::getline(lines, line));
    std::istringstream(line) >> name >> value;
    EXPECT_EQ(name, one.name);
    EXPECT_EQ(value, one.value);
    EXPECT_THAT(line, HasSubstr(one.meaning));
    EXPECT_THAT(line, HasSubstr("[" + std::string(one.source) + "]"));
  }
  std::string rest;
  EXPECT_FALSE(std::getline(lines, rest));
}

/// Two runs of a program that meets everything: in both profiles, and without and with caches.
std::uint64_t cycles_of_everything(const Constants& constants) {
  test::RandomProgram program(constants, 21, 600, 1U << 18U);
  test::Machine machine(constants);
  for (int run = 0; run < 8000; ++run) {
    machine.set(run / 1000 % 2 == 0 ? Profile::pipelined : Profile::blocking);
    machine.set_caches(run >= 4000);
    const test::RandomProgram::Step step = program.next();
    machine.run(*step.block, step.accesses, step.next_pc);
  }
  return machine.sums().cycles;
}

TEST(Constants, EachChangesTheCycles) {
  // Values far enough away where the next one is none, or means nothing to this program.
  const std::map<std::string_view, const char*> others{
      {"bht_entries", "64"}, {"bht_counter_bits", "2"}, {"bht_history_length", "5"},
      {"btb_entries", "4"},  {"ras_entries", "2"},      {"misaligned_byte_accesses", "1"},
      {"line_bytes", "32"},  {"l1d_bytes", "8192"},     {"l1d_ways", "1"},
      {"l1i_bytes", "8192"}, {"l1i_ways", "1"},         {"l2_bytes", "32768"},
      {"l2_ways", "1"},
  };
  // A small level 2, so that its lines meet.
  const Constants start = test::constants_with({{"l2_bytes", "65536"}});
  const std::uint64_t usual = cycles_of_everything(start);
  EXPECT_EQ(cycles_of_everything(start), usual);
  for (const ConstantInfo& one : constant_table()) {
    const auto other = others.find(one.name);
    Constants constants = start;
    constants.set(one.name, other != others.end() ? other->second : std::to_string(one.value + 1));
    constants.check();
    const std::uint64_t cycles = cycles_of_everything(constants);
    EXPECT_NE(cycles, usual) << one.name;
    if (one.unit == "cycles") {
      EXPECT_GT(cycles, usual) << one.name;
    }
  }
}

}  // namespace
}  // namespace hartls::u54
