// SPDX-License-Identifier: GPL-3.0-or-later
#include "constants.hpp"

#include <algorithm>
#include <charconv>
#include <iomanip>
#include <ostream>
#include <stdexcept>
#include <string>

namespace hartls::u54 {
namespace {

// Sources, as short as they are named below:
//   FU540  SiFive FU540-C000 Manual, U54 core: instruction fetch, execution pipeline, data memory.
//   LLVM   llvm/lib/Target/RISCV/RISCVSchedRocket.td, the scheduling model of Rocket, of which the
//          U54 is a configuration.
//   Rocket rocket-chip, the generation that the U54 comes from: BTB.scala, DCache.scala,
//          Frontend.scala.
constexpr std::string_view fu540 = "FU540";
constexpr std::string_view llvm = "LLVM";
constexpr std::string_view rocket = "Rocket";
constexpr std::string_view both = "FU540, LLVM";

constexpr std::uint64_t most_latency = 10'000;
constexpr std::uint64_t mebibyte = 1U << 20U;

constexpr ConstantInfo cycles(Constant id, std::string_view name, std::uint64_t value,
                              std::string_view meaning, std::string_view source,
                              std::uint64_t least = 1) {
  return {id, name, value, least, most_latency, false, "cycles", meaning, source};
}
constexpr ConstantInfo number(Constant id, std::string_view name, std::uint64_t value,
                              std::uint64_t least, std::uint64_t most, std::string_view meaning,
                              std::string_view source) {
  return {id, name, value, least, most, false, "", meaning, source};
}
constexpr ConstantInfo power(Constant id, std::string_view name, std::uint64_t value,
                             std::uint64_t least, std::uint64_t most, std::string_view unit,
                             std::string_view meaning, std::string_view source) {
  return {id, name, value, least, most, true, unit, meaning, source};
}

using enum Constant;

constexpr std::array<ConstantInfo, constant_count> table{{
    cycles(alu, "alu", 1, "result of an integer instruction; each also takes one cycle to issue",
           both),
    cycles(load, "load", 2, "result of lw, lwu and ld that hit", both),
    cycles(load_small, "load_small", 3, "result of lb, lbu, lh and lhu that hit", both),
    cycles(fp_load, "fp_load", 2, "result of flw and fld that hit", llvm),
    cycles(atomic, "atomic", 2, "result of lr, sc and amo that hit", llvm),
    cycles(csr, "csr", 3, "result of a CSR read", fu540),
    cycles(multiply_pipelined, "multiply_pipelined", 4,
           "result of a multiplication, profile pipelined; one starts each cycle", llvm),
    cycles(multiply_blocking, "multiply_blocking", 5,
           "result of a multiplication, profile blocking; the next one starts after it",
           "FU540 (16 bits a cycle)"),
    cycles(divide, "divide", 33,
           "result of a division or remainder, whatever the operands; the divider is not pipelined",
           "LLVM (the U54's depends on the operands, which no plugin of API 1 can see)"),
    cycles(fadd_s, "fadd_s", 4, "single precision add, subtract, minimum, maximum", llvm),
    cycles(fadd_d, "fadd_d", 6, "double precision add, subtract, minimum, maximum", llvm),
    cycles(fmul_s, "fmul_s", 5, "single precision multiply", llvm),
    cycles(fmul_d, "fmul_d", 7, "double precision multiply", llvm),
    cycles(fma_s, "fma_s", 5, "single precision fused multiply-add", llvm),
    cycles(fma_d, "fma_d", 7, "double precision fused multiply-add", llvm),
    cycles(fp_move_s, "fp_move_s", 4, "single precision sign injection", llvm),
    cycles(fp_move_d, "fp_move_d", 6, "double precision sign injection", llvm),
    cycles(fp_convert, "fp_convert", 2, "conversion, comparison, class, move to or from integer",
           llvm),
    cycles(fdiv_s, "fdiv_s", 20, "single precision divide; the unit is not pipelined", llvm),
    cycles(fdiv_d, "fdiv_d", 20, "double precision divide; the unit is not pipelined", llvm),
    cycles(fsqrt_s, "fsqrt_s", 20, "single precision square root, in the same unit", llvm),
    cycles(fsqrt_d, "fsqrt_d", 25, "double precision square root, in the same unit", llvm),
    cycles(mispredict, "mispredict", 3, "lost after a branch, return or indirect jump told wrong",
           both, 0),
    cycles(jump_bubble, "jump_bubble", 2,
           "lost after a direct jump or call that the target buffer does not hold",
           "Rocket (the front end finds it two stages late)", 0),
    number(btb_entries, "btb_entries", 30, 1, 4096, "branch target buffer, fully associative, LRU",
           fu540),
    power(bht_entries, "bht_entries", 256, 2, 65536, "", "branch history table", fu540),
    number(bht_counter_bits, "bht_counter_bits", 1, 1, 2, "width of its counters", rocket),
    number(bht_history_length, "bht_history_length", 8, 1, 32, "branches in the global history",
           rocket),
    number(bht_history_bits, "bht_history_bits", 3, 0, 16,
           "bits of the history's hash in the table's index; 0: none", rocket),
    number(ras_entries, "ras_entries", 6, 1, 1024, "return-address stack", fu540),
    number(store_pipeline, "store_pipeline", 2, 0, 8, "stores on their way to the data array",
           rocket),
    cycles(store_drain, "store_drain", 2,
           "until a store can leave it, in a cycle without another access", rocket, 0),
    cycles(store_to_load, "store_to_load", 5, "lost by a load of bytes that are on their way",
           fu540, 0),
    number(misaligned_byte_accesses, "misaligned_byte_accesses", 290, 0, 100'000,
           "byte accesses that a trapped misaligned access is worth",
           "measured on SiFive boards: 200 (lh), 248 (lw), 353 (ld) times lb, SiFive forum, topic "
           "5530"),
    cycles(byte_access, "byte_access", 1, "one byte access in a row of independent ones", both, 0),
    power(line_bytes, "line_bytes", 64, 8, 4096, "bytes", "cache line", fu540),
    power(l1d_bytes, "l1d_bytes", 32768, 64, mebibyte, "bytes", "level 1 data cache, LRU", fu540),
    power(l1d_ways, "l1d_ways", 8, 1, 64, "", "its ways", fu540),
    power(l1i_bytes, "l1i_bytes", 32768, 64, mebibyte, "bytes", "level 1 instruction cache, LRU",
          fu540),
    power(l1i_ways, "l1i_ways", 8, 1, 64, "", "its ways", fu540),
    power(l2_bytes, "l2_bytes", 2 * mebibyte, 64, 64 * mebibyte, "bytes", "level 2 cache, LRU",
          fu540),
    power(l2_ways, "l2_ways", 16, 1, 64, "", "its ways", fu540),
    cycles(l2_hit, "l2_hit", 21, "more than a level 1 hit, for a line in level 2",
           "assumed: no measured figure for the U540 was at hand", 0),
    cycles(memory, "memory", 165, "more than a level 1 hit, for a line in neither",
           "assumed: no measured figure for the U540 was at hand", 0),
}};

constexpr bool in_order() {
  for (std::size_t index = 0; index < table.size(); ++index) {
    if (table[index].id != static_cast<Constant>(index))
      return false;
  }
  return true;
}
static_assert(in_order());

bool is_power_of_two(std::uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

}  // namespace

std::span<const ConstantInfo> constant_table() {
  return table;
}

Constants::Constants() : values_{} {
  std::ranges::transform(table, values_.begin(), &ConstantInfo::value);
}

void Constants::set(std::string_view name, std::string_view text) {
  const auto* const info = std::ranges::find(table, name, &ConstantInfo::name);
  if (info == table.end()) {
    std::string message = "no constant is called '" + std::string(name) + "'; there are:";
    for (const ConstantInfo& one : table)
      message.append(" ").append(one.name);
    throw std::invalid_argument(message);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < info->least ||
      value > info->most || (info->power_of_two && !is_power_of_two(value))) {
    throw std::invalid_argument(std::string(name) + ": '" + std::string(text) +
                                "' given; allowed: " + std::to_string(info->least) + " to " +
                                std::to_string(info->most) +
                                (info->power_of_two ? ", a power of two" : ""));
  }
  values_[static_cast<std::size_t>(info->id)] = value;
}

void Constants::check() const {
  const auto check_cache = [this](std::string_view name, Constant bytes, Constant ways) {
    if ((*this)[bytes] < (*this)[ways] * (*this)[line_bytes]) {
      throw std::invalid_argument(std::string(name) + ": " + std::to_string((*this)[bytes]) +
                                  " bytes hold less than one line of " +
                                  std::to_string((*this)[line_bytes]) + " bytes for each of " +
                                  std::to_string((*this)[ways]) + " ways");
    }
  };
  check_cache("l1d", l1d_bytes, l1d_ways);
  check_cache("l1i", l1i_bytes, l1i_ways);
  check_cache("l2", l2_bytes, l2_ways);
  if ((std::uint64_t{1} << (*this)[bht_history_bits]) > (*this)[bht_entries])
    throw std::invalid_argument("bht_history_bits: more bits than the index of bht_entries has");
  if ((*this)[bht_history_bits] > (*this)[bht_history_length])
    throw std::invalid_argument("bht_history_bits: more bits than bht_history_length");
}

void print_constants(std::ostream& out) {
  for (const ConstantInfo& one : table) {
    out << std::left << std::setw(26) << one.name << std::right << std::setw(8) << one.value << ' '
        << std::left << std::setw(7) << one.unit << one.meaning << " [" << one.source << "]\n";
  }
}

}  // namespace hartls::u54
