// SPDX-License-Identifier: GPL-3.0-or-later
#include "elf.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace hartls::u54 {
namespace {

/// Linux takes no longer one either (PATH_MAX).
constexpr std::uint64_t longest_interpreter = 4096;

[[noreturn]] void refuse_damage() {
  throw std::runtime_error("is a damaged ELF file: its headers lead behind its end");
}

/// Bytes of a header, in the file's byte order.
struct Header {
  std::string bytes;
  bool little_endian;

  std::uint64_t number(std::size_t offset, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < size; ++index) {
      const char byte = bytes[offset + (little_endian ? size - 1 - index : index)];
      value = value << 8U | static_cast<unsigned char>(byte);
    }
    return value;
  }
};

class File {
 public:
  explicit File(const std::string& path) : stream_(path, std::ios::binary | std::ios::ate) {
    const std::streamoff end = stream_ ? std::streamoff(stream_.tellg()) : -1;
    if (end < 0)
      throw std::runtime_error("cannot be read");
    size_ = static_cast<std::uint64_t>(end);
  }

  bool has(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    return offset <= size_ && bytes <= size_ - offset;
  }

  std::string read(std::uint64_t offset, std::size_t bytes) {
    if (!has(offset, bytes))
      refuse_damage();
    std::string text(bytes, '\0');
    if (!stream_.seekg(static_cast<std::streamoff>(offset)) ||
        !stream_.read(text.data(), static_cast<std::streamsize>(bytes)))
      throw std::runtime_error("cannot be read");
    return text;
  }

  /// The first bytes, at most so many.
  std::string begin(std::size_t bytes) {
    return read(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size_)));
  }

 private:
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

/// Looks at all segments, so that a copy which was cut off shows.
std::string read_interpreter(File& file, const Header& header) {
  const std::uint64_t table = header.number(offsetof(Elf64_Ehdr, e_phoff), 8);
  const std::uint64_t entry_bytes = header.number(offsetof(Elf64_Ehdr, e_phentsize), 2);
  const std::uint64_t entries = header.number(offsetof(Elf64_Ehdr, e_phnum), 2);
  std::string name;
  for (std::uint64_t index = 0; index < entries; ++index) {
    const Header segment{file.read(table + index * entry_bytes, sizeof(Elf64_Phdr)),
                         header.little_endian};
    const std::uint64_t type = segment.number(offsetof(Elf64_Phdr, p_type), 4);
    const std::uint64_t offset = segment.number(offsetof(Elf64_Phdr, p_offset), 8);
    const std::uint64_t bytes = segment.number(offsetof(Elf64_Phdr, p_filesz), 8);
    if ((type == PT_LOAD || type == PT_INTERP) && !file.has(offset, bytes))
      refuse_damage();
    if (type != PT_INTERP)
      continue;
    if (bytes > longest_interpreter)
      throw std::runtime_error("is a damaged ELF file: its interpreter's name is too long");
    name = file.read(offset, static_cast<std::size_t>(bytes)).c_str();  // without the terminator
  }
  return name;
}

}  // namespace

Elf read_elf(const std::string& path) {
  File file(path);
  const std::string magic = file.begin(EI_NIDENT);
  if (magic.starts_with("#!"))
    throw std::runtime_error("is a script, not an ELF file");
  if (!magic.starts_with(ELFMAG))
    throw std::runtime_error("is not an ELF file");
  const bool is_64_bit = magic.size() > EI_CLASS && magic[EI_CLASS] == ELFCLASS64;
  const bool little_endian = magic.size() > EI_DATA && magic[EI_DATA] == ELFDATA2LSB;
  const Header header{file.read(0, is_64_bit ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)),
                      little_endian};
  Elf elf;
  elf.is_64_bit = is_64_bit;
  elf.little_endian = little_endian;
  elf.type = static_cast<std::uint16_t>(header.number(offsetof(Elf64_Ehdr, e_type), 2));
  elf.machine = static_cast<std::uint16_t>(header.number(offsetof(Elf64_Ehdr, e_machine), 2));
  if (is_64_bit)
    elf.interpreter = read_interpreter(file, header);
  return elf;
}

std::string machine_name(const Elf& elf) {
  constexpr std::array<std::pair<std::uint16_t, std::string_view>, 11> names{{
      {EM_386, "x86"},
      {EM_X86_64, "x86-64"},
      {EM_ARM, "ARM"},
      {EM_AARCH64, "aarch64"},
      {EM_MIPS, "MIPS"},
      {EM_PPC, "PowerPC"},
      {EM_PPC64, "PowerPC"},
      {EM_S390, "s390"},
      {EM_SPARCV9, "SPARC"},
      {EM_RISCV, "RISC-V"},
      {258, "LoongArch"},  // EM_LOONGARCH, which glibc 2.36 has and 2.31 has not
  }};
  std::string name = "machine " + std::to_string(elf.machine);
  for (const auto& [machine, text] : names) {
    if (machine == elf.machine)
      name = text;
  }
  // These names have the size in them.
  if (elf.machine == EM_X86_64 || elf.machine == EM_AARCH64)
    return name;
  return name + (elf.is_64_bit ? " (64-bit" : " (32-bit") +
         (elf.little_endian ? ")" : ", big-endian)");
}

}  // namespace hartls::u54
