// SPDX-License-Identifier: GPL-3.0-or-later
// Many connections, long ones, and peers that behave badly.
#include <malloc.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

#include "child.hpp"
#include "endpoints.hpp"
#include "hartls/tls/memory_stream.hpp"
#include "hartls/tls/stream.hpp"

// ASan's own count: it takes malloc's place. Null elsewhere.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes() __attribute__((weak));

namespace hartls::tls {

/// Defined with the engine.
struct EngineCounters {
  static void start_at(Engine& engine, std::uint64_t bytes) noexcept;
};

}  // namespace hartls::tls

namespace hartls::tls::test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Tcp = asio::ip::tcp;
using Tls = Stream<Tcp::socket>;

const CipherSuite& suite_of(Version version) {
  return cipher_suite_from_name(version == Version::tls1_3 ? "TLS_AES_128_GCM_SHA256"
                                                           : "ECDHE-ECDSA-AES128-GCM-SHA256");
}

/// Starts an operation with a handler and waits for its end. error::timed_out after the deadline.
template <typename Start>
error_code finish(asio::io_context& io, Start start) {
  const auto end = std::make_shared<std::optional<error_code>>();
  start([end](error_code error, std::size_t = 0) { *end = error; });
  run_until(io, [&] { return end->has_value(); });
  return end->value_or(asio::error::timed_out);
}

struct SocketPair {
  explicit SocketPair(asio::io_context& io) : client(io), server(io) {
    Tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
    client.connect(acceptor.local_endpoint());
    server = acceptor.accept();
  }
  Tcp::socket client, server;
};

// ---- Many connections ----

constexpr std::size_t echo_bytes = 1024;

/// A client that sends, gets its bytes back and closes, and the server that serves it.
class Echo : public std::enable_shared_from_this<Echo> {
 public:
  Echo(SocketPair sockets, const Contexts& contexts, std::uint32_t seed, std::size_t& done)
      : client_(std::move(sockets.client), contexts.client),
        server_(std::move(sockets.server), contexts.server),
        sent_(pattern(echo_bytes, seed)),
        done_(done) {
    client_.engine().set_host("localhost");
  }

  void start() {
    const auto self = shared_from_this();
    client_.async_handshake([self](error_code error) {
      check(error);
      asio::async_write(
          self->client_, asio::buffer(self->sent_), [self](error_code wrote, std::size_t) {
            check(wrote);
            asio::async_read(self->client_, asio::buffer(self->got_),
                             [self](error_code read, std::size_t) { self->close(read); });
          });
    });
    server_.async_handshake([self](error_code error) {
      check(error);
      asio::async_read(
          self->server_, asio::buffer(self->served_), [self](error_code read, std::size_t) {
            check(read);
            asio::async_write(
                self->server_, asio::buffer(self->served_), [self](error_code wrote, std::size_t) {
                  check(wrote);
                  self->server_.async_shutdown([self](error_code end) { check(end); });
                });
          });
    });
  }

 private:
  static void check(error_code error) { EXPECT_FALSE(error) << error.message(); }

  void close(error_code error) {
    check(error);
    EXPECT_EQ(got_, sent_);
    client_.async_shutdown([self = shared_from_this()](error_code end) {
      check(end);
      ++self->done_;
    });
  }

  Tls client_, server_;
  const Bytes sent_;
  Bytes got_ = Bytes(echo_bytes);
  Bytes served_ = Bytes(echo_bytes);
  std::size_t& done_;
};

TEST(Load, ManyConnectionsAtOnce) {
  constexpr std::size_t count = 200;
  const Contexts contexts;
  asio::io_context io;
  std::size_t done = 0;
  for (std::size_t i = 0; i < count; ++i)
    std::make_shared<Echo>(SocketPair(io), contexts, static_cast<std::uint32_t>(i), done)->start();
  EXPECT_TRUE(run_until(io, [&] { return done == count; })) << done << " of " << count;
}

std::size_t live_bytes() {
  if (__sanitizer_get_current_allocated_bytes != nullptr)
    return __sanitizer_get_current_allocated_bytes();
  return ::mallinfo2().uordblks;
}

/// Full and resumed handshakes of both versions, and handshakes that fail.
class Sequence {
 public:
  Sequence() : tls12_(suite_of(Version::tls1_2)), tls13_(suite_of(Version::tls1_3)) {}

  void connect(std::size_t number) {
    const Contexts& contexts = number % 2 == 0 ? tls12_ : tls13_;
    Session& session = sessions_[number % 2];
    Pair pair(contexts);
    if (number % 10 == 9) {
      const Bytes garbage = pattern(300);
      pair.server.feed(garbage);
      ASSERT_EQ(pair.server.handshake(), Step::failed);
      return;
    }
    const bool resume = number % 4 >= 2 && session;
    if (resume)
      pair.client.set_session(session);
    ASSERT_NO_FATAL_FAILURE(pair.connect());
    EXPECT_EQ(pair.client.negotiated().resumed, resume);
    const Bytes data = pattern(1000);
    EXPECT_EQ(transfer(pair.server, pair.client, data), data);
    session = pair.client.session();
  }

 private:
  const Contexts tls12_, tls13_;
  std::array<Session, 2> sessions_;
};

TEST(Load, MemoryStaysFlatOverManyConnectionsInSequence) {
  constexpr std::size_t count = 2000;
  constexpr std::size_t warm_up = count / 10;
  Sequence sequence;
  std::size_t before = 0;
  for (std::size_t number = 0; number < count; ++number) {
    if (number == warm_up)
      before = live_bytes();
    ASSERT_NO_FATAL_FAILURE(sequence.connect(number)) << number;
  }
  const std::size_t after = live_bytes();
  // One forgotten allocation of the smallest size a connection would be more.
  constexpr std::size_t allowed = 16 * (count - warm_up);
  EXPECT_LE(after, before + allowed) << "before: " << before;
  RecordProperty("live_bytes_after_a_tenth", std::to_string(before));
  RecordProperty("live_bytes_at_the_end", std::to_string(after));
}

// ---- Records ----

class RecordsOverTcp : public ::testing::TestWithParam<std::tuple<Version, std::size_t>> {};

TEST_P(RecordsOverTcp, OfEachSizeGoBothWays) {
  const Version version = std::get<0>(GetParam());
  const std::size_t size = std::get<1>(GetParam());
  const Contexts contexts(suite_of(version));
  asio::io_context io;
  SocketPair sockets(io);
  Tls client(std::move(sockets.client), contexts.client);
  Tls server(std::move(sockets.server), contexts.server);
  client.engine().set_host("localhost");
  bool served = false;
  server.async_handshake([&](error_code error) {
    EXPECT_FALSE(error);
    served = true;
  });
  ASSERT_EQ(finish(io, [&](auto handler) { client.async_handshake(std::move(handler)); }),
            error_code());
  ASSERT_TRUE(run_until(io, [&] { return served; }));

  const auto send = [&](Tls& from, Tls& to) {
    const Bytes data = pattern(size);
    Bytes got(size);
    const std::uint64_t before = from.engine().bytes_sent();
    std::size_t taken = 0;
    from.async_write_some(asio::buffer(data), [&](error_code error, std::size_t bytes) {
      EXPECT_FALSE(error);
      taken = bytes;
    });
    EXPECT_EQ(
        finish(io,
               [&](auto handler) { asio::async_read(to, asio::buffer(got), std::move(handler)); }),
        error_code());
    EXPECT_TRUE(run_until(io, [&] { return taken != 0; }));
    EXPECT_EQ(taken, size);
    EXPECT_EQ(got, data);
    // Header, tag, and the explicit nonce of TLS 1.2 or the content type of TLS 1.3: one record.
    EXPECT_EQ(from.engine().bytes_sent() - before,
              size + 5 + 16 + (version == Version::tls1_2 ? 8 : 1));
  };
  for (int round = 0; round < 3; ++round) {
    send(client, server);
    send(server, client);
  }
}

INSTANTIATE_TEST_SUITE_P(Tls, RecordsOverTcp,
                         ::testing::Combine(::testing::Values(Version::tls1_2, Version::tls1_3),
                                            ::testing::Values(std::size_t{1}, std::size_t{16383},
                                                              std::size_t{16384})),
                         [](const auto& test) {
                           return test_name(to_string(std::get<0>(test.param))) + "_" +
                                  std::to_string(std::get<1>(test.param));
                         });

TEST(Counters, GoOnBeyondFourGibibytes) {
  const Contexts contexts;
  Pair pair(contexts);
  ASSERT_NO_FATAL_FAILURE(pair.connect());
  constexpr std::uint64_t near_limit = (std::uint64_t{1} << 32U) - 1000;
  EngineCounters::start_at(pair.client, near_limit);
  EngineCounters::start_at(pair.server, near_limit);
  const Bytes data = pattern(5000);
  EXPECT_EQ(transfer(pair.client, pair.server, data), data);
  EXPECT_EQ(transfer(pair.server, pair.client, data), data);
  for (const Engine* engine : {&pair.client, &pair.server}) {
    EXPECT_EQ(engine->plaintext_sent(), near_limit + 5000);
    EXPECT_EQ(engine->plaintext_received(), near_limit + 5000);
    EXPECT_GE(engine->bytes_sent(), near_limit + 5022);
    EXPECT_GE(engine->bytes_received(), near_limit + 5022);
  }
}

// ---- Peers that behave badly ----

class BothRoles : public ::testing::TestWithParam<Role> {
 protected:
  Tls ours(Tcp::socket socket) const {
    Tls tls(std::move(socket), GetParam() == Role::client ? contexts.client : contexts.server);
    if (GetParam() == Role::client)
      tls.engine().set_host("localhost");
    return tls;
  }
  const Contexts contexts;
};

TEST_P(BothRoles, PeerThatSendsRandomBytesIsRefused) {
  std::mt19937 random(20240917);
  for (int round = 0; round < 30; ++round) {
    asio::io_context io;
    SocketPair sockets(io);
    Tls tls = ours(std::move(sockets.client));
    Bytes garbage(1 + random() % 20000);
    std::generate(garbage.begin(), garbage.end(),
                  [&] { return static_cast<std::uint8_t>(random()); });
    if (round % 2 == 1)
      std::copy_n("\x16\x03\x03\x40\x00", std::min<std::size_t>(5, garbage.size()),
                  garbage.begin());  // a handshake record
    bool sent = false;
    asio::async_write(sockets.server, asio::buffer(garbage), [&](error_code, std::size_t) {
      sent = true;
      error_code ignored;
      sockets.server.shutdown(Tcp::socket::shutdown_send, ignored);
    });
    const error_code error =
        finish(io, [&](auto handler) { tls.async_handshake(std::move(handler)); });
    EXPECT_EQ(error.category(), boost_tls_category()) << round << ": " << error.message();
    EXPECT_FALSE(tls.engine().handshake_done());
    tls.next_layer().close();
    EXPECT_TRUE(run_until(io, [&] { return sent; }));
  }
}

TEST_P(BothRoles, PeerThatFallsSilentHalfWayThroughEndsWithTheCallersDeadline) {
  asio::io_context io;
  SocketPair sockets(io);
  Tls tls = ours(std::move(sockets.client));
  const Role other = GetParam() == Role::client ? Role::server : Role::client;
  // Half of the first flight, and no more.
  Engine peer(other == Role::client ? contexts.client : contexts.server);
  if (other == Role::client)
    peer.set_host("localhost");
  std::optional<error_code> end;
  tls.async_handshake([&](error_code error) { end = error; });
  if (other == Role::server) {
    Bytes hello(4096);
    std::size_t size = 0;
    while (peer.handshake() == Step::want_input && peer.pending_output().empty()) {
      sockets.server.async_read_some(asio::buffer(hello),
                                     [&](error_code, std::size_t bytes) { size = bytes; });
      ASSERT_TRUE(run_until(io, [&] { return size != 0; }));
      peer.feed(ByteView(hello).first(std::exchange(size, 0)));
    }
  } else {
    EXPECT_EQ(peer.handshake(), Step::want_input);
  }
  const ByteView flight = peer.pending_output();
  ASSERT_GT(flight.size(), 100U);
  const std::size_t half = flight.size() / 2;
  asio::write(sockets.server, asio::buffer(flight.data(), half));
  ASSERT_TRUE(run_until(io, [&] { return end || tls.engine().bytes_received() == half; }));
  ASSERT_FALSE(end) << end->message();
  tls.lowest_layer().cancel();  // what a caller's timer does
  ASSERT_TRUE(run_until(io, [&] { return end.has_value(); }));
  EXPECT_EQ(*end, error_code(asio::error::operation_aborted));
  EXPECT_FALSE(tls.engine().handshake_done());
}

TEST_P(BothRoles, ResetIsNeitherACleanEndNorATruncation) {
  asio::io_context io;
  SocketPair sockets(io);
  Tls tls = ours(std::move(sockets.client));
  sockets.server.set_option(asio::socket_base::linger(true, 0));
  sockets.server.close();
  const error_code error =
      finish(io, [&](auto handler) { tls.async_handshake(std::move(handler)); });
  EXPECT_EQ(error, error_code(asio::error::connection_reset)) << error.message();
}

/// The other side, in a process of its own, sends and receives until it is killed.
[[noreturn]] void talk_without_end(const Contexts& contexts, Role role, std::uint16_t port) {
  ::alarm(static_cast<unsigned>(2 * deadline.count()));  // should the test itself die
  try {
    asio::io_context io;
    Tcp::socket socket(io);
    socket.connect({asio::ip::make_address("127.0.0.1"), port});
    Tls tls(std::move(socket), role == Role::client ? contexts.client : contexts.server);
    tls.handshake();
    Bytes data = pattern(20000);
    for (;;) {
      asio::write(tls, asio::buffer(data));
      asio::read(tls, asio::buffer(data.data(), 1));
    }
  } catch (const std::exception&) {
  }
  ::_exit(1);
}

class Process {
 public:
  explicit Process(pid_t pid) : pid_(pid) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { kill(); }
  void kill() {
    if (pid_ <= 0)
      return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  pid_t pid_;
};

TEST_P(BothRoles, KilledPeerIsNoCleanEnd) {
  asio::io_context io;
  Tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
  const std::uint16_t port = acceptor.local_endpoint().port();
  const pid_t pid = ::fork();
  ASSERT_GE(pid, 0);
  if (pid == 0)
    talk_without_end(contexts, GetParam() == Role::client ? Role::server : Role::client, port);
  Process peer(pid);
  Tcp::socket socket(io);
  ASSERT_EQ(finish(io, [&](auto handler) { acceptor.async_accept(socket, std::move(handler)); }),
            error_code());
  Tls tls = ours(std::move(socket));
  ASSERT_EQ(finish(io, [&](auto handler) { tls.async_handshake(std::move(handler)); }),
            error_code())
      << tls.engine().error_text();

  // In the middle of what it sends; writing runs until it fails too.
  Bytes buffer(10000);
  ASSERT_EQ(finish(io,
                   [&](auto handler) {
                     asio::async_read(tls, asio::buffer(buffer), std::move(handler));
                   }),
            error_code());
  std::optional<error_code> write_end;
  const Bytes data = pattern(50000);
  std::function<void()> write = [&] {
    asio::async_write(tls, asio::buffer(data), [&](error_code error, std::size_t) {
      if (error)
        write_end = error;
      else
        write();
    });
  };
  write();
  peer.kill();
  std::optional<error_code> read_end;
  std::function<void()> read = [&] {
    tls.async_read_some(asio::buffer(buffer), [&](error_code error, std::size_t) {
      if (error)
        read_end = error;
      else
        read();
    });
  };
  read();
  ASSERT_TRUE(run_until(io, [&] { return read_end && write_end; }));
  // A read takes along what is to be written, so either may see either end of the transport.
  for (const error_code& error : {*read_end, *write_end}) {
    EXPECT_TRUE(error == Error::stream_truncated || error == asio::error::connection_reset ||
                error == asio::error::broken_pipe)
        << error.message();
  }
  EXPECT_FALSE(tls.engine().received_close());
}

INSTANTIATE_TEST_SUITE_P(Tls, BothRoles, ::testing::Values(Role::client, Role::server),
                         [](const auto& test) { return std::string(to_string(test.param)); });

class SlowPeer : public ::testing::TestWithParam<Version> {};

TEST_P(SlowPeer, HandshakeDataAndCloseByteByByte) {
  Contexts contexts;
  contexts.set_suites({suite_of(GetParam())});
  asio::io_context io;
  auto [a, b] = make_memory_pair(io.get_executor(), io.get_executor(), 1);
  Stream<MemoryStream> client(std::move(a), contexts.client);
  Stream<MemoryStream> server(std::move(b), contexts.server);
  client.engine().set_host("localhost");
  const Bytes data = pattern(1000);
  Bytes served(data.size());
  Bytes got(data.size());
  bool client_closed = false;
  bool server_closed = false;
  const auto check = [](error_code error, std::size_t = 0) {
    EXPECT_FALSE(error) << error.message();
  };
  client.async_handshake([&](error_code error) {
    check(error);
    asio::async_write(client, asio::buffer(data), check);
    // From the start, as the server's tickets do not fit into the transport.
    asio::async_read(client, asio::buffer(got), [&](error_code read, std::size_t) {
      check(read);
      client.async_shutdown([&](error_code end) {
        check(end);
        client_closed = true;
      });
    });
  });
  server.async_handshake([&](error_code error) {
    check(error);
    asio::async_read(server, asio::buffer(served), [&](error_code read, std::size_t) {
      check(read);
      asio::async_write(server, asio::buffer(served), [&](error_code wrote, std::size_t) {
        check(wrote);
        server.async_read_some(asio::buffer(served), [&](error_code end, std::size_t) {
          EXPECT_EQ(end, error_code(asio::error::eof));
          server.async_shutdown([&](error_code closed) {
            check(closed);
            server_closed = true;
          });
        });
      });
    });
  });
  ASSERT_TRUE(run_until(io, [&] { return client_closed && server_closed; }));
  EXPECT_EQ(got, data);
}

INSTANTIATE_TEST_SUITE_P(Tls, SlowPeer, ::testing::Values(Version::tls1_2, Version::tls1_3),
                         [](const auto& test) { return test_name(to_string(test.param)); });

}  // namespace
}  // namespace hartls::tls::test
