// SPDX-License-Identifier: GPL-3.0-or-later
#include "core.hpp"

#include <algorithm>

namespace hartls::u54 {
namespace {

constexpr std::uint8_t nobody = no_register + 1;

template <typename Number>
void add(std::atomic<Number>& counter, Number amount) {
  counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

Stall cause_for(const Instruction& instruction) {
  switch (instruction.kind) {
    case Kind::load:
      return Stall::load_use;
    case Kind::multiply:
      return Stall::multiply;
    case Kind::divide:
      return Stall::divide;
    case Kind::fp_divide:
      return Stall::floating;
    case Kind::plain:
    case Kind::store:
    case Kind::atomic:
    case Kind::fence:
      break;
  }
  const bool is_fp =
      instruction.latency >= Constant::fadd_s && instruction.latency <= Constant::fsqrt_d;
  return is_fp ? Stall::floating : Stall::other_result;
}

Op make_op(const Instruction& instruction, const Constants& constants) {
  Op op{};
  op.kind = instruction.kind;
  op.rs1 = instruction.rs1;
  op.rs2 = instruction.rs2;
  op.rs3 = instruction.rs3;
  op.rd_wait = instruction.rd;
  op.rd_write = instruction.rd == no_register ? nobody : instruction.rd;
  op.access_bytes = instruction.access_bytes;
  op.cause = cause_for(instruction);
  const auto latency = static_cast<std::uint16_t>(constants[instruction.latency]);
  op.latency = {latency, latency};
  if (instruction.kind == Kind::multiply)
    op.latency[1] = static_cast<std::uint16_t>(constants[Constant::multiply_blocking]);
  return op;
}

Schedule make_schedule(std::span<const Op> ops, Profile profile, const Constants& constants) {
  Schedule result;
  std::vector<Schedule::MemoryOp>& memory = result.memory;
  std::uint32_t& multiplier_free = result.multiplier_free;
  std::array<std::uint32_t, no_register + 2> ready{};
  std::vector<std::uint32_t> on_their_way;
  std::uint32_t now = 0;
  for (std::uint32_t index = 0; index < ops.size(); ++index) {
    const Op& op = ops[index];
    std::uint32_t cycle =
        std::max({now, ready[op.rs1], ready[op.rs2], ready[op.rs3], ready[op.rd_wait]});
    const std::uint32_t latency = op.latency[static_cast<std::size_t>(profile)];
    switch (op.kind) {
      case Kind::plain:
        break;
      case Kind::multiply:
        if (profile == Profile::blocking) {
          cycle = std::max(cycle, multiplier_free);
          multiplier_free = cycle + latency;
        }
        break;
      case Kind::load:
      case Kind::store: {
        std::uint64_t idle = memory.empty() ? 0 : memory.back().cycle + 1;
        std::size_t drained = 0;
        for (; drained < on_their_way.size(); ++drained, ++idle) {
          idle = std::max(idle,
                          memory[on_their_way[drained]].cycle + constants[Constant::store_drain]);
          if (idle >= cycle)
            break;
        }
        on_their_way.erase(on_their_way.begin(),
                           on_their_way.begin() + static_cast<std::ptrdiff_t>(drained));
        Schedule::MemoryOp access{index, cycle, op.access_bytes - 1U, op.access_bytes, 0, 0};
        if (op.kind == Kind::load) {
          access.first_store = static_cast<std::uint32_t>(result.stores_before.size());
          access.stores = static_cast<std::uint32_t>(on_their_way.size());
          result.stores_before.insert(result.stores_before.end(), on_their_way.begin(),
                                      on_their_way.end());
        } else if (constants[Constant::store_pipeline] != 0) {
          if (on_their_way.size() == constants[Constant::store_pipeline])
            on_their_way.erase(on_their_way.begin());
          on_their_way.push_back(static_cast<std::uint32_t>(memory.size()));
        }
        memory.push_back(access);
        break;
      }
      case Kind::atomic:
      case Kind::divide:
      case Kind::fp_divide:
      case Kind::fence:
        result.usable = false;
        return result;
    }
    ready[op.rd_write] = cycle + latency;
    now = cycle + 1;
  }
  result.cycles = now;
  result.stores_after = std::move(on_their_way);
  for (std::uint8_t number = 0; number < no_register; ++number) {
    if (ready[number] > now)
      result.late.push_back({number, ready[number]});
  }
  return result;
}

}  // namespace

std::string_view to_string(Stall cause) noexcept {
  switch (cause) {
    case Stall::load_use:
      return "load-use";
    case Stall::multiply:
      return "multiply";
    case Stall::divide:
      return "divide";
    case Stall::floating:
      return "FPU";
    case Stall::other_result:
      return "CSR or atomic";
    case Stall::store_to_load:
      return "store-to-load";
    case Stall::misaligned:
      return "misaligned";
    case Stall::control:
      return "control flow";
    case Stall::data_cache:
      return "data cache";
    case Stall::instruction_cache:
      return "instruction cache";
  }
  return "?";
}

Block::Block(std::uint64_t pc_in, std::span<const std::uint32_t> words, const Constants& constants)
    : pc(pc_in), end(pc_in), last_pc(pc_in), flow(Flow::next) {
  ops.reserve(words.size());
  for (const std::uint32_t word : words) {
    const Instruction instruction = decode(word);
    ops.push_back(make_op(instruction, constants));
    last_pc = end;
    end += instruction.bytes;
    flow = instruction.flow;
  }
  for (const Profile profile : {Profile::pipelined, Profile::blocking})
    schedules[static_cast<std::size_t>(profile)] = make_schedule(ops, profile, constants);
}

Core::Caches::Caches(const Constants& constants)
    : data(constants[Constant::l1d_bytes], constants[Constant::l1d_ways],
           constants[Constant::line_bytes]),
      instructions(constants[Constant::l1i_bytes], constants[Constant::l1i_ways],
                   constants[Constant::line_bytes]),
      second(constants[Constant::l2_bytes], constants[Constant::l2_ways],
             constants[Constant::line_bytes]) {}

Core::Core(const Constants& constants, bool with_schedules)
    : constants_(constants),
      with_schedules_(with_schedules),
      predictor_(constants),
      line_bytes_(constants[Constant::line_bytes]),
      store_pipeline_(constants[Constant::store_pipeline]),
      store_drain_(constants[Constant::store_drain]),
      store_to_load_(constants[Constant::store_to_load]),
      trap_(constants[Constant::misaligned_byte_accesses] * constants[Constant::byte_access]) {}

void Core::run(Block& block, std::span<const Access> accesses, std::uint64_t next_pc,
               const Counters& switches, VcpuCounters& counters) {
  const auto profile = switches.profile.load(std::memory_order_relaxed) == 0 ? Profile::pipelined
                                                                             : Profile::blocking;
  const bool with_caches = switches.caches.load(std::memory_order_relaxed) != 0;
  const bool measured = counters.measuring.load(std::memory_order_relaxed) != 0;
  const std::uint64_t start = now_;
  misaligned_ = mispredictions_ = l1d_misses_ = l1i_misses_ = l2_misses_ = 0;
  if (with_caches && caches_ == nullptr)
    caches_ = std::make_unique<Caches>(constants_);
  if (block.counts[0] != nullptr) {
    with_caches ? run_ops<true, true>(block, accesses, profile, measured)
                : run_ops<false, true>(block, accesses, profile, measured);
  } else if (with_caches) {
    run_ops<true, false>(block, accesses, profile, measured);
  } else if (!with_schedules_ ||
             !follow(block.schedules[static_cast<std::size_t>(profile)], accesses)) {
    run_ops<false, false>(block, accesses, profile, measured);
  }
  const std::uint64_t lost = leave(block, next_pc);
  now_ += lost;
  if (block.counts[0] != nullptr) {
    for (std::size_t set = 0; set < (measured ? 2U : 1U); ++set) {
      OpCounts& last = block.counts[set][block.ops.size() - 1];
      block.executions[set].fetch_add(1, std::memory_order_relaxed);
      last.cycles.fetch_add(lost, std::memory_order_relaxed);
      last.stalls[static_cast<std::size_t>(Stall::control)].fetch_add(lost,
                                                                      std::memory_order_relaxed);
    }
  }

  add(counters.cycles, now_ - start);
  add<std::uint64_t>(counters.instructions, block.ops.size());
  add(counters.misaligned, misaligned_);
  add(counters.mispredictions, mispredictions_);
  if (with_caches) {
    add(counters.l1d_misses, l1d_misses_);
    add(counters.l1i_misses, l1i_misses_);
    add(counters.l2_misses, l2_misses_);
  }
}

/// True if the block took its schedule; false: nothing has changed.
bool Core::follow(const Schedule& schedule, std::span<const Access> accesses) {
  if (!schedule.usable || latest_ready_ > now_ ||
      std::max(multiplier_free_, divider_free_) > now_ || accesses.size() != schedule.memory.size())
    return false;
  if (pending_ != 0 && !schedule.memory.empty() &&
      !stores_leave_before(now_ + schedule.memory.front().cycle))
    return false;
  for (std::size_t index = 0; index < accesses.size(); ++index) {
    const Schedule::MemoryOp& op = schedule.memory[index];
    const std::uint64_t address = accesses[index].address;
    if ((address & op.mask) != 0 || accesses[index].op != op.op)
      return false;
    for (std::uint32_t store = 0; store < op.stores; ++store) {
      const std::uint32_t earlier = schedule.stores_before[op.first_store + store];
      if (address < accesses[earlier].address + schedule.memory[earlier].bytes &&
          accesses[earlier].address < address + op.bytes)
        return false;
    }
  }
  if (!accesses.empty()) {
    pending_ = 0;
    for (const std::uint32_t store : schedule.stores_after) {
      stores_[pending_++] = {accesses[store].address, schedule.memory[store].bytes,
                             now_ + schedule.memory[store].cycle};
    }
    last_access_ = now_ + schedule.memory.back().cycle;
  }
  for (const Schedule::Register& late : schedule.late) {
    ready_[late.number] = now_ + late.ready;
    latest_ready_ = std::max(latest_ready_, ready_[late.number]);
  }
  if (schedule.multiplier_free != 0)
    multiplier_free_ = now_ + schedule.multiplier_free;
  now_ += schedule.cycles;
  return true;
}

bool Core::stores_leave_before(std::uint64_t cycle) const {
  std::uint64_t idle = last_access_ + 1;
  for (std::size_t index = 0; index < pending_; ++index, ++idle) {
    idle = std::max(idle, stores_[index].issued + store_drain_);
    if (idle >= cycle)
      return false;
  }
  return true;
}

template <bool with_caches, bool with_counts>
void Core::run_ops(Block& block, std::span<const Access> accesses, Profile profile, bool measured) {
  const auto by_profile = static_cast<std::size_t>(profile);
  std::uint64_t now = now_;
  if constexpr (with_counts)
    extra_ = {};
  if constexpr (with_caches) {
    const std::uint64_t lost = fetch(block);
    now += lost;
    extra_[static_cast<std::size_t>(Stall::instruction_cache)] = lost;
  }
  const Access* access = accesses.data();
  const Access* const last_access = access + accesses.size();
  const std::size_t count = block.ops.size();
  std::uint64_t before = now_;
  for (std::size_t index = 0; index < count; ++index) {
    const Op& op = block.ops[index];
    // Rocket also waits for the register that it will write.
    const std::uint64_t operands = std::max(std::max(ready_[op.rs1], ready_[op.rs2]),
                                            std::max(ready_[op.rs3], ready_[op.rd_wait]));
    Issue issue{std::max(now, operands)};
    if constexpr (with_counts) {
      if (operands > now)
        extra_[static_cast<std::size_t>(cause_of_wait(op))] += operands - now;
    }
    if (op.kind != Kind::plain) {
      if (op.access_bytes != 0) {
        if (access != last_access && access->op == index) {
          access_memory<with_caches>(op, access->address, issue);
          // An atomic may be told as a load and a store.
          while (access != last_access && access->op == index)
            ++access;
        }
      } else {
        use_unit(op, profile, issue);
      }
    }
    ready_[op.rd_write] = issue.cycle + op.latency[by_profile] + issue.result_delay;
    latest_ready_ = std::max(latest_ready_, ready_[op.rd_write]);
    now = issue.cycle + 1;
    if constexpr (with_counts) {
      producer_[op.rd_write] = issue.result_delay != 0 ? Stall::data_cache : op.cause;
      for (std::size_t set = 0; set < (measured ? 2U : 1U); ++set) {
        OpCounts& counts = block.counts[set][index];
        counts.cycles.fetch_add(now - before, std::memory_order_relaxed);
        for (std::size_t cause = 0; cause < stall_count; ++cause) {
          if (extra_[cause] != 0)
            counts.stalls[cause].fetch_add(extra_[cause], std::memory_order_relaxed);
        }
      }
      extra_ = {};
      before = now;
    }
  }
  now_ = now;
}

Stall Core::cause_of_wait(const Op& op) const {
  std::uint8_t latest = op.rs1;
  for (const std::uint8_t one : {op.rs2, op.rs3, op.rd_wait}) {
    if (ready_[one] > ready_[latest])
      latest = one;
  }
  return producer_[latest];
}

void Core::wait(Issue& issue, std::uint64_t until, Stall cause) {
  if (until > issue.cycle) {
    extra_[static_cast<std::size_t>(cause)] += until - issue.cycle;
    issue.cycle = until;
  }
}

/// The units that can be busy. A blocking multiplier is the one that divides too.
void Core::use_unit(const Op& op, Profile profile, Issue& issue) {
  const bool blocking = profile == Profile::blocking;
  switch (op.kind) {
    case Kind::multiply:
      if (blocking) {
        wait(issue, std::max(multiplier_free_, divider_free_), Stall::multiply);
        multiplier_free_ = issue.cycle + op.latency[1];
      }
      return;
    case Kind::divide:
      wait(issue, blocking ? std::max(multiplier_free_, divider_free_) : divider_free_,
           Stall::divide);
      divider_free_ = issue.cycle + op.latency[0];
      return;
    case Kind::fp_divide:
      wait(issue, fp_divider_free_, Stall::floating);
      fp_divider_free_ = issue.cycle + op.latency[0];
      return;
    case Kind::fence:
      wait(issue, memory_free_, Stall::data_cache);
      if (pending_ != 0)
        wait(issue, stores_[pending_ - 1].issued + store_drain_, Stall::other_result);
      pending_ = 0;
      return;
    case Kind::plain:
    case Kind::load:
    case Kind::store:
    case Kind::atomic:
      return;
  }
}

template <bool with_caches>
void Core::access_memory(const Op& op, std::uint64_t address, Issue& issue) {
  if constexpr (with_caches)
    wait(issue, memory_free_, Stall::data_cache);
  drain_stores(issue.cycle);
  if (op.kind != Kind::store && pending_ != 0 && is_pending(address, op.access_bytes)) {
    wait(issue, issue.cycle + store_to_load_, Stall::store_to_load);
    pending_ = 0;
  }
  if ((address & (op.access_bytes - 1U)) != 0) {
    ++misaligned_;
    wait(issue, issue.cycle + trap_, Stall::misaligned);
    pending_ = 0;
  }
  if constexpr (with_caches) {
    const std::uint64_t miss = data_miss(address, op.access_bytes);
    if (miss != 0) {
      issue.result_delay = miss;
      memory_free_ = issue.cycle + miss;
    }
  }
  last_access_ = issue.cycle;
  if (op.kind != Kind::load && store_pipeline_ != 0) {
    if (pending_ == store_pipeline_) {
      std::shift_left(stores_.begin(), stores_.end(), 1);
      --pending_;
    }
    stores_[pending_++] = {address, op.access_bytes, issue.cycle};
  }
}

/// In the cycles between the last access and `until` nothing else wants the data array.
void Core::drain_stores(std::uint64_t until) {
  std::uint64_t cycle = last_access_ + 1;
  std::size_t drained = 0;
  while (drained < pending_) {
    cycle = std::max(cycle, stores_[drained].issued + store_drain_);
    if (cycle >= until)
      break;
    ++drained;
    ++cycle;
  }
  if (drained != 0) {
    pending_ -= drained;
    std::shift_left(stores_.begin(), stores_.end(), static_cast<std::ptrdiff_t>(drained));
  }
}

bool Core::is_pending(std::uint64_t address, std::uint64_t bytes) const {
  return std::any_of(stores_.begin(), stores_.begin() + static_cast<std::ptrdiff_t>(pending_),
                     [=](const PendingStore& store) {
                       return address < store.address + store.bytes &&
                              store.address < address + bytes;
                     });
}

std::uint64_t Core::second_level(std::uint64_t address) {
  if (caches_->second.access(address))
    return constants_[Constant::l2_hit];
  ++l2_misses_;
  return constants_[Constant::memory];
}

std::uint64_t Core::data_miss(std::uint64_t address, std::uint64_t bytes) {
  std::uint64_t lost = 0;
  const std::uint64_t last = address + bytes - 1;
  for (std::uint64_t line = address & ~(line_bytes_ - 1); line <= last; line += line_bytes_) {
    if (!caches_->data.access(line)) {
      ++l1d_misses_;
      lost += second_level(line);
    }
  }
  return lost;
}

std::uint64_t Core::fetch(const Block& block) {
  std::uint64_t lost = 0;
  for (std::uint64_t line = block.pc & ~(line_bytes_ - 1); line < block.end; line += line_bytes_) {
    if (!caches_->instructions.access(line)) {
      ++l1i_misses_;
      lost += second_level(line);
    }
  }
  return lost;
}

std::uint64_t Core::leave(const Block& block, std::uint64_t next_pc) {
  bool right = true;
  switch (block.flow) {
    case Flow::next:
      return 0;
    case Flow::branch:
      right = predictor_.branch(block.last_pc, next_pc, next_pc != block.end);
      break;
    case Flow::jump:
      return predictor_.jump(block.last_pc, next_pc) ? 0 : constants_[Constant::jump_bubble];
    case Flow::call:
      predictor_.call(block.end);
      return predictor_.jump(block.last_pc, next_pc) ? 0 : constants_[Constant::jump_bubble];
    case Flow::indirect:
      right = predictor_.jump(block.last_pc, next_pc);
      break;
    case Flow::indirect_call:
      predictor_.call(block.end);
      right = predictor_.jump(block.last_pc, next_pc);
      break;
    case Flow::ret:
      right = predictor_.ret(next_pc);
      break;
  }
  if (right)
    return 0;
  ++mispredictions_;
  return constants_[Constant::mispredict];
}

}  // namespace hartls::u54
