// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <vector>

namespace hartls::tls_bench {
namespace {

using ::testing::HasSubstr;

struct Parsed {
  std::variant<Options, bench::ExitCode> result;
  std::string out, err;

  const Options& options() const { return std::get<Options>(result); }
};

Parsed parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "tls_bench");
  std::ostringstream out, err;
  auto result =
      parse_options(static_cast<int>(arguments.size()), arguments.data(), "1.2.3", out, err);
  return {std::move(result), out.str(), err.str()};
}

TEST(Options, DefaultsAreThoseOfTheHelpText) {
  const Options options = parse({}).options();
  EXPECT_EQ(options.mode, Mode::loopback);
  EXPECT_EQ(options.port, 11112);
  EXPECT_EQ(options.work.packet_bytes, 16384U);
  EXPECT_EQ(options.work.total_bytes, 131072U);
  EXPECT_EQ(options.work.seconds, 1);
  EXPECT_EQ(options.work.pairs, 1U);
  EXPECT_EQ(options.work.timeout, std::chrono::seconds(10));
  EXPECT_FALSE(options.work.nagle);
}

TEST(Options, ShortOnesKeepTheMeaningOfWolfsslsTool) {
  const Options client =
      parse({"-c", "-h", "192.0.2.1", "-P", "4433", "-i", "-v", "-g", "-t", "2", "-p", "8192", "-S",
             "1M", "-T", "3", "-l", "DHE-RSA-AES128-SHA:TLS13-AES128-GCM-SHA256"})
          .options();
  EXPECT_EQ(client.mode, Mode::client);
  EXPECT_EQ(client.host, "192.0.2.1");
  EXPECT_EQ(client.port, 4433);
  EXPECT_TRUE(client.show_peer);
  EXPECT_TRUE(client.verbose);
  EXPECT_TRUE(client.selection.every_group);
  EXPECT_EQ(client.work.seconds, 2);
  EXPECT_EQ(client.work.packet_bytes, 8192U);
  EXPECT_EQ(client.work.total_bytes, std::uint64_t{1} << 20U);
  EXPECT_EQ(client.work.pairs, 3U);
  ASSERT_EQ(client.selection.suites.size(), 2U);
  EXPECT_EQ(client.selection.suites[1].name, "TLS_AES_128_GCM_SHA256");
  EXPECT_EQ(parse({"-s"}).options().mode, Mode::server);
  EXPECT_EQ(parse({"-m"}).options().mode, Mode::memory);
  EXPECT_TRUE(parse({"-e"}).options().list_suites);
  const Parsed help = parse({"-?"});
  EXPECT_EQ(std::get<bench::ExitCode>(help.result), bench::exit_good);
  EXPECT_THAT(help.out, HasSubstr("--packet"));
}

TEST(Options, LongNamesSayTheSame) {
  const Options options = parse({"--client",
                                 "--host",
                                 "::1",
                                 "--port",
                                 "1",
                                 "--suites",
                                 "AES128-SHA,AES256-SHA",
                                 "--time",
                                 "0.5",
                                 "--packet",
                                 "1",
                                 "--total",
                                 "0",
                                 "--threads",
                                 "2",
                                 "--timeout",
                                 "0.25",
                                 "--nagle",
                                 "--rate",
                                 "12.5",
                                 "--mutual",
                                 "--cert-type",
                                 "P-384",
                                 "--handshake",
                                 "ticket"})
                              .options();
  EXPECT_EQ(options.selection.suites.size(), 2U);
  EXPECT_EQ(options.work.packet_bytes, 1U);
  EXPECT_EQ(options.work.total_bytes, 0U);
  EXPECT_EQ(options.work.timeout, std::chrono::milliseconds(250));
  EXPECT_EQ(options.work.rate, 12.5);
  EXPECT_TRUE(options.work.nagle);
  EXPECT_TRUE(options.selection.mutual);
  EXPECT_EQ(options.selection.key_type, "p384");
  EXPECT_EQ(options.selection.handshake, HandshakeKind::ticket);
}

struct Wrong {
  const char* name;
  std::vector<const char*> arguments;
  std::vector<const char*> told;  ///< what was given, what is allowed
};

class WrongUse : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongUse, TellsWhatWasGivenAndWhatIsAllowed) {
  const Parsed parsed = parse(GetParam().arguments);
  ASSERT_TRUE(std::holds_alternative<bench::ExitCode>(parsed.result));
  EXPECT_EQ(std::get<bench::ExitCode>(parsed.result), bench::exit_usage);
  EXPECT_TRUE(parsed.out.empty()) << parsed.out;
  for (const char* const part : GetParam().told)
    EXPECT_THAT(parsed.err, HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    TlsBench, WrongUse,
    ::testing::Values(
        Wrong{"Suite", {"-l", "AES-1"}, {"AES-1", "TLS_AES_128_GCM_SHA256"}},
        Wrong{"EmptySuite", {"-l", "AES128-SHA::AES256-SHA"}, {"AES128-SHA::AES256-SHA"}},
        Wrong{"Group", {"--groups", "P-257"}, {"P-257", "secp256r1"}},
        Wrong{"CertificateType", {"--cert-type", "dsa"}, {"dsa", "rsa2048, rsa3072, p256"}},
        Wrong{"Handshake", {"--handshake", "half"}, {"half", "full, ticket, psk"}},
        Wrong{"NoTime", {"-t", "0"}, {"'0'", "0.01 to 3600"}},
        Wrong{"NotANumber", {"-t", "nan"}, {"nan", "0.01 to 3600"}},
        Wrong{"NegativeTime", {"-t", "-1"}, {"-1"}},
        Wrong{"EmptyPacket", {"-p", "0"}, {"'0'", "1 to 16384"}},
        Wrong{"LargePacket", {"-p", "16385"}, {"16385", "1 to 16384"}},
        Wrong{"PacketBeyond64Bits", {"-p", "18446744073709551617"}, {"18446744073709551617"}},
        Wrong{"TotalWithUnknownUnit", {"-S", "5X"}, {"5X"}},
        Wrong{"Threads", {"-T", "0"}, {"'0'", "1 to 1024"}},
        Wrong{"Port", {"-s", "-P", "65536"}, {"65536", "0 to 65535"}},
        Wrong{"ClientPortZero", {"-c", "-P", "0"}, {"0", "1 to 65535"}},
        Wrong{"TwoModes", {"-m", "-s"}, {"one of them"}},
        Wrong{"RateOverMemory", {"-m", "--rate", "5"}, {"--rate", "sockets"}},
        Wrong{"HostOverMemory", {"-m", "-h", "::1"}, {"--host", "sockets"}},
        Wrong{"Timeout", {"--timeout", "0"}, {"0.01 to 3600"}},
        Wrong{"ForeignHostWithoutClient", {"-h", "192.0.2.1"}, {"192.0.2.1", "-c"}},
        Wrong{"CertificateWithoutKey", {"--cert", "a.pem"}, {"--key"}},
        Wrong{"TwoCertificates",
              {"--cert", "a", "--key", "b", "--cert-type", "p256"},
              {"--cert-type"}},
        Wrong{"ModelOverLoopback", {"--clock", "u54"}, {"--clock", "needs -m"}},
        Wrong{"ModelOfAServer", {"--clock", "u54", "-s"}, {"--clock", "needs -m"}},
        Wrong{"ModelOfAClient", {"--clock", "u54", "-c"}, {"--clock", "needs -m"}},
        Wrong{"Clock", {"-m", "--clock", "sun"}, {"'sun'", "wall, u54"}},
        Wrong{"ClockRate", {"-m", "--clock", "u54", "--clock-mhz", "0"}, {"'0'", "1 to 10000"}},
        Wrong{"CachesWithoutModel", {"-m", "--caches", "on"}, {"--caches", "needs --clock u54"}},
        Wrong{"Format", {"--format", "xml"}, {"xml", "table, csv, json"}},
        Wrong{"EmptyOutput", {"--output", ""}, {"--output"}},
        Wrong{"Unknown", {"--nope"}, {"--nope"}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Options, ModelSendsOneRecordUnlessToldOtherwise) {
  const Options options =
      parse({"-m", "--clock", "u54", "--clock-mhz", "1000", "--profile", "blocking"}).options();
  EXPECT_EQ(options.clock.source, bench::ClockSource::u54);
  EXPECT_EQ(options.clock.mhz, 1000);
  EXPECT_TRUE(options.clock.profile);
  EXPECT_FALSE(options.clock.caches);
  EXPECT_EQ(options.work.total_bytes, 16384U);
  EXPECT_EQ(parse({"-m", "--clock", "u54", "-S", "64K"}).options().work.total_bytes, 65536U);
}

TEST(Options, ConnectionsAreAServersToCount) {
  EXPECT_EQ(parse({"-s", "--connections", "7"}).options().max_connections, 7U);
  EXPECT_THAT(parse({"-m", "--connections", "7"}).err, HasSubstr("server"));
}

}  // namespace
}  // namespace hartls::tls_bench
