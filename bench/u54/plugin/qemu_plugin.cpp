// SPDX-License-Identifier: GPL-3.0-or-later
#include "qemu_plugin.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>

// QEMU compares this with the versions that it supports, after it has loaded the plugin: so the
// plugin can look at QEMU first. Version 2 (QEMU 8.2, 9.0) dropped the inline operations and with
// them all plugins of version 1; what came later still loads plugins of version 2.
int qemu_plugin_version = 1;

namespace {

[[gnu::constructor]] void choose_version() {
  if (::dlsym(RTLD_DEFAULT, "qemu_plugin_register_vcpu_tb_exec_inline") == nullptr)
    qemu_plugin_version = 2;
}

bool is_riscv(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  return file && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_machine == EM_RISCV;
}

}  // namespace

namespace hartls::u54 {

std::uint32_t read_instruction(const QemuPluginInstruction* instruction, int api_version) {
  static void* const function = ::dlsym(RTLD_DEFAULT, "qemu_plugin_insn_data");
  std::uint32_t word = 0;
  const std::size_t size = std::min(qemu_plugin_insn_size(instruction), sizeof word);
  if (api_version >= 3) {
    using Copy = std::size_t (*)(const QemuPluginInstruction*, void*, std::size_t);
    reinterpret_cast<Copy>(function)(instruction, &word, size);
  } else {
    using Pointer = const void* (*)(const QemuPluginInstruction*);
    std::memcpy(&word, reinterpret_cast<Pointer>(function)(instruction), size);
  }
  return word;
}

Program running_program() {
  void* const path = ::dlsym(RTLD_DEFAULT, "qemu_plugin_path_to_binary");
  void* const start = ::dlsym(RTLD_DEFAULT, "qemu_plugin_start_code");
  if (path != nullptr && start != nullptr) {
    const char* const name = reinterpret_cast<const char* (*)()>(path)();
    if (name != nullptr)
      return {name, reinterpret_cast<std::uint64_t (*)()>(start)()};
  }
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t slash = line.find('/');
    if (slash != std::string::npos && is_riscv(line.substr(slash)))
      return {line.substr(slash)};
  }
  return {};
}

}  // namespace hartls::u54
