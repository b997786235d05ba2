// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cache.hpp"
#include "constants.hpp"
#include "hartls/u54/counters.hpp"
#include "instruction.hpp"
#include "predictor.hpp"

namespace hartls::u54 {

/// Why an instruction did not issue in the cycle after the one before it.
enum class Stall : std::uint8_t {
  load_use,       ///< a load's result
  multiply,       ///< a product, or the multiplier
  divide,         ///< a quotient, or the divider
  floating,       ///< the FPU
  other_result,   ///< a CSR, an atomic
  store_to_load,  ///< a load of bytes that were on their way to memory
  misaligned,     ///< a trap
  control,        ///< a branch, return or jump that was told wrong or late
  data_cache,
  instruction_cache,
};
inline constexpr std::size_t stall_count = static_cast<std::size_t>(Stall::instruction_cache) + 1;

/// "load-use"
std::string_view to_string(Stall cause) noexcept;

/// An instruction as the core's loop reads it.
struct Op {
  Kind kind;
  std::uint8_t rs1, rs2, rs3;
  std::uint8_t rd_wait;   // the register that must be free, or no_register
  std::uint8_t rd_write;  // the same, or one that nobody reads
  std::uint8_t access_bytes;
  Stall cause;  // that an instruction which waits for the result is charged to
  std::array<std::uint16_t, 2> latency;  // by Profile
};

/// What a profile run knows of one instruction, over all threads. Stalls stand at the instruction
/// that waited; those of `control` at the one that was told wrong.
struct OpCounts {
  std::atomic<std::uint64_t> cycles{0};
  std::array<std::atomic<std::uint64_t>, stall_count> stalls{};
};

/// A block's course when all registers and units are ready before it, no store is on its way and no
/// access loses time: fixed by its instructions, in cycles from its start. Most runs of a block
/// take it, which saves looking at each instruction.
struct Schedule {
  struct MemoryOp {
    std::uint32_t op;
    std::uint32_t cycle;
    std::uint64_t mask;  ///< of the address bits that are 0 in an aligned access
    std::uint64_t bytes;
    /// Accesses of the block, by index, whose bytes are still on their way when this load issues.
    std::uint32_t first_store, stores;
  };
  struct Register {
    std::uint8_t number;
    std::uint32_t ready;
  };

  bool usable = true;  ///< false: it has instructions whose time is not fixed
  std::uint64_t cycles = 0;
  std::vector<MemoryOp> memory;
  std::vector<std::uint32_t> stores_before;  ///< what first_store and stores point into
  std::vector<std::uint32_t> stores_after;   ///< on their way at the end
  std::vector<Register> late;                ///< results that come after the end
  std::uint32_t multiplier_free = 0;
};

/// Instructions in a row, left at the last one at the latest.
struct Block {
  Block(std::uint64_t pc, std::span<const std::uint32_t> words, const Constants& constants);

  std::uint64_t pc;
  std::uint64_t end;      ///< the address after the last instruction
  std::uint64_t last_pc;  ///< of the last instruction
  Flow flow;              ///< of the last instruction
  std::vector<Op> ops;
  std::array<Schedule, 2> schedules;  ///< by Profile
  /// Null unless a profile is wanted. [0]: all work; [1]: the measured work alone.
  std::unique_ptr<OpCounts[]> counts[2];
  std::atomic<std::uint64_t> executions[2] = {0, 0};
};

/// One load or store that was executed.
struct Access {
  std::uint64_t address;
  std::uint32_t op;  ///< its index in the block
};

/// The timing state of one hart: what an in-order, single-issue pipeline waits for. It is told each
/// block after it ran.
class Core {
 public:
  /// `with_schedules` off: each instruction is looked at; the same figures, slower.
  explicit Core(const Constants& constants, bool with_schedules = true);

  /// `accesses` in order; `next_pc`: where the hart went on. `counters` go on by what it took.
  /// `switches` says which profile and whether with caches; `measured`: count for the profile of
  /// measured work too, if the block has counts.
  void run(Block& block, std::span<const Access> accesses, std::uint64_t next_pc,
           const Counters& switches, VcpuCounters& counters);

 private:
  /// Stores between the pipeline and the data array.
  struct PendingStore {
    std::uint64_t address, bytes, issued;
  };

  /// An instruction's cycle, while it is looked for.
  struct Issue {
    std::uint64_t cycle;
    std::uint64_t result_delay = 0;  ///< that comes on top of the result's latency
  };

  bool follow(const Schedule& schedule, std::span<const Access> accesses);
  bool stores_leave_before(std::uint64_t cycle) const;
  template <bool with_caches, bool with_counts>
  void run_ops(Block& block, std::span<const Access> accesses, Profile profile, bool measured);
  template <bool with_caches>
  void access_memory(const Op& op, std::uint64_t address, Issue& issue);
  void use_unit(const Op& op, Profile profile, Issue& issue);
  std::uint64_t fetch(const Block& block);
  /// Cycles lost on the way to `next_pc`.
  std::uint64_t leave(const Block& block, std::uint64_t next_pc);
  Stall cause_of_wait(const Op& op) const;
  void wait(Issue& issue, std::uint64_t until, Stall cause);
  void drain_stores(std::uint64_t until);
  bool is_pending(std::uint64_t address, std::uint64_t bytes) const;
  /// Cycles more than a hit.
  std::uint64_t data_miss(std::uint64_t address, std::uint64_t bytes);
  std::uint64_t second_level(std::uint64_t address);

  static constexpr std::size_t most_pending = 8;

  struct Caches {
    explicit Caches(const Constants& constants);
    Cache data, instructions, second;
  };

  Constants constants_;
  bool with_schedules_;
  std::uint64_t latest_ready_ = 0;                      // of all of ready_
  std::array<std::uint64_t, no_register + 2> ready_{};  // the last one is written, never read
  std::array<Stall, no_register + 2> producer_{};
  std::uint64_t now_ = 0;  // the earliest cycle in which the next instruction can issue
  std::uint64_t multiplier_free_ = 0, divider_free_ = 0, fp_divider_free_ = 0;
  std::uint64_t memory_free_ = 0;  // a miss blocks the data cache
  std::uint64_t last_access_ = 0;
  std::array<PendingStore, most_pending> stores_{};
  std::size_t pending_ = 0;
  Predictor predictor_;
  std::unique_ptr<Caches> caches_;  // made when first needed
  // Constants of the hot path.
  std::uint64_t line_bytes_, store_pipeline_, store_drain_, store_to_load_, trap_;
  // What the block at hand adds.
  std::uint64_t misaligned_ = 0, mispredictions_ = 0;
  std::uint64_t l1d_misses_ = 0, l1i_misses_ = 0, l2_misses_ = 0;
  std::array<std::uint64_t, stall_count> extra_{};  // stalls of the instruction at hand
};

}  // namespace hartls::u54
