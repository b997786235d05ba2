// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hartls::server {

/// All of the program. 0: all good; 1: something failed at run time; 2: wrong use.
int program(int argc, const char* const* argv);

}  // namespace hartls::server
