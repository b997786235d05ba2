// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.hpp"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>

namespace hartls::u54 {
namespace {

constexpr std::size_t most_functions = 15;

struct HotBlock {
  const KnownBlock* known;
  std::uint64_t cycles;
};

std::uint64_t cycles_of(const KnownBlock& known, std::size_t set) {
  std::uint64_t sum = 0;
  for (std::size_t index = 0; index < known.block.ops.size(); ++index)
    sum += known.block.counts[set][index].cycles.load(std::memory_order_relaxed);
  return sum;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << std::setw(5)
      << 100.0 * static_cast<double>(part) / static_cast<double>(whole) << " %";
  return out.str();
}

std::string ratio(std::uint64_t part, std::uint64_t whole) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(2)
      << static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
  return out.str();
}

/// "load-use 1.00, multiply 0.50", in cycles an execution; the largest first.
std::string stalls_of(const OpCounts& counts, std::uint64_t executions) {
  std::vector<std::pair<std::uint64_t, std::size_t>> stalls;
  for (std::size_t cause = 0; cause < stall_count; ++cause) {
    const std::uint64_t cycles = counts.stalls[cause].load(std::memory_order_relaxed);
    if (cycles != 0)
      stalls.emplace_back(cycles, cause);
  }
  std::ranges::sort(stalls, std::greater<>());
  std::string text;
  for (const auto& [cycles, cause] : stalls) {
    text += (text.empty() ? "" : ", ") + std::string(to_string(static_cast<Stall>(cause))) + " " +
            ratio(cycles, executions);
  }
  return text;
}

void write_block(const HotBlock& hot, std::size_t set, std::size_t rank, std::uint64_t total,
                 const Symbols& symbols, std::ostream& out) {
  const Block& block = hot.known->block;
  const std::uint64_t executions = block.executions[set].load(std::memory_order_relaxed);
  const std::string place = symbols.at(block.pc);
  out << "\n#" << rank << "  " << percent(hot.cycles, total) << ", " << hot.cycles << " cycles, "
      << executions << " times, " << ratio(hot.cycles, executions) << " cycles each for "
      << block.ops.size() << " instructions" << (place.empty() ? "" : "  ") << place << '\n';
  std::uint64_t pc = block.pc;
  for (std::size_t index = 0; index < block.ops.size(); ++index) {
    const OpCounts& counts = block.counts[set][index];
    const std::string stalls = stalls_of(counts, executions);
    out << std::setw(9) << ratio(counts.cycles.load(std::memory_order_relaxed), executions) << "  "
        << std::hex << std::setw(10) << pc << std::dec << "  ";
    if (stalls.empty())
      out << hot.known->disassembly[index] << '\n';
    else
      out << std::left << std::setw(44) << hot.known->disassembly[index] << std::right << "  ; "
          << stalls << '\n';
    pc += (hot.known->words[index] & 3U) == 3 ? 4U : 2U;
  }
}

}  // namespace

void write_profile(std::span<const std::unique_ptr<KnownBlock>> blocks, std::size_t most_blocks,
                   const Symbols& symbols, std::ostream& out) {
  const bool measured = std::ranges::any_of(blocks, [](const auto& known) {
    return known->block.executions[1].load(std::memory_order_relaxed) != 0;
  });
  const std::size_t set = measured ? 1 : 0;
  std::vector<HotBlock> hot;
  std::map<std::string, std::uint64_t> functions;
  std::uint64_t total = 0;
  std::array<std::uint64_t, stall_count> stalls{};
  std::uint64_t instructions = 0;
  for (const auto& known : blocks) {
    const Block& block = known->block;
    const std::uint64_t cycles = cycles_of(*known, set);
    if (cycles == 0)
      continue;
    hot.push_back({known.get(), cycles});
    functions[symbols.function(block.pc)] += cycles;
    total += cycles;
    instructions += block.ops.size() * block.executions[set].load(std::memory_order_relaxed);
    for (std::size_t index = 0; index < block.ops.size(); ++index) {
      for (std::size_t cause = 0; cause < stall_count; ++cause)
        stalls[cause] += block.counts[set][index].stalls[cause].load(std::memory_order_relaxed);
    }
  }
  out << "U54 model: " << total << " cycles of " << (measured ? "measured work" : "the whole run")
      << ", " << instructions << " instructions (" << ratio(total, instructions)
      << " cycles each)\n";
  if (total == 0)
    return;
  for (std::size_t cause = 0; cause < stall_count; ++cause) {
    if (stalls[cause] != 0)
      out << "  " << percent(stalls[cause], total) << "  lost to "
          << to_string(static_cast<Stall>(cause)) << '\n';
  }

  std::vector<std::pair<std::uint64_t, std::string>> by_cycles;
  for (const auto& [name, cycles] : functions)
    by_cycles.emplace_back(cycles, name);
  std::ranges::sort(by_cycles, std::greater<>());
  out << "\nFunctions, without what they call:\n";
  for (std::size_t index = 0; index < std::min(by_cycles.size(), most_functions); ++index)
    out << "  " << percent(by_cycles[index].first, total) << "  " << by_cycles[index].second
        << '\n';

  std::ranges::sort(hot, [](const HotBlock& a, const HotBlock& b) {
    return std::pair(b.cycles, a.known->block.pc) < std::pair(a.cycles, b.known->block.pc);
  });
  out << "\nBlocks, with cycles an execution of each instruction and what it waited for:\n";
  for (std::size_t index = 0; index < std::min(hot.size(), most_blocks); ++index)
    write_block(hot[index], set, index + 1, total, symbols, out);
}

}  // namespace hartls::u54
