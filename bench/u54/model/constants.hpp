// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string_view>

namespace hartls::u54 {

/// Every number of the model. The table in constants.cpp gives each one's value and source.
enum class Constant : std::uint8_t {
  alu,
  load,
  load_small,
  fp_load,
  atomic,
  csr,
  multiply_pipelined,
  multiply_blocking,
  divide,
  fadd_s,
  fadd_d,
  fmul_s,
  fmul_d,
  fma_s,
  fma_d,
  fp_move_s,
  fp_move_d,
  fp_convert,
  fdiv_s,
  fdiv_d,
  fsqrt_s,
  fsqrt_d,
  mispredict,
  jump_bubble,
  btb_entries,
  bht_entries,
  bht_counter_bits,
  bht_history_length,
  bht_history_bits,
  ras_entries,
  store_pipeline,
  store_drain,
  store_to_load,
  misaligned_byte_accesses,
  byte_access,
  line_bytes,
  l1d_bytes,
  l1d_ways,
  l1i_bytes,
  l1i_ways,
  l2_bytes,
  l2_ways,
  l2_hit,
  memory,
};

inline constexpr std::size_t constant_count = static_cast<std::size_t>(Constant::memory) + 1;

struct ConstantInfo {
  Constant id;
  std::string_view name;  ///< as the plugin's arguments spell it
  std::uint64_t value;    ///< unless told otherwise
  std::uint64_t least, most;
  bool power_of_two;
  std::string_view unit;
  std::string_view meaning;
  std::string_view source;
};

/// The one table, in the order of the enum.
std::span<const ConstantInfo> constant_table();

/// The values that a model runs with.
class Constants {
 public:
  Constants();

  std::uint64_t operator[](Constant id) const noexcept {
    return values_[static_cast<std::size_t>(id)];
  }
  /// Throws std::invalid_argument, which names what was given and what is allowed, for a name that
  /// is not in the table and for a value outside its range or in no decimal digits.
  void set(std::string_view name, std::string_view value);
  /// What no single value shows, such as a cache whose sets are no power of two: throws
  /// std::invalid_argument. To be called after the last set().
  void check() const;

 private:
  std::array<std::uint64_t, constant_count> values_;
};

/// The table for a reader: name, value, unit, meaning and source.
void print_constants(std::ostream& out);

}  // namespace hartls::u54
