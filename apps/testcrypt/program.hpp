// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hartls::testcrypt {

/// All of testcrypt. Results go to standard output, diagnostics to standard error.
/// 0: all good; 1: a check failed; 2: wrong use.
int program(int argc, const char* const* argv);

}  // namespace hartls::testcrypt
