// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

namespace hartls::tls_bench {

/// The program: returns its exit status.
int tls_bench_main(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace hartls::tls_bench
