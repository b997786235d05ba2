// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hartls::u54 {

/// The functions of an ELF program, from its symbol table.
class Symbols {
 public:
  Symbols() = default;
  /// Empty where the file cannot be read or has no symbols. `start_code`: the lowest address of
  /// code as loaded, which places a position-independent program; 0: not known, no symbols for such
  /// a one.
  Symbols(const std::string& path, std::uint64_t start_code);

  /// "name+0x10", or "" where no function holds the address.
  std::string at(std::uint64_t address) const;
  /// "name", or the address in hexadecimal digits.
  std::string function(std::uint64_t address) const;

 private:
  struct Function {
    std::uint64_t address, size;
    std::string name;
  };
  const Function* find(std::uint64_t address) const;

  std::vector<Function> functions_;  // by address
};

}  // namespace hartls::u54
