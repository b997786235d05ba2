// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace hartls::u54 {

/// A QEMU that can run the model.
struct Qemu {
  std::string path;
  std::string library_prefix;  ///< where it looks for a dynamic program's libraries; may be empty
};

/// All of these throw std::runtime_error, whose message tells what to do.

/// The program of that name or path; with an empty one, HARTLS_QEMU's or the search path's
/// qemu-riscv64.
std::string find_qemu(const std::string& asked);

/// Starts it with -help, to learn whether it is QEMU's user mode for riscv64 and has plugins.
Qemu probe_qemu(const std::string& path,
                std::chrono::milliseconds deadline = std::chrono::seconds(10));

/// The command line that runs `program`, a path and its arguments, under the model in `plugin`.
std::vector<std::string> qemu_command(const Qemu& qemu, const std::string& plugin,
                                      std::span<const std::string> plugin_arguments,
                                      std::span<const std::string> program);

}  // namespace hartls::u54
