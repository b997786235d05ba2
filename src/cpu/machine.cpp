// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/machine.hpp"

#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/utsname.h>

#include <array>

#include "hwprobe.hpp"
#include "x86_features.hpp"

namespace hartls::cpu {
namespace {

Machine running_machine() {
  Machine machine;
  machine.hwcap = ::getauxval(AT_HWCAP);
  machine.hwprobe = hwprobe::ask_kernel;
  machine.under_tcg = x86_runs_under_tcg();
  std::array<char, 16> name{};  // the kernel's limit
  if (::prctl(PR_GET_NAME, name.data()) == 0) {
    machine.process_name = name.data();
  }
  utsname system{};
  if (::uname(&system) == 0) {
    machine.kernel_release = system.release;
  }
  return machine;
}

}  // namespace

const Machine& Machine::running() {
  static const Machine machine = running_machine();
  return machine;
}

}  // namespace hartls::cpu
