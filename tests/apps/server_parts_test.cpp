// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of server, without a process.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "child.hpp"
#include "common/program.hpp"
#include "common/tls_options.hpp"
#include "hartls/core/hex.hpp"
#include "hartls/tls/stream.hpp"
#include "server/dh_file.hpp"
#include "server/echo.hpp"
#include "server/listener.hpp"
#include "server/served_file.hpp"

namespace hartls::server {
namespace {

using boost::system::error_code;
using ::testing::HasSubstr;
using tls::test::run_until;
using tls::test::TemporaryFolder;
using Tcp = boost::asio::ip::tcp;

TEST(RequestTarget, IsDecodedOnce) {
  EXPECT_EQ(decode_target("/"), "/");
  EXPECT_EQ(decode_target("/a%20b%2Fc"), "/a b/c");
  EXPECT_EQ(decode_target("/%2525"), "/%25");
  EXPECT_EQ(decode_target("/a?b=/../c#d"), "/a");
  EXPECT_EQ(decode_target("https://localhost:1/x"), "/x");
  EXPECT_EQ(decode_target("https://localhost"), "/");
}

TEST(RequestTarget, IsRefusedWhereMalformed) {
  for (const char* const target : {"", "a", "*", "/%", "/%4", "/%4g", "/%-1", "/%00", "/a%00.txt"})
    EXPECT_EQ(decode_target(target), std::nullopt) << target;
}

class ServedFiles : public ::testing::Test {
 protected:
  ServedFiles() {
    std::filesystem::create_directories(root / "sub");
    std::ofstream(root / "page.html") << "12345";
    std::ofstream(root / "sub" / "index.html") << "1";
    std::ofstream(outer.path() / "www-secret") << "secret";
    std::filesystem::create_symlink("page.html", root / "inside.html");
    std::filesystem::create_symlink(outer.path() / "www-secret", root / "outside");
    std::filesystem::create_directory_symlink(outer.path(), root / "up");
  }
  unsigned status(const char* target) const { return open_served_file(root, target).status; }

  TemporaryFolder outer;
  std::filesystem::path root = std::filesystem::canonical(outer.path()) / "www";
};

TEST_F(ServedFiles, AreFoundWithSizeAndType) {
  const ServedFile page = open_served_file(root, "/page.html?query");
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.size, 5U);
  EXPECT_EQ(page.content_type, "text/html");
  EXPECT_TRUE(page.file.is_open());
  EXPECT_EQ(status("/sub"), 200U);
  EXPECT_EQ(status("/sub/../page.html"), 200U);
  EXPECT_EQ(status("/inside.html"), 200U);
}

TEST_F(ServedFiles, AreNotFoundOutsideOfTheFolder) {
  // "www-secret" begins as the folder's own name does.
  for (const char* const target :
       {"/../www-secret", "/%2e%2e/www-secret", "/outside", "/up/www-secret", "/up", "/nothing",
        "/page.html/x", "//../www-secret", "/sub/../../www-secret"})
    EXPECT_EQ(status(target), 404U) << target;
  EXPECT_EQ(status("/"), 404U);  // has no index.html
  EXPECT_EQ(status("page.html"), 400U);
}

TEST_F(ServedFiles, ArePipesAndLockedFilesNever) {
  ASSERT_EQ(::mkfifo((root / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(status("/pipe"), 404U);
  if (::geteuid() == 0)
    return;  // may read everything
  std::filesystem::permissions(root / "page.html", std::filesystem::perms::none);
  EXPECT_EQ(status("/page.html"), 403U);
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(DhFile, IsReadFromPem) {
  const DhParameters parameters =
      read_dh_file(std::filesystem::path(HARTLS_TEST_SOURCE_DIR) / "certs" / "ffdhe2048.pem");
  // RFC 7919 appendix A.1.
  EXPECT_THAT(to_hex(parameters.p), HasSubstr("ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1"));
  EXPECT_THAT(to_hex(parameters.p), ::testing::EndsWith("61285c97ffffffffffffffff"));
  EXPECT_EQ(to_hex(parameters.g), "02");
}

TEST(DhFile, IsRefusedWhereMalformed) {
  const std::string pem =
      read_text(std::filesystem::path(HARTLS_TEST_SOURCE_DIR) / "certs" / "ffdhe2048.pem");
  const std::string key =
      read_text(std::filesystem::path(HARTLS_TEST_SOURCE_DIR) / "certs" / "p256-server-key.pem");
  for (const std::string& text :
       {std::string(), key, pem.substr(0, pem.size() / 2), std::string("\x30\x03\x02\x01\x05", 5),
        std::string("\x30\x84"), std::string("\x30\x82\xff\xff\x02", 5)}) {
    EXPECT_THROW(parse_dh_parameters(as_bytes(text), "file"), std::system_error) << text;
  }
  EXPECT_THROW(read_dh_file("/nonexistent/dh.pem"), std::system_error);
}

TEST(PrintableText, CannotSteerATerminal) {
  EXPECT_EQ(apps::printable("a b\x1b[2J\n\x7f\x9b"), "a b\\x1b[2J\\x0a\\x7f\\x9b");
}

// SIGTERM while a client has a connection and says nothing.
TEST(ListenerUnderASignal, ClosesInOrderAndEnds) {
  boost::asio::io_context io;
  Options options;
  options.port = 0;
  options.endless = true;
  options.tls.quiet = true;
  EchoService echo;
  const tls::Context context = apps::make_context(tls::Role::server, options.tls);
  Listener listener(io, context, options, echo);
  listener.start();

  const tls::Context client_context = apps::make_context(tls::Role::client, options.tls);
  Tcp::socket socket(io);
  socket.connect({boost::asio::ip::address_v4::loopback(), listener.port()});
  tls::Stream<Tcp::socket> client(std::move(socket), client_context);
  client.engine().set_host("127.0.0.1");
  bool connected = false;
  client.async_handshake([&](error_code error) { connected = !error; });
  ASSERT_TRUE(run_until(io, [&] { return connected; })) << client.engine().error_text();
  // What comes back proves that the server waits for more.
  std::array<char, 8> buffer{};
  bool echoed = false;
  client.async_write_some(boost::asio::buffer("x", 1), [](error_code, std::size_t) {});
  client.async_read_some(boost::asio::buffer(buffer),
                         [&](error_code error, std::size_t) { echoed = !error; });
  ASSERT_TRUE(run_until(io, [&] { return echoed; }));

  std::optional<error_code> end;
  client.async_read_some(boost::asio::buffer(buffer),
                         [&](error_code error, std::size_t) { end = error; });
  ASSERT_EQ(std::raise(SIGTERM), 0);
  ASSERT_TRUE(run_until(io, [&] { return end.has_value(); }));
  EXPECT_EQ(*end, boost::asio::error::eof) << end->message();
  // Nothing is left to do: the server's program would end here.
  EXPECT_TRUE(run_until(io, [&] { return io.stopped(); }));
  EXPECT_EQ(listener.failed(), 0U);
}

}  // namespace
}  // namespace hartls::server
