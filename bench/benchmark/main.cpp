// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "benchmark_program.hpp"

int main(int argc, char** argv) {
  return hartls::bench::benchmark_main(argc, argv, std::cout, std::cerr);
}
