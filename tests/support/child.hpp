// SPDX-License-Identifier: GPL-3.0-or-later
// A program that runs beside the test, talked to through its standard streams.
#pragma once

#include <sys/types.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hartls::tls::test {

/// For each wait of a test. Long enough for an emulated board; a test that hangs fails instead.
constexpr std::chrono::seconds deadline{120};

/// Runs handlers until `ready` or the deadline; returns ready().
bool run_until(boost::asio::io_context& io, const std::function<bool()>& ready);

using Command = std::vector<std::string>;

/// Program `name` of this build with arguments, under the emulator where there is one.
Command program(const std::string& name, const std::vector<std::string>& arguments);

/// Started at once; ended (SIGKILL) and waited for at the latest when destroyed. What it writes is
/// collected while the io_context runs.
class Child {
 public:
  /// With `output_file` its standard output goes there, and output() has it after exit_code().
  Child(boost::asio::io_context& io, const Command& command,
        const std::filesystem::path& output_file = {});
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Standard output and standard error so far.
  const std::string& output() const noexcept { return output_->text; }
  const std::string& errors() const noexcept { return errors_->text; }

  /// Queues bytes for its standard input.
  void write(std::string_view bytes);
  /// Ends its standard input, behind what is queued.
  void close_input();

  bool writes_to_file() const noexcept { return !output_file_.empty(); }

  /// Both output streams have ended, as they do when the program ends.
  bool ended() const noexcept { return output_->ended && errors_->ended; }
  /// -1 after a signal. Requires ended().
  int exit_code();
  void kill() noexcept;

  /// For the message of a failed test.
  std::string transcript() const;

 private:
  struct Source;
  struct Sink;
  static void read(const std::shared_ptr<Source>& source);
  static void write_queued(const std::shared_ptr<Sink>& sink);
  void reap() noexcept;

  // Shared with the handlers, which may outlive this object.
  struct Source {
    explicit Source(boost::asio::io_context& io) : descriptor(io) {}
    boost::asio::posix::stream_descriptor descriptor;
    std::array<char, 16384> buffer{};
    std::string text;
    bool ended = false;
  };
  struct Sink {
    explicit Sink(boost::asio::io_context& io) : descriptor(io) {}
    boost::asio::posix::stream_descriptor descriptor;
    std::string queued, writing;
    bool close_when_written = false;
  };

  Command command_;
  std::filesystem::path output_file_;
  std::shared_ptr<Sink> input_;
  std::shared_ptr<Source> output_, errors_;
  pid_t pid_ = -1;
  int status_ = 0;
};

struct Finished {
  int exit_code = -1;
  std::string output;
  std::string errors;
};
/// Runs a program to its end, without input.
Finished run(const Command& command);

/// A folder of its own that goes away with it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// Where the search path has `program`; empty where it has not.
std::string find_program(const std::string& program);

}  // namespace hartls::tls::test
