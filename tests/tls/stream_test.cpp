// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/stream.hpp"

#include <gmock/gmock.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "endpoints.hpp"
#include "hartls/tls/memory_stream.hpp"

namespace hartls::tls::test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::seconds;

// Long enough for an emulated board; a test that hangs fails instead.
constexpr seconds deadline{60};

template <typename Layer>
struct StreamPair {
  Stream<Layer> client, server;
};

struct OverMemory {
  using Layer = MemoryStream;
  static StreamPair<Layer> make(asio::io_context& io, const Contexts& contexts) {
    auto [a, b] = make_memory_pair(io.get_executor(), io.get_executor(), 5000);
    return {Stream<Layer>(std::move(a), contexts.client),
            Stream<Layer>(std::move(b), contexts.server)};
  }
};

struct OverTcp {
  using Layer = asio::ip::tcp::socket;
  static StreamPair<Layer> make(asio::io_context& io, const Contexts& contexts) {
    asio::ip::tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
    Layer a(io);
    a.connect(acceptor.local_endpoint());
    Layer b = acceptor.accept();
    return {Stream<Layer>(std::move(a), contexts.client),
            Stream<Layer>(std::move(b), contexts.server)};
  }
};

// Ends one direction only: a socket that is closed with unread bytes resets the connection instead.
void end_output(MemoryStream& layer) {
  layer.shutdown_send();
}
void end_output(asio::ip::tcp::socket& layer) {
  layer.shutdown(asio::ip::tcp::socket::shutdown_send);
}

template <typename Transport>
class Streams : public ::testing::Test {
 protected:
  using Layer = typename Transport::Layer;

  Streams() : pair(Transport::make(io, contexts)) {}

  /// Until nothing is left to do. A deadline that passes is a failure.
  void run() {
    io.restart();
    io.run_for(deadline);
    ASSERT_TRUE(io.stopped()) << "still waiting after the deadline";
  }
  void handshake() {
    pair.client.engine().set_host("localhost");
    std::optional<error_code> client_done;
    std::optional<error_code> server_done;
    pair.client.async_handshake([&](error_code error) { client_done = error; });
    pair.server.async_handshake([&](error_code error) { server_done = error; });
    ASSERT_NO_FATAL_FAILURE(run());
    ASSERT_EQ(client_done, error_code());
    ASSERT_EQ(server_done, error_code());
  }

  const Contexts contexts;
  asio::io_context io;
  StreamPair<Layer> pair;
};

using Transports = ::testing::Types<OverMemory, OverTcp>;
TYPED_TEST_SUITE(Streams, Transports);

TYPED_TEST(Streams, HandlersDoNotRunInsideTheCallThatStartsThem) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  bool done = false;
  this->pair.client.async_handshake([&](error_code error) {
    EXPECT_FALSE(error);
    done = true;
  });
  EXPECT_FALSE(done);
  this->run();
  EXPECT_TRUE(done);
}

TYPED_TEST(Streams, OneReadAndOneWriteAtTheSameTimeOnBothSides) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  const Bytes up = pattern(300000, 1);
  const Bytes down = pattern(400000, 2);
  Bytes got_up(up.size());
  Bytes got_down(down.size());
  int done = 0;
  const auto count = [&](error_code error, std::size_t) {
    EXPECT_FALSE(error) << error.message();
    ++done;
  };
  asio::async_write(this->pair.client, asio::buffer(up), count);
  asio::async_read(this->pair.client, asio::buffer(got_down), count);
  asio::async_write(this->pair.server, asio::buffer(down), count);
  asio::async_read(this->pair.server, asio::buffer(got_up), count);
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(done, 4);
  EXPECT_EQ(got_up, up);
  EXPECT_EQ(got_down, down);
}

TYPED_TEST(Streams, SmallBuffersShareARecord) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  const std::string head = "head ";
  const std::string body = "body";
  std::array<char, 100> got{};
  std::size_t received = 0;
  const std::array<asio::const_buffer, 3> buffers{asio::buffer(head), asio::const_buffer(),
                                                  asio::buffer(body)};
  this->pair.client.async_write_some(buffers, [&](error_code error, std::size_t bytes) {
    EXPECT_FALSE(error);
    EXPECT_EQ(bytes, 9U);
  });
  this->pair.server.async_read_some(asio::buffer(got), [&](error_code error, std::size_t bytes) {
    EXPECT_FALSE(error);
    received = bytes;
  });
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(std::string(got.data(), received), "head body");
}

TYPED_TEST(Streams, CleanCloseIsEof) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  std::optional<error_code> read_end;
  std::optional<error_code> client_end;
  std::optional<error_code> server_end;
  std::array<char, 10> buffer{};
  this->pair.client.async_shutdown([&](error_code error) { client_end = error; });
  this->pair.server.async_read_some(asio::buffer(buffer), [&](error_code error, std::size_t) {
    read_end = error;
    this->pair.server.async_shutdown([&](error_code after) { server_end = after; });
  });
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(read_end, error_code(asio::error::eof));
  EXPECT_EQ(client_end, error_code());
  EXPECT_EQ(server_end, error_code());
}

TYPED_TEST(Streams, TransportThatEndsIsTruncation) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  end_output(this->pair.client.next_layer());
  std::optional<error_code> end;
  std::array<char, 10> buffer{};
  this->pair.server.async_read_some(asio::buffer(buffer),
                                    [&](error_code error, std::size_t) { end = error; });
  ASSERT_NO_FATAL_FAILURE(this->run());
  ASSERT_TRUE(end);
  EXPECT_TRUE(*end == Error::stream_truncated) << end->message();
  EXPECT_EQ(to_std(*end), Error::stream_truncated);
}

TYPED_TEST(Streams, ShutdownThatIsNotAnsweredEndsWithTheTransport) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  std::optional<error_code> end;
  this->pair.client.async_shutdown([&](error_code error) { end = error; });
  asio::steady_timer later(this->io, std::chrono::milliseconds(20));
  later.async_wait([&](error_code) { end_output(this->pair.server.next_layer()); });
  ASSERT_NO_FATAL_FAILURE(this->run());
  ASSERT_TRUE(end);
  EXPECT_TRUE(*end == Error::stream_truncated) << end->message();
}

TYPED_TEST(Streams, HalfCloseLeavesReadingOpen) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  const Bytes data = pattern(50000);
  Bytes got(data.size());
  std::optional<error_code> wrote_after;
  int done = 0;
  this->pair.client.async_close_notify([&](error_code error) {
    EXPECT_FALSE(error);
    this->pair.client.async_write_some(asio::buffer(data), [&](error_code after, std::size_t) {
      wrote_after = after;
      asio::async_read(this->pair.client, asio::buffer(got), [&](error_code read, std::size_t) {
        EXPECT_FALSE(read) << read.message();
        ++done;
      });
    });
  });
  asio::async_write(this->pair.server, asio::buffer(data), [&](error_code error, std::size_t) {
    EXPECT_FALSE(error);
    ++done;
  });
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(done, 2);
  EXPECT_EQ(got, data);
  ASSERT_TRUE(wrote_after);
  EXPECT_TRUE(*wrote_after == Error::write_after_close);
}

TYPED_TEST(Streams, ClosingTheTransportEndsWhatIsOutstanding) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  std::optional<error_code> read_end;
  std::array<char, 10> buffer{};
  this->pair.client.async_read_some(asio::buffer(buffer),
                                    [&](error_code error, std::size_t) { read_end = error; });
  asio::steady_timer later(this->io, std::chrono::milliseconds(20));
  later.async_wait([&](error_code) { this->pair.client.lowest_layer().close(); });
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(read_end, error_code(asio::error::operation_aborted));
}

TYPED_TEST(Streams, CancelledReadLosesNothing) {
  ASSERT_NO_FATAL_FAILURE(this->handshake());
  std::optional<error_code> first;
  std::array<char, 10> buffer{};
  this->pair.client.async_read_some(asio::buffer(buffer),
                                    [&](error_code error, std::size_t) { first = error; });
  asio::steady_timer later(this->io, std::chrono::milliseconds(20));
  later.async_wait([&](error_code) { this->pair.client.lowest_layer().cancel(); });
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(first, error_code(asio::error::operation_aborted));

  const std::string text = "still here";
  std::string got(text.size(), ' ');
  int done = 0;
  const auto count = [&](error_code error, std::size_t) {
    EXPECT_FALSE(error) << error.message();
    ++done;
  };
  asio::async_write(this->pair.server, asio::buffer(text), count);
  asio::async_read(this->pair.client, asio::buffer(got), count);
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(done, 2);
  EXPECT_EQ(got, text);
}

TYPED_TEST(Streams, HandshakeWithASilentPeerCanBeCancelled) {
  std::optional<error_code> end;
  this->pair.client.async_handshake([&](error_code error) { end = error; });
  asio::steady_timer later(this->io, std::chrono::milliseconds(20));
  later.async_wait([&](error_code) { this->pair.client.lowest_layer().close(); });
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_EQ(end, error_code(asio::error::operation_aborted));
}

TYPED_TEST(Streams, WrongHostFailsOnBothSides) {
  this->pair.client.engine().set_host("example.test");
  std::optional<error_code> client_end;
  std::optional<error_code> server_end;
  this->pair.client.async_handshake([&](error_code error) { client_end = error; });
  this->pair.server.async_handshake([&](error_code error) {
    server_end = error;
    // TLS 1.3: a server learns of it where it waits for the client's answer.
  });
  ASSERT_NO_FATAL_FAILURE(this->run());
  ASSERT_TRUE(client_end && server_end);
  EXPECT_EQ(client_end->category(), boost_tls_category());
  EXPECT_THAT(this->pair.client.engine().error_text(), ::testing::HasSubstr("example.test"));
  EXPECT_GE(received_alert(to_std(*server_end)), 0) << server_end->message();
}

TYPED_TEST(Streams, TakeFutures) {
  auto client = this->pair.client.async_handshake(asio::use_future);
  auto server = this->pair.server.async_handshake(asio::use_future);
  ASSERT_NO_FATAL_FAILURE(this->run());
  EXPECT_NO_THROW(client.get());
  EXPECT_NO_THROW(server.get());
}

TYPED_TEST(Streams, SynchronousCallsFromTwoThreads) {
  const Bytes data = pattern(100000);
  std::future<Bytes> served = std::async(std::launch::async, [&] {
    Bytes got(data.size());
    auto& server = this->pair.server;
    server.handshake();
    asio::read(server, asio::buffer(got));
    asio::write(server, asio::buffer(got));
    error_code error;
    server.shutdown(error);
    EXPECT_FALSE(error) << error.message();
    return got;
  });
  auto& client = this->pair.client;
  client.handshake();
  asio::write(client, asio::buffer(data));
  Bytes echo(data.size());
  asio::read(client, asio::buffer(echo));
  error_code error;
  std::array<char, 1> rest{};
  client.read_some(asio::buffer(rest), error);
  EXPECT_EQ(error, error_code(asio::error::eof));
  client.shutdown();
  ASSERT_EQ(served.wait_for(deadline), std::future_status::ready);
  EXPECT_EQ(served.get(), data);
  EXPECT_EQ(echo, data);
}

TEST(StreamOverAReference, LeavesTheLayerToItsOwner) {
  asio::io_context io;
  const Contexts contexts;
  auto [a, b] = make_memory_pair(io.get_executor(), io.get_executor());
  {
    Stream<MemoryStream&> client(a, contexts.client);
    EXPECT_EQ(&client.next_layer(), &a);
    EXPECT_EQ(&client.lowest_layer(), &a);
  }
  EXPECT_TRUE(a.is_open());
}

TEST(MemoryStreams, HoldNoMoreThanTheirCapacity) {
  asio::io_context io;
  auto [a, b] = make_memory_pair(io.get_executor(), io.get_executor(), 10);
  const Bytes data = pattern(25);
  EXPECT_EQ(a.write_some(asio::buffer(data)), 10U);
  bool wrote = false;
  a.async_write_some(asio::buffer(data), [&](error_code error, std::size_t bytes) {
    EXPECT_FALSE(error);
    EXPECT_EQ(bytes, 4U);
    wrote = true;
  });
  io.poll();
  EXPECT_FALSE(wrote);
  Bytes got(4);
  EXPECT_EQ(b.read_some(asio::buffer(got)), 4U);
  io.poll();
  EXPECT_TRUE(wrote);
}

TEST(MemoryStreams, EndOfOneSideIsSeenByTheOther) {
  asio::io_context io;
  auto [a, b] = make_memory_pair(io.get_executor(), io.get_executor());
  const std::string text = "last words";
  a.write_some(asio::buffer(text));
  a.shutdown_send();
  std::array<char, 100> got{};
  error_code error;
  EXPECT_EQ(b.read_some(asio::buffer(got), error), text.size());
  EXPECT_FALSE(error);
  b.read_some(asio::buffer(got), error);
  EXPECT_EQ(error, error_code(asio::error::eof));
  EXPECT_EQ(b.write_some(asio::buffer(text)), text.size());  // the other direction is open
  a.close();
  b.write_some(asio::buffer(text), error);
  EXPECT_EQ(error, error_code(asio::error::broken_pipe));
}

TEST(MemoryStreams, DestroyedEndEndsItsOperations) {
  asio::io_context io;
  auto made = make_memory_pair(io.get_executor(), io.get_executor());
  std::optional<MemoryStream> a(std::move(made.first));
  MemoryStream b = std::move(made.second);
  std::array<char, 10> buffer{};
  std::optional<error_code> own;
  std::optional<error_code> other;
  a->async_read_some(asio::buffer(buffer), [&](error_code error, std::size_t) { own = error; });
  std::array<char, 10> other_buffer{};
  b.async_read_some(asio::buffer(other_buffer),
                    [&](error_code error, std::size_t) { other = error; });
  io.poll();
  a.reset();
  io.restart();
  io.run_for(deadline);
  EXPECT_EQ(own, error_code(asio::error::operation_aborted));
  EXPECT_EQ(other, error_code(asio::error::eof));
}

#if BOOST_ASIO_VERSION >= 101900
TEST(Cancellation, SlotOfTheHandlerEndsOneOperation) {
  asio::io_context io;
  const Contexts contexts;
  StreamPair<MemoryStream> pair = OverMemory::make(io, contexts);
  asio::cancellation_signal signal;
  std::optional<error_code> end;
  pair.client.async_handshake(
      asio::bind_cancellation_slot(signal.slot(), [&](error_code error) { end = error; }));
  io.poll();
  EXPECT_FALSE(end);
  signal.emit(asio::cancellation_type::terminal);
  io.restart();
  io.run_for(deadline);
  EXPECT_EQ(end, error_code(asio::error::operation_aborted));
}
#endif

}  // namespace
}  // namespace hartls::tls::test
