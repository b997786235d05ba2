// SPDX-License-Identifier: GPL-3.0-or-later
// The model's side of the shared block of counters, played by the test.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <new>

#include "cpu_fixtures.hpp"
#include "hartls/cpu/machine.hpp"
#include "hartls/u54/counters.hpp"

namespace hartls::u54 {

/// A descriptor of this process, with the name and content that the plugin's has.
class FakeBlock {
 public:
  explicit FakeBlock(const char* name = counters_name, std::size_t bytes = sizeof(Counters))
      : descriptor_(::memfd_create(name, MFD_CLOEXEC)) {
    // Mapped whole whatever its size: only the magic is written in a short one.
    if (descriptor_ < 0 || ::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
      std::abort();
    }
    void* const memory =
        ::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) {
      std::abort();
    }
    block_ = static_cast<Counters*>(memory);
    block_->magic = counters_magic;
  }
  FakeBlock(const FakeBlock&) = delete;
  FakeBlock& operator=(const FakeBlock&) = delete;
  ~FakeBlock() {
    ::munmap(block_, sizeof *block_);
    ::close(descriptor_);
  }

  Counters& counters() { return *block_; }

  /// Gives the calling thread a set of counters.
  VcpuCounters& count_this_thread(std::size_t index) {
    VcpuCounters& vcpu = block_->vcpus.at(index);
    vcpu.thread = static_cast<std::uint32_t>(::gettid());
    return vcpu;
  }

 private:
  int descriptor_;
  Counters* block_ = nullptr;
};

/// A RISC-V process under QEMU's user emulation. Needs files of its own to look at.
inline cpu::Machine emulated_machine(const cpu::FixtureTree& tree) {
  cpu::Machine machine = tree.machine();
  machine.process_name = "qemu-riscv64";
  return machine;
}

}  // namespace hartls::u54
