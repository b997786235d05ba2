// SPDX-License-Identifier: GPL-3.0-or-later
// MD5's compression function, RFC 1321 section 3.4.
//
// State, working variables and the message's 16 words stay in registers; a step loads its constant
// only. MD5 is a chain, each step waits for the one before, but with a result ready for the next
// instruction that costs nothing: the count of instructions matters. A step is 11:
//   - F(b, c, d) = ((c ^ d) & b) ^ d, G(b, c, d) = F(d, b, c), I(b, c, d) = (b | ~d) ^ c: 3 each,
//   - H(b, c, d) = b ^ c ^ d: 3 in two steps, as both use the first one's b ^ c,
//   - three sums and the constant's load: 4; rotation, its two halves added to b: 4.
// The first four steps write to other registers than they read: so the state is kept to be added
// in the end, without a move. Above a variable's low 32 bits may be anything.
//
// Registers: x8 to x11: state; x12 to x15: a to d; x16 to x31: message. Nothing moves: the names
// rotate instead. x1: constants, x7: block; x5 and x6: scratch.
//
// U54: 704 cycles a block, 11.0 a byte.
// Review: constant time: the only table is that of the constants, read in order; the only branches
// depend on `count`. Spilled are the caller's registers and pointers, no secret.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

#define STATE 104
#define END 112
#define FRAME 128

    // For %(expression) as an argument. It glues `\i & 7`, but not `(\i) & 7`, to one number.
    .altmacro

// Functions of RFC 1321 section 3.4 into \to. Of two steps with H the first leaves b ^ c in x6.
.macro function_f to, b, c, d
    xor \to, \c, \d
    and \to, \to, \b
    xor \to, \to, \d
.endm
.macro function_g to, b, c, d
    function_f \to, \d, \b, \c
.endm
.macro function_h_first to, b, c, d
    xor x6, \b, \c
    xor \to, x6, \d
.endm
.macro function_h_second to, b, c, d
    xor \to, x6, \b
.endm
.macro function_i to, b, c, d
    not \to, \d
    or \to, \to, \b
    xor \to, \to, \c
.endm

// x\next = x\b + ((x\a + function(b, c, d) + word + constant \i) <<< \amount)
.macro step_on i, function, amount, next, a, b, c, d, word
    lw x5, 4 * \i (x1)
    add x\next, x\a, x\word
    add x\next, x\next, x5
    function_\function x5, x\b, x\c, x\d
    add x\next, x\next, x5
    slli x5, x\next, \amount
    srliw x\next, x\next, 32 - \amount
    add x5, x5, x\b
    add x\next, x\next, x5
.endm

// The i-th step, on word \k of the message, in place.
.macro step i, function, amount, k
    step_on \i, \function, \amount, %(12 + ((-\i) & 3)), %(12 + ((-\i) & 3)), \
        %(12 + ((1 - \i) & 3)), %(12 + ((2 - \i) & 3)), %(12 + ((3 - \i) & 3)), %(16 + ((\k) & 15))
.endm

// Four steps, from the i-th on. \k and \l: first word's number and its increase.
.macro steps i, first, second, amount0, amount1, amount2, amount3, k, l
    step \i, \first, \amount0, \k
    step %(\i + 1), \second, \amount1, \k + \l
    step %(\i + 2), \first, \amount2, \k + 2 * \l
    step %(\i + 3), \second, \amount3, \k + 3 * \l
.endm

.macro load_word n, k
    lw x\n, 4 * \k (x7)
.endm

FUNCTION(hartls_rv64gc_md5_compress)
    bnez a2, 0f
    ret
0:
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, 8 * \n (sp)
    .cfi_offset s\n, 8 * \n - FRAME
    .endr
    sd ra, 96(sp)
    .cfi_offset ra, 96 - FRAME
    slli a2, a2, 6
    add a2, a2, a1
    sd a0, STATE(sp)
    sd a2, END(sp)
    mv x7, a1
    mv x5, a0
    lla x1, .Lconstants
    lw x8, 0(x5)
    lw x9, 4(x5)
    lw x10, 8(x5)
    lw x11, 12(x5)

1:  // A block.
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    load_word %(16 + \k), \k
    .endr
    addi x7, x7, 64
    step_on 0, f, 7, 12, 8, 9, 10, 11, 16
    step_on 1, f, 12, 15, 11, 12, 9, 10, 17
    step_on 2, f, 17, 14, 10, 15, 12, 9, 18
    step_on 3, f, 22, 13, 9, 14, 15, 12, 19
    .irp n, 4, 8, 12
    steps \n, f, f, 7, 12, 17, 22, \n, 1
    .endr
    .irp n, 16, 20, 24, 28
    steps \n, g, g, 5, 9, 14, 20, 5 * \n + 1, 5
    .endr
    .irp n, 32, 36, 40, 44
    steps \n, h_first, h_second, 4, 11, 16, 23, 3 * \n + 5, 3
    .endr
    .irp n, 48, 52, 56, 60
    steps \n, i, i, 6, 10, 15, 21, 7 * \n, 7
    .endr
    ld x5, END(sp)
    add x8, x8, x12
    add x9, x9, x13
    add x10, x10, x14
    add x11, x11, x15
    bne x7, x5, 1b

    ld x5, STATE(sp)
    sw x8, 0(x5)
    sw x9, 4(x5)
    sw x10, 8(x5)
    sw x11, 12(x5)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, 8 * \n (sp)
    .cfi_restore s\n
    .endr
    ld ra, 96(sp)
    .cfi_restore ra
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
END_FUNCTION(hartls_rv64gc_md5_compress)

    .section .rodata
    .balign 8
.Lconstants:
    .word 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a
    .word 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be
    .word 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340
    .word 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8
    .word 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8
    .word 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c
    .word 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa
    .word 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665
    .word 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92
    .word 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1
    .word 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391
#endif
END_FILE
