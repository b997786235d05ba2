# SPDX-License-Identifier: GPL-3.0-or-later
# The Freedom-U-SDK's cross compiler. Set HARTLS_TOOLCHAIN_PREFIX to
# <SDK>/host/bin/riscv64-sifive-linux-gnu- unless that folder is in PATH, and HARTLS_SYSROOT to the
# SDK's sysroot where the compiler does not know it itself.
set(HARTLS_DEFAULT_TOOLCHAIN_PREFIX "riscv64-sifive-linux-gnu-")
set(HARTLS_DEFAULT_FIND_ROOT "/usr/riscv64-sifive-linux-gnu")
include("${CMAKE_CURRENT_LIST_DIR}/riscv64-common.cmake")
