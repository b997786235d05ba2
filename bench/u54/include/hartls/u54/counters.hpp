// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

/// What the timing model, a plugin inside QEMU, and the program that QEMU runs share: a block of
/// memory that both map. The plugin makes it with memfd_create under the name `counters_name`; its
/// descriptor is open in the program too, which finds it among the links of /proc/self/fd.
/// No pointers, sizes fixed: both sides see the same bytes though they are of two architectures.
namespace hartls::u54 {

inline constexpr const char* counters_name = "hartls-u54-counters";
/// "hartU54" and the version of this layout.
inline constexpr std::uint64_t counters_magic = 0x6861'7274'5535'3401;
/// Threads that may run at once.
inline constexpr std::size_t most_vcpus = 1024;

/// How the multiplier works: sources disagree, so the model has both.
enum class Profile : std::uint32_t {
  pipelined,  ///< one multiplication a cycle can start
  blocking,   ///< the next instruction that needs the multiplier waits until it is free
};

/// Of one thread. Only the plugin writes, on that very thread, so that a plain sum over all is
/// exact and a thread reads its own without an order to keep.
struct alignas(128) VcpuCounters {
  std::atomic<std::uint32_t> thread;     ///< what gettid() says there; 0: not in use
  std::atomic<std::uint32_t> measuring;  ///< written by the program: 1 while work is measured
  std::atomic<std::uint64_t> cycles;
  std::atomic<std::uint64_t> instructions;
  std::atomic<std::uint64_t> misaligned;  ///< loads and stores that trap on the U54
  std::atomic<std::uint64_t> mispredictions;
  std::atomic<std::uint64_t> l1d_misses;  ///< the last three stand still with the caches off
  std::atomic<std::uint64_t> l1i_misses;
  std::atomic<std::uint64_t> l2_misses;
};

struct Counters {
  std::uint64_t magic;
  std::atomic<std::uint32_t> profile;     ///< a Profile; the program may change it at any time
  std::atomic<std::uint32_t> caches;      ///< 1: on; the program may change it at any time
  std::atomic<std::uint32_t> lost_vcpus;  ///< threads for which there was no room
  alignas(128) std::array<VcpuCounters, most_vcpus> vcpus;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
static_assert(sizeof(VcpuCounters) == 128 && sizeof(Counters) == 128 + most_vcpus * 128);
static_assert(offsetof(VcpuCounters, cycles) == 8 && offsetof(Counters, vcpus) == 128);

}  // namespace hartls::u54
