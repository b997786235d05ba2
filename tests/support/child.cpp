// SPDX-License-Identifier: GPL-3.0-or-later
#include "child.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace hartls::tls::test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// A tool that has gone away is an error of the write, not the end of the tests.
[[maybe_unused]] const auto ignored_signal = ::signal(SIGPIPE, SIG_IGN);

void require(int result, const char* what) {
  if (result != 0)
    throw std::system_error(result, std::generic_category(), what);
}

struct Pipe {
  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe2");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0)
        ::close(end);
    }
  }
  int release(std::size_t end) { return std::exchange(ends[end], -1); }

  int ends[2] = {-1, -1};
};

pid_t spawn(const Command& command, int input, int output, int errors) {
  posix_spawn_file_actions_t actions;
  require(::posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init");
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  posix_spawnattr_t attributes;
  require(::posix_spawnattr_init(&attributes), "posix_spawnattr_init");
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int result = ::posix_spawn(&pid, command.front().c_str(), &actions, &attributes,
                                   arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  require(result, command.front().c_str());
  return pid;
}

}  // namespace

Command program(const std::string& name, const std::vector<std::string>& arguments) {
  Command command;
  std::istringstream emulator(HARTLS_TEST_EMULATOR);
  for (std::string word; emulator >> word;)
    command.push_back(word);
  command.push_back(std::string(HARTLS_TEST_BIN_DIR) + "/" + name);
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

bool run_until(asio::io_context& io, const std::function<bool()>& ready) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  while (!ready() && std::chrono::steady_clock::now() < end) {
    io.restart();
    if (io.run_one_until(end) == 0 && io.stopped())
      break;  // nothing is left that could change it
  }
  return ready();
}

Child::Child(asio::io_context& io, const Command& command, const std::filesystem::path& output_file)
    : command_(command),
      output_file_(output_file),
      input_(std::make_shared<Sink>(io)),
      output_(std::make_shared<Source>(io)),
      errors_(std::make_shared<Source>(io)) {
  Pipe input;
  Pipe output;
  Pipe errors;
  if (writes_to_file()) {
    ::close(output.release(1));
    output.ends[1] = ::open(output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (output.ends[1] < 0)
      throw std::system_error(errno, std::generic_category(), output_file);
  }
  pid_ = spawn(command, input.ends[0], output.ends[1], errors.ends[1]);
  input_->descriptor.assign(input.release(1));
  output_->descriptor.assign(output.release(0));
  errors_->descriptor.assign(errors.release(0));
  read(output_);
  read(errors_);
}

Child::~Child() {
  kill();
  reap();
  error_code ignored;
  input_->descriptor.close(ignored);
  output_->descriptor.close(ignored);
  errors_->descriptor.close(ignored);
}

void Child::read(const std::shared_ptr<Source>& source) {
  source->descriptor.async_read_some(asio::buffer(source->buffer),
                                     [source](error_code error, std::size_t bytes) {
                                       source->text.append(source->buffer.data(), bytes);
                                       if (error)
                                         source->ended = true;
                                       else
                                         read(source);
                                     });
}

void Child::write(std::string_view bytes) {
  input_->queued += bytes;
  write_queued(input_);
}

void Child::close_input() {
  input_->close_when_written = true;
  write_queued(input_);
}

void Child::write_queued(const std::shared_ptr<Sink>& sink) {
  if (!sink->writing.empty())
    return;
  if (sink->queued.empty()) {
    error_code ignored;
    if (sink->close_when_written)
      sink->descriptor.close(ignored);
    return;
  }
  sink->writing = std::exchange(sink->queued, {});
  asio::async_write(sink->descriptor, asio::buffer(sink->writing),
                    [sink](error_code error, std::size_t) {
                      sink->writing.clear();
                      if (!error)
                        write_queued(sink);
                    });
}

int Child::exit_code() {
  reap();
  if (writes_to_file()) {
    std::ifstream file(output_file_, std::ios::binary);
    output_->text.assign(std::istreambuf_iterator<char>(file), {});
  }
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

void Child::kill() noexcept {
  if (pid_ > 0)
    ::kill(pid_, SIGKILL);
}

void Child::reap() noexcept {
  if (pid_ <= 0)
    return;
  while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

std::string Child::transcript() const {
  std::string text = "$";
  for (const std::string& argument : command_)
    text += " " + argument;
  text += "\nits standard output, " + std::to_string(output_->text.size()) + " bytes:\n";
  for (const char c : output_->text.substr(0, 2000))
    text += (c >= ' ' && c <= '~') || c == '\n' ? c : '.';
  return text + "\nits standard error:\n" + errors_->text;
}

Finished run(const Command& command) {
  asio::io_context io;
  Child child(io, command);
  child.close_input();
  if (!run_until(io, [&] { return child.ended(); })) {
    ADD_FAILURE() << "does not end: " << child.transcript();
    return {};
  }
  const int code = child.exit_code();
  return {code, child.output(), child.errors()};
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "interop.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string find_program(const std::string& program) {
  const char* const path = ::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + program;
    if (!folder.empty() && ::access(file.c_str(), X_OK) == 0)
      return file;
  }
  return {};
}

}  // namespace hartls::tls::test
