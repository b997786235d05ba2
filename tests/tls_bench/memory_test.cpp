// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_run.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>

#include "memory_pair.hpp"

namespace hartls::tls_bench {
namespace {

using ::testing::HasSubstr;

MemoryOptions with_software() {
  MemoryOptions options;
  options.provider = &find_provider("software");
  return options;
}

Row row_of(const char* suite, HandshakeKind kind = HandshakeKind::full) {
  Selection selection;
  selection.suites = {tls::cipher_suite_from_name(suite)};
  selection.handshake = kind;
  return make_rows(selection).front();
}

Work quick() {
  Work work;
  work.seconds = 0.02;
  work.packet_bytes = 1000;
  work.total_bytes = 2500;
  return work;
}

class EveryRow : public ::testing::TestWithParam<Row> {};

TEST_P(EveryRow, IsMeasuredOnBothSides) {
  const Outcome outcome = run_memory(GetParam(), quick(), with_software());
  EXPECT_EQ(outcome.error, "");
  ASSERT_TRUE(outcome.client && outcome.server);
  EXPECT_GE(outcome.client->connections, 1U);
  EXPECT_EQ(outcome.client->connections, outcome.server->connections);
  EXPECT_EQ(outcome.client->connections, outcome.connections.size());
  EXPECT_EQ(outcome.client->tx_bytes, outcome.server->rx_bytes);
  EXPECT_EQ(outcome.client->rx_bytes, outcome.server->tx_bytes);
  EXPECT_GT(outcome.client->connect_seconds, 0);
  ASSERT_TRUE(outcome.negotiated);
  EXPECT_EQ(outcome.negotiated->suite->name, GetParam().suite.name);
  for (const ConnectionTimes& times : outcome.connections) {
    EXPECT_GT(times.client_seconds, 0);
    EXPECT_GT(times.server_seconds, 0);
    EXPECT_LE(times.client_seconds + times.server_seconds, times.handshake);
  }
}

INSTANTIATE_TEST_SUITE_P(TlsBench, EveryRow, ::testing::ValuesIn(make_rows({})),
                         [](const auto& test) {
                           std::string name = test.param.label();
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return c == '-' || c == '/'; }, '_');
                           return name;
                         });

TEST(MemoryRun, ResumesEveryMeasuredConnectionByTicket) {
  for (const char* const suite : {"ECDHE-RSA-AES128-GCM-SHA256", "TLS_AES_128_GCM_SHA256"}) {
    const Outcome outcome =
        run_memory(row_of(suite, HandshakeKind::ticket), quick(), with_software());
    EXPECT_EQ(outcome.error, "") << suite;
    EXPECT_EQ(outcome.resumed, outcome.client->connections) << suite;
    EXPECT_TRUE(outcome.negotiated->resumed) << suite;
    EXPECT_EQ(outcome.certificate, suite[0] == 'T' ? "P-256" : "RSA-2048");  // of the first one
  }
}

TEST(MemoryRun, FullHandshakesResumeNothing) {
  const Outcome outcome = run_memory(row_of("TLS_AES_128_GCM_SHA256"), quick(), with_software());
  EXPECT_EQ(outcome.resumed, 0U);
}

TEST(MemoryRun, PreSharedKeysNeedNoCertificate) {
  const Outcome outcome =
      run_memory(row_of("TLS_AES_128_GCM_SHA256", HandshakeKind::psk), quick(), with_software());
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.chain.empty());
  EXPECT_FALSE(outcome.negotiated->peer_certificate);
}

TEST(MemoryRun, MutualRowsProveTheClient) {
  Row row = row_of("ECDHE-ECDSA-AES128-GCM-SHA256");
  row.mutual = true;
  EXPECT_EQ(run_memory(row, quick(), with_software()).error, "");
}

TEST(MemoryRun, SeveralPairsAddUpOverOneInterval) {
  Work work = quick();
  work.pairs = 3;
  work.seconds = 0.1;
  const Outcome outcome = run_memory(row_of("TLS_AES_128_GCM_SHA256"), work, with_software());
  EXPECT_EQ(outcome.error, "");
  EXPECT_GE(outcome.client->connections, 3U);
  ASSERT_EQ(outcome.scaling.size(), 2U);
  EXPECT_EQ(outcome.scaling[0].pairs, 1U);
  EXPECT_EQ(outcome.scaling[1].pairs, 3U);
  EXPECT_NEAR(outcome.scaling[1].handshakes_per_second * outcome.interval_seconds,
              static_cast<double>(outcome.client->connections), 1e-6);
}

TEST(MemoryRun, DetailHasEachRecordSizeSealedAndOpened) {
  MemoryOptions options = with_software();
  options.detail = true;
  const Outcome outcome = run_memory(row_of("TLS_AES_128_GCM_SHA256"), quick(), options);
  EXPECT_EQ(outcome.error, "");
  ASSERT_EQ(outcome.records.size() % 2, 0U);
  ASSERT_FALSE(outcome.records.empty());
  for (std::size_t index = 0; index < outcome.records.size(); ++index) {
    const RecordSpeed& speed = outcome.records[index];
    EXPECT_EQ(speed.seal, index % 2 == 0);
    // RFC 8446 section 5.2: 5 bytes of header, 1 of the type, 16 of the tag.
    EXPECT_EQ(speed.wire_bytes, speed.record_bytes + 22);
    EXPECT_FALSE(speed.seconds.empty());
  }
  EXPECT_EQ(outcome.records.back().record_bytes, 16384U);
  ASSERT_EQ(outcome.goodput.size(), 2U);
  for (const Goodput& goodput : outcome.goodput)
    EXPECT_GT(goodput.bytes, 0U);
}

TEST(MemoryRun, NoDataMeansHandshakesAlone) {
  Work work = quick();
  work.total_bytes = 0;
  const Outcome outcome = run_memory(row_of("TLS_AES_128_GCM_SHA256"), work, with_software());
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.client->tx_bytes + outcome.client->rx_bytes, 0U);
}

/// A tick for each reading: time as a model of another machine tells it.
class ReadingClock final : public bench::Clock {
 public:
  std::string_view name() const noexcept override { return "readings"; }
  std::uint64_t now_ticks() noexcept override { return ++ticks_; }
  double seconds_per_tick() const noexcept override { return 1; }
  bool deterministic() const noexcept override { return true; }

 private:
  std::uint64_t ticks_ = 0;
};

TEST(MemoryRun, ModelledClockTakesTheWallClocksPlaceAndRepeatsItself) {
  MemoryOptions options = with_software();
  options.detail = true;
  options.open = [] {
    bench::Instruments instruments;
    instruments.clock = std::make_unique<ReadingClock>();
    return instruments;
  };
  const Row row = row_of("ECDHE-ECDSA-AES128-GCM-SHA256");
  const Outcome first = run_memory(row, quick(), options);
  const Outcome second = run_memory(row, quick(), options);
  EXPECT_EQ(first.error, "");
  EXPECT_EQ(first.client->connections, 3U);
  EXPECT_EQ(first.client->tx_bytes, 3 * 2500U);
  EXPECT_EQ(first.client->tx_seconds, second.client->tx_seconds);
  EXPECT_EQ(first.connections[0].client_seconds, second.connections[0].client_seconds);
  EXPECT_EQ(first.connections[0].client_seconds, first.connections[2].client_seconds);
}

/// What the clocks below were told, by all threads' together.
struct Told {
  std::atomic<int> begun{0}, ended{0}, readings_while_measuring{0};
};

/// As ReadingClock; begins anywhere, as another thread's model does.
class ToldClock final : public bench::Clock {
 public:
  ToldClock(Told& told, std::uint64_t first) : told_(told), ticks_(first) {}
  std::string_view name() const noexcept override { return "readings"; }
  std::uint64_t now_ticks() noexcept override {
    told_.readings_while_measuring += measuring_ ? 1 : 0;
    return ++ticks_;
  }
  double seconds_per_tick() const noexcept override { return 1; }
  bool deterministic() const noexcept override { return true; }
  void measuring(bool on) noexcept override {
    EXPECT_NE(on, measuring_);
    measuring_ = on;
    ++(on ? told_.begun : told_.ended);
  }

 private:
  Told& told_;
  std::uint64_t ticks_;
  bool measuring_ = false;
};

TEST(MemoryRun, TellsTheModelWhatIsMeasured) {
  Told told;
  MemoryOptions options = with_software();
  options.open = [&told] {
    bench::Instruments instruments;
    instruments.clock = std::make_unique<ToldClock>(told, 0);
    return instruments;
  };
  const Row row = row_of("ECDHE-ECDSA-AES128-GCM-SHA256");
  Work handshakes = quick();
  handshakes.total_bytes = 0;
  EXPECT_EQ(run_memory(row, handshakes, options).error, "");
  const int of_handshakes = told.begun;
  EXPECT_EQ(of_handshakes % 3, 0) << "the connection that warms up is left out";
  EXPECT_GT(of_handshakes, 0);
  // The clock is read once the model knows, and before it is told that work is over.
  EXPECT_EQ(told.readings_while_measuring, 2 * told.begun);
  EXPECT_EQ(run_memory(row, quick(), options).error, "");
  EXPECT_GT(told.begun, 2 * of_handshakes) << "records are measured too";
  const int without_detail = told.begun;
  options.detail = true;
  EXPECT_EQ(run_memory(row, quick(), options).error, "");
  EXPECT_GT(told.begun, 2 * without_detail - of_handshakes);
  EXPECT_EQ(told.begun, told.ended);
}

TEST(MemoryRun, PairsUnderAModelHaveEachTheirOwnTime) {
  Told told;
  std::atomic<std::uint64_t> opened{0};
  MemoryOptions options = with_software();
  options.open = [&] {
    bench::Instruments instruments;
    instruments.clock = std::make_unique<ToldClock>(told, 1'000'000 * opened++);
    return instruments;
  };
  Work work = quick();
  const Row row = row_of("ECDHE-ECDSA-AES128-GCM-SHA256");
  const Outcome one = run_memory(row, work, options);
  work.pairs = 4;
  const Outcome four = run_memory(row, work, options);
  EXPECT_EQ(four.error, "");
  EXPECT_EQ(four.client->connections, 12U);
  EXPECT_EQ(four.interval_seconds, one.interval_seconds);
  ASSERT_EQ(four.scaling.size(), 2U);
  EXPECT_DOUBLE_EQ(four.scaling[1].handshakes_per_second,
                   4 * four.scaling[0].handshakes_per_second);
}

TEST(MemoryRun, CertificateOfTheUserThatDoesNotFitIsTold) {
  MemoryOptions options = with_software();
  options.credentials.chain = std::string(HARTLS_TEST_SOURCE_DIR) + "/certs/p256-server-chain.pem";
  options.credentials.private_key =
      std::string(HARTLS_TEST_SOURCE_DIR) + "/certs/p256-server-key.pem";
  options.credentials.roots = std::string(HARTLS_TEST_SOURCE_DIR) + "/certs/p256-root.pem";
  Row row = row_of("ECDHE-RSA-AES128-GCM-SHA256");
  row.key_type = {};
  const Outcome misfit = run_memory(row, quick(), options);
  EXPECT_THAT(misfit.error, HasSubstr("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"));
  EXPECT_THAT(misfit.error, HasSubstr("P-256"));
  row = row_of("ECDHE-ECDSA-AES128-GCM-SHA256");
  row.key_type = {};
  EXPECT_EQ(run_memory(row, quick(), options).error, "");
  options.credentials.host = "example.org";
  EXPECT_THAT(run_memory(row, quick(), options).error, HasSubstr("example.org"));
  options.credentials.verify = false;
  EXPECT_EQ(run_memory(row, quick(), options).error, "");
}

TEST(CheckNegotiated, NamesWhatWasAskedAndWhatCame) {
  const Row row = row_of("TLS_AES_128_GCM_SHA256");
  const MemoryContexts contexts(row, {}, find_provider("software"));
  bench::Instruments instruments = bench::wall_instruments();
  MemoryPair pair(contexts, instruments);
  pair.handshake({});
  const auto complaint = [&](const Row& asked, bool resumed) -> std::string {
    try {
      check_negotiated(asked, pair.client(), resumed);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint(row, false), "");
  EXPECT_THAT(complaint(row, true), HasSubstr("resumption"));
  EXPECT_THAT(complaint(row_of("ECDHE-ECDSA-AES128-SHA"), false), HasSubstr("TLS 1.2"));
  EXPECT_THAT(complaint(row_of("TLS_AES_256_GCM_SHA384"), false),
              HasSubstr("TLS_AES_256_GCM_SHA384"));
  Row other = row;
  other.group = tls::tls_group_from_name("P-256");
  EXPECT_THAT(complaint(other, false), HasSubstr("secp256r1"));
  other = row;
  other.key_type = "rsa2048";
  EXPECT_THAT(complaint(other, false), HasSubstr("RSA-2048"));
}

}  // namespace
}  // namespace hartls::tls_bench
