// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace hartls::u54 {

/// The launcher: becomes QEMU, or returns the code to exit with.
int launcher_main(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

/// One line that a shell reads as these words.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace hartls::u54
