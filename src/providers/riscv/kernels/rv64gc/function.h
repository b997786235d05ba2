// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of each kernel in assembly. The names that it defines begin with hartls_rv64gc_.
#ifndef HARTLS_RV64GC_FUNCTION_H
#define HARTLS_RV64GC_FUNCTION_H

// A function with type, size and unwind information, hidden from other shared objects, on a cache
// line's boundary. A kernel that moves sp or saves registers states so with .cfi directives.
// clang-format off
#define FUNCTION(name) \
    .text; \
    .balign 64; \
    .globl name; \
    .hidden name; \
    .type name, %function; \
    name: \
    .cfi_startproc

#define END_FUNCTION(name) \
    .cfi_endproc; \
    .size name, . - name

// At the end of each file: the stack needs not be executable.
#define END_FILE .section .note.GNU-stack, "", %progbits
// clang-format on

#endif
