// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/exchange.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include "common/file.hpp"

namespace hartls::client {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

/// Asio makes descriptors non-blocking, and a terminal's belongs to the shell too.
class KeepFlags {
 public:
  explicit KeepFlags(int descriptor)
      : descriptor_(descriptor), flags_(::fcntl(descriptor, F_GETFL)) {}
  KeepFlags(const KeepFlags&) = delete;
  KeepFlags& operator=(const KeepFlags&) = delete;
  ~KeepFlags() {
    if (flags_ >= 0)
      ::fcntl(descriptor_, F_SETFL, flags_);
  }

 private:
  int descriptor_, flags_;
};

class Exchange {
 public:
  Exchange(Connection& connection, int input, int output, std::chrono::milliseconds timeout)
      : connection_(connection),
        output_(output),
        timeout_(timeout),
        input_(connection.io()),
        timer_(connection.io()) {
    if (const int copy = ::fcntl(input, F_DUPFD_CLOEXEC, 0); copy >= 0)
      input_.assign(copy);
  }

  void run() {
    read_server();
    if (input_.is_open())
      read_input();
    else
      end_input();
    connection_.io().restart();
    connection_.io().run();
    if (!failure_.empty())
      throw apps::Failure(failure_);
  }

 private:
  void read_server() {
    connection_.stream().async_read_some(
        asio::buffer(from_server_),
        [this](error_code error, std::size_t bytes) { server_read(error, bytes); });
  }

  void server_read(error_code error, std::size_t bytes) {
    if (ended_)
      return;
    if (error == asio::error::eof)
      return server_closed();
    if (error)
      return fail("connection to " + connection_.server() + ": " + connection_.reason(error));
    try {
      apps::write_all(output_, ByteView(from_server_).first(bytes), "standard output");
    } catch (const apps::Failure& failure) {
      return fail(failure.what());
    }
    if (input_ended_)
      arm();
    read_server();
  }

  void server_closed() {
    server_closed_ = true;
    error_code ignored;
    input_.cancel(ignored);
    if (!writing_)
      close();
  }

  void read_input() {
    input_.async_read_some(asio::buffer(to_server_), [this](error_code error, std::size_t bytes) {
      input_read(error, bytes);
    });
  }

  void input_read(error_code error, std::size_t bytes) {
    if (ended_ || server_closed_)
      return;
    if (error == asio::error::eof)
      return end_input();
    if (error)
      return fail("standard input: " + error.message());
    writing_ = true;
    arm();
    asio::async_write(connection_.stream(), asio::buffer(to_server_, bytes),
                      [this](error_code written, std::size_t) { input_written(written); });
  }

  void input_written(error_code error) {
    writing_ = false;
    if (ended_)
      return;
    if (error)
      return fail("connection to " + connection_.server() +
                  ": not all of the input could be sent: " + connection_.reason(error));
    timer_.cancel();
    if (server_closed_)
      return close();
    read_input();
  }

  void end_input() {
    input_ended_ = true;
    close();
  }

  void close() {
    arm();
    writing_ = true;
    connection_.stream().async_close_notify([this](error_code error) {
      writing_ = false;
      if (ended_)
        return;
      // A server that has closed need not take ours.
      if (server_closed_)
        return end();
      if (error)
        fail("connection to " + connection_.server() + ": " + connection_.reason(error));
    });
  }

  void arm() {
    timer_.expires_after(timeout_);
    timer_.async_wait([this](error_code error) {
      if (error || ended_ || timer_.expiry() > Clock::now())
        return;
      const std::string seconds =
          apps::seconds_text(std::chrono::duration<double>(timeout_).count());
      fail("connection to " + connection_.server() +
           (input_ended_ ? ": the server neither sent nor closed within "
                         : ": the server took nothing within ") +
           seconds + " (--timeout allows more)");
    });
  }

  void fail(const std::string& text) {
    failure_ = text;
    end();
  }

  void end() {
    ended_ = true;
    error_code ignored;
    timer_.cancel();
    input_.close(ignored);
    connection_.stream().lowest_layer().close(ignored);
  }

  Connection& connection_;
  int output_;
  std::chrono::milliseconds timeout_;
  asio::posix::stream_descriptor input_;
  asio::steady_timer timer_;
  std::array<std::uint8_t, tls::Engine::max_record_bytes> from_server_{}, to_server_{};
  bool input_ended_ = false;
  bool server_closed_ = false;
  bool writing_ = false;
  bool ended_ = false;
  std::string failure_;
};

}  // namespace

void exchange(Connection& connection, int input, int output, std::chrono::milliseconds timeout) {
  const KeepFlags flags(input);
  Exchange(connection, input, output, timeout).run();
}

}  // namespace hartls::client
