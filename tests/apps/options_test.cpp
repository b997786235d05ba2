// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "client/options.hpp"
#include "server/options.hpp"

namespace hartls {
namespace {

using ::testing::HasSubstr;

template <typename Options>
using Parse = apps::CommandLine<Options> (*)(int, const char* const*);

template <typename Options>
apps::CommandLine<Options> with(Parse<Options> parse, std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return parse(static_cast<int>(arguments.size()), arguments.data());
}

apps::CommandLine<client::Options> client_with(std::vector<const char*> arguments) {
  return with<client::Options>(client::parse, std::move(arguments));
}
apps::CommandLine<server::Options> server_with(std::vector<const char*> arguments) {
  return with<server::Options>(server::parse, std::move(arguments));
}

TEST(ClientOptions, TakeAHostWithItsPortInEachSpelling) {
  const auto host = [](const char* text) {
    const auto line = client_with({"-h", text});
    EXPECT_TRUE(line.options) << text << ": " << line.errors;
    return line.options.value_or(client::Options{});
  };
  EXPECT_EQ(host("board").host, "board");
  EXPECT_EQ(host("board").port, 11111);
  EXPECT_EQ(host("board:443").port, 443);
  EXPECT_EQ(host("::1").host, "::1");
  EXPECT_EQ(host("[::1]:4433").host, "::1");
  EXPECT_EQ(host("[::1]:4433").port, 4433);
}

TEST(ClientOptions, ShortOnesAreThoseOfTheSeedsProgram) {
  const auto line = client_with({"-p", "4433", "-v", "4", "-l", "TLS13-AES128-GCM-SHA256", "-r",
                                 "-d", "-S", "name", "-g", "/x"});
  ASSERT_TRUE(line.options) << line.errors;
  EXPECT_EQ(line.options->port, 4433);
  EXPECT_TRUE(line.options->resume);
  EXPECT_TRUE(line.options->tls.no_verification);
  EXPECT_EQ(line.options->server_name, "name");
  EXPECT_EQ(line.options->get_path, "/x");
}

TEST(ServerOptions, ShortOnesAreThoseOfTheSeedsProgram) {
  const auto forever = server_with({"-p", "0", "-b", "-i", "-F"});
  ASSERT_TRUE(forever.options) << forever.errors;
  EXPECT_TRUE(forever.options->any_address);
  EXPECT_TRUE(forever.options->endless);
  EXPECT_TRUE(forever.options->require_client_certificate);
}

TEST(Versions, AreTakenInWolfsslsNumbersAndByName) {
  using tls::Version;
  for (const char* const text : {"3", "1.2"})
    EXPECT_EQ(apps::parse_versions(text), std::pair(Version::tls1_2, Version::tls1_2)) << text;
  for (const char* const text : {"4", "1.3"})
    EXPECT_EQ(apps::parse_versions(text), std::pair(Version::tls1_3, Version::tls1_3)) << text;
  EXPECT_EQ(apps::parse_versions("d"), std::pair(Version::tls1_2, Version::tls1_3));
  EXPECT_THROW(apps::parse_versions("2"), apps::UsageError);
}

TEST(PreSharedKeys, AreNeverRepeatedInAnError) {
  EXPECT_EQ(apps::parse_psk("me:00ff").identity, "me");
  for (const char* const text : {"me:0f0", "me:secretsecret", "0123456789abcdef"}) {
    try {
      apps::parse_psk(text);
      ADD_FAILURE() << text;
    } catch (const apps::UsageError& error) {
      EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("secret")));
      EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("0f0")));
    }
  }
}

struct Wrong {
  const char* name;
  std::vector<const char*> arguments;
  const char* told;
};

class WrongClientUse : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongClientUse, TellsWhatWasGiven) {
  const auto line = client_with(GetParam().arguments);
  EXPECT_FALSE(line.options);
  EXPECT_EQ(line.exit_code, apps::exit_usage);
  EXPECT_THAT(line.errors, HasSubstr(GetParam().told));
  EXPECT_EQ(line.output, "");
}

INSTANTIATE_TEST_SUITE_P(Apps, WrongClientUse,
                         ::testing::Values(Wrong{"Port", {"-p", "65536"}, "65536"},
                                           Wrong{"PortInHost", {"-h", "board:x"}, "x"},
                                           Wrong{"Timeout", {"--timeout", "0"}, "0"},
                                           Wrong{"NotANumber", {"--timeout", "nan"}, "nan"},
                                           Wrong{"Version", {"-v", "1.1"}, "1.1"},
                                           Wrong{"EmptyHost", {"-h", ""}, "empty"},
                                           Wrong{"Fragment", {"-F", "513"}, "513"},
                                           Wrong{"Unknown", {"--nope"}, "--nope"}),
                         [](const auto& test) { return std::string(test.param.name); });

class WrongServerUse : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongServerUse, TellsWhatWasGiven) {
  const auto line = server_with(GetParam().arguments);
  EXPECT_FALSE(line.options);
  EXPECT_EQ(line.exit_code, apps::exit_usage);
  EXPECT_THAT(line.errors, HasSubstr(GetParam().told));
}

INSTANTIATE_TEST_SUITE_P(Apps, WrongServerUse,
                         ::testing::Values(Wrong{"Port", {"-p", "-1"}, "-1"},
                                           Wrong{"Address", {"--bind", "board"}, "board"},
                                           Wrong{"Connections", {"-C", "0"}, "0"},
                                           Wrong{"TwoAddresses", {"-b", "--bind", "::1"}, "--bind"},
                                           Wrong{"Unknown", {"--nope"}, "--nope"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Help, IsNoError) {
  EXPECT_EQ(client_with({"-?"}).exit_code, apps::exit_good);
  EXPECT_THAT(client_with({"--help"}).output, HasSubstr("--get"));
  EXPECT_THAT(server_with({"--help"}).output, HasSubstr("--files"));
}

}  // namespace
}  // namespace hartls
