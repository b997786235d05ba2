// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.hpp"

#include <elf.h>
#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "constants.hpp"
#include "elf.hpp"
#include "options.hpp"
#include "qemu.hpp"

namespace hartls::u54 {
namespace {

namespace fs = std::filesystem;

template <typename... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  throw std::runtime_error(fmt::format(text, std::forward<Arguments>(arguments)...));
}

/// Throws what is wrong with it as a file; `what` names it.
Elf read_elf_file(const std::string& what, const std::string& path) {
  try {
    return read_elf(path);
  } catch (const std::runtime_error& error) {
    refuse("{} '{}' {}", what, path, error.what());
  }
}

/// PROGRAM as QEMU will open it, which searches no path.
Elf check_program(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    refuse("PROGRAM '{}' does not exist{}", path,
           path.find('/') == std::string::npos
               ? " in the current folder: u54 does not search PATH; give its path"
               : "");
  }
  if (error)
    refuse("PROGRAM '{}' cannot be reached: {}", path, error.message());
  if (status.type() == fs::file_type::directory)
    refuse("PROGRAM '{}' is a folder", path);
  if (status.type() != fs::file_type::regular)
    refuse("PROGRAM '{}' is not a file", path);
  if (::access(path.c_str(), X_OK) != 0)
    refuse("PROGRAM '{}' is not executable (chmod +x)", path);
  const Elf elf = read_elf_file("PROGRAM", path);
  if (elf.machine != EM_RISCV || !elf.is_64_bit || !elf.little_endian)
    refuse("PROGRAM '{}' is for {}; allowed: programs for RISC-V (64-bit)", path,
           machine_name(elf));
  if (elf.type != ET_EXEC && elf.type != ET_DYN)
    refuse("PROGRAM '{}' is an ELF file but no program: link it", path);
  return elf;
}

/// Where QEMU will look for it: below the prefix, then in this machine's own folders.
void check_interpreter(const std::string& program, const Elf& elf, const Qemu& qemu) {
  if (elf.interpreter.empty())
    return;
  const char* const environment = ::getenv("QEMU_LD_PREFIX");
  const std::string prefix = environment == nullptr ? qemu.library_prefix : environment;
  std::error_code error;
  if (fs::exists(prefix + elf.interpreter, error) || fs::exists(elf.interpreter, error))
    return;
  refuse(
      "PROGRAM '{}' is linked dynamically and '{}' is neither below '{}' nor on this machine: set "
      "QEMU_LD_PREFIX (QEMU's -L) to a riscv64 sysroot, such as /usr/riscv64-linux-gnu, or link "
      "the program statically",
      program, elf.interpreter, prefix);
}

/// The plugin that was built or installed together with this program.
std::string own_plugin() {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  return self.parent_path().parent_path() / HARTLS_U54_LIBRARY_DIR / "libhartls_u54.so";
}

std::string find_plugin(const std::string& asked) {
  // QEMU would search the system's library folders for a bare name.
  const std::string path = asked.empty() ? own_plugin() : fs::absolute(asked).string();
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    refuse("the model, plugin '{}', is missing: {}", path,
           asked.empty() ? "it is installed together with u54, and builds with sanitizers have "
                           "none; --plugin takes another one's path"
                         : "--plugin takes the path of a libhartls_u54.so");
  }
  if (read_elf_file("plugin", path).type != ET_DYN)
    refuse("plugin '{}' is not a shared library", path);
  return path;
}

std::vector<std::string> prepare(const Options& options) {
  const std::string& program = options.command.front();
  const Elf elf = check_program(program);
  const std::string plugin = find_plugin(options.plugin);
  const Qemu qemu = probe_qemu(find_qemu(options.qemu));
  check_interpreter(program, elf, qemu);
  return qemu_command(qemu, plugin, options.plugin_arguments, options.command);
}

[[noreturn]] void become(std::vector<std::string> command) {
  std::vector<char*> words;
  for (std::string& word : command)
    words.push_back(word.data());
  words.push_back(nullptr);
  ::execv(words.front(), words.data());
  const std::error_code error(errno, std::generic_category());
  refuse("QEMU '{}' cannot be started: {}", command.front(), error.message());
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  std::string line;
  for (const std::string& word : words) {
    line += line.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word)
      line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

int launcher_main(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  const auto parsed = parse_options(argc, argv, out, err);
  if (const auto* const code = std::get_if<ExitCode>(&parsed))
    return *code;
  const Options& options = std::get<Options>(parsed);
  try {
    if (options.constants) {
      print_constants(out);
    } else {
      const std::vector<std::string> command = prepare(options);
      if (!options.dry_run)
        become(command);
      out << shell_line(command) << '\n';
    }
    if (!out.flush())
      refuse("cannot write to standard output");
    return exit_good;
  } catch (const std::exception& error) {
    err << "u54: error: " << error.what() << '\n';
    return exit_usage;
  }
}

}  // namespace hartls::u54
