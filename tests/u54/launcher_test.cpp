// SPDX-License-Identifier: GPL-3.0-or-later
// The launcher as people start it, with scripts in QEMU's place and ELF files made here.
#include <elf.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "child.hpp"
#include "constants.hpp"
#include "qemu.hpp"

namespace hartls::u54 {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tls::test::Child;
using tls::test::Command;
using tls::test::Finished;
using tls::test::program;
using tls::test::TemporaryFolder;

template <typename Number>
void append(std::string& bytes, const Number& value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// A RISC-V program that ends with exit status 42, unless changed.
struct MadeElf {
  Elf64_Ehdr header{};
  Elf64_Phdr segment{};
  std::string content;

  MadeElf() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_version = EV_CURRENT;
    header.e_phoff = sizeof header;
    header.e_ehsize = sizeof header;
    header.e_phentsize = sizeof segment;
    header.e_phnum = 1;
    constexpr std::uint32_t exit_with_42[] = {
        0x02a00513,  // li a0, 42
        0x05d00893,  // li a7, 93 (exit)
        0x00000073,  // ecall
    };
    append(content, exit_with_42);
    segment.p_type = PT_LOAD;
    segment.p_flags = PF_R | PF_X;
    segment.p_vaddr = segment.p_paddr = 0x10000;
    segment.p_filesz = segment.p_memsz = sizeof header + sizeof segment + content.size();
    segment.p_align = 0x1000;
    header.e_entry = segment.p_vaddr + sizeof header + sizeof segment;
  }

  static MadeElf for_machine(Elf64_Half machine) {
    MadeElf elf;
    elf.header.e_machine = machine;
    return elf;
  }

  static MadeElf of_type(Elf64_Half type) {
    MadeElf elf;
    elf.header.e_type = type;
    return elf;
  }

  static MadeElf with_interpreter(const std::string& name) {
    MadeElf elf;
    elf.content = name + '\0';
    elf.segment.p_type = PT_INTERP;
    elf.segment.p_offset = sizeof elf.header + sizeof elf.segment;
    elf.segment.p_filesz = elf.content.size();
    return elf;
  }

  std::string bytes() const {
    std::string all;
    append(all, header);
    append(all, segment);
    return all + content;
  }
};

const std::string good_help =
    "usage: qemu-riscv64 [options] program [arguments...]\n"
    "Linux CPU emulator (compiled for riscv64 emulation)\n"
    "-cpu model           QEMU_CPU          select CPU (-cpu help for list)\n"
    "-plugin              QEMU_PLUGIN       [file=]<file>[,<argname>=<argvalue>]\n"
    "QEMU_LD_PREFIX  = /prefix/of/qemu\n";

std::string without(std::string text, const std::string& part) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.erase(at, part.size());
}

class Launcher : public ::testing::Test {
 protected:
  Launcher() {
    program_ = write("program", MadeElf().bytes());
    plugin_ = write("plugin.so", MadeElf::of_type(ET_DYN).bytes());
    qemu_ = write_qemu("qemu", good_help);
  }

  /// An executable file in the test's folder.
  std::string write(const std::string& name, const std::string& bytes) const {
    const fs::path path = folder_.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }

  /// It prints its words, then does what `run` says.
  std::string write_qemu(const std::string& name, const std::string& help,
                         const std::string& run = "") const {
    return write(name,
                 "#!/bin/sh\n"
                 "if [ \"$*\" = -help ]; then\n"
                 "  printf %s '" +
                     help +
                     "'\n"
                     "  exit 0\n"
                     "fi\n"
                     "printf '<%s>' \"$@\"\n" +
                     run + "\n");
  }

  /// Without what the tester's environment says of QEMU, with `environment`.
  Finished run(const std::vector<std::string>& arguments,
               const std::vector<std::string>& environment = {}) const {
    Command command{"/usr/bin/env", "-u", "HARTLS_QEMU", "-u", "QEMU_LD_PREFIX"};
    command.insert(command.end(), environment.begin(), environment.end());
    for (const std::string& word : program("u54", arguments))
      command.push_back(word);
    return tls::test::run(command);
  }

  /// With the script and the plugin of this test.
  std::vector<std::string> here(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"--qemu", qemu_, "--plugin", plugin_};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
  }

  void expect_refused(const std::vector<std::string>& arguments, const std::string& message,
                      const std::vector<std::string>& environment = {}) const {
    const Finished done = run(arguments, environment);
    EXPECT_EQ(done.exit_code, 2) << message;
    EXPECT_THAT(done.output, IsEmpty());
    EXPECT_THAT(done.errors, HasSubstr(message));
  }

  TemporaryFolder folder_;
  std::string program_, plugin_, qemu_;
};

TEST_F(Launcher, DryRunPrintsTheCommandToTheLetter) {
  const Finished plain = run(here({"--dry-run", program_}));
  EXPECT_EQ(plain.exit_code, 0) << plain.errors;
  EXPECT_EQ(plain.output,
            qemu_ + " -cpu sifive-u54 -plugin file=" + plugin_ + " " + program_ + "\n");
  EXPECT_THAT(plain.errors, IsEmpty());

  const Finished full = run(here({"--profile", "blocking", "--caches", "on", "--set", "load=4",
                                  "--set", "l2_hit=9", "--stat", "--annotate=hot spots.txt",
                                  "--annotate-blocks", "3", "--dry-run", program_, "it's", ""}));
  EXPECT_EQ(full.exit_code, 0) << full.errors;
  EXPECT_EQ(full.output, qemu_ + " -cpu sifive-u54 -plugin 'file=" + plugin_ +
                             ",profile=blocking,caches=on,load=4,l2_hit=9,stat=on,"
                             "annotate=hot spots.txt,blocks=3' " +
                             program_ + " 'it'\\''s' ''\n");
}

TEST_F(Launcher, DoublesTheCommasOfPaths) {
  const std::string plugin = write("a,b/c,,d.so", MadeElf::of_type(ET_DYN).bytes());
  const Finished done =
      run({"--qemu", qemu_, "--plugin", plugin, "--annotate=x,y", "--dry-run", program_});
  EXPECT_EQ(done.output, qemu_ + " -cpu sifive-u54 -plugin file=" + folder_.path().string() +
                             "/a,,b/c,,,,d.so,annotate=x,,y " + program_ + "\n")
      << done.errors;
}

TEST_F(Launcher, AnnotateWithoutFileGoesToStandardErrorAndTakesNoWord) {
  const Finished done = run(here({"--annotate", "--dry-run", program_}));
  EXPECT_THAT(done.output, HasSubstr(plugin_ + ",annotate=- " + program_)) << done.errors;
}

TEST_F(Launcher, WhatFollowsTheProgramIsTheProgramsOwn) {
  const std::string start = "<-cpu><sifive-u54><-plugin><file=" + plugin_ + "><" + program_ + ">";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{program_, "--help", "--profile", "none", "--", "-x", ""},
        std::vector<std::string>{"--", program_, "--help", "--profile", "none", "--", "-x", ""}}) {
    const Finished done = run(here(words));
    EXPECT_EQ(done.exit_code, 0) << done.errors;
    EXPECT_EQ(done.output, start + "<--help><--profile><none><--><-x><>");
  }
}

TEST_F(Launcher, PassesStandardStreamsAndExitStatus) {
  qemu_ = write_qemu("qemu", good_help, "read -r line\necho \"read $line\" >&2\nexit 7");
  boost::asio::io_context io;
  Child child(io, program("u54", here({program_})));
  child.write("a line\n");
  ASSERT_TRUE(tls::test::run_until(io, [&] { return child.ended(); })) << child.transcript();
  EXPECT_EQ(child.exit_code(), 7);
  EXPECT_EQ(child.errors(), "read a line\n");
}

TEST_F(Launcher, BecomesQemuSoThatSignalsAreThePrograms) {
  // A launcher that waits for its child would outlive this.
  qemu_ = write_qemu("qemu", good_help, "kill -KILL $$");
  const Finished done = run(here({program_}));
  EXPECT_EQ(done.exit_code, -1);
  EXPECT_THAT(done.output, StartsWith("<-cpu>"));
}

TEST_F(Launcher, LooksForQemuInOptionThenEnvironmentThenPath) {
  const std::string in_path = write_qemu("bin/qemu-riscv64", good_help);
  const std::string other = write_qemu("bin/other", good_help);
  const std::vector<std::string> arguments{"--plugin", plugin_, "--dry-run", program_};
  const std::vector<std::string> asked{"--plugin", plugin_, "--qemu", qemu_, "--dry-run", program_};
  const std::string path = "PATH=/nonexistent:" + folder_.path().string() + "/bin";
  EXPECT_THAT(run(arguments, {path}).output, StartsWith(in_path + " "));
  EXPECT_THAT(run(arguments, {path, "HARTLS_QEMU="}).output, StartsWith(in_path + " "));
  EXPECT_THAT(run(arguments, {path, "HARTLS_QEMU=" + other}).output, StartsWith(other + " "));
  EXPECT_THAT(run(arguments, {path, "HARTLS_QEMU=other"}).output, StartsWith(other + " "));
  EXPECT_THAT(run(asked, {path, "HARTLS_QEMU=" + other}).output, StartsWith(qemu_ + " "));
}

TEST_F(Launcher, TakesThePluginThatLiesBesideIt) {
  fs::create_directories(folder_.path() / "bin");
  const fs::path copy = folder_.path() / "bin/u54", link = folder_.path() / "link";
  fs::copy_file(program("u54", {}).back(), copy);
  fs::create_symlink(copy, link);
  const Command command{link, "--qemu", qemu_, "--dry-run", program_};
  const std::string plugin = folder_.path() / "lib/hartls/libhartls_u54.so";

  const Finished missing = tls::test::run(command);
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.errors,
              HasSubstr("the model, plugin '" + plugin +
                        "', is missing: it is installed together "
                        "with u54, and builds with sanitizers have none; --plugin takes"));

  write("lib/hartls/libhartls_u54.so", MadeElf::of_type(ET_DYN).bytes());
  const Finished there = tls::test::run(command);
  EXPECT_EQ(there.output, qemu_ + " -cpu sifive-u54 -plugin file=" + plugin + " " + program_ + "\n")
      << there.errors;
}

TEST_F(Launcher, MakesThePathOfThePluginAbsolute) {
  fs::create_directories(folder_.path() / "x");
  const Finished done =
      tls::test::run({"/usr/bin/env", "-C", folder_.path(), program("u54", {}).back(), "--qemu",
                      qemu_, "--plugin", "plugin.so", "--dry-run", "program"});
  EXPECT_EQ(done.output, qemu_ + " -cpu sifive-u54 -plugin file=" + plugin_ + " program\n")
      << done.errors;
}

TEST_F(Launcher, RefusesWrongOptions) {
  expect_refused(here({}), "PROGRAM is required");
  expect_refused(here({"--"}), "PROGRAM is required");
  expect_refused(here({""}), "PROGRAM: '' given");
  expect_refused(here({"--fast", program_}), "--fast: u54 has no such option");
  expect_refused(here({"-x", program_}), "-x: u54 has no such option");
  expect_refused(here({"--", "-x"}), "PROGRAM: '-x' begins with -; write ./-x");
  expect_refused(here({"--profile", "fast", program_}),
                 "--profile: 'fast' given; allowed: pipelined, blocking");
  expect_refused(here({"--caches", "yes", program_}), "--caches: 'yes' given; allowed: off, on");
  expect_refused(here({"--annotate", "--annotate-blocks", "0", program_}),
                 "--annotate-blocks: '0' given; allowed: 1 to 10000");
  expect_refused(here({"--annotate-blocks", "3", program_}), "requires --annotate");
  expect_refused(here({"--annotate=", program_}), "--annotate: '' given");
  expect_refused({"--qemu=", program_}, "--qemu: '' given");
  expect_refused({"--qemu", "", program_}, "--qemu: '' given");
  expect_refused({"--plugin=", program_}, "--plugin: '' given");
  expect_refused({"--plugin", "", program_}, "--plugin: '' given");
}

TEST_F(Launcher, RefusesWrongConstants) {
  expect_refused(here({"--set", "load", program_}), "--set: 'load' given; allowed: NAME=VALUE");
  expect_refused(here({"--set", "=3", program_}), "no constant is called ''");
  expect_refused(here({"--set", "lod=3", program_}), "no constant is called 'lod'; there are: alu");
  expect_refused(here({"--set", "load=-1", program_}), "--set: load: '-1' given; allowed: ");
  expect_refused(here({"--set", "load=", program_}), "--set: load: '' given; allowed: ");
  expect_refused(here({"--set", "load=3,stat=on", program_}), "'3,stat=on' given");
  // Each could pass alone.
  expect_refused(here({"--set", "l1d_bytes=64", program_}), "--set: l1d: 64 bytes hold less");
  // These have options of their own, or mean something to QEMU.
  for (const char* const name : {"profile", "caches", "stat", "annotate", "blocks", "file", "arg"})
    expect_refused(here({"--set", std::string(name) + "=1", program_}), "no constant is called");
}

TEST_F(Launcher, RefusesAProgramThatIsNoFileToRun) {
  expect_refused(here({"program"}),
                 "PROGRAM 'program' does not exist in the current folder: u54 does not search PATH",
                 {"PATH=" + folder_.path().string()});
  expect_refused(here({program_ + ".old"}), "program.old' does not exist\n");
  expect_refused(here({folder_.path()}), "' is a folder");
  expect_refused(here({"/dev/null"}), "PROGRAM '/dev/null' is not a file");
  const std::string plain = write("plain", MadeElf().bytes());
  fs::permissions(plain, fs::perms::owner_read);
  expect_refused(here({plain}), "plain' is not executable (chmod +x)");
}

TEST_F(Launcher, RefusesAProgramThatIsNotElf) {
  expect_refused(here({write("text", "a text, longer than a header")}), "text' is not an ELF file");
  expect_refused(here({write("empty", "")}), "empty' is not an ELF file");
  expect_refused(here({write("script", "#!/bin/sh\n")}), "script' is a script, not an ELF file");
  // Cut off in the identification, the header, the table of segments, a segment.
  for (const std::size_t bytes : {4U, 8U, 17U, 40U, 80U, 125U}) {
    expect_refused(here({write("cut", MadeElf().bytes().substr(0, bytes))}),
                   "cut' is a damaged ELF file");
  }
  expect_refused(here({write("long", MadeElf::with_interpreter(std::string(5000, 'x')).bytes())}),
                 "long' is a damaged ELF file: its interpreter's name is too long");
  MadeElf endless = MadeElf::with_interpreter("/lib/ld.so");
  endless.segment.p_filesz = 1ULL << 62U;
  expect_refused(here({write("endless", endless.bytes())}), "endless' is a damaged ELF file");
  MadeElf far = MadeElf();
  far.header.e_phoff = 1ULL << 63U;
  expect_refused(here({write("far", far.bytes())}), "far' is a damaged ELF file");
}

TEST_F(Launcher, NamesTheMachineOfAProgramForAnotherOne) {
  const auto expect = [this](const MadeElf& elf, const std::string& machine) {
    expect_refused(here({write("other", elf.bytes())}),
                   "other' is for " + machine + "; allowed: programs for RISC-V (64-bit)");
  };
  expect(MadeElf::for_machine(EM_X86_64), "x86-64");
  expect(MadeElf::for_machine(EM_AARCH64), "aarch64");
  expect(MadeElf::for_machine(EM_PPC64), "PowerPC (64-bit)");
  expect(MadeElf::for_machine(0x1234), "machine 4660 (64-bit)");
  MadeElf narrow;
  narrow.header.e_ident[EI_CLASS] = ELFCLASS32;
  expect(narrow, "RISC-V (32-bit)");
  MadeElf big;
  big.header.e_ident[EI_DATA] = ELFDATA2MSB;
  big.header.e_machine = EM_S390 << 8U;
  big.header.e_phnum = 0;
  expect(big, "s390 (64-bit, big-endian)");
}

TEST_F(Launcher, RefusesAnObjectFile) {
  MadeElf object = MadeElf::of_type(ET_REL);
  object.header.e_phnum = 0;
  expect_refused(here({write("object.o", object.bytes())}),
                 "object.o' is an ELF file but no program: link it");
}

TEST_F(Launcher, ADynamicProgramNeedsItsInterpreter) {
  const std::string name = "/lib/ld-of-this-test.so.1";
  const std::string dynamic = write("dynamic", MadeElf::with_interpreter(name).bytes());
  expect_refused(here({dynamic}),
                 "'" + name +
                     "' is neither below '/prefix/of/qemu' nor on this "
                     "machine: set QEMU_LD_PREFIX (QEMU's -L) to a riscv64 sysroot");
  const std::string sysroot = folder_.path() / "sysroot";
  expect_refused(here({dynamic}), "is neither below '" + sysroot + "'",
                 {"QEMU_LD_PREFIX=" + sysroot});

  write("sysroot" + name, "");
  EXPECT_EQ(run(here({dynamic}), {"QEMU_LD_PREFIX=" + sysroot}).exit_code, 0);
  qemu_ = write_qemu("qemu", without(good_help, "/prefix/of/qemu\n") + sysroot + "\n");
  EXPECT_EQ(run(here({dynamic})).exit_code, 0);
}

TEST_F(Launcher, SaysWhereToGetQemu) {
  expect_refused({"--plugin", plugin_, program_},
                 "qemu-riscv64 is not in PATH: install QEMU's user mode. Debian 12's package "
                 "qemu-user has plugins, Debian 13's is built without",
                 {"PATH=" + folder_.path().string()});
  qemu_ = write_qemu("qemu", without(good_help, "-plugin "));
  expect_refused(here({program_}),
                 "QEMU '" + qemu_ +
                     "' has no plugins (no -plugin in its -help). Debian 12's package qemu-user "
                     "has plugins, Debian 13's is built without, as is qemu-user-static; QEMU "
                     "built with --enable-plugins works");
}

TEST_F(Launcher, RefusesAWrongPathOfQemu) {
  const auto with = [this](const std::string& qemu) {
    return std::vector<std::string>{"--plugin", plugin_, "--qemu", qemu, program_};
  };
  expect_refused(with("/nonexistent/qemu"), "--qemu: '/nonexistent/qemu' does not exist");
  expect_refused(with("no-qemu-has-this-name"), "--qemu: 'no-qemu-has-this-name' is not in PATH");
  expect_refused(with(folder_.path()), "' is not an executable file");
  expect_refused({"--plugin", plugin_, program_}, "HARTLS_QEMU: '/nonexistent/qemu' does not exist",
                 {"HARTLS_QEMU=/nonexistent/qemu"});
  fs::permissions(qemu_, fs::perms::owner_read);
  expect_refused(with(qemu_), "' is not an executable file");
}

TEST_F(Launcher, RefusesAProgramInQemusPlaceThatIsNot) {
  const auto expect = [this](const std::string& message) {
    expect_refused(here({program_}), message);
  };
  qemu_ = write("qemu", "#!/bin/sh\necho Hello\n");
  expect("qemu' is not QEMU's user mode: --qemu and HARTLS_QEMU take a qemu-riscv64");
  qemu_ = write_qemu("qemu", "Linux CPU emulator (compiled for aarch64 emulation)\n-plugin x\n");
  expect("qemu' is for aarch64: --qemu and HARTLS_QEMU take a qemu-riscv64");
  qemu_ = write("qemu", "#!/bin/sh\necho 'libfoo.so is missing' >&2\necho more >&2\nexit 127\n");
  expect("qemu -help' fails with exit status 127: libfoo.so is missing\n");
  qemu_ = write("qemu", "#!/bin/sh\nkill -KILL $$\n");
  expect("qemu -help' fails with signal 9");
  qemu_ = write("qemu", "#!/nonexistent/shell\n");
  expect("qemu' cannot be started: No such file or directory");
  qemu_ = write("qemu", MadeElf::for_machine(0x1234).bytes());
  expect("qemu' cannot be started: Exec format error");
}

TEST_F(Launcher, RefusesAWrongPlugin) {
  const auto with = [this](const std::string& plugin) {
    return std::vector<std::string>{"--qemu", qemu_, "--plugin", plugin, program_};
  };
  expect_refused(with("/nonexistent/model.so"),
                 "the model, plugin '/nonexistent/model.so', is missing: --plugin takes the path "
                 "of a libhartls_u54.so");
  expect_refused(with(folder_.path()), "is missing");
  expect_refused(with(write("text.so", "text")), "text.so' is not an ELF file");
  expect_refused(with(program_), "program' is not a shared library");
}

TEST_F(Launcher, PrintsTheConstantsWithoutAProgramOrQemu) {
  const Finished done = run({"--constants"}, {"PATH=/nonexistent"});
  EXPECT_EQ(done.exit_code, 0) << done.errors;
  for (const ConstantInfo& one : constant_table()) {
    EXPECT_THAT(done.output, HasSubstr(std::string(one.name)));
    EXPECT_THAT(done.output, HasSubstr("[" + std::string(one.source) + "]"));
  }
}

TEST_F(Launcher, SaysWhenStandardOutputTakesNothing) {
  boost::asio::io_context io;
  Child child(io, program("u54", {"--constants"}), "/dev/full");
  ASSERT_TRUE(tls::test::run_until(io, [&] { return child.ended(); })) << child.transcript();
  EXPECT_THAT(child.errors(), HasSubstr("cannot write to standard output"));
}

TEST_F(Launcher, ExplainsItself) {
  const Finished help = run({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, AllOf(HasSubstr("Usage: u54 [OPTIONS] PROGRAM [ARGUMENTS...]\n"),
                                 HasSubstr("  --annotate[=FILE] ")));
  const Finished version = run({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, AllOf(StartsWith("u54 (hartls) "), EndsWith("\n")));
}

TEST_F(Launcher, ProbeEndsAQemuThatHangs) {
  const std::string fifo = folder_.path() / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  // Nobody writes: the shell waits in its open().
  const std::string hanging = write("hanging", "#!/bin/sh\nread -r line <'" + fifo + "'\n");
  try {
    probe_qemu(hanging, std::chrono::milliseconds(100));
    ADD_FAILURE() << "it has ended";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "'" + hanging + " -help' does not end within 0.1 s; is it QEMU?");
  }
}

TEST_F(Launcher, ProbeTakesAnyAmountOfHelpAndLeavesSignalsAsTheyWere) {
  // More than a pipe holds.
  const std::string talkative =
      write_qemu("talkative", good_help + std::string(200'000, '.') + "\n");
  ::signal(SIGCHLD, SIG_IGN);
  const Qemu qemu = probe_qemu(talkative);
  const auto handler = ::signal(SIGCHLD, SIG_DFL);
  EXPECT_EQ(handler, SIG_IGN);
  EXPECT_EQ(qemu.path, talkative);
  EXPECT_EQ(qemu.library_prefix, "/prefix/of/qemu");
  sigset_t blocked;
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  EXPECT_EQ(::sigismember(&blocked, SIGCHLD), 0);
}

/// With the QEMU of this machine and the plugin of this build.
class RealLauncher : public Launcher {
 protected:
  void SetUp() override {
    if (!fs::exists(model()))
      GTEST_SKIP() << "this build has no plugin: " << model();
    const Finished check = tls::test::run(program("u54", {"--dry-run", program_}));
    if (check.exit_code != 0 && (check.errors.find("is not in PATH") != std::string::npos ||
                                 check.errors.find("has no plugins") != std::string::npos))
      GTEST_SKIP() << check.errors;
    ASSERT_EQ(check.exit_code, 0) << check.errors;
  }

  static fs::path model() {
    return fs::path(program("u54", {}).back()).parent_path().parent_path() /
           "lib/hartls/libhartls_u54.so";
  }
};

TEST_F(RealLauncher, RunsAProgramUnderTheModel) {
  const Finished done = tls::test::run(program("u54", {"--stat", program_}));
  EXPECT_EQ(done.exit_code, 42) << done.errors;
  EXPECT_THAT(done.output, IsEmpty());
  EXPECT_THAT(done.errors, HasSubstr(" instructions, 0 misaligned accesses"));
}

TEST_F(RealLauncher, EveryOptionReachesTheModel) {
  const std::string report = folder_.path() / "hot,spots=1.txt";
  const Finished done = tls::test::run(
      program("u54", {"--profile=blocking", "--caches=on", "--set", "alu=3", "--stat",
                      "--annotate=" + report, "--annotate-blocks=1", program_}));
  EXPECT_EQ(done.exit_code, 42) << done.errors;
  EXPECT_THAT(done.errors, HasSubstr("misses: L1D "));
  ASSERT_TRUE(fs::exists(report));
  EXPECT_GT(fs::file_size(report), 0U);
}

TEST_F(RealLauncher, ThePluginsPathMayHaveCommasAndEqualsSigns) {
  const fs::path copy = folder_.path() / "a=b,c,,d/model.so";
  fs::create_directories(copy.parent_path());
  fs::copy_file(model(), copy);
  const Finished done = tls::test::run(program("u54", {"--plugin", copy, "--stat", program_}));
  EXPECT_EQ(done.exit_code, 42) << done.errors;
  EXPECT_THAT(done.errors, HasSubstr(" instructions, "));
}

}  // namespace
}  // namespace hartls::u54
