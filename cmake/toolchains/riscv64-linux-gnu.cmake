# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's cross compiler (package g++-riscv64-linux-gnu).
set(HARTLS_DEFAULT_TOOLCHAIN_PREFIX "riscv64-linux-gnu-")
set(HARTLS_DEFAULT_FIND_ROOT "/usr/riscv64-linux-gnu")
include("${CMAKE_CURRENT_LIST_DIR}/riscv64-common.cmake")
