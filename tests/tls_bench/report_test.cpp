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
