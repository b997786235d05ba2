// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "memory_run.hpp"

namespace hartls::tls_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Outcome made_up() {
  Outcome outcome;
  Selection selection;
  selection.suites = {tls::cipher_suite_from_name("DHE-RSA-AES128-SHA")};
  outcome.row = make_rows(selection).front();
  outcome.client.emplace();
  outcome.server.emplace();
  // The first two lines of wolfSSL's table for the HiFive Unleashed; half of the bytes each way.
  outcome.server->connections = outcome.client->connections = 18;
  outcome.server->rx_bytes = outcome.server->tx_bytes = 278528;
  outcome.client->rx_bytes = outcome.client->tx_bytes = 278528;
  outcome.server->rx_seconds = 0.094722;
  outcome.server->tx_seconds = 0.034548;
  outcome.server->connect_seconds = 0.915005;
  outcome.client->rx_seconds = 0.113339;
  outcome.client->tx_seconds = 0.034464;
  outcome.client->connect_seconds = 0.896122;
  return outcome;
}

std::string written(bench::Format format, const Outcome& outcome, const ReportOptions& options) {
  std::ostringstream out;
  const auto report = make_report(format, out, options);
  report->begin({});
  report->add(outcome);
  report->end();
  return out.str();
}

TEST(TableReport, GivesTheSeedsFiguresFromTheSeedsTotals) {
  const std::string text = written(bench::Format::table, made_up(), {});
  EXPECT_THAT(text, ::testing::ContainsRegex(
                        "Server  DHE-RSA-AES128-SHA +557056 +18 +94.722 +34.548 +2.804 +7.689 "
                        "+915.005 +50.834\n"
                        "Client  DHE-RSA-AES128-SHA +557056 +18 +113.339 +34.464 +2.344 +7.707 "
                        "+896.122 +49.785\n"));
  EXPECT_THAT(text, HasSubstr("MiB/s"));
  EXPECT_THAT(text, Not(HasSubstr("MB/s")));
}

TEST(TableReport, CountsBeyond4GiB) {
  Outcome outcome = made_up();
  outcome.client->rx_bytes = (std::uint64_t{1} << 33U) + 5;
  outcome.client->tx_bytes = (std::uint64_t{1} << 33U) + 6;
  outcome.client->rx_seconds = 1024;
  const std::string text = written(bench::Format::table, outcome, {});
  EXPECT_THAT(text, HasSubstr(" 17179869195 "));
  EXPECT_THAT(text, HasSubstr(" 8.000 "));
}

TEST(TableReport, FailedRowKeepsItsPlaceAndTellsWhy) {
  Outcome outcome = made_up();
  outcome.error = "the server was unplugged";
  *outcome.client = *outcome.server = {};
  const std::string text = written(bench::Format::table, outcome, {});
  EXPECT_THAT(text, HasSubstr("DHE-RSA-AES128-SHA: failed: the server was unplugged"));
  EXPECT_THAT(text, Not(HasSubstr("\nServer")));
}

TEST(TableReport, OneSideAloneHasOneLine) {
  Outcome outcome = made_up();
  outcome.server.reset();
  EXPECT_THAT(written(bench::Format::table, outcome, {}), Not(HasSubstr("\nServer")));
}

TEST(CsvReport, HasOneLineASideWithAsManyFieldsAsNames) {
  Outcome outcome = made_up();
  outcome.error = "a \"quoted\", bad thing";
  std::istringstream lines(written(bench::Format::csv, outcome, {}));
  std::string names, server, client, rest;
  std::getline(lines, names);
  std::getline(lines, server);
  std::getline(lines, client);
  EXPECT_FALSE(std::getline(lines, rest));
  EXPECT_THAT(server, HasSubstr("\"a \"\"quoted\"\", bad thing\""));
  const auto fields = [](std::string text) {
    const std::size_t quote = text.find('"');
    text = text.substr(0, quote);
    return std::count(text.begin(), text.end(), ',');
  };
  EXPECT_EQ(fields(names), fields(server));
  EXPECT_EQ(fields(names), fields(client));
  EXPECT_TRUE(client.starts_with("Client,DHE-RSA-AES128-SHA,"));
}

/// 18 connections in which the client's part of the handshake takes 10 ms and the server's 20 ms.
Outcome modelled_outcome() {
  Outcome outcome = made_up();
  ConnectionTimes times;
  times.handshake = 0.04;
  times.client_seconds = times.client_cpu = 0.01;
  times.server_seconds = times.server_cpu = 0.02;
  times.client_counters = {14'000'000, 10'000'000, 16};
  times.server_counters = {28'000'000, 20'000'000, 0};
  outcome.connections.assign(18, times);
  return outcome;
}

ReportOptions modelled_options() {
  ReportOptions options;
  options.provider = "software";
  options.cycles = "cycles";
  options.counters = {"cycles", "instructions", "misaligned"};
  options.modelled_hertz = 1.4e9;
  return options;
}

TEST(TableReport, HasEachSidesCyclesUnderAModel) {
  const std::string text = written(bench::Format::table, modelled_outcome(), modelled_options());
  EXPECT_THAT(text, HasSubstr("Handshake Mcycles  Rx cycles/B  Tx cycles/B"));
  // 94.722 ms for 278528 bytes at 1.4 GHz are 476.11 cycles a byte.
  EXPECT_THAT(text, ::testing::ContainsRegex(
                        "Server  DHE-RSA-AES128-SHA +557056 +18 +28.000 +476.11 +173.65 +2.804 "
                        "+7.689 +20.000\n"
                        "Client  DHE-RSA-AES128-SHA +557056 +18 +14.000 +569.69 +173.23 +2.344 "
                        "+7.707 +10.000\n"));
  EXPECT_THAT(text, Not(HasSubstr("Connect Total ms")));
}

TEST(DetailReport, LeavesProcessorTimeOutUnderAModel) {
  ReportOptions options = modelled_options();
  options.detail = true;
  const std::string text = written(bench::Format::table, modelled_outcome(), options);
  EXPECT_THAT(text, HasSubstr("own part 10.00 ms, 14000000 cycles"));
  EXPECT_THAT(text, Not(HasSubstr("processor")));
}

TEST(CsvReport, HasEachSidesCyclesUnderAModel) {
  std::istringstream lines(written(bench::Format::csv, modelled_outcome(), modelled_options()));
  std::string names, server, client;
  std::getline(lines, names);
  std::getline(lines, server);
  std::getline(lines, client);
  EXPECT_THAT(names, HasSubstr(",handshake_cycles,rx_cycles_per_byte,tx_cycles_per_byte,"));
  EXPECT_THAT(server, HasSubstr(",28000000,476.113,173.653,"));
  EXPECT_THAT(client, HasSubstr(",14000000,569.690,173.231,"));
  EXPECT_EQ(std::count(names.begin(), names.end(), ','),
            std::count(client.begin(), client.end(), ','));
}

TEST(CsvReport, KeepsAClockWithCommasInOneField) {
  std::ostringstream out;
  const auto report = make_report(bench::Format::csv, out, modelled_options());
  bench::Context context;
  context.clock = "U54 model, 1400 MHz";
  report->begin(context);
  report->add(modelled_outcome());
  EXPECT_THAT(out.str(), HasSubstr(",\"U54 model, 1400 MHz\",false,\n"));
}

TEST(JsonReport, HasEverySidesCounters) {
  const auto json =
      nlohmann::json::parse(written(bench::Format::json, modelled_outcome(), modelled_options()));
  std::map<std::string, nlohmann::json> entries;
  for (const auto& entry : json["benchmarks"])
    entries[entry["name"].get<std::string>()] = entry;
  const std::string stem = "software/DHE-RSA-AES128-SHA/";
  const nlohmann::json& client = entries[stem + "handshake/client"];
  EXPECT_EQ(client.at("cycles"), 14'000'000);
  EXPECT_EQ(client.at("instructions"), 10'000'000);
  EXPECT_EQ(client.at("misaligned"), 16);
  EXPECT_EQ(client.at("cpu_time"), 1e7);
  EXPECT_EQ(entries[stem + "handshake/server"].at("cycles"), 28'000'000);
  EXPECT_NEAR(entries[stem + "echo/server"].at("rx_cycles_per_byte").get<double>(), 476.113, 0.001);
  EXPECT_NEAR(entries[stem + "echo/client"].at("tx_cycles_per_byte").get<double>(), 173.231, 0.001);
}

TEST(JsonReport, HasEverythingThatDetailHas) {
  MemoryOptions memory;
  memory.provider = &find_provider("software");
  memory.detail = true;
  Selection selection;
  selection.suites = {tls::cipher_suite_from_name("TLS_AES_128_GCM_SHA256")};
  Work work;
  work.seconds = 0.05;
  const Outcome outcome = run_memory(make_rows(selection).front(), work, memory);
  ReportOptions options;
  options.provider = "software";
  const auto json = nlohmann::json::parse(written(bench::Format::json, outcome, options));
  std::map<std::string, nlohmann::json> entries;
  for (const auto& entry : json["benchmarks"])
    entries[entry["name"].get<std::string>()] = entry;
  const std::string stem = "software/TLS_AES_128_GCM_SHA256/x25519/";
  for (const char* const operation :
       {"handshake", "handshake/client", "handshake/server", "echo/client", "echo/server",
        "seal/16", "open/16384", "seal/16384"}) {
    ASSERT_EQ(entries.count(stem + operation), 1U) << operation;
  }
  const nlohmann::json& handshake = entries[stem + "handshake"];
  for (const char* const key : {"p50", "p90", "p99", "histogram", "client_handshake_bytes",
                                "client_wire_bytes", "connections"}) {
    EXPECT_TRUE(handshake.contains(key)) << key;
  }
  EXPECT_EQ(handshake["cipher_suite"], "TLS_AES_128_GCM_SHA256");
  EXPECT_EQ(handshake["tls_version"], "TLS 1.3");
  EXPECT_EQ(handshake["group"], "x25519");
  EXPECT_EQ(handshake["certificate"], "P-256");
  EXPECT_EQ(handshake["resumed"], "false");
  EXPECT_EQ(handshake["connections"], outcome.client->connections);
  EXPECT_EQ(entries[stem + "echo/client"]["total_bytes"],
            outcome.client->rx_bytes + outcome.client->tx_bytes);
}

TEST(DetailReport, TellsPercentilesRecordsAndWhatWasNegotiated) {
  MemoryOptions memory;
  memory.provider = &find_provider("software");
  memory.detail = true;
  Selection selection;
  selection.suites = {tls::cipher_suite_from_name("ECDHE-RSA-AES128-GCM-SHA256")};
  Work work;
  work.seconds = 0.05;
  ReportOptions options;
  options.detail = true;
  options.show_peer = true;
  const std::string text = written(bench::Format::table,
                                   run_memory(make_rows(selection).front(), work, memory), options);
  for (const char* const part :
       {"TLS 1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, secp256r1, RSA-2048 certificate", "p50",
        "p99", "own part", "seal MiB/s", "16384", "upload", "download", "on the wire", "histogram",
        "RSA-2048 intermediate"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

}  // namespace
}  // namespace hartls::tls_bench
