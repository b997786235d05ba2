// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/engine.hpp"

#include <gmock/gmock.h>

#include "allocations.hpp"
#include "endpoints.hpp"

namespace hartls::tls::test {
namespace {

/// One of each kind of record protection.
constexpr std::array record_suites{"ECDHE-RSA-AES128-SHA",
                                   "ECDHE-ECDSA-AES256-SHA384",
                                   "DHE-RSA-CAMELLIA128-SHA256",
                                   "ECDHE-ECDSA-AES128-GCM-SHA256",
                                   "ECDHE-ECDSA-AES128-CCM8",
                                   "ECDHE-ECDSA-CHACHA20-POLY1305",
                                   "ECDHE-RSA-CHACHA20-POLY1305-OLD",
                                   "TLS_AES_256_GCM_SHA384",
                                   "TLS_CHACHA20_POLY1305_SHA256",
                                   "TLS_AES_128_CCM_SHA256"};

class Records : public ::testing::TestWithParam<const char*> {
 protected:
  Records() : pair(Contexts(cipher_suite_from_name(GetParam()))) {}
  void SetUp() override { ASSERT_NO_FATAL_FAILURE(pair.connect()); }

  Pair pair;
};

TEST_P(Records, OfEachSizeArrive) {
  for (const std::size_t size : {1U, 2U, 15U, 16U, 17U, 255U, 256U, 16383U, 16384U}) {
    const Bytes data = pattern(size);
    EXPECT_EQ(transfer(pair.client, pair.server, data), data) << size;
    EXPECT_EQ(transfer(pair.server, pair.client, data), data) << size;
  }
}

TEST_P(Records, HoldNoMoreThanTheProtocolAllows) {
  const Bytes data = pattern(16385);
  EXPECT_EQ(pair.client.write(data).bytes, 16384U);
  EXPECT_LE(pair.client.pending_output().size(), 5U + 16384U + 2048U);
}

TEST_P(Records, CanBeReadByteByByte) {
  const Bytes data = pattern(600);
  ASSERT_EQ(pair.client.write(data).bytes, data.size());
  carry(pair.client, pair.server);
  for (const std::uint8_t expected : data) {
    std::uint8_t byte = 0;
    ASSERT_EQ(pair.server.read({&byte, 1}).bytes, 1U);
    ASSERT_EQ(byte, expected);
  }
  std::uint8_t byte = 0;
  EXPECT_EQ(pair.server.read({&byte, 1}).step, Step::want_input);
}

TEST_P(Records, AllocateNothing) {
  const Bytes data = pattern(16384);
  Bytes got(16384);
  const auto round = [&](Engine& from, Engine& to, std::size_t size) {
    ASSERT_EQ(from.write(ByteView(data).first(size)).bytes, size);
    carry(from, to);
    std::size_t count = 0;
    while (count < size) {
      const Progress progress = to.read(ByteSpan(got).subspan(count));
      ASSERT_EQ(progress.step, Step::done);
      count += progress.bytes;
    }
  };
  // TLS 1.3: the server's ticket is taken by the client's first read.
  round(pair.server, pair.client, 1);
  round(pair.client, pair.server, 1);
  const std::size_t before = allocations();
  for (const std::size_t size : {1U, 1000U, 16384U}) {
    round(pair.client, pair.server, size);
    round(pair.server, pair.client, size);
  }
  EXPECT_EQ(allocations() - before, 0U);
}

TEST_P(Records, ChangedOnTheWayAreRefused) {
  const Bytes data = pattern(100);
  ASSERT_EQ(pair.client.write(data).bytes, data.size());
  Bytes record(pair.client.pending_output().begin(), pair.client.pending_output().end());
  record[record.size() / 2] ^= 1U;
  ASSERT_EQ(pair.server.feed(record), record.size());
  Bytes got(100, 0xEE);
  EXPECT_EQ(pair.server.read(got).step, Step::failed);
  EXPECT_EQ(got, Bytes(100, 0xEE));
  EXPECT_FALSE(pair.server.error_text().empty());
  // It stays so, and the peer is told.
  EXPECT_EQ(pair.server.read(got).step, Step::failed);
  EXPECT_EQ(pair.server.write(data).step, Step::failed);
  carry(pair.server, pair.client);
  EXPECT_EQ(pair.client.read(got).step, Step::failed);
  EXPECT_EQ(received_alert(pair.client.error()), 20) << pair.client.error_text();
}

TEST_P(Records, RepeatedOrOutOfOrderAreRefused) {
  ASSERT_EQ(pair.client.write(pattern(100)).bytes, 100U);
  const Bytes record(pair.client.pending_output().begin(), pair.client.pending_output().end());
  ASSERT_EQ(pair.server.feed(record), record.size());
  Bytes got(100);
  ASSERT_EQ(pair.server.read(got).step, Step::done);
  ASSERT_EQ(pair.server.feed(record), record.size());
  EXPECT_EQ(pair.server.read(got).step, Step::failed);
}

INSTANTIATE_TEST_SUITE_P(Tls, Records, ::testing::ValuesIn(record_suites),
                         [](const auto& test) { return test_name(test.param); });

class BothVersions : public ::testing::TestWithParam<Version> {
 protected:
  BothVersions() {
    contexts.client.set_versions(GetParam(), GetParam());
    pair = std::make_unique<Pair>(contexts);
  }
  void connect() { ASSERT_NO_FATAL_FAILURE(pair->connect()); }
  Step read_step(Engine& engine) {
    std::array<std::uint8_t, 64> buffer{};
    return engine.read(buffer).step;
  }

  Contexts contexts;
  std::unique_ptr<Pair> pair;
};

TEST_P(BothVersions, HalfCloseLeavesTheOtherDirectionOpen) {
  connect();
  ASSERT_EQ(pair->client.close(), Step::done);
  EXPECT_TRUE(pair->client.sent_close());
  carry(pair->client, pair->server);
  EXPECT_EQ(read_step(pair->server), Step::closed);
  EXPECT_EQ(read_step(pair->server), Step::closed);
  EXPECT_TRUE(pair->server.received_close());

  const Bytes data = pattern(30000);
  EXPECT_EQ(transfer(pair->server, pair->client, data), data);
  EXPECT_EQ(pair->server.shutdown(), Step::done);
  carry(pair->server, pair->client);
  EXPECT_EQ(read_step(pair->client), Step::closed);
  EXPECT_EQ(pair->client.shutdown(), Step::done);
}

TEST_P(BothVersions, WriteAfterCloseIsAnErrorAndSendsNothing) {
  connect();
  ASSERT_EQ(pair->client.close(), Step::done);
  const std::size_t pending = pair->client.pending_output().size();
  EXPECT_EQ(pair->client.write(pattern(10)).step, Step::failed);
  EXPECT_EQ(pair->client.error(), Error::write_after_close);
  EXPECT_EQ(pair->client.pending_output().size(), pending);
  EXPECT_EQ(pair->client.close(), Step::done);
  EXPECT_EQ(pair->client.pending_output().size(), pending);
}

TEST_P(BothVersions, EndWithoutCloseNotifyIsToldApart) {
  connect();
  pair->server.end_of_input();
  EXPECT_EQ(read_step(pair->server), Step::failed);
  EXPECT_EQ(pair->server.error(), Error::stream_truncated);

  ASSERT_EQ(pair->server.received_close(), false);
}

TEST_P(BothVersions, EndInsideARecordIsTruncation) {
  connect();
  ASSERT_EQ(pair->client.write(pattern(100)).bytes, 100U);
  const ByteView record = pair->client.pending_output();
  ASSERT_EQ(pair->server.feed(record.first(record.size() - 1)), record.size() - 1);
  pair->server.end_of_input();
  EXPECT_EQ(read_step(pair->server), Step::failed);
  EXPECT_EQ(pair->server.error(), Error::stream_truncated);
}

TEST_P(BothVersions, EndAfterCloseNotifyIsClean) {
  connect();
  ASSERT_EQ(pair->client.write(pattern(10)).bytes, 10U);
  ASSERT_EQ(pair->client.close(), Step::done);
  carry(pair->client, pair->server);
  pair->server.end_of_input();
  EXPECT_EQ(read_step(pair->server), Step::done);
  EXPECT_EQ(read_step(pair->server), Step::closed);
}

TEST_P(BothVersions, EndDuringTheHandshakeIsTruncation) {
  pair->client.handshake();
  pair->client.end_of_input();
  EXPECT_EQ(pair->client.handshake(), Step::failed);
  EXPECT_EQ(pair->client.error(), Error::stream_truncated);
  for (const std::size_t fed : {0U, 3U, 40U}) {
    Engine server(contexts.server);
    server.feed(pair->client.pending_output().first(fed));
    server.end_of_input();
    EXPECT_EQ(server.handshake(), Step::failed) << fed;
    EXPECT_EQ(server.error(), Error::stream_truncated) << fed << ": " << server.error_text();
  }
}

TEST_P(BothVersions, ShutdownWaitsForThePeersCloseNotifyAndDropsLateData) {
  connect();
  ASSERT_EQ(pair->server.write(pattern(5000)).bytes, 5000U);
  carry(pair->server, pair->client);
  EXPECT_EQ(pair->client.shutdown(), Step::want_input);
  carry(pair->client, pair->server);
  EXPECT_EQ(pair->server.shutdown(), Step::done);
  carry(pair->server, pair->client);
  EXPECT_EQ(pair->client.shutdown(), Step::done);
}

TEST_P(BothVersions, ShutdownDoesNotSwallowDataForEver) {
  connect();
  const Bytes data = pattern(16384);
  Step step = pair->client.shutdown();
  for (int record = 0; record < 100 && step == Step::want_input; ++record) {
    ASSERT_EQ(pair->server.write(data).step, Step::done);
    carry(pair->server, pair->client);
    step = pair->client.shutdown();
  }
  EXPECT_EQ(step, Step::failed);
  EXPECT_EQ(pair->client.error(), Error::too_much_late_data);
}

TEST_P(BothVersions, ReadAndWriteBeforeTheHandshakeDoNoHarm) {
  EXPECT_EQ(read_step(pair->client), Step::failed);
  EXPECT_EQ(pair->client.error(), Error::handshake_required);
  EXPECT_EQ(pair->server.write(pattern(1)).step, Step::failed);
  connect();
}

TEST_P(BothVersions, HandshakeByteByByte) {
  for (int round = 0; round < 20; ++round) {
    for (auto [from, to] :
         {std::pair(&pair->client, &pair->server), std::pair(&pair->server, &pair->client)}) {
      from->handshake();
      while (!from->pending_output().empty()) {
        ASSERT_EQ(to->feed(from->pending_output().first(1)), 1U);
        from->consume_output(1);
        ASSERT_NE(to->handshake(), Step::failed) << to->error_text();
      }
    }
    if (pair->client.handshake_done() && pair->server.handshake_done())
      return;
  }
  FAIL() << "not done";
}

TEST_P(BothVersions, HandshakeThroughFullOutputQueues) {
  // RSA chains and the smallest queues: flights and queue do not fit.
  Contexts big("rsa3072");
  big.client.set_versions(GetParam(), GetParam());
  Pair narrow(big, {18 * 1024, 17 * 1024 + 512});
  ASSERT_NO_FATAL_FAILURE(narrow.connect());
  const Bytes data = pattern(100000);
  EXPECT_EQ(transfer(narrow.server, narrow.client, data), data);
}

TEST_P(BothVersions, QueuesAreBounded) {
  connect();
  const Bytes data = pattern(16384);
  std::size_t records = 0;
  Progress progress = pair->client.write(data);
  while (progress.step == Step::done && records < 100) {
    ++records;
    progress = pair->client.write(data);
  }
  EXPECT_EQ(progress.step, Step::want_output);
  EXPECT_EQ(progress.bytes, 0U);
  EXPECT_LE(pair->client.pending_output().size(), EngineOptions().output_bytes);
  const Bytes flood(100000);
  EXPECT_LE(pair->server.feed(flood), EngineOptions().input_bytes);
  EXPECT_EQ(pair->server.feed(flood), 0U);
}

TEST_P(BothVersions, OutputStaysInPlaceWhileMoreIsAdded) {
  connect();
  ASSERT_EQ(pair->client.write(pattern(100)).bytes, 100U);
  const ByteView first = pair->client.pending_output();
  const Bytes copy(first.begin(), first.end());
  ASSERT_EQ(pair->client.write(pattern(200)).bytes, 200U);
  EXPECT_EQ(pair->client.pending_output().data(), first.data());
  EXPECT_TRUE(std::equal(copy.begin(), copy.end(), first.begin()));
}

TEST_P(BothVersions, EnginesCanBeMoved) {
  connect();
  Pair moved = std::move(*pair);
  const Bytes data = pattern(1000);
  EXPECT_EQ(transfer(moved.client, moved.server, data), data);
}

TEST_P(BothVersions, BytesAreCounted) {
  connect();
  EXPECT_EQ(pair->client.bytes_sent(), pair->server.bytes_received());
  EXPECT_EQ(pair->server.bytes_sent(), pair->client.bytes_received());
  const Bytes data = pattern(50000);
  transfer(pair->client, pair->server, data);
  EXPECT_EQ(pair->client.plaintext_sent(), data.size());
  EXPECT_EQ(pair->server.plaintext_received(), data.size());
  EXPECT_GT(pair->client.bytes_sent(), data.size());
  EXPECT_EQ(pair->client.bytes_sent(), pair->server.bytes_received());
}

TEST_P(BothVersions, ReadableTellsTheRestOfTheRecord) {
  connect();
  ASSERT_EQ(pair->client.write(pattern(100)).bytes, 100U);
  carry(pair->client, pair->server);
  Bytes got(30);
  ASSERT_EQ(pair->server.read(got).bytes, 30U);
  EXPECT_EQ(pair->server.readable(), 70U);
}

TEST_P(BothVersions, EmptyReadAndWriteAreDoneAtOnce) {
  connect();
  EXPECT_EQ(pair->client.write({}).step, Step::done);
  EXPECT_TRUE(pair->client.pending_output().empty());
  EXPECT_EQ(pair->client.read({}).step, Step::done);
}

INSTANTIATE_TEST_SUITE_P(Tls, BothVersions, ::testing::Values(Version::tls1_2, Version::tls1_3),
                         [](const auto& test) { return test_name(to_string(test.param)); });

class Garbage : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(Garbage, InsteadOfAHandshakeIsAnError) {
  const Contexts contexts;
  Engine client(contexts.client);
  client.handshake();
  Engine server(contexts.server);
  for (Engine* engine : {&client, &server}) {
    Step step = Step::want_input;
    for (std::uint32_t piece = 0; piece < 20 && step == Step::want_input; ++piece) {
      const Bytes noise = pattern(3000, GetParam() * 100 + piece);
      engine->feed(noise);
      step = engine->handshake();
    }
    if (step != Step::failed) {  // a long length, of which there is not enough
      engine->end_of_input();
      step = engine->handshake();
    }
    EXPECT_EQ(step, Step::failed);
    EXPECT_FALSE(engine->error_text().empty());
  }
}

TEST_P(Garbage, WithAPlausibleHeaderIsAnErrorToo) {
  const Contexts contexts;
  for (const std::uint8_t type : std::initializer_list<std::uint8_t>{20, 21, 22, 23}) {
    Bytes noise = pattern(2000, GetParam());
    const std::array<std::uint8_t, 9> header{type, 3, 3, 2, 0, 1, 0, 1, 252};
    std::copy(header.begin(), header.end(), noise.begin());
    Engine client(contexts.client);
    client.handshake();
    Engine server(contexts.server);
    for (Engine* engine : {&client, &server}) {
      engine->feed(noise);
      engine->end_of_input();
      EXPECT_EQ(engine->handshake(), Step::failed) << int{type};
    }
  }
}

TEST_P(Garbage, InTheMiddleOfAConnectionIsAnError) {
  Pair pair{Contexts()};
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  std::array<std::uint8_t, 64> buffer{};
  pair.server.feed(pattern(4000, GetParam()));
  Step step = pair.server.read(buffer).step;
  if (step == Step::want_input) {
    pair.server.end_of_input();
    step = pair.server.read(buffer).step;
  }
  EXPECT_EQ(step, Step::failed);
}

INSTANTIATE_TEST_SUITE_P(Tls, Garbage, ::testing::Range(1U, 21U));

TEST(Garbage, ChangedHandshakeBytesNeverHang) {
  const Contexts contexts;
  Pair intact(contexts);
  intact.client.handshake();
  const Bytes hello(intact.client.pending_output().begin(), intact.client.pending_output().end());
  for (std::size_t position = 0; position < hello.size(); ++position) {
    Bytes changed = hello;
    changed[position] ^= 0x55U;
    Engine server(contexts.server);
    server.feed(changed);
    server.handshake();
    server.end_of_input();
    const Step step = server.handshake();
    EXPECT_TRUE(step == Step::failed || step == Step::want_output) << position;
  }
}

TEST(ClientHello, LargerThanTheQueueIsNotWaitedFor) {
  const Contexts contexts;
  Engine server(contexts.server);
  // The start of a handshake message of 60000 bytes in records of 16000.
  Bytes flood;
  for (int record = 0; record < 2; ++record) {
    const std::array<std::uint8_t, 5> header{22, 3, 1, 0x3E, 0x80};
    flood.insert(flood.end(), header.begin(), header.end());
    flood.resize(flood.size() + 16000, 0);
    if (record == 0) {
      const std::array<std::uint8_t, 4> message{1, 0, 0xEA, 0x60};
      std::copy(message.begin(), message.end(), flood.begin() + 5);
    }
  }
  const std::size_t taken = server.feed(flood);
  ASSERT_LT(taken, flood.size());
  server.handshake();
  EXPECT_LT(server.buffered_input(), taken);
}

}  // namespace
}  // namespace hartls::tls::test
