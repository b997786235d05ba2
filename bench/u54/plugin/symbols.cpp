// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbols.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

namespace hartls::u54 {
namespace {

/// A T at `offset`, if the file is long enough.
template <typename T>
std::optional<T> read_at(const std::string& file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T))
    return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string demangle(const std::string& name) {
  if (!name.starts_with("_Z"))  // "f" would be demangled too, to "float"
    return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? plain.get() : name;
}

std::string hex(std::uint64_t value) {
  std::ostringstream out;
  out << "0x" << std::hex << value;
  return out.str();
}

constexpr std::uint64_t page(std::uint64_t address) {
  return address & ~std::uint64_t{0xfff};
}

/// Where the lowest executable segment wants to be.
std::uint64_t lowest_code(const std::string& file, const Elf64_Ehdr& header) {
  std::uint64_t lowest = UINT64_MAX;
  for (unsigned index = 0; index < header.e_phnum; ++index) {
    const auto segment =
        read_at<Elf64_Phdr>(file, header.e_phoff + std::uint64_t{index} * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0)
      lowest = std::min(lowest, segment->p_vaddr);
  }
  return lowest;
}

}  // namespace

Symbols::Symbols(const std::string& path, std::uint64_t start_code) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  const std::string file = std::move(content).str();
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64)
    return;
  if (header->e_type == ET_DYN && start_code == 0)
    return;
  const std::uint64_t bias =
      header->e_type == ET_DYN ? page(start_code) - page(lowest_code(file, *header)) : 0;
  const auto section = [&](unsigned index) {
    return read_at<Elf64_Shdr>(file, header->e_shoff + std::uint64_t{index} * sizeof(Elf64_Shdr));
  };
  for (unsigned index = 0; index < header->e_shnum; ++index) {
    const auto table = section(index);
    if (!table || table->sh_type != SHT_SYMTAB)
      continue;
    const auto names = section(table->sh_link);
    if (!names)
      continue;
    for (std::uint64_t offset = 0; offset < table->sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(file, table->sh_offset + offset);
      if (!symbol)  // the file is shorter than it says
        break;
      if (symbol->st_shndx == SHN_UNDEF || symbol->st_value == 0 ||
          (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC &&
           ELF64_ST_TYPE(symbol->st_info) != STT_GNU_IFUNC))
        continue;
      std::uint64_t size = symbol->st_size;
      if (size == 0) {  // assembly often states none: up to the section's end, or the next one
        if (const auto home = section(symbol->st_shndx))
          size = home->sh_addr + home->sh_size - symbol->st_value;
      }
      const std::uint64_t name = names->sh_offset + symbol->st_name;
      if (name < file.size())
        functions_.push_back({symbol->st_value + bias, size, file.c_str() + name});
    }
  }
  std::ranges::stable_sort(functions_, {}, &Function::address);
}

const Symbols::Function* Symbols::find(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(functions_, address, {}, &Function::address);
  if (after == functions_.begin())
    return nullptr;
  const Function& candidate = *std::prev(after);
  return address - candidate.address < candidate.size ? &candidate : nullptr;
}

std::string Symbols::at(std::uint64_t address) const {
  const Function* const found = find(address);
  if (found == nullptr)
    return {};
  return demangle(found->name) + "+" + hex(address - found->address);
}

std::string Symbols::function(std::uint64_t address) const {
  const Function* const found = find(address);
  return found == nullptr ? hex(address) : demangle(found->name);
}

}  // namespace hartls::u54
