// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/program.hpp"

int main(int argc, char** argv) {
  return hartls::server::program(argc, argv);
}
