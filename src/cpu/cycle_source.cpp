// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/cycle_source.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "hartls/cpu/fault_probe.hpp"
#include "text_files.hpp"

namespace hartls::cpu {
namespace {

using namespace std::string_view_literals;

constexpr std::array cycles_and_instructions{"cycles"sv, "instructions"sv};

class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int value) noexcept : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() {
    if (value_ >= 0) {
      ::close(value_);
    }
  }
  int get() const noexcept { return value_; }
  bool open() const noexcept { return value_ >= 0; }

 private:
  int value_ = -1;
};

Descriptor open_perf_counter(std::uint64_t event, int group, bool user_only) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event;
  attributes.exclude_kernel = user_only ? 1 : 0;
  attributes.exclude_hv = user_only ? 1 : 0;
  attributes.read_format = PERF_FORMAT_GROUP;
  constexpr int this_thread = 0;
  constexpr int any_cpu = -1;
  return Descriptor(static_cast<int>(::syscall(SYS_perf_event_open, &attributes, this_thread,
                                               any_cpu, group, PERF_FLAG_FD_CLOEXEC)));
}

class PerfCycleSource final : public CycleSource {
 public:
  PerfCycleSource(Descriptor cycles, Descriptor instructions, bool user_only) noexcept
      : cycles_(std::move(cycles)), instructions_(std::move(instructions)), user_only_(user_only) {}

  std::string_view name() const noexcept override {
    return user_only_ ? "perf_event, user mode" : "perf_event, user and kernel mode";
  }

  std::span<const std::string_view> counters() const noexcept override {
    return std::span(cycles_and_instructions).first(instructions_.open() ? 2 : 1);
  }

  void read(std::span<std::uint64_t> values) noexcept override {
    std::array<std::uint64_t, 3> group{};  // the number of counters, then each
    if (::read(cycles_.get(), group.data(), sizeof group) <= 0) {
      group.fill(0);
    }
    std::copy_n(group.begin() + 1, std::min<std::size_t>(values.size(), 2), values.begin());
  }

 private:
  Descriptor cycles_;
  Descriptor instructions_;
  bool user_only_;
};

/// True where the first counter moves while the thread works.
bool advances(CycleSource& source) {
  std::array<std::uint64_t, 2> before{};
  std::array<std::uint64_t, 2> after{};
  const std::size_t count = source.counters().size();
  source.read(std::span(before).first(count));
  for (volatile int work = 0; work < 1000;) {
    work = work + 1;
  }
  source.read(std::span(after).first(count));
  return after[0] > before[0];
}

std::string paranoia_hint() {
  const auto level = read_file("/proc/sys/kernel/perf_event_paranoid");
  return level ? " (kernel.perf_event_paranoid = " + std::string(trim(*level)) + ")" : "";
}

std::unique_ptr<CycleSource> open_perf(std::string& note) {
  bool user_only = true;
  Descriptor cycles = open_perf_counter(PERF_COUNT_HW_CPU_CYCLES, -1, user_only);
  if (!cycles.open() && (errno == EINVAL || errno == EOPNOTSUPP)) {
    // The U54's counters cannot leave a mode out, and newer kernels refuse instead of ignoring the
    // wish.
    user_only = false;
    cycles = open_perf_counter(PERF_COUNT_HW_CPU_CYCLES, -1, user_only);
  }
  if (!cycles.open()) {
    const int error = errno;
    note = "perf_event: " + std::generic_category().message(error) +
           (error == EACCES || error == EPERM ? paranoia_hint() : "");
    return nullptr;
  }
  Descriptor instructions = open_perf_counter(PERF_COUNT_HW_INSTRUCTIONS, cycles.get(), user_only);
  auto source =
      std::make_unique<PerfCycleSource>(std::move(cycles), std::move(instructions), user_only);
  if (!advances(*source)) {
    note = "perf_event: the cycle counter stands still";
    return nullptr;
  }
  return source;
}

#ifdef __riscv

std::uint64_t read_cycle() noexcept {
  std::uint64_t value;
  asm volatile("rdcycle %0" : "=r"(value));
  return value;
}

std::uint64_t read_instret() noexcept {
  std::uint64_t value;
  asm volatile("rdinstret %0" : "=r"(value));
  return value;
}

class CsrCycleSource final : public CycleSource {
 public:
  explicit CsrCycleSource(bool instructions) noexcept : instructions_(instructions) {}

  std::string_view name() const noexcept override { return "rdcycle, all modes of this hart"; }

  std::span<const std::string_view> counters() const noexcept override {
    return std::span(cycles_and_instructions).first(instructions_ ? 2 : 1);
  }

  void read(std::span<std::uint64_t> values) noexcept override {
    values[0] = read_cycle();
    if (instructions_) {
      values[1] = read_instret();
    }
  }

 private:
  bool instructions_;
};

std::unique_ptr<CycleSource> open_architectural(std::string& note) {
  static const bool cycle_runs = executes([] { read_cycle(); });
  static const bool instret_runs = cycle_runs && executes([] { read_instret(); });
  if (!cycle_runs) {
    note += "; rdcycle: faults, as since Linux 6.6";
    return nullptr;
  }
  auto source = std::make_unique<CsrCycleSource>(instret_runs);
  if (!advances(*source)) {
    note += "; rdcycle: stands still";
    return nullptr;
  }
  return source;
}

#elif defined(__x86_64__)

class TscCycleSource final : public CycleSource {
 public:
  std::string_view name() const noexcept override { return "rdtsc, reference cycles"; }

  std::span<const std::string_view> counters() const noexcept override {
    static constexpr std::array names{"reference_cycles"sv};
    return names;
  }

  void read(std::span<std::uint64_t> values) noexcept override {
    values[0] = __builtin_ia32_rdtsc();
  }
};

std::unique_ptr<CycleSource> open_architectural(std::string&) {
  return std::make_unique<TscCycleSource>();
}

#else

std::unique_ptr<CycleSource> open_architectural(std::string&) {
  return nullptr;
}

#endif

}  // namespace

CycleSourceChoice open_cycle_source(const Emulation& emulation) {
  CycleSourceChoice choice;
  if (emulation) {
    choice.note = "emulated: every counter would show the host's ticks";
    return choice;
  }
  choice.source = open_perf(choice.note);
  if (!choice.source) {
    choice.source = open_architectural(choice.note);
  }
  return choice;
}

}  // namespace hartls::cpu
