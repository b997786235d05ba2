// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/u54_clock.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "hartls/core/error.hpp"
#include "hartls/u54/counters.hpp"

namespace hartls::bench {
namespace {

using namespace std::string_view_literals;

constexpr std::array all_names{"cycles"sv,     "instructions"sv, "misaligned"sv, "mispredictions"sv,
                               "l1d_misses"sv, "l1i_misses"sv,   "l2_misses"sv};
constexpr std::size_t names_without_caches = 4;

std::optional<int> find_descriptor(const std::filesystem::path& descriptors) {
  const std::string wanted = fmt::format("/memfd:{} (deleted)", u54::counters_name);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(descriptors, error)) {
    if (std::filesystem::read_symlink(entry.path(), error) != wanted) {
      continue;
    }
    const std::string number = entry.path().filename();
    int descriptor = -1;
    if (std::from_chars(number.data(), number.data() + number.size(), descriptor).ec ==
        std::errc()) {
      return descriptor;
    }
  }
  return std::nullopt;
}

[[noreturn]] void refuse_version(const std::string& found) {
  fail(Errc::invalid_state,
       fmt::format("U54 model: the plugin's block of counters has {}, this program's {} bytes and "
                   "magic {:#x}: use plugin and program of one build",
                   found, sizeof(u54::Counters), u54::counters_magic));
}

std::uint64_t relaxed(const std::atomic<std::uint64_t>& counter) noexcept {
  return counter.load(std::memory_order_relaxed);
}

std::string describe(const u54::Counters& block, double mhz) {
  const auto profile = static_cast<u54::Profile>(block.profile.load(std::memory_order_relaxed));
  return fmt::format("U54 model, {:g} MHz, {} multiplier, caches {}", mhz,
                     profile == u54::Profile::blocking ? "blocking" : "pipelined",
                     block.caches.load(std::memory_order_relaxed) != 0 ? "on" : "off");
}

}  // namespace

U54Block map_u54_counters(const std::filesystem::path& descriptors) {
  const std::optional<int> descriptor = find_descriptor(descriptors);
  if (!descriptor) {
    return nullptr;
  }
  struct stat status {};
  if (::fstat(*descriptor, &status) != 0 ||
      static_cast<std::uint64_t>(status.st_size) < sizeof(u54::Counters)) {
    refuse_version(fmt::format("{} bytes", status.st_size));
  }
  void* const memory =
      ::mmap(nullptr, sizeof(u54::Counters), PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
  if (memory == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(),
                            "U54 model: cannot map its block of counters");
  }
  U54Block block(static_cast<u54::Counters*>(memory),
                 [](u54::Counters* mapped) { ::munmap(mapped, sizeof *mapped); });
  if (block->magic != u54::counters_magic) {
    refuse_version(fmt::format("magic {:#x}", block->magic));
  }
  return block;
}

u54::VcpuCounters& u54_counters_of_this_thread(u54::Counters& block) {
  const auto thread = static_cast<std::uint32_t>(::gettid());
  for (u54::VcpuCounters& vcpu : block.vcpus) {
    if (vcpu.thread.load(std::memory_order_relaxed) == thread) {
      return vcpu;
    }
  }
  const std::uint32_t lost = block.lost_vcpus.load(std::memory_order_relaxed);
  fail(Errc::invalid_state,
       lost == 0 ? fmt::format("U54 model: the plugin does not count thread {}", thread)
                 : fmt::format("U54 model: no counters for thread {}: {} threads were started "
                               "beyond the {} that the model has room for",
                               thread, lost, u54::most_vcpus));
}

U54Clock::U54Clock(U54Block block, double mhz)
    : block_(std::move(block)),
      counters_(&u54_counters_of_this_thread(*block_)),
      seconds_per_tick_(1 / (mhz * 1e6)),
      name_(describe(*block_, mhz)) {}

// The model adds a basic block's cycles when the block ends. A call ends one, so that all that ran
// before this function is counted once it reads; inlined, it would miss some.
[[gnu::noinline]] std::uint64_t U54Clock::now_ticks() noexcept {
  return relaxed(counters_->cycles);
}

[[gnu::noinline]] void U54Clock::measuring(bool on) noexcept {
  counters_->measuring.store(on ? 1 : 0, std::memory_order_relaxed);
}

U54Counters::U54Counters(U54Block block)
    : block_(std::move(block)),
      counters_(&u54_counters_of_this_thread(*block_)),
      names_(block_->caches.load(std::memory_order_relaxed) != 0
                 ? std::span<const std::string_view>(all_names)
                 : std::span<const std::string_view>(all_names).first(names_without_caches)) {}

[[gnu::noinline]] void U54Counters::read(std::span<std::uint64_t> values) noexcept {
  const std::array<const std::atomic<std::uint64_t>*, all_names.size()> all{
      &counters_->cycles,         &counters_->instructions, &counters_->misaligned,
      &counters_->mispredictions, &counters_->l1d_misses,   &counters_->l1i_misses,
      &counters_->l2_misses};
  for (std::size_t index = 0; index < values.size() && index < all.size(); ++index) {
    values[index] = relaxed(*all[index]);
  }
}

}  // namespace hartls::bench
