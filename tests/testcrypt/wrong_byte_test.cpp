// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, once a vector file: with one digit of an expected value changed it must end
// with 1 and name the vector.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "embedded_vectors.hpp"
#include "family.hpp"
#include "kat_reader.hpp"
#include "testcrypt_support.hpp"

namespace hartls::testcrypt {
namespace {

using ::testing::HasSubstr;

std::size_t line_number(const Vector& vector) {
  constexpr std::string_view front = "line ";
  const std::string_view where = vector.where;
  std::size_t number = 0;
  std::from_chars(where.data() + front.size(), where.data() + where.size(), number);
  return number;
}

std::size_t start_of_line(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (std::size_t line = 1; line < number; ++line)
    at = text.find('\n', at) + 1;
  return at;
}

// Where the value of `vector` that a provider must give has its first digit, or npos.
std::size_t first_digit(std::string_view text, const Vector& vector) {
  const std::size_t start = start_of_line(text, line_number(vector));
  const std::size_t end = std::min(text.find("\n\n", start), text.size());
  for (const Rule& rule : family_of(vector.algorithm)->rules()) {
    const std::string name = std::string(rule.name) + " = ";
    for (std::size_t at = start; rule.expected && at < end; at = text.find('\n', at) + 1) {
      if (text.substr(at).starts_with(name) && text[at + name.size()] != '"')
        return at + name.size();
      if (text.find('\n', at) >= end)
        break;
    }
  }
  return text.npos;
}

struct Changed {
  std::string text;
  std::string place;
};

Changed change_one_digit(const EmbeddedFile& file) {
  const std::vector<Vector> vectors = read_kat(file.name, file.text);
  for (const Vector& vector : vectors) {
    const std::size_t digit = first_digit(file.text, vector);
    if (vector.expected != Expected::success || digit == file.text.npos ||
        !available(vector, default_provider()))
      continue;
    Changed changed{std::string(file.text), vector.place()};
    changed.text[digit] = changed.text[digit] == '0' ? '1' : '0';
    return changed;
  }
  return {};
}

bool has_any_algorithm_of(const EmbeddedFile& file) {
  return std::ranges::any_of(read_kat(file.name, file.text), [](const Vector& vector) {
    return available(vector, default_provider());
  });
}

class WrongByte : public ::testing::TestWithParam<EmbeddedFile> {};

TEST_P(WrongByte, MakesTheProgramFailAndNameTheVector) {
  const Changed changed = change_one_digit(GetParam());
  if (!has_any_algorithm_of(GetParam()))
    GTEST_SKIP() << "the default provider has none of its algorithms";
  ASSERT_FALSE(changed.place.empty()) << "no expected value found";
  const TemporaryFolder folder;
  folder.write(std::string(GetParam().name), changed.text);
  const Finished finished = run_testcrypt({"--no-embedded", "--vectors", folder.path().string()});
  EXPECT_EQ(finished.exit_code, 1) << finished.output << finished.errors;
  EXPECT_THAT(finished.output, HasSubstr(changed.place));
  EXPECT_THAT(finished.output, HasSubstr(" 1 failed"));
}

TEST_P(WrongByte, IsNotThereInTheFileItself) {
  const TemporaryFolder folder;
  folder.write(std::string(GetParam().name), GetParam().text);
  const Finished finished = run_testcrypt({"--no-embedded", "--vectors", folder.path().string()});
  EXPECT_EQ(finished.exit_code, 0) << finished.output << finished.errors;
  EXPECT_THAT(finished.output, HasSubstr(" 0 failed"));
}

INSTANTIATE_TEST_SUITE_P(Files, WrongByte, ::testing::ValuesIn(embedded_vectors()),
                         [](const auto& parameter) { return as_test_name(parameter.param.name); });

}  // namespace
}  // namespace hartls::testcrypt
