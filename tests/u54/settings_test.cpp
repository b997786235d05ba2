// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace hartls::u54 {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Settings parse(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  return parse_settings(pointers);
}

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    parse(arguments);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(PluginSettings, HaveDefaults) {
  const Settings settings = parse({});
  EXPECT_EQ(settings.profile, Profile::pipelined);
  EXPECT_FALSE(settings.caches);
  EXPECT_FALSE(settings.stat);
  EXPECT_EQ(settings.annotate, "");
  EXPECT_EQ(settings.blocks, 10U);
  EXPECT_EQ(settings.constants[Constant::load], 2U);
}

TEST(PluginSettings, TakeEachArgument) {
  const Settings settings = parse({"profile=blocking", "caches=on", "stat=on", "annotate=a=b.txt",
                                   "blocks=10000", "load=7", "l2_hit=0"});
  EXPECT_EQ(settings.profile, Profile::blocking);
  EXPECT_TRUE(settings.caches);
  EXPECT_TRUE(settings.stat);
  EXPECT_EQ(settings.annotate, "a=b.txt");
  EXPECT_EQ(settings.blocks, 10'000U);
  EXPECT_EQ(settings.constants[Constant::load], 7U);
  EXPECT_EQ(settings.constants[Constant::l2_hit], 0U);
}

TEST(PluginSettings, LetTheLastOfOneNameCount) {
  const Settings settings =
      parse({"caches=on", "profile=blocking", "load=7", "caches=off", "profile=pipelined", "load=9",
             "annotate=x", "annotate=-", "blocks=1"});
  EXPECT_FALSE(settings.caches);
  EXPECT_EQ(settings.profile, Profile::pipelined);
  EXPECT_EQ(settings.constants[Constant::load], 9U);
  EXPECT_EQ(settings.annotate, "-");
  EXPECT_EQ(settings.blocks, 1U);
}

TEST(PluginSettings, NameWhatWasGivenAndWhatIsAllowed) {
  EXPECT_EQ(error_of({"caches"}), "argument: 'caches' given; allowed: NAME=VALUE");
  EXPECT_EQ(error_of({""}), "argument: '' given; allowed: NAME=VALUE");
  EXPECT_EQ(error_of({"profile=fast"}), "profile: 'fast' given; allowed: pipelined, blocking");
  EXPECT_EQ(error_of({"profile="}), "profile: '' given; allowed: pipelined, blocking");
  EXPECT_EQ(error_of({"caches=yes"}), "caches: 'yes' given; allowed: off, on");
  EXPECT_EQ(error_of({"stat=1"}), "stat: '1' given; allowed: off, on");
  EXPECT_EQ(error_of({"annotate="}),
            "annotate: '' given; allowed: a file name, or - for standard error");
  for (const std::string value : {"0", "10001", "-1", "", "ten", "5x", "99999999999999999999"})
    EXPECT_EQ(error_of({"blocks=" + value}), "blocks: '" + value + "' given; allowed: 1 to 10000");
}

TEST(PluginSettings, RefuseWrongConstants) {
  EXPECT_THAT(error_of({"Profile=blocking"}), StartsWith("no constant is called 'Profile'"));
  EXPECT_THAT(error_of({"=3"}), StartsWith("no constant is called ''"));
  EXPECT_EQ(error_of({"load=0"}), "load: '0' given; allowed: 1 to 10000");
  EXPECT_THAT(error_of({"l1d_ways=64", "l1d_bytes=1024"}), HasSubstr("l1d: 1024 bytes"));
}

TEST(PluginSettings, CheckTheConstantsTogetherWhateverTheirOrder) {
  EXPECT_EQ(parse({"l1d_bytes=256", "l1d_ways=4"}).constants[Constant::l1d_bytes], 256U);
  EXPECT_EQ(parse({"l1d_ways=4", "l1d_bytes=256"}).constants[Constant::l1d_bytes], 256U);
}

}  // namespace
}  // namespace hartls::u54
