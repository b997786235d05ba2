// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbols.hpp"

#include <elf.h>
#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

extern "C" [[gnu::noinline, gnu::used]] int hartls_symbols_probe(int number) {
  volatile int sum = number;
  for (int round = 0; round < number; ++round)
    sum = sum + round;
  return sum;
}

namespace hartls::u54 {

[[gnu::noinline, gnu::used]] double symbols_probe(double number, int rounds) {
  volatile double sum = number;
  for (int round = 0; round < rounds; ++round)
    sum = sum + number;
  return sum;
}

namespace {

template <typename Function>
std::uint64_t address_of(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

/// Of this program, as loaded.
std::uint64_t start_of_code() {
  std::uint64_t start = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        std::uint64_t lowest = UINT64_MAX;
        for (unsigned index = 0; index < info->dlpi_phnum; ++index) {
          const auto& segment = info->dlpi_phdr[index];
          if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
            lowest = std::min<std::uint64_t>(lowest, info->dlpi_addr + segment.p_vaddr);
        }
        *static_cast<std::uint64_t*>(result) = lowest;
        return 1;  // the program is the first
      },
      &start);
  return start;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Of its own, gone at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content)
      : path_(std::filesystem::temp_directory_path() /
              ("hartls-symbols-" + std::to_string(::getpid()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

struct ElfSymbol {
  std::uint64_t address, size;
  std::string name;
  unsigned char type = STT_FUNC;
  std::uint16_t section = 3;
};

/// The least that has a symbol table: header, one executable segment, sections "", .symtab,
/// .strtab and .text.
struct ElfFile {
  Elf64_Ehdr header{};
  Elf64_Phdr segment{};
  Elf64_Shdr none{}, table{}, names{}, text{};
  std::vector<Elf64_Sym> symbols;
  std::string strings{'\0'};

  explicit ElfFile(const std::vector<ElfSymbol>& list) {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_phoff = sizeof header;
    header.e_phnum = 1;
    header.e_phentsize = sizeof segment;
    header.e_shoff = sizeof header + sizeof segment;
    header.e_shnum = 4;
    header.e_shentsize = sizeof none;
    segment.p_type = PT_LOAD;
    segment.p_flags = PF_R | PF_X;
    segment.p_vaddr = 0x1000;
    for (const ElfSymbol& one : list) {
      Elf64_Sym symbol{};
      symbol.st_name = static_cast<Elf64_Word>(strings.size());
      symbol.st_value = one.address;
      symbol.st_size = one.size;
      symbol.st_info = static_cast<unsigned char>(ELF64_ST_INFO(STB_GLOBAL, one.type));
      symbol.st_shndx = one.section;
      symbols.push_back(symbol);
      strings += one.name + '\0';
    }
    table.sh_type = SHT_SYMTAB;
    table.sh_offset = header.e_shoff + 4 * sizeof none;
    table.sh_size = symbols.size() * sizeof(Elf64_Sym);
    table.sh_link = 2;
    text.sh_type = SHT_PROGBITS;
    text.sh_addr = 0x1000;
    text.sh_size = 0x1000;
    names.sh_type = SHT_STRTAB;
    names.sh_offset = table.sh_offset + table.sh_size;
    names.sh_size = strings.size();
  }

  std::string bytes() const {
    std::string result;
    const auto append = [&](const auto& part) {
      result.append(reinterpret_cast<const char*>(&part), sizeof part);
    };
    append(header);
    append(segment);
    append(none);
    append(table);
    append(names);
    append(text);
    for (const Elf64_Sym& symbol : symbols)
      append(symbol);
    return result + strings;
  }
};

Symbols symbols_of(const std::string& content, std::uint64_t start_code = 0x1000) {
  const TemporaryFile file(content);
  return Symbols(file.path(), start_code);
}

TEST(Symbols, NamesTheFunctionsOfThisProgram) {
  const Symbols symbols("/proc/self/exe", start_of_code());
  const std::uint64_t probe = address_of(hartls_symbols_probe);
  EXPECT_EQ(symbols.at(probe), "hartls_symbols_probe+0x0");
  EXPECT_EQ(symbols.at(probe + 0x11), "hartls_symbols_probe+0x11");
  EXPECT_EQ(symbols.function(probe + 1), "hartls_symbols_probe");
  EXPECT_EQ(symbols.function(address_of(symbols_probe) + 2),
            "hartls::u54::symbols_probe(double, int)");
  EXPECT_EQ(hartls_symbols_probe(0), 0);
}

TEST(Symbols, HaveNoNameForOtherAddresses) {
  const Symbols symbols("/proc/self/exe", start_of_code());
  EXPECT_EQ(symbols.at(0x10), "");
  EXPECT_EQ(symbols.function(0x1f), "0x1f");
  EXPECT_EQ(symbols.at(UINT64_MAX), "");
  EXPECT_EQ(Symbols().at(0x1000), "");
  EXPECT_EQ(Symbols().function(0x1000), "0x1000");
}

TEST(Symbols, KnowWhereAFunctionEnds) {
  const Symbols symbols = symbols_of(ElfFile({{0x1200, 0x20, "second"},
                                              {0x1100, 0x10, "first"},
                                              {0x1300, 0, "assembly"},
                                              {0x1400, 4, "_ZN6hartls4openEv"},
                                              {0x1500, 8, "chosen", STT_GNU_IFUNC},
                                              {0x1600, 8, "f"},
                                              {0x1700, 0, "last"}})
                                         .bytes());
  EXPECT_EQ(symbols.at(0x10ff), "");
  EXPECT_EQ(symbols.at(0x1100), "first+0x0");
  EXPECT_EQ(symbols.at(0x110f), "first+0xf");
  EXPECT_EQ(symbols.at(0x1110), "");
  EXPECT_EQ(symbols.at(0x121f), "second+0x1f");
  EXPECT_EQ(symbols.at(0x1300), "assembly+0x0");
  EXPECT_EQ(symbols.at(0x13ff), "assembly+0xff");  // no size: up to the next one
  EXPECT_EQ(symbols.function(0x1400), "hartls::open()");
  EXPECT_EQ(symbols.function(0x1500), "chosen");
  EXPECT_EQ(symbols.function(0x1600), "f");     // not "float", which "f" means inside mangled names
  EXPECT_EQ(symbols.at(0x1fff), "last+0x8ff");  // no size: up to the section's end
  EXPECT_EQ(symbols.at(0x2000), "");
}

TEST(Symbols, LeaveOutDataAndWhatIsNotDefined) {
  const Symbols symbols = symbols_of(ElfFile({{0x1100, 0x10, "data", STT_OBJECT},
                                              {0x1200, 0x10, "elsewhere", STT_FUNC, SHN_UNDEF},
                                              {0, 0x10, "weak"}})
                                         .bytes());
  EXPECT_EQ(symbols.at(0x1100), "");
  EXPECT_EQ(symbols.at(0x1200), "");
  EXPECT_EQ(symbols.at(0), "");
}

TEST(Symbols, MoveWithAPositionIndependentProgram) {
  ElfFile file({{0x1100, 0x10, "moved"}});
  EXPECT_EQ(symbols_of(file.bytes(), 0x555000).at(0x1104), "moved+0x4");  // this one stays
  file.header.e_type = ET_DYN;
  const Symbols symbols = symbols_of(file.bytes(), 0x555000);
  EXPECT_EQ(symbols.at(0x1104), "");
  EXPECT_EQ(symbols.at(0x555104), "moved+0x4");
  EXPECT_EQ(symbols_of(file.bytes(), 0).at(0x1104), "");  // nobody knows where it is
  // The start may be told as the page's.
  file.segment.p_vaddr = 0x1080;
  EXPECT_EQ(symbols_of(file.bytes(), 0x555080).at(0x555104), "moved+0x4");
  EXPECT_EQ(symbols_of(file.bytes(), 0x555000).at(0x555104), "moved+0x4");
}

TEST(Symbols, AreEmptyForWhatIsNoElfFile) {
  for (const std::string content :
       {"", "\x7f",
        "\x7f"
        "ELF",
        "#!/bin/sh\necho an ELF file is longer than this text, is it not?\n"})
    EXPECT_EQ(symbols_of(content).function(0x1100), "0x1100");
  EXPECT_EQ(Symbols("", 0x1000).at(0x1100), "");
  EXPECT_EQ(Symbols("/does/not/exist", 0x1000).at(0x1100), "");
  EXPECT_EQ(Symbols("/", 0x1000).at(0x1100), "");
}

TEST(Symbols, AreEmptyFor32Bits) {
  ElfFile file({{0x1100, 0x10, "name"}});
  EXPECT_EQ(symbols_of(file.bytes()).at(0x1100), "name+0x0");
  file.header.e_ident[EI_CLASS] = ELFCLASS32;
  EXPECT_EQ(symbols_of(file.bytes()).at(0x1100), "");
}

TEST(Symbols, SurviveATruncatedFile) {
  const std::string whole = ElfFile({{0x1100, 0x10, "first"}, {0x1200, 0x10, "second"}}).bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Symbols symbols = symbols_of(whole.substr(0, size));
    const std::string name = symbols.at(0x1104);
    EXPECT_TRUE(name.empty() ||
                std::string("first+0x4").starts_with(name.substr(0, name.find('+'))))
        << size << ' ' << name;
  }
  const std::string own = read("/proc/self/exe");
  for (const std::size_t part : {own.size() / 2, own.size() - 1, std::size_t{4096}})
    EXPECT_EQ(symbols_of(own.substr(0, part)).function(0x10), "0x10");
}

TEST(Symbols, SurviveWrongNumbersInTheFile) {
  const ElfFile good({{0x1100, 0x10, "name"}});
  const auto name_in = [](const ElfFile& file) { return symbols_of(file.bytes()).at(0x1100); };
  for (const std::uint64_t wrong :
       {UINT64_MAX, UINT64_MAX - 63, UINT64_MAX / 2, std::uint64_t{1} << 32U}) {
    ElfFile file = good;
    file.header.e_shoff = wrong;
    EXPECT_EQ(name_in(file), "");
    file = good;
    file.table.sh_offset = wrong;
    EXPECT_EQ(name_in(file), "");
    file = good;
    file.names.sh_offset = wrong;
    name_in(file);
    file = good;
    file.table.sh_size = wrong;  // soon at the file's end, and not in years
    EXPECT_EQ(name_in(file), "name+0x0");
    file = good;
    file.header.e_phoff = wrong;
    EXPECT_EQ(name_in(file), "name+0x0");
  }
  ElfFile file = good;
  file.header.e_shnum = UINT16_MAX;
  name_in(file);
  file = good;
  file.table.sh_link = 77;
  EXPECT_EQ(name_in(file), "");
  file = good;
  file.symbols[0].st_name = UINT32_MAX;
  EXPECT_EQ(name_in(file), "");
}

}  // namespace
}  // namespace hartls::u54
