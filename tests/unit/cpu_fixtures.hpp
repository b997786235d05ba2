// SPDX-License-Identifier: GPL-3.0-or-later
// Machines made of files: what detection would find on a board, in a folder of its own.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "hartls/cpu/machine.hpp"

namespace hartls::cpu {

class FixtureTree {
 public:
  FixtureTree() {
    std::string name = (std::filesystem::temp_directory_path() / "hartls_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      std::abort();
    }
    root_ = name;
  }
  FixtureTree(const FixtureTree&) = delete;
  FixtureTree& operator=(const FixtureTree&) = delete;
  ~FixtureTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  const std::filesystem::path& root() const { return root_; }

  void write(const std::string& path, std::string_view text) const {
    const auto file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

  /// A RISC-V machine without hwprobe.
  Machine machine() const {
    Machine machine;
    machine.root = root_;
    machine.architecture = Architecture::riscv64;
    machine.process_name = "benchmark";
    machine.kernel_release = "5.3.0";
    return machine;
  }

 private:
  std::filesystem::path root_;
};

/// Answers as the kernel does: an unknown key becomes -1.
inline Hwprobe hwprobe_with(std::map<std::int64_t, std::uint64_t> answers) {
  return [answers = std::move(answers)](std::span<HwprobePair> pairs) {
    for (HwprobePair& pair : pairs) {
      const auto found = answers.find(pair.key);
      pair = found == answers.end() ? HwprobePair{-1, 0} : HwprobePair{pair.key, found->second};
    }
    return true;
  };
}

constexpr std::string_view u54_hart =
    "isa\t: rv64imafdc\n"
    "mmu\t: sv39\n"
    "uarch\t: sifive,rocket0\n\n";

/// /proc/cpuinfo of the Freedom-U-SDK's Linux 4.15 on the HiFive Unleashed.
inline std::string unleashed_cpuinfo() {
  std::string text;
  for (const char hart : {'1', '2', '3', '4'}) {
    text += std::string("hart\t: ") + hart + "\n" + std::string(u54_hart);
  }
  return text;
}

/// The same of a mainline kernel (6.x).
inline std::string mainline_unleashed_cpuinfo() {
  std::string text;
  for (const char hart : {'1', '2', '3', '4'}) {
    text += std::string("processor\t: ") + static_cast<char>(hart - 1) + "\nhart\t\t: " + hart +
            "\nisa\t\t: rv64imafdc_zicntr_zicsr_zifencei_zihpm\nmmu\t\t: sv39\n"
            "uarch\t\t: sifive,u54-mc\nmvendorid\t: 0x489\nmarchid\t\t: 0x1\n"
            "mimpid\t\t: 0x20180512\n\n";
  }
  return text;
}

constexpr std::string_view x86_cpuinfo =
    "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC\ncpu MHz\t\t: 2096.022\n\n"
    "processor\t: 1\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC\ncpu MHz\t\t: 2096.022\n\n";

}  // namespace hartls::cpu
