// SPDX-License-Identifier: GPL-3.0-or-later
#include "qemu.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace hartls::u54 {
namespace {

using Clock = std::chrono::steady_clock;

const char* const where_to_get_it =
    "Debian 12's package qemu-user has plugins, Debian 13's is built without, as is "
    "qemu-user-static; QEMU built with --enable-plugins works (--qemu or HARTLS_QEMU names it)";

bool is_program(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// Empty where the search path has none.
std::string search(const std::string& name) {
  const char* const path = ::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (is_program(file))
      return file;
  }
  return {};
}

[[noreturn]] void refuse_start(const std::string& path, int error) {
  throw std::runtime_error(
      fmt::format("QEMU '{}' cannot be started: {}", path, std::generic_category().message(error)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {
    if (number < 0)
      throw std::system_error(errno, std::generic_category(), "cannot probe QEMU");
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  int operator*() const noexcept { return number_; }

 private:
  int number_;
};

/// Keeps SIGCHLD for sigtimedwait(), whatever whoever started this program did with it.
class ChildSignal {
 public:
  ChildSignal() {
    ::sigemptyset(&signals_);
    ::sigaddset(&signals_, SIGCHLD);
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &usual, &action_before_);
    ::sigprocmask(SIG_BLOCK, &signals_, &mask_before_);
  }
  ChildSignal(const ChildSignal&) = delete;
  ChildSignal& operator=(const ChildSignal&) = delete;
  ~ChildSignal() {
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    ::sigaction(SIGCHLD, &action_before_, nullptr);
  }

  const sigset_t& mask_before() const noexcept { return mask_before_; }

  void wait(std::chrono::nanoseconds most) const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(most);
    timespec time{};
    time.tv_sec = static_cast<time_t>(seconds.count());
    time.tv_nsec = static_cast<long>((most - seconds).count());
    ::sigtimedwait(&signals_, nullptr, &time);
  }

 private:
  sigset_t signals_{}, mask_before_{};
  struct sigaction action_before_ {};
};

pid_t start(const std::string& path, int output, const sigset_t& mask) {
  const Descriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, *input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::string name = path;
  std::string argument = "-help";
  std::array<char*, 3> arguments{name.data(), argument.data(), nullptr};
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, path.c_str(), &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    refuse_start(path, error);
  return pid;
}

/// The wait status; nothing where it did not end in time and was ended.
std::optional<int> wait_for(pid_t pid, const ChildSignal& signal,
                            std::chrono::milliseconds deadline) {
  const Clock::time_point end = Clock::now() + deadline;
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    const auto left = end - Clock::now();
    if (left <= left.zero()) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      return std::nullopt;
    }
    signal.wait(left);
  }
  return status;
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got =
        ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (got <= 0)
      return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

/// What it prints for -help.
std::string help_text(const std::string& path, std::chrono::milliseconds deadline) {
  // A file and no pipe: it cannot fill up, and the program's end is all there is to wait for.
  const Descriptor output(::memfd_create("qemu-help", MFD_CLOEXEC));
  const ChildSignal signal;
  const std::optional<int> status =
      wait_for(start(path, *output, signal.mask_before()), signal, deadline);
  if (!status) {
    throw std::runtime_error(fmt::format("'{} -help' does not end within {} s; is it QEMU?", path,
                                         std::chrono::duration<double>(deadline).count()));
  }
  std::string text = read_all(*output);
  if (*status != 0) {
    const std::string how = WIFEXITED(*status) ? fmt::format("exit status {}", WEXITSTATUS(*status))
                                               : fmt::format("signal {}", WTERMSIG(*status));
    throw std::runtime_error(
        fmt::format("'{} -help' fails with {}: {}", path, how, text.substr(0, text.find('\n'))));
  }
  return text;
}

/// What stands between the two in `text`; empty where they do not.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t at = text.find(before);
  if (at == std::string::npos)
    return {};
  const std::size_t begin = at + before.size(), end = text.find(after, begin);
  return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

/// As the value of -plugin has it: a comma ends a part.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    result.append(c == ',' ? 2 : 1, c);
  return result;
}

}  // namespace

std::string find_qemu(const std::string& asked) {
  const char* const environment = ::getenv("HARTLS_QEMU");
  std::string from = "--qemu", name = asked;
  if (name.empty() && environment != nullptr) {
    from = "HARTLS_QEMU";
    name = environment;
  }
  if (name.empty()) {
    const std::string path = search("qemu-riscv64");
    if (path.empty())
      throw std::runtime_error(fmt::format(
          "qemu-riscv64 is not in PATH: install QEMU's user mode. {}", where_to_get_it));
    return path;
  }
  const std::string path = name.find('/') == std::string::npos ? search(name) : name;
  if (path.empty())
    throw std::runtime_error(fmt::format("{}: '{}' is not in PATH", from, name));
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw std::runtime_error(fmt::format("{}: '{}' does not exist", from, path));
  if (!is_program(path))
    throw std::runtime_error(fmt::format("{}: '{}' is not an executable file", from, path));
  return path;
}

Qemu probe_qemu(const std::string& path, std::chrono::milliseconds deadline) {
  const std::string help = help_text(path, deadline);
  const std::string machine = between(help, "(compiled for ", " emulation)");
  if (machine.empty())
    throw std::runtime_error(fmt::format(
        "'{}' is not QEMU's user mode: --qemu and HARTLS_QEMU take a qemu-riscv64", path));
  if (machine != "riscv64")
    throw std::runtime_error(fmt::format(
        "QEMU '{}' is for {}: --qemu and HARTLS_QEMU take a qemu-riscv64", path, machine));
  if (help.find("\n-plugin ") == std::string::npos)
    throw std::runtime_error(fmt::format("QEMU '{}' has no plugins (no -plugin in its -help). {}",
                                         path, where_to_get_it));
  return {path, between(help, "QEMU_LD_PREFIX  = ", "\n")};
}

std::vector<std::string> qemu_command(const Qemu& qemu, const std::string& plugin,
                                      std::span<const std::string> plugin_arguments,
                                      std::span<const std::string> program) {
  // With the name of the part: a path may have "=" in it.
  std::string value = "file=" + escaped(plugin);
  for (const std::string& argument : plugin_arguments)
    value += "," + escaped(argument);
  std::vector<std::string> command{qemu.path, "-cpu", "sifive-u54", "-plugin", value};
  command.insert(command.end(), program.begin(), program.end());
  return command;
}

}  // namespace hartls::u54
