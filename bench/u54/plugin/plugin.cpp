// SPDX-License-Identifier: GPL-3.0-or-later
// The QEMU plugin. At translation it decodes each block; at run time QEMU tells it each block's
// start and, through the memory callback, the address of each access. A block is timed when the
// next one starts: then all its accesses and the way out of it are known.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_map>

#include "core.hpp"
#include "qemu_plugin.hpp"
#include "report.hpp"
#include "settings.hpp"
#include "symbols.hpp"

namespace hartls::u54 {
namespace {

/// More than any block of QEMU's (512 instructions) can make, vector loads aside; the rest is
/// dropped.
constexpr std::size_t most_accesses = 2048;

struct Vcpu {
  explicit Vcpu(const Constants& constants) : core(constants) {}

  Core core;
  Block* block = nullptr;  // that runs; null before the first
  std::size_t count = 0;
  std::array<Access, most_accesses> accesses;
};

struct Sums {
  std::uint64_t cycles = 0, instructions = 0, misaligned = 0, mispredictions = 0;
  std::uint64_t l1d_misses = 0, l1i_misses = 0, l2_misses = 0;

  void add(const VcpuCounters& one) {
    cycles += one.cycles;
    instructions += one.instructions;
    misaligned += one.misaligned;
    mispredictions += one.mispredictions;
    l1d_misses += one.l1d_misses;
    l1i_misses += one.l1i_misses;
    l2_misses += one.l2_misses;
  }
};

struct Plugin {
  Settings settings;
  int api_version = 0;
  Counters* counters = nullptr;
  std::array<Vcpu*, most_vcpus> vcpus{};  // each is made by its own thread, and lives on
  std::mutex mutex;                       // of what follows
  std::vector<std::unique_ptr<KnownBlock>> blocks;
  std::unordered_multimap<std::uint64_t, KnownBlock*> by_pc;
  Sums ended;  // of threads whose counters serve another one now
};

Plugin* plugin = nullptr;  // lives as long as QEMU does

[[noreturn]] void give_up(std::string_view message) {
  std::fprintf(stderr, "u54: %.*s\n", static_cast<int>(message.size()), message.data());
  std::fflush(stderr);
  ::_exit(2);
}

// QEMU's callbacks are C: nothing may be thrown through them.
template <typename Work>
auto guarded(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& error) {
    give_up(error.what());
  }
}

void reset(VcpuCounters& counters) {
  counters.thread = 0;
  counters.measuring = 0;
  for (auto* const one :
       {&counters.cycles, &counters.instructions, &counters.misaligned, &counters.mispredictions,
        &counters.l1d_misses, &counters.l1i_misses, &counters.l2_misses})
    *one = 0;
}

/// The first block of a thread.
Vcpu* start_thread(unsigned index) {
  Vcpu*& vcpu = plugin->vcpus[index];
  if (vcpu == nullptr)
    vcpu = guarded([] { return new Vcpu(plugin->settings.constants); });
  plugin->counters->vcpus[index].thread.store(static_cast<std::uint32_t>(::syscall(SYS_gettid)),
                                              std::memory_order_release);
  return vcpu;
}

void on_execute(unsigned index, void* data) {
  if (index >= most_vcpus)
    return;
  Vcpu* vcpu = plugin->vcpus[index];
  auto* const next = static_cast<Block*>(data);
  if (vcpu == nullptr || vcpu->block == nullptr) [[unlikely]] {
    vcpu = start_thread(index);
  } else {
    vcpu->core.run(*vcpu->block, {vcpu->accesses.data(), vcpu->count}, next->pc, *plugin->counters,
                   plugin->counters->vcpus[index]);
  }
  vcpu->block = next;
  vcpu->count = 0;
}

void on_access(unsigned index, std::uint32_t, std::uint64_t address, void* data) {
  if (index >= most_vcpus)
    return;
  Vcpu* const vcpu = plugin->vcpus[index];
  if (vcpu->count < most_accesses) {
    vcpu->accesses[vcpu->count++] = {
        address, static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(data))};
  }
}

/// A new thread, perhaps under the number of one that ended. It does not run yet.
void on_vcpu_init(QemuPluginId, unsigned index) {
  if (index >= most_vcpus) {
    ++plugin->counters->lost_vcpus;
    return;
  }
  const std::lock_guard lock(plugin->mutex);
  VcpuCounters& counters = plugin->counters->vcpus[index];
  plugin->ended.add(counters);
  reset(counters);
  if (Vcpu*& vcpu = plugin->vcpus[index]; vcpu != nullptr) {
    delete vcpu;
    vcpu = nullptr;
  }
}

/// "addi a0,a0,1"; some versions of QEMU put the instruction's digits first.
std::string disassemble(const QemuPluginInstruction* instruction, std::uint32_t word) {
  char* const text = qemu_plugin_insn_disas(instruction);
  std::string result = text == nullptr ? "" : text;
  std::free(text);
  std::array<char, 9> digits{};
  std::snprintf(digits.data(), digits.size(), (word & 3U) == 3 ? "%08x" : "%04x", word);
  if (result.starts_with(digits.data()))
    result.erase(0, result.find_first_not_of(' ', std::string_view(digits.data()).size()));
  return result;
}

KnownBlock* know(const QemuPluginBlock* translated) {
  const std::size_t count = qemu_plugin_tb_n_insns(translated);
  std::vector<std::uint32_t> words(count);
  for (std::size_t index = 0; index < count; ++index)
    words[index] =
        read_instruction(qemu_plugin_tb_get_insn(translated, index), plugin->api_version);
  const std::uint64_t pc = qemu_plugin_tb_vaddr(translated);
  const std::lock_guard lock(plugin->mutex);
  // QEMU translates again what it has thrown away.
  const auto [first, last] = plugin->by_pc.equal_range(pc);
  for (auto one = first; one != last; ++one) {
    if (one->second->words == words)
      return one->second;
  }
  auto known = std::make_unique<KnownBlock>(pc, std::move(words), plugin->settings.constants);
  if (!plugin->settings.annotate.empty()) {
    for (auto& counts : known->block.counts)
      counts = std::make_unique<OpCounts[]>(count);
    for (std::size_t index = 0; index < count; ++index)
      known->disassembly.push_back(
          disassemble(qemu_plugin_tb_get_insn(translated, index), known->words[index]));
  }
  plugin->by_pc.emplace(pc, known.get());
  plugin->blocks.push_back(std::move(known));
  return plugin->blocks.back().get();
}

void on_translate(QemuPluginId, QemuPluginBlock* translated) {
  guarded([&] {
    Block& block = know(translated)->block;
    qemu_plugin_register_vcpu_tb_exec_cb(translated, on_execute, qemu_plugin_no_registers, &block);
    for (std::size_t index = 0; index < block.ops.size(); ++index) {
      if (block.ops[index].access_bytes != 0) {
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(translated, index), on_access,
                                         qemu_plugin_no_registers, qemu_plugin_reads_and_writes,
                                         reinterpret_cast<void*>(index));
      }
    }
  });
}

void print_sums() {
  Sums sums = plugin->ended;
  for (const VcpuCounters& one : plugin->counters->vcpus)
    sums.add(one);
  std::fprintf(stderr,
               "u54: %llu cycles, %llu instructions, %llu misaligned accesses, %llu "
               "mispredictions",
               static_cast<unsigned long long>(sums.cycles),
               static_cast<unsigned long long>(sums.instructions),
               static_cast<unsigned long long>(sums.misaligned),
               static_cast<unsigned long long>(sums.mispredictions));
  if (plugin->counters->caches != 0)
    std::fprintf(stderr, ", misses: L1D %llu, L1I %llu, L2 %llu",
                 static_cast<unsigned long long>(sums.l1d_misses),
                 static_cast<unsigned long long>(sums.l1i_misses),
                 static_cast<unsigned long long>(sums.l2_misses));
  std::fprintf(stderr, "\n");
}

void print_profile() {
  const Program program = running_program();
  const Symbols symbols(program.path, program.start_code);
  const Settings& settings = plugin->settings;
  if (settings.annotate == "-") {
    write_profile(plugin->blocks, settings.blocks, symbols, std::cerr);
    return;
  }
  std::ofstream out(settings.annotate);
  write_profile(plugin->blocks, settings.blocks, symbols, out);
  if (!out.flush())
    std::fprintf(stderr, "u54: cannot write the profile to '%s'\n", settings.annotate.c_str());
}

void on_exit(QemuPluginId, void*) {
  guarded([] {
    const std::lock_guard lock(plugin->mutex);
    if (plugin->settings.stat)
      print_sums();
    if (!plugin->settings.annotate.empty())
      print_profile();
  });
}

/// A child made by fork() would count into its parent's memory.
void leave_shared_memory() {
  void* const own = ::mmap(plugin->counters, sizeof(Counters), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (own == MAP_FAILED)
    give_up("no memory for the counters of a child process");
  // Neither a sum nor a profile: the parent prints its own.
  plugin->settings.stat = false;
  plugin->settings.annotate.clear();
}

Counters* make_counters(const Settings& settings) {
  const int file = ::memfd_create(counters_name, MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, sizeof(Counters)) != 0)
    give_up("no memory to share the counters in (memfd_create)");
  void* const memory =
      ::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    give_up("no memory to share the counters in (mmap)");
  auto* const counters = ::new (memory) Counters;
  counters->profile = static_cast<std::uint32_t>(settings.profile);
  counters->caches = settings.caches ? 1 : 0;
  counters->lost_vcpus = 0;
  for (VcpuCounters& one : counters->vcpus)
    reset(one);
  counters->magic = counters_magic;
  return counters;
}

/// So that a typing error shows before the run, not after it.
void check_writable(const std::string& path) {
  if (!path.empty() && path != "-" && !std::ofstream(path, std::ios::app))
    give_up("annotate: cannot write to '" + path + "'");
}

}  // namespace

int install(QemuPluginId id, const QemuPluginInfo& info, std::span<char* const> arguments) {
  if (info.system_emulation || std::string_view(info.target_name) != "riscv64") {
    give_up(std::string("this model is for qemu-riscv64, which runs one program; given: ") +
            info.target_name + (info.system_emulation ? " with a whole machine" : ""));
  }
  guarded([&] {
    plugin = new Plugin;
    plugin->settings = parse_settings(arguments);
    plugin->api_version = info.version.cur;
    check_writable(plugin->settings.annotate);
    plugin->counters = make_counters(plugin->settings);
  });
  ::pthread_atfork(nullptr, nullptr, leave_shared_memory);
  qemu_plugin_register_vcpu_init_cb(id, on_vcpu_init);
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
  qemu_plugin_register_atexit_cb(id, on_exit, nullptr);
  return 0;
}

}  // namespace hartls::u54

int qemu_plugin_install(QemuPluginId id, const QemuPluginInfo* info, int argc, char** argv) {
  return hartls::u54::install(id, *info, {argv, static_cast<std::size_t>(argc)});
}
