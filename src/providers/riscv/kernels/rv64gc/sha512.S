// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-384, SHA-512 and SHA-512/t's compression function, FIPS 180-4 section 6.4.2.
//
// Everything lives in registers, which takes all 28 that a function may use: the eight working
// variables, the last sixteen words of the message schedule, and four more. So a round loads
// nothing but its constant. ALU results are ready for the next instruction, so only the count of
// instructions matters, 56 a round:
//   - Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, whose b ^ c is the a ^ b of the round before: 3,
//   - Ch(e, f, g) = ((f ^ g) & e) ^ g: 3; Sigma0 and Sigma1: 11 each,
//   - sigma0, rotations by 1 and 8 and a shift by 7, in 8: x >> 1 ^ x >> 8 = (x ^ x >> 7) >> 1,
//   - the word of 16 rounds later takes the place of the word just used: 20 with both sigmas.
//
// Registers: x8 to x15: a to h; x16 to x31: schedule. Nothing moves: the names rotate instead.
// x1: constants; x5 and x6 by turns: a ^ b of the last round, and scratch; x7: scratch.
//
// U54: 4437 cycles a block, 34.7 a byte.
// Review: constant time: the only table is that of the round constants, read in order; branches
// depend on `count` and the constants' address. Spilled are the caller's registers and pointers, no
// secret.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

#define STATE 104
#define BLOCK 112
#define END 120
#define FRAME 128

    // For %(expression) as an argument. It glues `\i & 7`, but not `(\i) & 7`, to one number.
    .altmacro

// \to = \x rotated right by \p, \q and \r, xored.
.macro sum to, x, p, q, r
    srli \to, \x, \p
    .irp amount, \q, \r
    srli x7, \x, \amount
    xor \to, \to, x7
    .endr
    .irp amount, \p, \q, \r
    slli x7, \x, 64 - \amount
    xor \to, \to, x7
    .endr
.endm

// x\last: a ^ b of the round before; x\new: this round's, in the end.
.macro round_on i, a, b, c, d, e, f, g, h, w, last, new
    ld x\new, 8 * \i (x1)
    xor x7, x\f, x\g
    add x\h, x\h, x\w
    add x\h, x\h, x\new
    and x7, x7, x\e
    xor x7, x7, x\g
    add x\h, x\h, x7
    sum x\new, x\e, 14, 18, 41
    add x\h, x\h, x\new
    add x\d, x\d, x\h
    xor x\new, x\a, x\b
    and x\last, x\last, x\new
    xor x\last, x\last, x\b
    add x\h, x\h, x\last
    sum x\last, x\a, 28, 34, 39
    add x\h, x\h, x\last
.endm

.macro round i
    round_on \i, %(8 + ((-\i) & 7)), %(8 + ((1 - \i) & 7)), %(8 + ((2 - \i) & 7)), \
        %(8 + ((3 - \i) & 7)), %(8 + ((4 - \i) & 7)), %(8 + ((5 - \i) & 7)), \
        %(8 + ((6 - \i) & 7)), %(8 + ((7 - \i) & 7)), %(16 + \i), %(5 + ((\i) & 1)), \
        %(6 - ((\i) & 1))
.endm

// x\w, W[t - 16], becomes W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16].
.macro schedule_on w, w1, w9, w14, free
    srli x7, x\w1, 7
    xor x\free, x\w1, x7
    srli x\free, x\free, 1
    xor x\free, x\free, x7
    slli x7, x\w1, 63
    xor x\free, x\free, x7
    slli x7, x\w1, 56
    xor x\free, x\free, x7
    add x\w, x\w, x\free
    add x\w, x\w, x\w9
    srli x\free, x\w14, 6
    .irp amount, 19, 61
    srli x7, x\w14, \amount
    xor x\free, x\free, x7
    slli x7, x\w14, 64 - \amount
    xor x\free, x\free, x7
    .endr
    add x\w, x\w, x\free
.endm

// After round \i, of which x\last is free.
.macro schedule i
    schedule_on %(16 + \i), %(16 + ((\i + 1) & 15)), %(16 + ((\i + 9) & 15)), \
        %(16 + ((\i + 14) & 15)), %(5 + ((\i) & 1))
.endm

// x\n in the other byte order. x5 and x6: lower byte of each halfword, halfword of each word.
.macro byte_swap n
    srli x7, x\n, 8
    and x7, x7, x5
    and x\n, x\n, x5
    slli x\n, x\n, 8
    or x\n, x\n, x7
    srli x7, x\n, 16
    and x7, x7, x6
    and x\n, x\n, x6
    slli x\n, x\n, 16
    or x\n, x\n, x7
    srli x7, x\n, 32
    slli x\n, x\n, 32
    or x\n, x\n, x7
.endm

.macro load n, address, offset
    ld x\n, \offset(\address)
.endm

// Loads the word after W[\i], then swaps W[\i], loaded long enough ago.
.macro message_word i
    .if \i < 15
    load %(17 + \i), x1, 8 * (\i + 1)
    .endif
    byte_swap %(16 + \i)
.endm

// H\n, loaded into a word of the schedule, is added, stored, and left for the next block.
.macro add_state_on n, old, working
    add x\working, x\working, x\old
    sd x\working, 8 * \n (x1)
.endm
.macro add_state n
    add_state_on \n, %(16 + \n), %(8 + \n)
.endm

FUNCTION(hartls_rv64gc_sha512_compress)
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
    slli a2, a2, 7
    add a2, a2, a1
    sd a0, STATE(sp)
    sd a1, BLOCK(sp)
    sd a2, END(sp)
    mv x7, a0
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    load %(8 + \n), x7, 8 * \n
    .endr

1:  // A block.
    lla x1, .Lconstants
    ld x5, 640(x1)
    ld x6, 648(x1)
    ld x1, BLOCK(sp)
    load 16, x1, 0
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    message_word \n
    .endr
    addi x1, x1, 128
    sd x1, BLOCK(sp)
    lla x1, .Lconstants
    xor x5, x9, x10

2:  // 16 rounds, and the schedule for the next 16: four times.
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    round \n
    schedule \n
    .endr
    addi x1, x1, 128
    // The table begins at a multiple of 1024: bit 9 is set after 64 constants.
    andi x7, x1, 512
    beqz x7, 2b

    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    round \n
    .endr

    ld x1, STATE(sp)
    ld x5, BLOCK(sp)
    ld x6, END(sp)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    load %(16 + \n), x1, 8 * \n
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    add_state \n
    .endr
    beq x5, x6, 3f
    j 1b

3:
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, 8 * \n (sp)
    .cfi_restore s\n
    .endr
    ld ra, 96(sp)
    .cfi_restore ra
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
END_FUNCTION(hartls_rv64gc_sha512_compress)

    .section .rodata
    .balign 1024
.Lconstants:
    .dword 0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f
    .dword 0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019
    .dword 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242
    .dword 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2
    .dword 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235
    .dword 0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3
    .dword 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275
    .dword 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5
    .dword 0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f
    .dword 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725
    .dword 0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc
    .dword 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df
    .dword 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6
    .dword 0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001
    .dword 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218
    .dword 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8
    .dword 0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99
    .dword 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb
    .dword 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc
    .dword 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec
    .dword 0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915
    .dword 0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207
    .dword 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba
    .dword 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b
    .dword 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc
    .dword 0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a
    .dword 0x5fcb6fab3ad6faec, 0x6c44198c4a475817
    // Masks of byte_swap.
    .dword 0x00ff00ff00ff00ff, 0x0000ffff0000ffff
#endif
END_FILE
