// SPDX-License-Identifier: GPL-3.0-or-later
// The program as people start it: two processes, and what becomes of one when the other dies.
#include <gmock/gmock.h>

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "child.hpp"

namespace hartls::tls_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tls::test::Child;
using tls::test::Finished;
using tls::test::program;
using tls::test::run;
using tls::test::run_until;
using tls::test::TemporaryFolder;
using tcp = boost::asio::ip::tcp;

constexpr const char* suite = "ECDHE-ECDSA-AES128-GCM-SHA256";

Finished bench(const std::vector<std::string>& arguments) {
  return run(program("tls_bench", arguments));
}

/// Port of a server that says on standard error that it listens; 0 where it does not.
std::uint16_t port_of(boost::asio::io_context& io, const Child& server) {
  const std::string before = "listening on ";
  std::uint16_t port = 0;
  run_until(io, [&] {
    const std::size_t at = server.errors().find(before);
    const std::size_t end = server.errors().find('\n', at);
    if (at == std::string::npos || end == std::string::npos)
      return server.ended();
    const std::string address = server.errors().substr(at, end - at);
    port = static_cast<std::uint16_t>(std::stoul(address.substr(address.rfind(':') + 1)));
    return true;
  });
  return port;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(Program, MemoryTableHasTheSeedsColumnsAndBothSides) {
  const Finished done = bench({"-m", "-t", "0.02", "-p", "8192", "-l", suite});
  EXPECT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_THAT(done.output, ::testing::ContainsRegex(
                               "Side +Cipher +Total Bytes +Num Conns +Rx ms +Tx ms +Rx MiB/s +Tx "
                               "MiB/s +Connect Total ms +Connect Avg ms"));
  EXPECT_EQ(count(done.output, std::string("\nServer  ") + suite), 1U);
  EXPECT_EQ(count(done.output, std::string("\nClient  ") + suite), 1U);
}

TEST(Program, ServerAndClientInTwoProcesses) {
  boost::asio::io_context io;
  Child server(io, program("tls_bench", {"-s", "-h", "127.0.0.1", "-P", "0", "-l",
                                         std::string(suite) + ":TLS_AES_128_GCM_SHA256"}));
  const std::uint16_t port = port_of(io, server);
  ASSERT_NE(port, 0) << server.transcript();
  const Finished client = bench({"-c", "-h", "127.0.0.1", "-P", std::to_string(port), "-t", "0.05",
                                 "-i", "-v", "-l", std::string(suite) + ":TLS_AES_128_GCM_SHA256"});
  EXPECT_EQ(client.exit_code, 0) << client.errors;
  EXPECT_EQ(count(client.output, "\nClient  "), 2U) << client.output;
  EXPECT_EQ(count(client.output, "\nServer  "), 0U);
  EXPECT_THAT(client.output, HasSubstr("O=hartls test only"));
  EXPECT_THAT(client.errors, HasSubstr("TLS 1.3, TLS_AES_128_GCM_SHA256, x25519, P-256"));
}

TEST(Program, ServerThatIsKilledEndsItsRowAndTheOthersStand) {
  boost::asio::io_context io;
  std::optional<Child> server(std::in_place, io,
                              program("tls_bench", {"-s", "-h", "127.0.0.1", "-P", "0", "-v"}));
  const std::uint16_t port = port_of(io, *server);
  ASSERT_NE(port, 0);
  Child client(
      io, program("tls_bench",
                  {"-c", "-h", "127.0.0.1", "-P", std::to_string(port), "-t", "0.5", "--timeout",
                   "5", "-S", "1G", "-l",
                   std::string(suite) + ":ECDHE-ECDSA-AES256-GCM-SHA384:TLS_AES_128_GCM_SHA256"}));
  // The first row is printed when it is done, and the next begins at once.
  ASSERT_TRUE(run_until(io, [&] {
    return client.output().find("\nClient  ") != std::string::npos;
  })) << client.transcript();
  server->kill();
  ASSERT_TRUE(run_until(io, [&] { return client.ended(); }));
  EXPECT_EQ(client.exit_code(), 1);
  EXPECT_EQ(count(client.output(), std::string("\nClient  ") + suite), 1U);
  EXPECT_THAT(client.output(), HasSubstr("TLS_AES_128_GCM_SHA256/x25519: failed: "));
  EXPECT_THAT(client.errors(), HasSubstr("127.0.0.1:" + std::to_string(port)));
}

TEST(Program, ClientThatIsKilledLeavesTheServerServing) {
  boost::asio::io_context io;
  Child server(io, program("tls_bench", {"-s", "-h", "127.0.0.1", "-P", "0"}));
  const std::uint16_t port = port_of(io, server);
  ASSERT_NE(port, 0);
  {
    Child client(io, program("tls_bench", {"-c", "-h", "127.0.0.1", "-P", std::to_string(port),
                                           "-t", "600", "-S", "1G", "-l", suite}));
    ASSERT_TRUE(
        run_until(io, [&] { return client.output().find("Connect Avg ms") != std::string::npos; }));
    client.kill();
  }
  const Finished next =
      bench({"-c", "-h", "127.0.0.1", "-P", std::to_string(port), "-t", "0.02", "-l", suite});
  EXPECT_EQ(next.exit_code, 0) << next.errors;
}

TEST(Program, RefusedPortIsAClearMessageWithoutDelay) {
  boost::asio::io_context io;
  tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  const std::uint16_t port = acceptor.local_endpoint().port();
  acceptor.close();
  const Finished done = bench({"-c", "-h", "127.0.0.1", "-P", std::to_string(port), "-t", "0.02"});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.errors, HasSubstr("127.0.0.1:" + std::to_string(port)));
  EXPECT_THAT(done.errors, HasSubstr("found no server"));
}

TEST(Program, BusyPortIsAClearMessage) {
  boost::asio::io_context io;
  tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
  const std::string port = std::to_string(acceptor.local_endpoint().port());
  const Finished done = bench({"-s", "-h", "127.0.0.1", "-P", port});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.errors, HasSubstr(port));
  EXPECT_EQ(done.output, "");
}

TEST(Program, FailedRowIsTheOnlyOneMissing) {
  // A server that has one of the two suites.
  boost::asio::io_context io;
  Child server(io, program("tls_bench", {"-s", "-h", "127.0.0.1", "-P", "0", "-l", suite}));
  const std::uint16_t port = port_of(io, server);
  ASSERT_NE(port, 0);
  const Finished done = bench({"-c", "-h", "127.0.0.1", "-P", std::to_string(port), "-t", "0.02",
                               "-l", std::string("ECDHE-ECDSA-AES256-GCM-SHA384:") + suite});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.errors, HasSubstr("ECDHE-ECDSA-AES256-GCM-SHA384: "));
  EXPECT_THAT(done.output, HasSubstr("ECDHE-ECDSA-AES256-GCM-SHA384: failed: "));
  EXPECT_EQ(count(done.output, std::string("\nClient  ") + suite), 1U);
}

TEST(Program, OutputFileHoldsJsonAndStandardOutputTheTable) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "result.json";
  const Finished done =
      bench({"-m", "-t", "0.05", "-l", suite, "--format", "json", "--output", file.string()});
  EXPECT_EQ(done.exit_code, 0) << done.errors;
  EXPECT_THAT(done.output, HasSubstr("Connect Avg ms"));
  std::ifstream stream(file);
  const auto json = nlohmann::json::parse(stream);
  bool has_heap = false;
  for (const auto& entry : json["benchmarks"])
    has_heap = has_heap || entry.contains("peak_heap_bytes");
  EXPECT_TRUE(has_heap);
}

TEST(Program, OutputFileThatCannotBeWrittenIsToldBeforeMeasuring) {
  const Finished done = bench({"-m", "-t", "600", "--output", "/nonexistent/folder/x.json"});
  EXPECT_NE(done.exit_code, 0);
  EXPECT_THAT(done.errors, HasSubstr("/nonexistent/folder/x.json"));
}

TEST(Program, UnknownHostTellsWhatToDo) {
  const Finished done = bench({"-c", "-h", "no-such-host.invalid", "--timeout", "5"});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.errors, HasSubstr("no-such-host.invalid"));
  EXPECT_EQ(done.output, "");
}

TEST(Program, ListsSuitesAndGroups) {
  const Finished suites = bench({"-e"});
  EXPECT_EQ(suites.exit_code, 0);
  EXPECT_THAT(suites.output, HasSubstr("ECDHE-RSA-CHACHA20-POLY1305-OLD"));
  EXPECT_THAT(bench({"--list-groups"}).output, HasSubstr("X25519MLKEM768"));
}

TEST(Program, TakesNoOtherClockWhereTheModelCannotBeHad) {
  const Finished done = bench({"-m", "--clock", "u54", "-l", suite});
  const bool emulated =
      std::string_view(HARTLS_TEST_EMULATOR).find("qemu") != std::string_view::npos;
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.errors,
              HasSubstr(emulated ? "without the model's plugin" : "--clock u54: this"));
  EXPECT_EQ(done.output, "");
}

TEST(Program, WrongUseIsStatusTwo) {
  EXPECT_EQ(bench({"-l", "nope"}).exit_code, 2);
  EXPECT_EQ(bench({"-m", "--cert-type", "ed25519", "-l", "DHE-RSA-AES128-SHA"}).exit_code, 2);
  EXPECT_EQ(bench({"-m", "--provider", "nope"}).exit_code, 2);
}

}  // namespace
}  // namespace hartls::tls_bench
