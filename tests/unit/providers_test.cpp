// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>

#include "expect_error.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls {
namespace {

using testing::HasSubstr;

TEST(Providers, AreFoundByTheirNames) {
  ASSERT_FALSE(providers().empty());
  for (const Provider* provider : providers())
    EXPECT_EQ(&find_provider(provider->name()), provider);
}

TEST(Providers, UnknownNameListsTheAllowedOnes) {
  for (const std::string name : {"", "Software", "softwar", "software "}) {
    test::expect_error(Errc::unknown_name, {"'" + name + "'", "allowed: software"},
                       [&] { find_provider(name); });
  }
}

// The variable is read once, so each value needs a process of its own: this test, run alone.
TEST(DefaultProvider, DISABLED_PrintsItsName) {
  try {
    std::cout << "default is " << default_provider().name() << std::endl;
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), Errc::unknown_name);
    std::cout << error.what() << std::endl;
  }
}

/// What the test above prints where `env`, the program, is given `arguments`.
std::string printed_with(const std::string& arguments) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command =
      "env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX " + arguments +
      " " HARTLS_TEST_EMULATOR " '" + self +
      "' --gtest_also_run_disabled_tests --gtest_filter=DefaultProvider.DISABLED_*";
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr)
    throw std::system_error(errno, std::generic_category(), command);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
    output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

TEST(DefaultProvider, IsSoftwareUnlessTheEnvironmentSays) {
  EXPECT_THAT(printed_with("-u HARTLS_PROVIDER"), HasSubstr("default is software"));
  EXPECT_THAT(printed_with("HARTLS_PROVIDER=software"), HasSubstr("default is software"));
}

TEST(DefaultProvider, UnknownNameInTheEnvironmentIsAnError) {
  EXPECT_THAT(printed_with("HARTLS_PROVIDER=sofware"),
              HasSubstr("HARTLS_PROVIDER 'sofware' given; allowed: software"));
  EXPECT_THAT(printed_with("HARTLS_PROVIDER="),
              HasSubstr("HARTLS_PROVIDER '' given; allowed: software"));
}

}  // namespace
}  // namespace hartls
