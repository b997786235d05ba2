// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one instruction of Zbb, which a U54 does not have, and expects the signal that a U54 gives.
// It proves that the emulator is told to be a U54, and so that the other tests would catch it too.
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

void on_illegal_instruction(int) {
  static const char text[] = "illegal instruction, as on a U54\n";
  const auto written = write(STDOUT_FILENO, text, sizeof(text) - 1);
  _exit(written > 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

}  // namespace

int main() {
  std::signal(SIGILL, on_illegal_instruction);
  // andn a0, a0, a1, as a word: the assembler must not know it for rv64imafdc.
  asm volatile(".word 0x40b57533" ::: "a0");
  std::puts("the instruction was executed: this is no U54");
  return EXIT_FAILURE;
}
