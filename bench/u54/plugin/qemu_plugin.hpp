// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// What this plugin needs of QEMU's plugin interface, in its binary form: versions 1 (QEMU 4.2 to
// 8.1) to 5 and later agree on all of it but on qemu_plugin_insn_data, which read_instruction()
// hides. QEMU documents it in docs/devel/tcg-plugins.rst; no QEMU header is needed to build this.
extern "C" {

struct QemuPluginBlock;        // qemu_plugin_tb
struct QemuPluginInstruction;  // qemu_plugin_insn

using QemuPluginId = std::uint64_t;

struct QemuPluginInfo {  // qemu_info_t
  const char* target_name;
  struct {
    int min, cur;
  } version;
  bool system_emulation;
  struct {
    int smp_vcpus, max_vcpus;
  } system;
};

enum QemuPluginRegisters : int { qemu_plugin_no_registers = 0 };
enum QemuPluginAccess : int { qemu_plugin_reads_and_writes = 3 };

using QemuPluginVcpuCallback = void (*)(QemuPluginId, unsigned vcpu);
using QemuPluginTranslateCallback = void (*)(QemuPluginId, QemuPluginBlock*);
using QemuPluginExecuteCallback = void (*)(unsigned vcpu, void* data);
using QemuPluginMemoryCallback = void (*)(unsigned vcpu, std::uint32_t info, std::uint64_t address,
                                          void* data);
using QemuPluginExitCallback = void (*)(QemuPluginId, void* data);

void qemu_plugin_register_vcpu_init_cb(QemuPluginId, QemuPluginVcpuCallback);
void qemu_plugin_register_vcpu_tb_trans_cb(QemuPluginId, QemuPluginTranslateCallback);
void qemu_plugin_register_vcpu_tb_exec_cb(QemuPluginBlock*, QemuPluginExecuteCallback,
                                          QemuPluginRegisters, void* data);
void qemu_plugin_register_vcpu_mem_cb(QemuPluginInstruction*, QemuPluginMemoryCallback,
                                      QemuPluginRegisters, QemuPluginAccess, void* data);
void qemu_plugin_register_atexit_cb(QemuPluginId, QemuPluginExitCallback, void* data);

std::size_t qemu_plugin_tb_n_insns(const QemuPluginBlock*);
std::uint64_t qemu_plugin_tb_vaddr(const QemuPluginBlock*);
QemuPluginInstruction* qemu_plugin_tb_get_insn(const QemuPluginBlock*, std::size_t index);
std::size_t qemu_plugin_insn_size(const QemuPluginInstruction*);
/// In memory of malloc, for the caller to free.
char* qemu_plugin_insn_disas(const QemuPluginInstruction*);
/// What QEMU reads and calls.
[[gnu::visibility("default")]] extern int qemu_plugin_version;
[[gnu::visibility("default")]] int qemu_plugin_install(QemuPluginId, const QemuPluginInfo*,
                                                       int argc, char** argv);

}  // extern "C"

namespace hartls::u54 {

/// The instruction's 16 or 32 bits. `api_version`: QEMU's, from QemuPluginInfo.
std::uint32_t read_instruction(const QemuPluginInstruction* instruction, int api_version);

struct Program {
  std::string path;              ///< empty where it is not known
  std::uint64_t start_code = 0;  ///< the lowest address of its code, as loaded; 0: not known
};

/// What QEMU runs: as QEMU says, or, where it does not (10.0), the first RISC-V file that is
/// mapped.
Program running_program();

}  // namespace hartls::u54
