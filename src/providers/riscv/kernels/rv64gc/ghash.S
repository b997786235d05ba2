// SPDX-License-Identifier: GPL-3.0-or-later
// GHASH, SP 800-38D section 6.4, with integer multiplications whose operands have holes for the
// carries; generic/ghash.cpp explains the arithmetic and the key's layout.
//
// Up to four blocks make a group, reduced once: y = (y ^ b1) H^n ^ b2 H^(n-1) ^ ... ^ bn H.
// For Karatsuba over the two words of an element, a group's low words, high words and their sums
// go by one after the other. Each pass keeps 18 sums of raw products in registers, the lower and
// upper halves of nine, and one product costs six instructions: the key's form, its lower half, the
// data's form without digit 0, its upper half, two XORs. Two products overlap, so that no
// multiplication is waited for.
//
// Digits are four bits apart, and SP 800-38D's order of bits turns round in each byte. So a
// swap of nibbles puts the digits in order; the classes are then found at bit 3 - c, which costs
// nothing. Between groups y stays that way, with swapped nibbles.
//
// What must outlast a pass waits in floating-point registers: nothing is spilled.
//
// Registers: x5: power of H; x6: block; x7, x9, x10, x11: classes; x12 to x15: scratch; x1, x8, x16
// to x31: sums. ft0: digits, ft1: nibbles, ft2, ft3: y; ft4 to ft7: products of passes; fa0: key,
// fa1: address of y, fa2: blocks left, fa3: first block of the group, fa4: its end.
//
// U54, modelled, cycles a block at 8 KiB: 299 pipelined (18.7 a byte), 401 blocking (25.1); one
// block alone takes 577 and 713.
// Review: constant time: addresses and branches depend on `count` alone; the U54's multiplier takes
// as long for each operand.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

#define POWER_BYTES (27 * 8)
#define FRAME 112

#define low0 x1
#define low1 x8
#define low2 x16
#define low3 x17
#define low4 x18
#define low5 x19
#define low6 x20
#define low7 x21
#define low8 x22
#define high0 x23
#define high1 x24
#define high2 x25
#define high3 x26
#define high4 x27
#define high5 x28
#define high6 x29
#define high7 x30
#define high8 x31

// Turns each byte's halves round.
.macro swap_nibbles word, nibbles, scratch
    and \scratch, \word, \nibbles
    xor \word, \word, \scratch
    slli \scratch, \scratch, 4
    srli \word, \word, 4
    or \word, \word, \scratch
.endm

// low, high (^)= x * the key's form in `key`, which then holds the form at \next. A group's first
// block (\first) has no sums to add to; its keys alternate between x12 and x13.
.macro product_first low, high, x, key, next_key, next
    mul \low, \x, \key
    andi x15, \x, -2
    ld \next_key, \next (x5)
    mulhu \high, x15, \key
.endm

.macro product low, high, x, before, next
    mul x13, \x, x12
    .ifnb \before
    xor \before, \before, x14
    .endif
    andi x15, \x, -2
    mulhu x14, x15, x12
    ld x12, \next (x5)
    xor \low, \low, x13
.endm

// One block in one pass: \part: 0, the low words, 1, the high words, 2, their sums.
.macro block part, first
    .if \part == 2
    ld x7, 0 (x6)
    ld x9, 8 (x6)
    fmv.x.d x13, ft1
    xor x7, x7, x9
    .else
    ld x7, 8 * \part (x6)
    fmv.x.d x13, ft1
    .endif
    fmv.x.d x14, ft0
    swap_nibbles x7, x13, x12
    .if \first
    .if \part == 0
    fmv.x.d x13, ft2
    .elseif \part == 1
    fmv.x.d x13, ft3
    .else
    fmv.x.d x12, ft2
    fmv.x.d x13, ft3
    xor x7, x7, x12
    .endif
    .endif
    ld x12, 72 * \part (x5)
    .if \first
    xor x7, x7, x13
    .endif
    srli x9, x7, 2
    srli x10, x7, 1
    and x11, x7, x14
    srli x7, x7, 3
    and x9, x9, x14
    and x10, x10, x14
    and x7, x7, x14
    .if \first
    product_first low0, high0, x7, x12, x13, 72 * \part + 8
    product_first low1, high1, x9, x13, x12, 72 * \part + 16
    product_first low2, high2, x10, x12, x13, 72 * \part + 24
    product_first low3, high3, x11, x13, x12, 72 * \part + 32
    xor x14, x7, x9
    product_first low4, high4, x14, x12, x13, 72 * \part + 40
    xor x14, x10, x11
    product_first low5, high5, x14, x13, x12, 72 * \part + 48
    xor x7, x7, x10
    product_first low6, high6, x7, x12, x13, 72 * \part + 56
    xor x9, x9, x11
    product_first low7, high7, x9, x13, x12, 72 * \part + 64
    xor x7, x7, x9
    mul low8, x7, x12
    andi x15, x7, -2
    addi x6, x6, 16
    mulhu high8, x15, x12
    addi x5, x5, -POWER_BYTES
    .else
    product low0, high0, x7, , 72 * \part + 8
    product low1, high1, x9, high0, 72 * \part + 16
    product low2, high2, x10, high1, 72 * \part + 24
    product low3, high3, x11, high2, 72 * \part + 32
    xor x15, x7, x9
    product low4, high4, x15, high3, 72 * \part + 40
    xor x15, x10, x11
    product low5, high5, x15, high4, 72 * \part + 48
    xor x7, x7, x10
    product low6, high6, x7, high5, 72 * \part + 56
    xor x9, x9, x11
    product low7, high7, x9, high6, 72 * \part + 64
    xor x7, x7, x9
    mul x13, x7, x12
    xor high7, high7, x14
    andi x15, x7, -2
    mulhu x14, x15, x12
    addi x6, x6, 16
    addi x5, x5, -POWER_BYTES
    xor low8, low8, x13
    fmv.x.d x12, fa4
    xor high8, high8, x14
    .endif
.endm

// The nine sums of one half become seven, by the power of x: in p0, p4, p6, p8, p7, p5, p3.
.macro undo_karatsuba p0, p1, p2, p3, p4, p5, p6, p7, p8
    xor \p8, \p8, \p6
    xor \p4, \p4, \p0
    xor \p5, \p5, \p3
    xor \p8, \p8, \p7
    xor \p6, \p6, \p0
    xor \p7, \p7, \p3
    xor \p4, \p4, \p1
    xor \p5, \p5, \p2
    xor \p1, \p1, \p2
    xor \p8, \p8, \p4
    xor \p6, \p6, \p1
    xor \p7, \p7, \p1
    xor \p8, \p8, \p5
.endm

// The class at \power, whose products by x^4 (\carried) are a digit further.
.macro carry_digit low, high, carried_low, carried_high
    slli x12, \carried_low, 4
    srli x13, \carried_low, 60
    slli x14, \carried_high, 4
    xor \low, \low, x12
    xor \high, \high, x13
    xor \high, \high, x14
.endm

// \p0 = the classes side by side; x15: digits.
.macro join p0, p1, p2, p3
    and \p1, \p1, x15
    and \p2, \p2, x15
    and \p3, \p3, x15
    slli \p1, \p1, 1
    slli \p2, \p2, 2
    slli \p3, \p3, 3
    and \p0, \p0, x15
    or \p1, \p1, \p2
    or \p0, \p0, \p3
    or \p0, \p0, \p1
.endm

// From fa3 and the power in fa5: a pass over the group's blocks. To low0 and high0: the product of
// words.
.macro pass part
    fmv.x.d x6, fa3
    fmv.x.d x5, fa5
    block \part, 1
    fmv.x.d x12, fa4
    bgeu x6, x12, 2f
1:
    block \part, 0
    bltu x6, x12, 1b
2:
    fmv.x.d x15, ft0
    undo_karatsuba low0, low1, low2, low3, low4, low5, low6, low7, low8
    undo_karatsuba high0, high1, high2, high3, high4, high5, high6, high7, high8
    carry_digit low0, high0, low7, high7
    carry_digit low4, high4, low5, high5
    carry_digit low6, high6, low3, high3
    join low0, low4, low6, low8
    join high0, high4, high6, high8
.endm

// \to ^= \word * (x^7 + x^2 + x + 1), what stays in the word.
.macro fold to, word
    slli x12, \word, 1
    slli x13, \word, 2
    slli x14, \word, 7
    xor \to, \to, \word
    xor x12, x12, x13
    xor \to, \to, x14
    xor \to, \to, x12
.endm

// \to ^= what \word * (x^7 + x^2 + x + 1) pushes into the next word.
.macro fold_out to, word
    srli x12, \word, 63
    srli x13, \word, 62
    srli x14, \word, 57
    xor \to, \to, x12
    xor x13, x13, x14
    xor \to, \to, x13
.endm

// Exchanges the groups of \shift bits under \mask with their upper neighbours.
.macro exchange word, mask, shift, scratch
    srli \scratch, \word, \shift
    and \word, \word, \mask
    and \scratch, \scratch, \mask
    slli \word, \word, \shift
    or \word, \word, \scratch
.endm

// void hartls_rv64gc_ghash_blocks(const GhashKey* key, uint8_t* y, const uint8_t* blocks,
//                                 size_t count)
FUNCTION(hartls_rv64gc_ghash_blocks)
    beqz a3, 9f
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    sd ra, 0 (sp)
    .cfi_offset ra, 0 - FRAME
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, 8 + 8 * \n (sp)
    .cfi_offset s\n, 8 + 8 * \n - FRAME
    .endr
    li x5, 0x1111111111111111
    li x7, 0x0f0f0f0f0f0f0f0f
    fmv.d.x ft0, x5
    fmv.d.x ft1, x7
    ld x8, 0 (a1)
    ld x9, 8 (a1)
    fmv.d.x fa0, a0
    fmv.d.x fa1, a1
    fmv.d.x fa3, a2
    swap_nibbles x8, x7, x5
    swap_nibbles x9, x7, x5
    fmv.d.x ft2, x8
    fmv.d.x ft3, x9

    // x5: blocks left; x10: key; x6: first block.
    mv x5, a3
    mv x6, a2
.Lgroup:
    li x7, 4
    bgeu x5, x7, 1f
    mv x7, x5
1:
    sub x5, x5, x7
    slli x8, x7, 4
    fmv.d.x fa2, x5
    add x6, x6, x8
    addi x7, x7, -1
    li x8, POWER_BYTES
    mul x7, x7, x8
    fmv.d.x fa4, x6
    add x7, x7, x10
    fmv.d.x fa5, x7
    pass 0
    fmv.d.x ft4, low0
    fmv.d.x ft5, high0
    pass 1
    fmv.d.x ft6, low0
    fmv.d.x ft7, high0
    pass 2
    // The product's four words: x16, low0, high0, x19.
    fmv.x.d x16, ft4
    fmv.x.d x17, ft5
    fmv.x.d x18, ft6
    fmv.x.d x19, ft7
    xor low0, low0, x16
    xor x17, x17, x18
    xor high0, high0, x19
    xor low0, low0, x17
    xor high0, high0, x17
    // What goes beyond x^255 is x^128 times what the second fold takes up.
    fold_out high0, x19
    fold low0, x19
    fold_out low0, high0
    fold x16, high0
    // The order of the blocks' bits.
    slli x20, x15, 1
    slli x21, x15, 2
    or x20, x20, x15
    or x21, x21, x15
    exchange x16, x20, 2, x12
    exchange low0, x20, 2, x13
    exchange x16, x21, 1, x12
    exchange low0, x21, 1, x13
    fmv.x.d x5, fa2
    fmv.d.x ft2, x16
    fmv.d.x ft3, low0
    fmv.d.x fa3, x6
    fmv.x.d x10, fa0
    bnez x5, .Lgroup

    fmv.x.d x7, ft1
    fmv.x.d x11, fa1
    swap_nibbles x16, x7, x5
    swap_nibbles low0, x7, x5
    sd x16, 0 (x11)
    sd low0, 8 (x11)
    ld ra, 0 (sp)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, 8 + 8 * \n (sp)
    .endr
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
9:
    ret
END_FUNCTION(hartls_rv64gc_ghash_blocks)
#endif

END_FILE
