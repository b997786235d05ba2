// SPDX-License-Identifier: GPL-3.0-or-later
// What all kernels share. A kernel is a plain function over whole blocks; what a caller passes is
// checked before. Unless a declaration says otherwise:
//   - every pointer is aligned to 8 bytes: a misaligned access traps on the U54 and costs hundreds
//     of cycles; bounce.hpp brings other buffers there,
//   - `out` is `in` (same start) or apart,
//   - time does not depend on data, only on counts; a kernel of which that is not true has `table`
//     in its name,
//   - assembly leaves nothing behind in memory but the results: what it spilled of a secret it
//     overwrites (registers are left to the next call). The twins wipe what they derive from a key;
//     where the compiler spills is not theirs to know.
// Each kernel has a portable twin in namespace `generic`; the names hartls_rv64gc_* are assembly
// for RV64 with the extensions that every Linux board has (IMAFDC).
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__riscv) && __riscv_xlen == 64 && defined(__riscv_mul) && defined(__riscv_compressed)
#define HARTLS_HAS_RV64GC 1
#else
#define HARTLS_HAS_RV64GC 0
#endif
