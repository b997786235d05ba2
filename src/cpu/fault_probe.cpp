// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/cpu/fault_probe.hpp"

#include <csetjmp>
#include <csignal>
#include <mutex>

namespace hartls::cpu {
namespace {

struct sigaction previous_action;
thread_local volatile std::sig_atomic_t probing = 0;
thread_local sigjmp_buf resume_point;

void on_illegal_instruction(int) {
  if (probing != 0) {
    siglongjmp(resume_point, 1);
  }
  // Another thread's fault: put the old handling back; the instruction faults again and finds it.
  sigaction(SIGILL, &previous_action, nullptr);
}

}  // namespace

bool executes(void (*instructions)()) {
  static std::mutex one_probe_at_a_time;
  const std::lock_guard lock(one_probe_at_a_time);

  struct sigaction action = {};
  action.sa_handler = on_illegal_instruction;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGILL, &action, &previous_action) != 0) {
    return false;
  }
  volatile bool survived = false;
  // Saving the mask matters: the signal is blocked inside its own handler, and a second probe would
  // kill the process.
  if (sigsetjmp(resume_point, 1) == 0) {
    probing = 1;
    instructions();
    survived = true;
  }
  probing = 0;
  sigaction(SIGILL, &previous_action, nullptr);
  return survived;
}

}  // namespace hartls::cpu
