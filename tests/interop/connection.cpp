// SPDX-License-Identifier: GPL-3.0-or-later
#include "connection.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace hartls::tls::test {

namespace asio = boost::asio;

std::string story(const Tls& tls, const Child* child) {
  std::string text = "our side: " + tls.engine().error_text();
  if (child != nullptr)
    text += "\n" + child->transcript();
  return text;
}

std::unique_ptr<Tls> Interop::connect(const Context& context, std::uint16_t port) {
  Tcp::socket socket(io);
  error_code error;
  socket.connect({asio::ip::make_address("127.0.0.1"), port}, error);
  EXPECT_FALSE(error) << error.message();
  auto tls = std::make_unique<Tls>(std::move(socket), context);
  tls->engine().set_host("localhost");
  return tls;
}

std::unique_ptr<Tls> Interop::accept(const Context& context) {
  const auto socket = std::make_shared<Tcp::socket>(io);
  const error_code error = finish(io, [&](auto handler) {
    acceptor_.async_accept(*socket, [socket, handler](error_code end) mutable { handler(end); });
  });
  EXPECT_FALSE(error) << error.message();
  return error ? nullptr : std::make_unique<Tls>(std::move(*socket), context);
}

std::string Interop::read_some(Tls& tls, error_code& error) {
  struct Result {
    std::array<char, 16384> buffer{};
    std::size_t bytes = 0;
  };
  const auto result = std::make_shared<Result>();
  error = finish(io, [&](auto handler) {
    tls.async_read_some(asio::buffer(result->buffer),
                        [result, handler](error_code end, std::size_t bytes) mutable {
                          result->bytes = bytes;
                          handler(end);
                        });
  });
  return {result->buffer.data(), result->bytes};
}

void Interop::write(Tls& tls, std::string_view data) {
  const auto kept = std::make_shared<std::string>(data);
  const error_code error = finish(io, [&](auto handler) {
    asio::async_write(
        tls, asio::buffer(*kept),
        [kept, handler](error_code end, std::size_t bytes) mutable { handler(end, bytes); });
  });
  EXPECT_FALSE(error) << error.message() << ": " << tls.engine().error_text();
}

namespace {

struct Transfer {
  std::string up, got;
  std::optional<error_code> wrote, read;
  bool done() const { return wrote && read && !*wrote && !*read; }
  bool failed() const { return (wrote && *wrote) || (read && *read); }
};

std::shared_ptr<Transfer> start_transfer(Tls& tls, const std::string& up, std::size_t expected) {
  const auto transfer = std::make_shared<Transfer>();
  transfer->up = up;
  transfer->got.resize(expected);
  asio::async_write(tls, asio::buffer(transfer->up),
                    [transfer](error_code error, std::size_t) { transfer->wrote = error; });
  asio::async_read(tls, asio::buffer(transfer->got),
                   [transfer](error_code error, std::size_t) { transfer->read = error; });
  return transfer;
}

}  // namespace

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

namespace {

// What OpenSSL's server says of a key update, between the data.
std::string without_remarks(std::string output) {
  for (const std::string remark : {"SSL_do_handshake -> 1\n", "Read BLOCK\n"}) {
    for (std::size_t at = 0; (at = output.find(remark, at)) != std::string::npos;)
      output.erase(at, remark.size());
  }
  return output;
}

}  // namespace

void Interop::exchange(Tls& tls, Child& child, const std::string& up, const std::string& down,
                       const std::string& command) {
  const std::size_t before = child.output().size();
  const std::uint64_t received = tls.engine().bytes_received();
  const auto transfer = start_transfer(tls, up, down.size());
  if (!command.empty()) {
    // The tool takes no data out of the read that a command is in.
    child.write(command);
    ASSERT_TRUE(run_until(io, [&] {
      return transfer->failed() || tls.engine().bytes_received() > received;
    })) << story(tls, &child);
  }
  child.write(down);
  const bool done = run_until(io, [&] {
    const bool arrived = child.writes_to_file() || (child.output().size() >= before + up.size() &&
                                                    ends_with(without_remarks(child.output()), up));
    return transfer->failed() || child.ended() || (transfer->done() && arrived);
  });
  ASSERT_TRUE(done && transfer->done())
      << (transfer->wrote ? "" : "still writing; ") << (transfer->read ? "" : "still reading; ")
      << child.output().size() - before << " bytes of " << up.size() << " arrived; "
      << story(tls, &child);
  if (!child.writes_to_file()) {
    EXPECT_TRUE(ends_with(without_remarks(child.output()), up)) << story(tls, &child);
  }
  EXPECT_TRUE(transfer->got == down) << "data of the peer has changed on the way";
}

void Interop::echo(Tls& tls, const std::string& data) {
  const auto transfer = start_transfer(tls, data, data.size());
  const bool done = run_until(io, [&] { return transfer->failed() || transfer->done(); });
  ASSERT_TRUE(done && transfer->done()) << story(tls, nullptr);
  EXPECT_TRUE(transfer->got == data) << "data has changed on the way";
}

void Interop::peer_closes(Tls& tls, Child& child) {
  child.close_input();
  error_code error;
  const std::string rest = read_some(tls, error);
  ASSERT_EQ(error, error_code(asio::error::eof)) << story(tls, &child);
  EXPECT_EQ(rest.size(), 0U);
  EXPECT_TRUE(tls.engine().received_close());
  error = finish(io, [&](auto handler) { tls.async_shutdown(std::move(handler)); });
  EXPECT_EQ(error, error_code()) << story(tls, &child);
  tls.next_layer().close();
  ASSERT_TRUE(run_until(io, [&] { return child.ended(); })) << child.transcript();
  EXPECT_EQ(child.exit_code(), 0) << child.transcript();
}

void Interop::we_close(Tls& tls, const Child* child) {
  const error_code error =
      finish(io, [&](auto handler) { tls.async_shutdown(std::move(handler)); });
  EXPECT_EQ(error, error_code()) << story(tls, child);
  EXPECT_TRUE(tls.engine().received_close());
  tls.next_layer().close();
}

std::string binary_data(std::size_t size, std::uint32_t seed) {
  const Bytes bytes = pattern(size, seed);
  return {bytes.begin(), bytes.end()};
}

std::string plain_data(std::size_t size, std::uint32_t seed) {
  constexpr std::string_view letters = "0123456789ADEFGH";
  std::string text = binary_data(size, seed);
  for (std::size_t at = 0; at < size; ++at) {
    const bool ends_line = at % 64 == 63 || at + 1 == size;
    text[at] = ends_line ? '\n' : letters[static_cast<unsigned char>(text[at]) % letters.size()];
  }
  return text;
}

}  // namespace hartls::tls::test
