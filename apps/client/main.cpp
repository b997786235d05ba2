// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/program.hpp"

int main(int argc, char** argv) {
  return hartls::client::program(argc, argv);
}
