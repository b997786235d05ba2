// SPDX-License-Identifier: GPL-3.0-or-later
// Rows over TCP: against themselves, against peers that do everything wrong, and foreign ones.
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

#include "hartls/tls/stream.hpp"
#include "preamble.hpp"
#include "socket_address.hpp"
#include "socket_client.hpp"
#include "socket_run.hpp"
#include "socket_server.hpp"

namespace hartls::tls_bench {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using TlsStream = tls::Stream<tcp::socket>;

// Long enough for an emulated board.
constexpr milliseconds patience{60'000};
// Of steps that are to fail by it; every other step of those tests is done at once.
constexpr milliseconds short_patience{300};

const asio::ip::address loopback = asio::ip::make_address("127.0.0.1");

Row row_for(const std::string& suite, HandshakeKind kind = HandshakeKind::full,
            bool mutual = false) {
  Selection selection;
  selection.suites = {tls::cipher_suite_from_name(suite)};
  selection.handshake = kind;
  selection.mutual = mutual;
  return make_rows(selection).front();
}
Row tls1_3(HandshakeKind kind = HandshakeKind::full, bool mutual = false) {
  return row_for("TLS_AES_128_GCM_SHA256", kind, mutual);
}
Row tls1_2(HandshakeKind kind = HandshakeKind::full, bool mutual = false) {
  return row_for("ECDHE-ECDSA-AES128-GCM-SHA256", kind, mutual);
}

Work short_work() {
  Work work;
  work.seconds = 0.05;
  work.packet_bytes = 1000;
  work.total_bytes = 2500;
  work.timeout = patience;
  return work;
}
/// One connection that has all the time it needs for its bytes.
Work one_connection(std::size_t packet_bytes, std::uint64_t total_bytes) {
  Work work = short_work();
  work.packet_bytes = packet_bytes;
  work.total_bytes = total_bytes;
  work.seconds = 50;
  work.rate = 0.02;
  return work;
}

// ---- In one process ----

void expect_balanced(const Outcome& outcome) {
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.failed, 0U);
  ASSERT_TRUE(outcome.client && outcome.server);
  EXPECT_GE(outcome.client->connections, 1U);
  EXPECT_EQ(outcome.client->connections, outcome.server->connections);
  EXPECT_EQ(outcome.client->connections, outcome.connections.size());
  EXPECT_EQ(outcome.client->tx_bytes, outcome.client->rx_bytes);
  EXPECT_EQ(outcome.client->tx_bytes, outcome.server->rx_bytes);
  EXPECT_EQ(outcome.client->tx_bytes, outcome.server->tx_bytes);
  EXPECT_GT(outcome.interval_seconds, 0);
  EXPECT_GT(outcome.client->connect_seconds, 0);
  EXPECT_GT(outcome.server->connect_seconds, 0);
  EXPECT_GT(outcome.client_handshake_bytes, 0U);
  EXPECT_GT(outcome.server_handshake_bytes, 0U);
  EXPECT_GT(outcome.client_wire_bytes, outcome.client->tx_bytes);
  EXPECT_GT(outcome.server_wire_bytes, outcome.server->tx_bytes);
}

TEST(Loopback, OneConnectionCarriesExactlyItsBytes) {
  struct Size {
    std::size_t packet;
    std::uint64_t total;
  };
  for (const Size size : {Size{1000, 2500}, Size{1, 40}, Size{16384, 16384}, Size{16384, 50000},
                          Size{16384, 1}, Size{7, 7}}) {
    const Outcome outcome =
        run_loopback(tls1_3(), one_connection(size.packet, size.total), {}, loopback);
    expect_balanced(outcome);
    EXPECT_EQ(outcome.client->connections, 1U);
    EXPECT_EQ(outcome.client->tx_bytes, size.total);
  }
}

TEST(Loopback, TimesFollowOneAnother) {
  SocketOptions options;
  options.show_peer = true;
  const Outcome outcome = run_loopback(tls1_2(), one_connection(100, 200), options, loopback);
  expect_balanced(outcome);
  const ConnectionTimes& times = outcome.connections.at(0);
  EXPECT_GT(times.tcp_connect, 0);
  EXPECT_GT(times.handshake, 0);
  EXPECT_GE(times.first_byte, times.tcp_connect + times.handshake);
  EXPECT_GE(times.since_scheduled, times.first_byte);
  EXPECT_GE(outcome.interval_seconds, times.first_byte);
  EXPECT_GT(outcome.client->tx_seconds, 0);
  EXPECT_GT(outcome.client->rx_seconds, 0);
  ASSERT_TRUE(outcome.negotiated);
  EXPECT_EQ(outcome.negotiated->suite->openssl_name, "ECDHE-ECDSA-AES128-GCM-SHA256");
  EXPECT_EQ(outcome.certificate, "P-256");
  EXPECT_FALSE(outcome.chain.empty());
  EXPECT_EQ(outcome.peer_kind, "hartls");
}

TEST(Loopback, ClosedLoopCutsAtPackets) {
  Work work = short_work();
  work.packet_bytes = 100;
  work.total_bytes = 1'000'000'000'000;
  const Outcome outcome = run_loopback(tls1_3(), work, {}, loopback);
  expect_balanced(outcome);
  EXPECT_EQ(outcome.client->connections, 1U);
  EXPECT_GT(outcome.client->tx_bytes, 0U);
  EXPECT_EQ(outcome.client->tx_bytes % 100, 0U);
}

TEST(Loopback, PairsWorkOnThreads) {
  Work work = short_work();
  work.pairs = 2;
  const Outcome outcome = run_loopback(tls1_3(), work, {}, loopback);
  expect_balanced(outcome);
  EXPECT_GE(outcome.client->connections, 2U);
}

TEST(Loopback, HandshakesOnly) {
  Work work = short_work();
  work.total_bytes = 0;
  for (const Row& row : {tls1_2(), tls1_3(), tls1_3(HandshakeKind::ticket)}) {
    const Outcome outcome = run_loopback(row, work, {}, loopback);
    expect_balanced(outcome);
    EXPECT_EQ(outcome.client->tx_bytes, 0U);
  }
}

TEST(Loopback, TicketsResumeEveryCountedConnection) {
  for (const Row& row : {tls1_2(HandshakeKind::ticket), tls1_3(HandshakeKind::ticket)}) {
    const Outcome outcome = run_loopback(row, short_work(), {}, loopback);
    expect_balanced(outcome);
    EXPECT_EQ(outcome.resumed, outcome.client->connections);
    EXPECT_TRUE(outcome.negotiated->resumed);
  }
  const Outcome full = run_loopback(tls1_3(), short_work(), {}, loopback);
  EXPECT_EQ(full.resumed, 0U);
}

TEST(Loopback, PreSharedKeyAndMutualAuthentication) {
  expect_balanced(run_loopback(tls1_3(HandshakeKind::psk), short_work(), {}, loopback));
  expect_balanced(run_loopback(tls1_3(HandshakeKind::full, true), short_work(), {}, loopback));
  expect_balanced(run_loopback(tls1_2(HandshakeKind::full, true), short_work(), {}, loopback));
}

TEST(Loopback, WorksOverIpv6) {
  asio::io_context io;
  tcp::acceptor probe(io);
  boost::system::error_code error;
  probe.open(tcp::v6(), error);
  if (!error)
    probe.bind({asio::ip::address_v6::loopback(), 0}, error);
  if (error)
    GTEST_SKIP() << "this machine has no ::1";
  expect_balanced(run_loopback(tls1_3(), short_work(), {}, asio::ip::address_v6::loopback()));
}

TEST(Loopback, OpenLoopStartsWhatIsDue) {
  Work work = short_work();
  work.seconds = 0.2;
  work.rate = 200;
  const Outcome outcome = run_loopback(tls1_3(), work, {}, loopback);
  expect_balanced(outcome);
  EXPECT_EQ(outcome.connections.size(), 40U);
  for (const ConnectionTimes& times : outcome.connections)
    EXPECT_GE(times.since_scheduled, times.first_byte);
}

TEST(Loopback, TwoHundredConnectionsAtOnce) {
  Work work = short_work();
  work.seconds = 0.001;
  work.rate = 200'000;
  const Outcome outcome = run_loopback(tls1_3(HandshakeKind::psk), work, {}, loopback);
  expect_balanced(outcome);
  EXPECT_EQ(outcome.connections.size(), 200U);
}

TEST(Loopback, CertificateThatDoesNotFitTheHostIsOneSentence) {
  SocketOptions options;
  options.credentials.host = "board.example";
  for (const Row& row : {tls1_2(), tls1_3()}) {
    const Outcome outcome = run_loopback(row, short_work(), options, loopback);
    EXPECT_THAT(outcome.error,
                AllOf(HasSubstr("TLS handshake with 127.0.0.1:"), HasSubstr("board.example")));
    EXPECT_EQ(outcome.failed, 1U);
    EXPECT_EQ(outcome.client->connections, 0U);
  }
}

TEST(Loopback, GoodputCountsTheBytesOfOneWay) {
  for (const Exchange direction : {Exchange::upload, Exchange::download}) {
    Work work = short_work();
    work.packet_bytes = 16384;
    work.total_bytes = 100'001;
    work.seconds = 50;
    work.pairs = 2;
    const Goodput exact = goodput_loopback(tls1_3(), work, direction, {}, loopback);
    EXPECT_EQ(exact.bytes, 200'002U);
    EXPECT_GT(exact.seconds, 0);

    work.total_bytes = 0;
    work.seconds = 0.05;
    const Goodput cut = goodput_loopback(tls1_3(), work, direction, {}, loopback);
    EXPECT_GT(cut.bytes, 0U);
    EXPECT_EQ(cut.bytes % 16384, 0U);
    EXPECT_GT(cut.seconds, 0);
  }
}

// ---- A client against servers that are none ----

/// Serves connections one after another on a thread of its own, with blocking calls: each ends at
/// the latest when the other side has ended.
class FakeServer {
 public:
  explicit FakeServer(std::function<void(tcp::socket)> serve)
      : acceptor_(io_, {loopback, 0}), endpoint_(acceptor_.local_endpoint()) {
    thread_ = std::thread([this, serve = std::move(serve)] {
      for (;;) {
        boost::system::error_code error;
        tcp::socket socket(io_);
        acceptor_.accept(socket, error);
        if (error)
          return;
        try {
          socket.set_option(tcp::no_delay(true));
          serve(std::move(socket));
        } catch (const std::exception&) {
          // The other side is what is tested.
        }
      }
    });
  }
  ~FakeServer() {
    ::shutdown(acceptor_.native_handle(), SHUT_RDWR);
    thread_.join();
  }
  std::vector<tcp::endpoint> endpoints() const { return {endpoint_}; }
  std::string name() const { return to_string(endpoint_); }

 private:
  asio::io_context io_;
  tcp::acceptor acceptor_;
  tcp::endpoint endpoint_;
  std::thread thread_;
};

/// Until the peer is gone.
template <typename Readable>
void drain(Readable& readable) {
  std::array<std::uint8_t, 1000> buffer{};
  boost::system::error_code error;
  while (!error)
    readable.read_some(asio::buffer(buffer), error);
}

/// Serves after a handshake of `row`.
std::function<void(tcp::socket)> over_tls(const Row& row,
                                          const std::function<void(TlsStream&)>& serve) {
  const auto context =
      std::make_shared<tls::Context>(make_server_context(row, Credentials(), default_provider()));
  return [context, serve](tcp::socket socket) {
    TlsStream stream(std::move(socket), *context);
    stream.handshake();
    serve(stream);
  };
}

void accept_plan(TlsStream& stream) {
  PreambleBytes plan{};
  asio::read(stream, asio::buffer(plan));
  asio::write(stream, asio::buffer(encode(answer_to(plan))));
}

void echo_once(TlsStream& stream, std::size_t bytes) {
  std::vector<std::uint8_t> buffer(bytes);
  asio::read(stream, asio::buffer(buffer));
  asio::write(stream, asio::buffer(buffer));
}

void echo_until_closed(TlsStream& stream) {
  std::array<std::uint8_t, 300> buffer{};
  boost::system::error_code error;
  for (;;) {
    const std::size_t bytes = stream.read_some(asio::buffer(buffer), error);
    if (error)
      return;
    asio::write(stream, asio::buffer(buffer.data(), bytes));
  }
}

void reset(tcp::socket& socket) {
  socket.set_option(asio::socket_base::linger(true, 0));
  socket.close();
}

Outcome run_against(const FakeServer& server, milliseconds timeout = patience,
                    const Row& row = tls1_3()) {
  Work work = one_connection(1000, 2500);
  work.timeout = timeout;
  return run_client(row, work, {}, server.endpoints());
}

void expect_failure(const Outcome& outcome) {
  EXPECT_EQ(outcome.failed, 1U);
  ASSERT_TRUE(outcome.client);
  EXPECT_EQ(outcome.client->connections, 0U);
  EXPECT_FALSE(outcome.server);
  EXPECT_EQ(outcome.error.find('\n'), std::string::npos);
}

TEST(ClientAgainst, PortWhereNothingListens) {
  asio::io_context io;
  tcp::acceptor acceptor(io);
  acceptor.open(tcp::v4());
  acceptor.bind({loopback, 0});  // bound and not listening: nobody else gets the port
  const tcp::endpoint nobody = acceptor.local_endpoint();
  const Outcome outcome = run_client(tls1_3(), short_work(), {}, {nobody});
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("TCP connection to " + to_string(nobody)),
                                   HasSubstr("refused"), HasSubstr("no server listens")));
}

TEST(ClientAgainst, HostThatDoesNotAnswer) {
  // A queue that is full: what comes is dropped, as by a host that is not there.
  asio::io_context io;
  tcp::acceptor acceptor(io, {loopback, 0});
  acceptor.listen(0);
  tcp::socket first(io);
  first.connect(acceptor.local_endpoint());
  Work work = short_work();
  work.timeout = short_patience;
  const Outcome outcome = run_client(tls1_3(), work, {}, {acceptor.local_endpoint()});
  expect_failure(outcome);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("TCP connection to " + to_string(acceptor.local_endpoint())),
                    HasSubstr("nothing came within 300 ms")));
}

TEST(ClientAgainst, SecondAddressThatAnswers) {
  asio::io_context io;
  tcp::acceptor acceptor(io);
  acceptor.open(tcp::v4());
  acceptor.bind({loopback, 0});
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    for (const std::size_t bytes : {1000U, 1000U, 500U})
      echo_once(stream, bytes);
    stream.shutdown();
  }));
  const Outcome outcome = run_client(tls1_3(), one_connection(1000, 2500), {},
                                     {acceptor.local_endpoint(), server.endpoints().front()});
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.client->rx_bytes, 2500U);
}

TEST(ClientAgainst, ServerThatStaysSilent) {
  const FakeServer server([](tcp::socket socket) { drain(socket); });
  const Outcome outcome = run_against(server, short_patience);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("TLS handshake with " + server.name()),
                                   HasSubstr("nothing came within 300 ms"),
                                   HasSubstr("the server's part of the handshake")));
}

TEST(ClientAgainst, ServerThatIsSilentAfterTheHandshake) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) { drain(stream); }));
  const Outcome outcome = run_against(server, milliseconds(1000));
  expect_failure(outcome);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("agreeing on the exchange with " + server.name()),
                    HasSubstr("nothing came within 1000 ms"), HasSubstr("preamble")));
}

TEST(ClientAgainst, GarbageInsteadOfAHandshake) {
  const FakeServer server([](tcp::socket socket) {
    asio::write(socket, asio::buffer(std::string("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")));
    drain(socket);
  });
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, HasSubstr("TLS handshake with " + server.name()));
}

TEST(ClientAgainst, GarbageAfterTheHandshake) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    asio::write(stream.next_layer(), asio::buffer(std::string(100, 'x')));
    drain(stream.next_layer());
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, HasSubstr("exchange with " + server.name() + ", packet 1"));
}

TEST(ClientAgainst, ServerThatSpeaksAnotherProtocol) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    asio::write(stream, asio::buffer(std::string("HTTP/1.1 400 Bad Request\r\n\r\n")));
    drain(stream);
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, HasSubstr("neither hartls's preamble nor an echo"));
}

TEST(ClientAgainst, ServerThatEndsWithoutCloseNotify) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    echo_once(stream, 1000);
    std::array<std::uint8_t, 1000> second{};
    asio::read(stream, asio::buffer(second));
    stream.next_layer().shutdown(tcp::socket::shutdown_send);
    drain(stream.next_layer());
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("exchange with " + server.name() + ", packet 2"),
                    HasSubstr("without close_notify"), HasSubstr("expected: the packet's echo")));
}

TEST(ClientAgainst, ServerThatClosesTooEarlyInOrder) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    stream.close_notify();
    drain(stream);
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("packet 1"), HasSubstr("(close_notify)"), Not(HasSubstr("without"))));
}

TEST(ClientAgainst, ServerThatResetsTheConnection) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    echo_once(stream, 1000);
    std::array<std::uint8_t, 1000> second{};
    asio::read(stream, asio::buffer(second));
    reset(stream.next_layer());
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("exchange with " + server.name() + ", packet 2"),
                                   HasSubstr("dropped the connection")));
}

TEST(ClientAgainst, EchoOfOtherContent) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    echo_once(stream, 1000);
    std::vector<std::uint8_t> second(1000);
    asio::read(stream, asio::buffer(second));
    second.back() ^= 1U;
    asio::write(stream, asio::buffer(second));
    drain(stream);
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("packet 2"), HasSubstr("content")));
}

TEST(ClientAgainst, ServerOfAnotherVersion) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    PreambleBytes plan{};
    asio::read(stream, asio::buffer(plan));
    Preamble refusal;
    refusal.version = 9;
    refusal.kind = Preamble::Kind::refused;
    refusal.reason = Preamble::Reason::version;
    asio::write(stream, asio::buffer(encode(refusal)));
    stream.shutdown();
  }));
  const Outcome outcome = run_against(server);
  expect_failure(outcome);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("refused"), HasSubstr("version 1"), HasSubstr("version 9"),
                    HasSubstr("same hartls on both machines")));
}

TEST(ClientAgainst, ServerThatDoesNotAnswerCloseNotify) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    for (const std::size_t bytes : {1000U, 1000U, 500U})
      echo_once(stream, bytes);
    drain(stream.next_layer());
  }));
  const Outcome outcome = run_against(server, milliseconds(1000));
  expect_failure(outcome);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("closing the connection with " + server.name()),
                    HasSubstr("nothing came within 1000 ms"), HasSubstr("close_notify")));
}

TEST(ClientAgainst, ServerThatWantsAClientCertificate) {
  for (const Row& row : {tls1_2(), tls1_3()}) {
    Row mutual = row;
    mutual.mutual = true;
    const FakeServer server(over_tls(mutual, [](TlsStream& stream) { drain(stream); }));
    const Outcome outcome = run_against(server, patience, row);
    expect_failure(outcome);
    // In TLS 1.3 the client is done before the server has seen that there is none.
    EXPECT_THAT(outcome.error, HasSubstr("alert")) << row.label();
  }
}

TEST(ClientAgainst, ServerWithoutTicketsDoesNotResume) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    accept_plan(stream);
    stream.shutdown();
  }));
  const Outcome outcome = run_against(server, patience, tls1_3(HandshakeKind::ticket));
  EXPECT_EQ(outcome.client->connections, 0U);
  EXPECT_THAT(outcome.error, HasSubstr("ticket"));
}

TEST(ClientAgainst, PlainEchoServer) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    echo_until_closed(stream);
    // Ends like many do: without an answer to close_notify.
  }));
  const Outcome outcome = run_against(server);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.peer_kind, "plain echo");
  ASSERT_TRUE(outcome.client);
  EXPECT_EQ(outcome.client->connections, 1U);
  EXPECT_EQ(outcome.client->rx_bytes, 2500U);

  Work work = one_connection(1000, 2500);
  try {
    goodput_client(tls1_3(), work, Exchange::upload, {}, server.endpoints());
    FAIL() << "a plain echo server takes no upload";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("plain echo"));
  }
}

TEST(ClientAgainst, SlowServerDoesNotHoldTheScheduleUp) {
  const FakeServer server(over_tls(tls1_3(), [](TlsStream& stream) {
    std::this_thread::sleep_for(milliseconds(20));  // what a connection costs this server
    accept_plan(stream);
    echo_until_closed(stream);
    stream.shutdown();
  }));
  const Row row = tls1_3();
  Work work = short_work();
  work.seconds = 0.05;
  work.rate = 200;
  const tls::Context context = make_client_context(row, Credentials(), default_provider());
  ClientPlan plan{row, work, context, Exchange::echo, server.endpoints(), "localhost", 1};
  asio::io_context io;
  ClientRun run(io, plan, SteadyClock::now(), [] {});
  run.start();
  run_on_threads(io, 1);
  const Outcome outcome = run.take_outcome();
  EXPECT_EQ(outcome.error, "");
  ASSERT_EQ(outcome.connections.size(), 10U);
  // The tenth was due after 45 ms and had nine of at least 20 ms each before it, and its own.
  const ConnectionTimes& last = outcome.connections.back();
  EXPECT_GE(last.since_scheduled, 10 * 0.020 - 0.045);
  EXPECT_GE(last.since_scheduled, last.first_byte + 9 * 0.020 - 0.045);
}

// ---- A server against clients ----

/// A Server on a thread of its own, and what it tells.
class RunningServer {
 public:
  explicit RunningServer(ServerOptions options) : server_(with_callbacks(std::move(options))) {
    thread_ = std::thread([this] { server_.run(); });
  }
  ~RunningServer() { end(); }

  Server& operator*() { return server_; }
  tcp::endpoint endpoint() const { return server_.endpoint(); }

  void end() {
    if (!thread_.joinable())
      return;
    server_.stop();
    thread_.join();
  }
  /// Without a stop: it has its number of connections.
  void join() { thread_.join(); }

  std::string next_failure() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, patience, [&] { return !failures_.empty(); }))
      return "no failure was told";
    std::string text = failures_.front();
    failures_.erase(failures_.begin());
    return text;
  }
  bool wait_for_outcomes(std::size_t count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return outcomes_.size() >= count; });
  }
  std::vector<Outcome> outcomes() {
    const std::lock_guard lock(mutex_);
    return outcomes_;
  }

 private:
  ServerOptions with_callbacks(ServerOptions options) {
    options.address = loopback;
    options.port = 0;
    options.on_outcome = [this](const Outcome& outcome) {
      const std::lock_guard lock(mutex_);
      outcomes_.push_back(outcome);
      changed_.notify_all();
    };
    options.on_failure = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      failures_.push_back(text);
      changed_.notify_all();
    };
    return options;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Outcome> outcomes_;
  std::vector<std::string> failures_;
  Server server_;
  std::thread thread_;
};

ServerOptions options_for(const std::vector<Row>& rows, milliseconds timeout = patience) {
  ServerOptions options;
  options.rows = rows;
  options.timeout = timeout;
  return options;
}

/// A client of the test's own, with blocking calls.
class Client {
 public:
  Client(const tcp::endpoint& server, const Row& row)
      : context_(make_client_context(row, Credentials(), default_provider())),
        stream_(connect(server), context_) {
    stream_.engine().set_host("localhost");
    stream_.handshake();
  }
  TlsStream& operator*() { return stream_; }
  TlsStream* operator->() { return &stream_; }

  std::string echo(const std::string& text) {
    asio::write(stream_, asio::buffer(text));
    return read(text.size());
  }
  std::string read(std::size_t bytes) {
    std::string got(bytes, '\0');
    asio::read(stream_, asio::buffer(got));
    return got;
  }
  PreambleBytes agree(const PreambleBytes& plan) {
    asio::write(stream_, asio::buffer(plan));
    PreambleBytes answer{};
    asio::read(stream_, asio::buffer(answer));
    return answer;
  }

 private:
  tcp::socket connect(const tcp::endpoint& server) {
    tcp::socket socket(io_);
    socket.connect(server);
    socket.set_option(tcp::no_delay(true));
    return socket;
  }
  asio::io_context io_;
  tls::Context context_;
  TlsStream stream_;
};

PreambleBytes plan_of(Exchange exchange, std::uint32_t packet_bytes, std::uint64_t total_bytes) {
  Preamble plan;
  plan.exchange = exchange;
  plan.packet_bytes = packet_bytes;
  plan.total_bytes = total_bytes;
  return encode(plan);
}

std::string text_of(const PreambleBytes& bytes) {
  return {bytes.begin(), bytes.end()};
}

TEST(ServerWith, ForeignClientsEchoesEachByteAtOnce) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  EXPECT_EQ(client.echo("h"), "h");
  // Once it is an echo, not even the preamble is a command.
  const std::string preamble = text_of(plan_of(Exchange::download, 1000, 1'000'000));
  EXPECT_EQ(client.echo(preamble), preamble);
  EXPECT_EQ(client.echo(std::string(100'000, 'x')).size(), 100'000U);
  client->shutdown();
  server.end();
  EXPECT_EQ((*server).served(), 1U);
  EXPECT_EQ((*server).failed(), 0U);
  ASSERT_EQ(server.outcomes().size(), 1U);
  const Outcome outcome = server.outcomes().front();
  EXPECT_EQ(outcome.peer_kind, "plain echo");
  EXPECT_EQ(outcome.server->rx_bytes, 100'033U);
  EXPECT_EQ(outcome.server->tx_bytes, 100'033U);
  EXPECT_FALSE(outcome.client);
}

TEST(ServerWith, StartOfAPreambleAndNoMoreEchoesIt) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  const std::string start = text_of(plan_of(Exchange::echo, 1, 1)).substr(0, 5);
  asio::write(*client, asio::buffer(start));
  client->close_notify();
  EXPECT_EQ(client.read(5), start);
  boost::system::error_code error;
  client->shutdown(error);
  EXPECT_FALSE(error) << error.message();
  // A byte that does not fit brings all of them back.
  Client other(server.endpoint(), tls1_3());
  asio::write(*other, asio::buffer(start));
  asio::write(*other, asio::buffer(std::string("?")));
  EXPECT_EQ(other.read(6), start + "?");
  other->shutdown();
}

TEST(ServerWith, PayloadThatLooksLikeAPreambleIsPayload) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  const PreambleBytes plan = plan_of(Exchange::echo, 32, 96);
  EXPECT_TRUE(read_answer(plan, client.agree(plan)).accepted);
  const std::string text = text_of(plan);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(client.echo(text), text);
  client->shutdown();
  server.end();
  EXPECT_EQ((*server).served(), 1U);
  EXPECT_EQ(server.outcomes().at(0).server->rx_bytes, 96U);
}

TEST(ServerWith, PreambleOfAnotherVersionRefusesInWords) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  PreambleBytes plan = plan_of(Exchange::echo, 1, 1);
  plan[8] = 7;
  const Answer answer = read_answer(plan, client.agree(plan));
  EXPECT_THAT(answer.error, AllOf(HasSubstr("version 7"), HasSubstr("version 1")));
  client->shutdown();
  EXPECT_THAT(server.next_failure(), AllOf(HasSubstr("refused"), HasSubstr("version 7")));
}

TEST(ServerWith, MoreDataThanAgreedEndsTheConnectionOnly) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  client.agree(plan_of(Exchange::echo, 4, 4));
  EXPECT_EQ(client.echo("1234"), "1234");
  asio::write(*client, asio::buffer(std::string("5")));
  EXPECT_THAT(server.next_failure(), HasSubstr("not agreed"));
}

TEST(ServerWith, UploadCutByTheClientGetsItsReceipt) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  client.agree(plan_of(Exchange::upload, 10, 0xFFFFFFFFFFFFFFFF));
  asio::write(*client, asio::buffer(std::string(30, 'x')));
  client->close_notify();
  Receipt receipt{};
  asio::read(*client, asio::buffer(receipt));
  EXPECT_EQ(decode_receipt(receipt), 30U);
  client->shutdown();
}

TEST(ServerWith, BadClientsGoesOn) {
  const Row row = tls1_3();
  RunningServer server(options_for({row}, milliseconds(3000)));
  asio::io_context io;
  const auto connect = [&] {
    tcp::socket socket(io);
    socket.connect(server.endpoint());
    return socket;
  };
  {
    tcp::socket scan = connect();
    scan.close();
    EXPECT_THAT(server.next_failure(), HasSubstr("TLS handshake"));
  }
  {
    tcp::socket garbage = connect();
    asio::write(garbage, asio::buffer(std::string("GET / HTTP/1.0\r\n\r\n")));
    EXPECT_THAT(server.next_failure(), HasSubstr("TLS handshake with 127.0.0.1:"));
  }
  {
    Client dies(server.endpoint(), row);
    dies.agree(plan_of(Exchange::echo, 100, 1000));
    asio::write(*dies, asio::buffer(std::string(50, 'x')));
    dies->next_layer().close();
    EXPECT_THAT(server.next_failure(),
                AllOf(HasSubstr("packet 1"), HasSubstr("without close_notify")));
  }
  {
    Client resets(server.endpoint(), row);
    resets.agree(plan_of(Exchange::echo, 100, 1000));
    reset(resets->next_layer());
    EXPECT_THAT(server.next_failure(), HasSubstr("dropped the connection"));
  }
  {
    Client leaves(server.endpoint(), row);
    leaves.agree(plan_of(Exchange::echo, 100, 1000));
    asio::write(*leaves, asio::buffer(std::string(50, 'x')));
    leaves->close_notify();
    EXPECT_THAT(server.next_failure(), AllOf(HasSubstr("packet 1"), HasSubstr("(close_notify)")));
  }
  {
    Client garbles(server.endpoint(), row);
    asio::write(garbles->next_layer(), asio::buffer(std::string(100, 'x')));
    EXPECT_THAT(server.next_failure(), HasSubstr("agreeing on the exchange"));
  }
  EXPECT_EQ((*server).failed(), 6U);
  const Outcome good = run_client(row, one_connection(1000, 2500), {}, {server.endpoint()});
  EXPECT_EQ(good.error, "");
  server.end();
  EXPECT_EQ((*server).served(), 1U);
  ASSERT_EQ(server.outcomes().size(), 1U);
  EXPECT_EQ(server.outcomes().front().failed, 6U);
  EXPECT_EQ(server.outcomes().front().server->connections, 1U);
}

TEST(ServerWith, SilentClientsDropsThemInTime) {
  RunningServer server(options_for({tls1_3()}, short_patience));
  asio::io_context io;
  tcp::socket silent(io);
  silent.connect(server.endpoint());
  EXPECT_THAT(server.next_failure(),
              AllOf(HasSubstr("TLS handshake"), HasSubstr("nothing came within 300 ms"),
                    HasSubstr("the client's part")));
}

TEST(ServerWith, TicketsDoesNotCountTheFullHandshake) {
  const Row row = tls1_3(HandshakeKind::ticket);
  RunningServer server(options_for({row}));
  const Outcome client = run_client(row, short_work(), {}, {server.endpoint()});
  EXPECT_EQ(client.error, "");
  EXPECT_EQ(client.resumed, client.client->connections);
  server.end();
  ASSERT_EQ(server.outcomes().size(), 1U);
  const Outcome outcome = server.outcomes().front();
  EXPECT_EQ(outcome.server->connections, client.client->connections);
  EXPECT_EQ(outcome.resumed, client.client->connections);
  EXPECT_EQ(outcome.server->rx_bytes, client.client->tx_bytes);
}

TEST(ServerWith, SeveralRowsReportsEachOfThem) {
  const std::vector<Row> rows{tls1_2(), row_for("ECDHE-RSA-AES128-GCM-SHA256"), tls1_3()};
  ServerOptions options = options_for(rows);
  options.idle = milliseconds(50);
  options.threads = 2;
  RunningServer server(std::move(options));
  Work work = short_work();
  work.pairs = 2;
  std::vector<Outcome> clients;
  for (const Row& row : rows)
    clients.push_back(run_client(row, work, {}, {server.endpoint()}));
  ASSERT_TRUE(server.wait_for_outcomes(3)) << "idle clients are a run that has ended";
  server.end();
  const std::vector<Outcome> outcomes = server.outcomes();
  ASSERT_EQ(outcomes.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(clients[i].error, "");
    EXPECT_EQ(outcomes[i].row.suite, rows[i].suite);
    EXPECT_EQ(outcomes[i].server->connections, clients[i].client->connections);
    EXPECT_EQ(outcomes[i].server->tx_bytes, clients[i].client->rx_bytes);
    EXPECT_GT(outcomes[i].interval_seconds, 0);
  }
}

TEST(ServerWith, GoodputOfAClient) {
  RunningServer server(options_for({tls1_3()}));
  Work work = short_work();
  work.total_bytes = 0;
  work.packet_bytes = 16384;
  for (const Exchange direction : {Exchange::upload, Exchange::download}) {
    const Goodput goodput = goodput_client(tls1_3(), work, direction, {}, {server.endpoint()});
    EXPECT_GT(goodput.bytes, 0U);
    EXPECT_GT(goodput.seconds, 0);
  }
  server.end();
  EXPECT_EQ((*server).failed(), 0U);
}

TEST(ServerWith, ItsNumberOfConnectionsEnds) {
  ServerOptions options = options_for({tls1_3()});
  options.max_connections = 2;
  RunningServer server(std::move(options));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(run_client(tls1_3(), one_connection(10, 10), {}, {server.endpoint()}).error, "");
  server.join();
  EXPECT_EQ((*server).served(), 2U);
  ASSERT_EQ(server.outcomes().size(), 1U);
  EXPECT_EQ(server.outcomes().front().server->connections, 2U);
}

TEST(ServerWith, StopDropsItsClients) {
  RunningServer server(options_for({tls1_3()}));
  Client client(server.endpoint(), tls1_3());
  EXPECT_EQ(client.echo("x"), "x");
  server.end();
  std::array<char, 1> byte{};
  boost::system::error_code error;
  client->read_some(asio::buffer(byte), error);
  EXPECT_TRUE(error);
  EXPECT_NE(error, asio::error::eof) << "a stop is no orderly close";
  EXPECT_EQ(server.next_failure().find("the server was stopped"), 0U);
}

TEST(ServerWith, BusyPortNamesIt) {
  RunningServer first(options_for({tls1_3()}));
  ServerOptions options = options_for({tls1_3()});
  options.address = loopback;
  options.port = first.endpoint().port();
  try {
    Server second(std::move(options));
    FAIL() << "two servers on one port";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("127.0.0.1"), HasSubstr(std::to_string(first.endpoint().port())),
                      HasSubstr("choose another port")));
  }
}

TEST(ServerWith, StopBeforeRunEndsAtOnce) {
  ServerOptions options = options_for({tls1_3()});
  options.address = loopback;
  options.port = 0;
  Server server(std::move(options));
  server.stop();
  server.run();
  EXPECT_EQ(server.served(), 0U);
}

TEST(ServerWith, EveryAddressServesIpv4) {
  ServerOptions options = options_for({tls1_3()});
  options.port = 0;
  options.max_connections = 1;
  Server server(std::move(options));
  std::thread thread([&] { server.run(); });
  const tcp::endpoint endpoint(loopback, server.endpoint().port());
  const Outcome outcome = run_client(tls1_3(), one_connection(10, 10), {}, {endpoint});
  EXPECT_EQ(outcome.error, "");
  server.stop();
  thread.join();
}

// ---- Names ----

TEST(Resolve, NumericAddressesNeedNoResolver) {
  const auto one = [](const std::string& host) {
    const auto endpoints = resolve(host, 11111, milliseconds(0));
    EXPECT_EQ(endpoints.size(), 1U);
    return to_string(endpoints.front());
  };
  EXPECT_EQ(one("127.0.0.1"), "127.0.0.1:11111");
  EXPECT_EQ(one("::1"), "[::1]:11111");
  EXPECT_EQ(one("[::1]"), "[::1]:11111");
  const auto local = resolve("localhost", 1, milliseconds(0));
  ASSERT_EQ(local.size(), 2U);
  EXPECT_TRUE(local[0].address().is_loopback() && local[1].address().is_loopback());
}

TEST(Resolve, NamesThatAreNoneTellWhatToDo) {
  for (const std::string& host :
       {std::string(), std::string("[nonsense]"), std::string(300, 'a')}) {
    try {
      resolve(host, 11111, patience);
      FAIL() << host;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr("\"" + host + "\""), HasSubstr("give a numeric address")));
    }
  }
  EXPECT_THROW(resolve("127.0.0.1", 0, patience), std::runtime_error);
}

}  // namespace
}  // namespace hartls::tls_bench
