// SPDX-License-Identifier: GPL-3.0-or-later
// Every embedded vector on every provider, and that a wrong byte in any of them is seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "family.hpp"
#include "runner.hpp"
#include "testcrypt_support.hpp"

namespace hartls::testcrypt {
namespace {

class EveryVector : public ::testing::TestWithParam<const Provider*> {};

TEST_P(EveryVector, IsAnsweredRightByTheProvider) {
  const Report report = run(embedded(), *GetParam(), Filter{});
  for (const Failure& each : report.failures)
    ADD_FAILURE() << each.line << ", " << each.file << ", " << each.where << ": " << each.detail;
  EXPECT_GT(report.total().passed, 0U);
}

// A vector that passes with any one of its expected values changed proves nothing.
TEST_P(EveryVector, FailsWithAnyOfItsExpectedValuesChanged) {
  std::size_t changed = 0;
  for (const Vector& vector : embedded()) {
    if (vector.expected != Expected::success || !available(vector, *GetParam()) ||
        judge(vector, *GetParam()).verdict == Verdict::skipped)
      continue;
    for (const Rule& rule : family_of(vector.algorithm)->rules()) {
      if (!rule.expected || !vector.has(rule.name) || vector.bytes(rule.name).empty())
        continue;
      Vector wrong = vector;
      const auto field = std::ranges::find(wrong.fields, rule.name, &Field::name);
      std::get<Bytes>(field->value).front() ^= 0x01U;
      ++changed;
      EXPECT_EQ(judge(wrong, *GetParam()).verdict, Verdict::failed)
          << vector.place() << ": passes with a wrong " << rule.name;
    }
  }
  EXPECT_GT(changed, 0U);
}

INSTANTIATE_TEST_SUITE_P(Providers, EveryVector, ::testing::ValuesIn(providers()),
                         [](const auto& parameter) {
                           return as_test_name(parameter.param->name());
                         });

TEST(EmbeddedVectors, CoverEveryAlgorithmOfTheLibrary) {
  std::set<std::string> covered;
  for (const Vector& vector : embedded())
    covered.insert(family_of(vector.algorithm)->line_of(vector));
  for (const Family* family : families()) {
    for (const Line& line : family->lines(default_provider()))
      EXPECT_TRUE(covered.contains(line.name)) << line.name << " has no vector";
  }
}

TEST(EmbeddedVectors, HaveWrongOnesWhereAProviderMustRefuse) {
  std::map<std::string, std::size_t> refusals;
  for (const Vector& vector : embedded()) {
    if (vector.expected == Expected::refusal)
      ++refusals[std::string(family_of(vector.algorithm)->name())];
  }
  for (const std::string family :
       {"mac", "kdf", "aead", "key-exchange", "ecdsa", "rsa", "signature", "kem"})
    EXPECT_GE(refusals[family], 3U) << family;
}

}  // namespace
}  // namespace hartls::testcrypt
