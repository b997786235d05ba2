// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.hpp"

int main(int argc, char** argv) {
  return hartls::testcrypt::program(argc, argv);
}
