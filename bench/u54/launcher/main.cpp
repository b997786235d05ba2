// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "program.hpp"

int main(int argc, char** argv) {
  return hartls::u54::launcher_main(argc, argv, std::cout, std::cerr);
}
