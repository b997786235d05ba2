// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-1's compression function, FIPS 180-4 section 6.1.2.
//
// Without rotations and for one instruction a cycle, three things save instructions:
//   - A working variable is made double, x << 32 | x, in 3 instructions; then its rotations by 5
//     and by 30 are one shift each. Above a variable's low 32 bits may be anything otherwise.
//   - The message schedule is computed two words at once, W[t] below W[t + 1] in a register: 11
//     instructions up to t = 31.
//   - From t = 32 on, W[t] = (W[t - 6] ^ W[t - 16] ^ W[t - 28] ^ W[t - 32]) <<< 2, the standard's
//     recurrence put into itself. All distances are even, so pairs stay pairs: 8 instructions. The
//     32 words that it needs are 16 registers.
// A round is 12 instructions (Ch), 11 (Parity) or 13 (Maj), and one more for each second word.
//
// Registers: x8 to x12: a to e; x16 to x31: pairs of words. Nothing moves: the names rotate
// instead. x1: block, x7: end, x15: state, x13: K, x14: the bits that a rotation of a pair carries
// over; x5 and x6: scratch.
//
// U54: 1387 cycles a block, 21.7 a byte.
// Review: constant time: no table, no address that depends on data; the only branches depend on
// `count`. Spilled are the caller's registers, no secret.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

#define FRAME 112

    // For %(expression) as an argument. It glues `\i & 7`, but not `(\i) & 7`, to one number.
    .altmacro

// \x's low half in both halves. Uses x6.
.macro double x
    slli x6, \x, 32
    srli \x, x6, 32
    or \x, \x, x6
.endm

// \e += f(\b, \c, \d), FIPS 180-4 section 4.1.1.
.macro choice b, c, d, e
    xor x5, \c, \d
    and x5, x5, \b
    xor x5, x5, \d
    add \e, \e, x5
.endm
.macro parity b, c, d, e
    xor x5, \c, \d
    xor x5, x5, \b
    add \e, \e, x5
.endm
// No bit is in both terms.
.macro majority b, c, d, e
    xor x5, \b, \c
    and x5, x5, \d
    add \e, \e, x5
    and x5, \b, \c
    add \e, \e, x5
.endm

// Adds the word in the low half of \word; x\e becomes the next a, x\b the next c.
.macro round_on function, a, b, c, d, e, word
    add x\e, x\e, \word
    \function x\b, x\c, x\d, x\e
    srli x6, x\a, 32 - 5
    add x\e, x\e, x13
    add x\e, x\e, x6
    srli x\b, x\b, 32 - 30
    double x\e
.endm
.macro round t, function, word
    round_on \function, %(8 + ((80 - \t) % 5)), %(8 + ((81 - \t) % 5)), \
        %(8 + ((82 - \t) % 5)), %(8 + ((83 - \t) % 5)), %(8 + ((84 - \t) % 5)), \word
.endm

// Both words of \x rotated left by \amount, whose bits in x14 are those that go round. Uses x5.
.macro rotate_pair x, amount
    and x5, \x, x14
    xor \x, \x, x5
    slli \x, \x, \amount
    srli x5, x5, 32 - \amount
    or \x, \x, x5
.endm

// Pair p of the schedule, words 2p and 2p + 1, in the place of pair p - 16; x\pn: pair p - n.
.macro schedule_by_3 p0, p1, p2, p4, p7, p8
    xor x\p0, x\p8, x\p7
    srli x5, x\p2, 32
    slli x6, x\p1, 32
    xor x\p0, x\p0, x\p4
    xor x\p0, x\p0, x5
    xor x\p0, x\p0, x6
    rotate_pair x\p0, 1
.endm
.macro schedule_by_6 p0, p3, p8, p14
    xor x\p0, x\p0, x\p3
    xor x\p0, x\p0, x\p8
    xor x\p0, x\p0, x\p14
    rotate_pair x\p0, 2
.endm

.macro rounds_on p, function, pair
    round %(2 * (\p)), \function, x\pair
    srli x6, x\pair, 32
    round %(2 * (\p) + 1), \function, x6
.endm

// Rounds 2p and 2p + 1.
.macro rounds p, function
    .if \p >= 16
    schedule_by_6 %(16 + ((\p) & 15)), %(16 + ((\p - 3) & 15)), %(16 + ((\p - 8) & 15)), \
        %(16 + ((\p - 14) & 15))
    .elseif \p >= 8
    schedule_by_3 %(16 + \p), %(15 + \p), %(14 + \p), %(12 + \p), %(9 + \p), %(8 + \p)
    .endif
    rounds_on \p, \function, %(16 + ((\p) & 15))
.endm

// Bytes swapped in both words; x5 and x6: lower byte of each halfword, halfword of each word.
.macro byte_swap x
    srli x13, \x, 8
    and x13, x13, x5
    and \x, \x, x5
    slli \x, \x, 8
    or \x, \x, x13
    srli x13, \x, 16
    and x13, x13, x6
    and \x, \x, x6
    slli \x, \x, 16
    or \x, \x, x13
.endm

.macro load instruction, n, address, offset
    \instruction x\n, \offset(\address)
.endm

.macro add_state_on n, old, working
    addw x\working, x\working, x\old
    sw x\working, 4 * \n (x15)
.endm
.macro add_state n
    add_state_on \n, %(16 + \n), %(8 + \n)
.endm

FUNCTION(hartls_rv64gc_sha1_compress)
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
    mv x15, a0
    mv x1, a1
    slli x7, a2, 6
    add x7, x7, x1
    .irp n, 0, 1, 2, 3, 4
    load lw, %(8 + \n), x15, 4 * \n
    .endr

1:  // A block.
    lla x13, .Lmasks
    ld x5, 0(x13)
    ld x6, 8(x13)
    ld x14, 16(x13)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    load ld, %(16 + \n), x1, 8 * \n
    .endr
    .irp n, 16, 17, 18, 19, 20, 21, 22, 23
    byte_swap x\n
    .endr
    double x8
    double x9

    li x13, 0x5a827999
    .irp p, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    rounds \p, choice
    .endr
    li x13, 0x6ed9eba1
    .irp p, 10, 11, 12, 13, 14, 15
    rounds \p, parity
    .endr
    // The mask for rotations by 2 from that for those by 1.
    srli x5, x14, 1
    or x14, x14, x5
    .irp p, 16, 17, 18, 19
    rounds \p, parity
    .endr
    // Sign-extended, a constant is two instructions.
    li x13, 0x8f1bbcdc - 0x100000000
    .irp p, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    rounds \p, majority
    .endr
    li x13, 0xca62c1d6 - 0x100000000
    .irp p, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39
    rounds \p, parity
    .endr

    .irp n, 0, 1, 2, 3, 4
    load lw, %(16 + \n), x15, 4 * \n
    .endr
    addi x1, x1, 64
    .irp n, 0, 1, 2, 3, 4
    add_state \n
    .endr
    beq x1, x7, 2f
    j 1b

2:
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, 8 * \n (sp)
    .cfi_restore s\n
    .endr
    ld ra, 96(sp)
    .cfi_restore ra
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
END_FUNCTION(hartls_rv64gc_sha1_compress)

    .section .rodata
    .balign 8
.Lmasks:
    .dword 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x8000000080000000
#endif
END_FILE
