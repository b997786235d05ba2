// SPDX-License-Identifier: GPL-3.0-or-later
// AES (FIPS 197) in constant time, four blocks at once: bitsliced and fixsliced (Adomnicai and
// Peyrin, "Fixslicing AES-like Ciphers", TCHES 2021). generic/aes.cpp says the same in C++.
//
// Plane i is a word with bit i of each of the 64 bytes: row r, column c of block b at position
//     16 r + 8 (b % 2) + 4 (b / 2) + (c + lag * r) % 4.
// ShiftRows moves nothing, it raises the lag by one; MixColumns then takes the next row from `lag`
// columns further. That is a rotation of the word and, unless the lag is a multiple of 4, one of
// all nibbles. The lag of the ciphertext is 1, which makes three of AES-128's nine MixColumns the
// cheap ones; that of the plaintext is 3, or 1 for AES-192 (by rotate_odd_rows_by_two).
//
// SubBytes takes 110 gates either way and 25 registers: nothing is spilled. It is Boyar and
// Peralta's circuit; its linear layers were found anew by a search over the 2040 maps
// x -> a x^(2^k), through which inversion stays the same, and so was the order of the gates. The
// constant 0x63 is in the round keys.
//
// One block (CBC encryption, CBC-MAC, a rest of one): four copies side by side in each row turn a
// rotation of nibbles into one of the word; see restore_copies.
//
// Registers: s0 to s7: planes, a0 to a7: planes after SubBytes; ra: round key; s10, s11: masks;
// t0 to t6, s8, s9: scratch. What lasts longer is in the frame.
//
// U54, modelled, AES-128, cycles a block at 8 KiB: encryption 689 (43.1 a byte), decryption 734
// (45.9), CBC decryption 740 (46.2), CTR 662 (41.4); CBC encryption and CBC-MAC 2231 pipelined
// (139.4), 2287 blocking (142.9). One block alone: 2285 to encrypt, 2387 by CTR, 3027 to decrypt,
// where a batch of four costs the same.
// Review: constant time: addresses and branches depend on the number of blocks, the number of
// rounds and, in CTR, the counter, which is public; the U54's multiplier takes as long for each
// operand.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

// The frame that all functions of this file share.
#define LINK 0         /* return address of the core */
#define SCHEDULE 8
#define LAST_KEY 16    /* address of the last round's key */
#define IN 24
#define OUT 32
#define COUNT 40
#define CHAIN 48       /* address of iv, mac or counter */
#define NUMBER 56      /* CTR: the next block's number */
#define BUFFER 64      /* 64 bytes: a partial batch; secret */
#define PLANES 128     /* 64 bytes: CTR: what a batch's planes have in common; secret */
#define NONCE 192      /* 16 bytes */
#define UPPER 208      /* CTR: the number for which PLANES hold, its last byte 0 */
#define SAVED 216
#define FRAME 320

#define ROUNDS 960     /* offset in AesSchedule */

.macro enter
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    sd ra, SAVED(sp)
    .cfi_offset ra, SAVED - FRAME
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, SAVED + 8 + 8 * \n (sp)
    .cfi_offset s\n, SAVED + 8 + 8 * \n - FRAME
    .endr
    sd a0, SCHEDULE(sp)
    ld t0, ROUNDS(a0)
    slli t0, t0, 6
    add t0, t0, a0
    sd t0, LAST_KEY(sp)
.endm

.macro leave
    ld ra, SAVED(sp)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, SAVED + 8 + 8 * \n (sp)
    .endr
    .cfi_remember_state
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
    .cfi_restore_state
.endm

.macro wipe offset
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    sd zero, \offset + 8 * \n (sp)
    .endr
.endm

// Swaps bit log2(\n) of the positions in a word with the bit of the words' numbers in which \x and
// \y differ. \mask: the positions without that bit (for 32, shifts do).
.macro exchange_pair n, mask, x, y
    srli t0, \x, \n
    xor t0, t0, \y
    .if \n == 32
    slli t0, t0, 32
    xor \x, \x, t0
    srli t0, t0, 32
    xor \y, \y, t0
    .else
    and t0, t0, \mask
    xor \y, \y, t0
    slli t0, t0, \n
    xor \x, \x, t0
    .endif
.endm

// The same for the words \w0, \w1, ... of whose numbers bit \bit is meant.
.macro exchange bit, n, mask, w0, w1, w2, w3, w4, w5, w6, w7
    .if \bit == 0
    exchange_pair \n, \mask, \w0, \w1
    exchange_pair \n, \mask, \w2, \w3
    .else
    .if \bit == 1
    exchange_pair \n, \mask, \w0, \w2
    exchange_pair \n, \mask, \w1, \w3
    .else
    exchange_pair \n, \mask, \w0, \w4
    exchange_pair \n, \mask, \w1, \w5
    exchange_pair \n, \mask, \w2, \w6
    exchange_pair \n, \mask, \w3, \w7
    .endif
    .endif
    .ifnb \w4
    .if \bit < 2
    exchange \bit, \n, \mask, \w4, \w5, \w6, \w7
    .endif
    .endif
.endm

// Words of columns 0 and 1 in \x, of columns 2 and 3 in \y, the odd column's rows in the high
// halves: moves all by one column (\lag 1) or three.
.macro rotate_columns lag, x, y
    .if \lag == 1
    srli t0, \y, 32
    srli t1, \x, 32
    slli \x, \x, 32
    slli \y, \y, 32
    or \x, \x, t0
    or \y, \y, t1
    .else
    srli t0, \x, 32
    slli t1, \x, 32
    slli \x, \y, 32
    srli \y, \y, 32
    or \x, \x, t0
    or \y, \y, t1
    .endif
.endm

.macro load_masks
    lla t1, .Lmasks
    ld t2, 0(t1)
    ld t3, 8(t1)
    ld t4, 16(t1)
    ld t5, 24(t1)
    ld s10, 32(t1)
    ld s11, 40(t1)
.endm

// Words to planes. Word 2 b + h, half h of block b, is in \w0, \w2, \w3, \w1, \w4, \w6, \w7, \w5
// for each (b, h) in turn; plane i arrives in \wi. Bits of a word's number, at first (block's two,
// column's high), change places with bits of the positions, one at a time. The frame's rotation of
// rows costs little while the row is in the number, and nothing where the column's high bit is
// there too: then the words only change their names.
.macro pack lag, w0, w1, w2, w3, w4, w5, w6, w7
    load_masks
    exchange 1, 8, t3, \w0, \w2, \w3, \w1, \w4, \w6, \w7, \w5
    rotate_columns \lag, \w3, \w1
    rotate_columns \lag, \w7, \w5
    exchange 1, 16, t2, \w0, \w2, \w3, \w1, \w4, \w6, \w7, \w5
    exchange 1, 32, none, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 2, 4, t4, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 0, 2, s11, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 1, 1, t5, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
.endm

// The inverse.
.macro unpack lag, w0, w1, w2, w3, w4, w5, w6, w7
    load_masks
    exchange 1, 1, t5, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 0, 2, s11, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 2, 4, t4, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 1, 32, none, \w0, \w2, \w1, \w3, \w4, \w6, \w5, \w7
    exchange 1, 16, t2, \w0, \w2, \w3, \w1, \w4, \w6, \w7, \w5
    rotate_columns 4 - \lag, \w3, \w1
    rotate_columns 4 - \lag, \w7, \w5
    exchange 1, 8, t3, \w0, \w2, \w3, \w1, \w4, \w6, \w7, \w5
.endm

// The same for one block, of which each plane gets four copies: words in \w0, \w2.
.macro pack_one lag, w0, w1, w2, w3, w4, w5, w6, w7
    load_masks
    .irp pair, "\w0, \w3", "\w2, \w1"
    split 8, t3, \pair
    .endr
    rotate_columns \lag, \w3, \w1
    exchange 1, 16, t2, \w0, \w2, \w3, \w1
    exchange 1, 32, none, \w0, \w2, \w1, \w3
    exchange 0, 2, s11, \w0, \w2, \w1, \w3
    exchange 1, 1, t5, \w0, \w2, \w1, \w3
    load_masks_one
    .irp pair, "\w0, \w4", "\w2, \w6", "\w1, \w5", "\w3, \w7"
    split 4, s10, \pair
    .endr
    .irp w, \w0, \w1, \w2, \w3, \w4, \w5, \w6, \w7
    mul \w, \w, s11
    .endr
.endm

// The inverse, from the second copies; words in \w0, \w2.
.macro unpack_one lag, w0, w1, w2, w3, w4, w5, w6, w7
    slli s11, s10, 4
    .irp pair, "\w0, \w4", "\w2, \w6", "\w1, \w5", "\w3, \w7"
    join_second_copies \pair
    .endr
    load_masks
    exchange 1, 1, t5, \w0, \w2, \w1, \w3
    exchange 0, 2, s11, \w0, \w2, \w1, \w3
    exchange 1, 32, none, \w0, \w2, \w1, \w3
    exchange 1, 16, t2, \w0, \w2, \w3, \w1
    rotate_columns 4 - \lag, \w3, \w1
    .irp pair, "\w0, \w3", "\w2, \w1"
    join_rows \pair
    .endr
.endm

// exchange_pair for y that is 0 at first, or whose result is not wanted.
.macro split n, mask, x, y
    srli \y, \x, \n
    and \x, \x, \mask
    and \y, \y, \mask
.endm
.macro join_rows x, y
    and \y, \y, t3
    and \x, \x, t3
    slli \y, \y, 8
    or \x, \x, \y
.endm
.macro join_second_copies x, y
    srli \x, \x, 4
    and \y, \y, s11
    and \x, \x, s10
    or \x, \x, \y
.endm

.macro load_masks_one
    lla t1, .Lmasks
    ld s10, 56(t1)
    li s11, 0x1111
.endm

// One block's planes: each row's 16 positions hold its columns four times, so that a rotation
// within the row is one of the whole word; wrong bits come in at the rows' ends. Four rounds leave
// positions 3 to 10 right; this restores all.
.macro restore_copies
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    srli s\i, s\i, 4
    and s\i, s\i, s10
    mul s\i, s\i, s11
    .endr
.endm

// Words where `pack` takes them (prefix s) and `unpack` leaves them (prefix a)
.macro load_words base, offset=0
    ld s0, \offset + 0(\base)
    ld s2, \offset + 8(\base)
    ld s3, \offset + 16(\base)
    ld s1, \offset + 24(\base)
    ld s4, \offset + 32(\base)
    ld s6, \offset + 40(\base)
    ld s7, \offset + 48(\base)
    ld s5, \offset + 56(\base)
.endm
.macro store_words base, offset=0
    sd a0, \offset + 0(\base)
    sd a2, \offset + 8(\base)
    sd a3, \offset + 16(\base)
    sd a1, \offset + 24(\base)
    sd a4, \offset + 32(\base)
    sd a6, \offset + 40(\base)
    sd a7, \offset + 48(\base)
    sd a5, \offset + 56(\base)
.endm

// From lag 1 to lag 3 and back: rows 1 and 3 by two columns.
.macro rotate_odd_rows_by_two x0, x1, x2, x3, x4, x5, x6, x7
    lla t1, .Lmasks
    ld t1, 48(t1)
    .irp x, \x0, \x1, \x2, \x3, \x4, \x5, \x6, \x7
    srli t0, \x, 2
    xor t0, t0, \x
    and t0, t0, t1
    xor \x, \x, t0
    slli t0, t0, 2
    xor \x, \x, t0
    .endr
.endm

.macro add_round_key key, x0, x1, x2, x3, x4, x5, x6, x7
    ld t0, 0(\key)
    ld t1, 8(\key)
    ld t2, 16(\key)
    ld t3, 24(\key)
    xor \x0, \x0, t0
    ld t4, 32(\key)
    xor \x1, \x1, t1
    ld t5, 40(\key)
    xor \x2, \x2, t2
    ld t6, 48(\key)
    xor \x3, \x3, t3
    ld t0, 56(\key)
    xor \x4, \x4, t4
    xor \x5, \x5, t5
    xor \x6, \x6, t6
    xor \x7, \x7, t0
.endm

// Rotation right of \x; \d and \e are to be combined.
.macro rotated n, d, e, x
    srli \e, \x, \n
    slli \d, \x, 64 - \n
.endm

// d = x, in each place what its column has in the next row: a row's 16 positions, and \lag columns.
// s10, s11: masks. \blocks: 4, or 1 with copies.
.macro next_row blocks, lag, d, x
    .if \lag == 0
    rotated 16, \d, t0, \x
    .elseif \blocks == 1 && \lag == 1
    rotated 17, \d, t0, \x
    .elseif \blocks == 1 && \lag == 2
    rotated 18, \d, t0, \x
    .elseif \blocks == 1
    rotated 15, \d, t0, \x
    .else
    .if \lag == 1
    and t0, \x, s10
    .elseif \lag == 2
    and t0, \x, s11
    .else
    and t0, \x, t6
    .endif
    xor \d, \x, t0
    slli t0, t0, 4 - \lag
    srli \d, \d, \lag
    or t1, \d, t0
    rotated 16, \d, t0, t1
    .endif
    or \d, \d, t0
.endm

// d ^= x, two rows and 2 \lag columns further.
.macro add_second_row blocks, lag, d, x
    .if \lag == 0 || \lag == 2
    rotated 32, t1, t0, \x
    .elseif \blocks == 1 && \lag == 1
    rotated 30, t1, t0, \x
    .elseif \blocks == 1
    rotated 34, t1, t0, \x
    .else
    and t0, \x, s11
    xor t1, \x, t0
    slli t0, t0, 2
    srli t1, t1, 2
    or t2, t1, t0
    rotated 32, t1, t0, t2
    .endif
    xor \d, \d, t0
    xor \d, \d, t1
.endm

.macro mask_for_next_row lag
    .if \lag == 3
    slli t6, s10, 3
    not t6, t6
    .endif
.endm

// MixColumns and AddRoundKey, a0-a7 to s0-s7. With t = a ^ next_row(a):
// result = 2 t ^ next_row(a) ^ second_row(t).
.macro mix_columns blocks, lag
    mask_for_next_row \lag
    .irp i, 7, 6, 5, 4, 3, 2, 1, 0
    ld t2, 8 * \i (ra)
    next_row \blocks, \lag, s\i, a\i
    xor a\i, a\i, s\i
    xor s\i, s\i, t2
    .endr
    .irp i, 7, 6, 5, 4, 3, 2, 1, 0
    add_second_row \blocks, \lag, s\i, a\i
    .endr
    xor s7, s7, a6
    xor s6, s6, a5
    xor s5, s5, a4
    xor s4, s4, a3
    xor s3, s3, a2
    xor s2, s2, a1
    xor s1, s1, a0
    xor s0, s0, a7
    xor s1, s1, a7
    xor s3, s3, a7
    xor s4, s4, a7
    addi ra, ra, 64
.endm

// AddRoundKey and InvMixColumns, a0-a7 to s0-s7. With t = a ^ next_row(a), h = 2 t ^ a and
// f = 4 h ^ t: result = f ^ second_row(f) ^ h. Two rotations, as in MixColumns.
.macro inverse_mix_columns lag
    add_round_key ra, a0, a1, a2, a3, a4, a5, a6, a7
    mask_for_next_row \lag
    .irp i, 7, 6, 5, 4, 3, 2, 1, 0
    next_row 4, \lag, s\i, a\i
    xor s\i, s\i, a\i
    .endr
    xor a7, a7, s6
    xor a6, a6, s5
    xor a5, a5, s4
    xor a4, a4, s3
    xor a3, a3, s2
    xor a2, a2, s1
    xor a1, a1, s0
    xor a0, a0, s7
    xor a1, a1, s7
    xor a3, a3, s7
    xor a4, a4, s7
    xor t0, a6, a7
    xor s7, s7, a5
    xor s6, s6, a4
    xor s5, s5, a3
    xor s4, s4, a2
    xor s3, s3, a1
    xor s2, s2, a0
    xor s0, s0, a6
    xor s1, s1, t0
    xor s2, s2, a7
    xor s3, s3, a6
    xor s4, s4, t0
    xor s5, s5, a7
    .irp i, 7, 6, 5, 4, 3, 2, 1, 0
    add_second_row 4, \lag, s\i, s\i
    xor s\i, s\i, a\i
    .endr
    addi ra, ra, -64
.endm

// SubBytes without its constant, s0-s7 to a0-a7. y: linear forms of the input x; t21 to t24: the
// norm in GF(2^4); t29, t33, t37, t40: its inverse; z: products; c and out: sums of these.
.macro sub_bytes
    xor a5, s0, s6  // y9 = x0 ^ x6
    xor a6, s2, a5  // y3 = x2 ^ y9
    xor s3, s3, a6  // y16 = x3 ^ y3
    xor s4, s4, a5  // y21 = x4 ^ y9
    xor a3, s3, s4  // y13 = y16 ^ y21
    xor s5, s5, a3  // y20 = x5 ^ y13
    xor t0, a5, s5  // y11 = y9 ^ y20
    xor a0, s7, t0  // y0 = x7 ^ y11
    xor s6, s6, a0  // y14 = x6 ^ y0
    xor a2, a3, s6  // y12 = y13 ^ y14
    xor t1, s2, a2  // y2 = x2 ^ y12
    xor s2, s2, s6  // y5 = x2 ^ y14
    and a1, t1, s7  // t10 = y2 & x7
    xor a4, s7, s3  // y1 = x7 ^ y16
    xor t2, s7, t1  // y18 = x7 ^ y2
    xor s1, s1, t2  // y6 = x1 ^ y18
    xor t3, a0, s1  // y15 = y0 ^ y6
    and t4, s2, a4  // t8 = y5 & y1
    and t5, a3, s3  // t7 = y13 & y16
    xor t4, t4, t5  // t9 = t8 ^ t7
    xor t6, s3, t3  // y17 = y16 ^ y15
    xor a1, a1, t5  // t11 = t10 ^ t7
    xor a1, a1, t2  // t24_1 = t11 ^ y18
    and t2, s6, t6  // t13 = y14 & y17
    and t5, a5, t0  // t12 = y9 & y11
    xor s0, s0, a0  // y8 = x0 ^ y0
    xor t2, t2, t5  // t14 = t13 ^ t12
    xor t4, t4, t2  // t23_1 = t9 ^ t14
    xor t2, t2, s5  // t21_1 = t14 ^ y20
    xor t4, t4, s4  // t23 = t23_1 ^ y21
    xor s4, a4, s1  // y10 = y1 ^ y6
    and s5, s0, s4  // t15 = y8 & y10
    xor s5, s5, t5  // t16 = t15 ^ t12
    xor a1, a1, s5  // t24 = t24_1 ^ t16
    xor t5, s4, s0  // y19 = y10 ^ y8
    xor t5, t5, s5  // t22_1 = y19 ^ t16
    and s5, a6, s1  // t3 = y3 & y6
    and a7, a2, t3  // t2 = y12 & y15
    xor s5, s5, a7  // t4 = t3 ^ t2
    xor t2, t2, s5  // t21 = t21_1 ^ t4
    xor s5, a5, t1  // y4 = y9 ^ y2
    and s8, s5, a0  // t5 = y4 & y0
    xor s8, s8, a7  // t6 = t5 ^ t2
    xor t5, t5, s8  // t22 = t22_1 ^ t6
    xor a7, t2, t5  // t25 = t21 ^ t22
    and t2, t2, t4  // t26 = t21 & t23
    xor s8, t4, a1  // t30 = t23 ^ t24
    xor s9, t5, t2  // t31 = t22 ^ t26
    and s9, s9, s8  // t32 = t31 & t30
    xor t2, a1, t2  // t27 = t24 ^ t26
    xor s9, s9, a1  // t33 = t32 ^ t24
    xor t4, t4, s9  // t34 = t23 ^ t33
    xor s8, t2, s9  // t35 = t27 ^ t33
    and a1, a1, s8  // t36 = t24 & t35
    xor t4, a1, t4  // t37 = t36 ^ t34
    xor a1, t2, a1  // t38 = t27 ^ t36
    and t2, a7, t2  // t28 = t25 & t27
    xor t2, t2, t5  // t29 = t28 ^ t22
    and a1, t2, a1  // t39 = t29 & t38
    xor a7, a7, a1  // t40 = t25 ^ t39
    and a6, t4, a6  // z10 = t37 & y3
    and s2, a7, s2  // z13 = t40 & y5
    and a4, a7, a4  // z4 = t40 & y1
    xor a1, t2, a7  // t43 = t29 ^ t40
    and a3, a1, a3  // z12 = t43 & y13
    and a1, a1, s3  // z3 = t43 & y16
    xor a7, a7, t4  // t41 = t40 ^ t37
    and s4, a7, s4  // z8 = t41 & y10
    and s1, t4, s1  // z1 = t37 & y6
    xor a4, s1, a4  // c10 = z1 ^ z4
    and t1, t2, t1  // z14 = t29 & y2
    xor a1, a4, a1  // c7_1 = c10 ^ z3
    and s7, t2, s7  // z5 = t29 & x7
    xor t2, t2, s9  // t42 = t29 ^ t33
    and t0, t2, t0  // z6 = t42 & y11
    xor a4, a4, s7  // c8 = c10 ^ z5
    xor s3, t2, a7  // t45 = t42 ^ t41
    and s5, s9, s5  // z11 = t33 & y4
    and s6, s3, s6  // z16 = t45 & y14
    and s3, s3, t6  // z7 = t45 & y17
    and a0, s9, a0  // z2 = t33 & y0
    xor s9, s9, t4  // t44 = t33 ^ t37
    and t3, s9, t3  // z0 = t44 & y15
    xor a0, a0, a4  // c6 = z2 ^ c8
    and s9, s9, a2  // z9 = t44 & y12
    and t2, t2, a5  // z15 = t42 & y9
    xor s6, t2, s6  // c15 = z15 ^ z16
    xor t0, t0, t3  // c1 = z6 ^ z0
    xor a1, a1, t3  // out1 = c7_1 ^ z0
    xor s7, s6, a0  // s6_1 = c15 ^ c6
    xor s7, s7, s9  // s6_2 = s6_1 ^ z9
    xor s2, s2, s6  // c13_1 = z13 ^ c15
    xor s3, s3, s1  // c3 = z7 ^ z1
    and a7, a7, s0  // z17 = t41 & y8
    xor a5, s2, a3  // out5 = c13_1 ^ z12
    xor a4, a4, s4  // c2 = c8 ^ z8
    xor a2, a4, s3  // out2 = c2 ^ c3
    xor s0, a5, a1  // c5_1 = out5 ^ out1
    xor a0, s0, a0  // out0 = c5_1 ^ c6
    xor a7, a7, a0  // s7_1 = z17 ^ out0
    xor s9, s9, s3  // c0_1 = z9 ^ c3
    xor a7, a7, t2  // s7_2 = s7_1 ^ z15
    xor s9, s9, s5  // c0_2 = c0_1 ^ z11
    xor s0, a5, t0  // s4_1 = out5 ^ c1
    xor s9, s9, t0  // c0 = c0_2 ^ c1
    xor a7, a7, s9  // out7 = s7_2 ^ c0
    xor a3, a3, s9  // s3_1 = z12 ^ c0
    xor a6, s7, a6  // out6 = s6_2 ^ z10
    xor a3, a3, t1  // out3 = s3_1 ^ z14
    xor a4, s0, a4  // out4 = s4_1 ^ c2
.endm

// InvSubBytes of what 0x63 has been added to, s0-s7 to a0-a7. Names as in sub_bytes.
.macro inverse_sub_bytes
    xor s6, s5, s6  // y18 = x5 ^ x6
    xor s7, s1, s7  // y9 = x1 ^ x7
    xor s2, s2, s6  // y12 = x2 ^ y18
    xor a5, s3, s7  // y2 = x3 ^ y9
    xor s1, s1, s5  // y5 = x1 ^ x5
    xor a6, s1, a5  // y13 = y5 ^ y2
    xor a7, s3, s2  // y3 = x3 ^ y12
    xor a1, a7, s1  // y8 = y3 ^ y5
    xor s4, s4, a1  // y21 = x4 ^ y8
    xor t0, s6, a5  // y7 = y18 ^ y2
    xor s0, s0, a6  // y6 = x0 ^ y13
    xor a3, s4, a6  // y16 = y21 ^ y13
    xor t1, t0, a3  // y1 = y7 ^ y16
    xor t2, s0, t1  // y10 = y6 ^ y1
    xor t3, s5, s0  // y0 = x5 ^ y6
    and t4, s1, t1  // t8 = y5 & y1
    and a4, a5, t0  // t10 = y2 & y7
    xor a0, t0, t3  // y11 = y7 ^ y0
    and t5, a6, a3  // t7 = y13 & y16
    and t6, a1, t2  // t15 = y8 & y10
    xor t4, t4, t5  // t9 = t8 ^ t7
    xor a4, a4, t5  // t11 = t10 ^ t7
    and t5, s7, a0  // t12 = y9 & y11
    xor t4, t4, s4  // t23_1 = t9 ^ y21
    xor t6, t6, t5  // t16 = t15 ^ t12
    and s4, s2, s5  // t2 = y12 & x5
    xor a4, t6, a4  // t24_1 = t16 ^ t11
    xor a4, a4, s6  // t24 = t24_1 ^ y18
    and s6, s3, t3  // t5 = x3 & y0
    xor s6, s6, s4  // t6 = t5 ^ t2
    xor t6, t6, s6  // t22_1 = t16 ^ t6
    and s6, a7, s0  // t3 = y3 & y6
    xor s6, s6, s4  // t4 = t3 ^ t2
    xor s4, s7, a0  // y20 = y9 ^ y11
    xor s4, s4, s6  // t21_1 = y20 ^ t4
    xor s6, a1, t2  // y19 = y8 ^ y10
    xor t6, t6, s6  // t22 = t22_1 ^ y19
    xor s6, s7, a1  // y14 = y9 ^ y8
    xor a2, s5, a3  // y17 = x5 ^ y16
    and s8, s6, a2  // t13 = y14 & y17
    xor s8, s8, t5  // t14 = t13 ^ t12
    xor t4, t4, s8  // t23 = t23_1 ^ t14
    xor s4, s4, s8  // t21 = t21_1 ^ t14
    and t5, s4, t4  // t26 = t21 & t23
    xor s4, s4, t6  // t25 = t21 ^ t22
    xor s8, t4, a4  // t30 = t23 ^ t24
    xor s9, t6, t5  // t31 = t22 ^ t26
    and s9, s9, s8  // t32 = t31 & t30
    xor s9, s9, a4  // t33 = t32 ^ t24
    xor t5, a4, t5  // t27 = t24 ^ t26
    xor t4, t4, s9  // t34 = t23 ^ t33
    xor s8, t5, s9  // t35 = t27 ^ t33
    and a4, a4, s8  // t36 = t24 & t35
    xor t4, a4, t4  // t37 = t36 ^ t34
    xor a4, t5, a4  // t38 = t27 ^ t36
    and t5, s4, t5  // t28 = t25 & t27
    xor t5, t5, t6  // t29 = t28 ^ t22
    and a4, t5, a4  // t39 = t29 & t38
    xor s4, s4, a4  // t40 = t25 ^ t39
    and a7, t4, a7  // z10 = t37 & y3
    and s1, s4, s1  // z13 = t40 & y5
    and t1, s4, t1  // z4 = t40 & y1
    xor a4, t5, s4  // t43 = t29 ^ t40
    and a3, a4, a3  // z3 = t43 & y16
    and a4, a4, a6  // z12 = t43 & y13
    and t0, t5, t0  // z5 = t29 & y7
    xor s4, s4, t4  // t41 = t40 ^ t37
    and a5, t5, a5  // z14 = t29 & y2
    xor t5, t5, s9  // t42 = t29 ^ t33
    and s7, t5, s7  // z15 = t42 & y9
    and s0, t4, s0  // z1 = t37 & y6
    and t2, s4, t2  // z8 = t41 & y10
    and a0, t5, a0  // z6 = t42 & y11
    xor t5, t5, s4  // t45 = t42 ^ t41
    and s3, s9, s3  // z11 = t33 & x3
    xor a4, s1, a4  // c12 = z13 ^ z12
    xor s7, a4, s7  // c6_1 = c12 ^ z15
    and s4, s4, a1  // z17 = t41 & y8
    xor a5, a5, s1  // c11 = z14 ^ z13
    xor s3, s3, a5  // c10 = z11 ^ c11
    and a2, t5, a2  // z7 = t45 & y17
    xor s0, s0, a2  // c14 = z1 ^ z7
    xor t4, s9, t4  // t44 = t33 ^ t37
    and t5, t5, s6  // z16 = t45 & y14
    xor a3, a0, a3  // c0_1 = z6 ^ z3
    and s9, s9, t3  // z2 = t33 & y0
    xor s9, s0, s9  // c8 = c14 ^ z2
    xor s1, s9, s3  // c7_1 = c8 ^ c10
    and s2, t4, s2  // z9 = t44 & y12
    xor s1, s1, t2  // c7 = c7_1 ^ z8
    xor a6, s7, t5  // out6 = c6_1 ^ z16
    xor s0, a6, s0  // c5_1 = out6 ^ c14
    xor s9, s9, t0  // c3 = c8 ^ z5
    and t4, t4, s5  // z0 = t44 & x5
    xor a2, s9, a2  // c1_1 = c3 ^ z7
    xor a3, a3, s9  // c0 = c0_1 ^ c3
    xor s5, a7, s1  // c4_1 = z10 ^ c7
    xor s4, s4, t5  // s1_1 = z17 ^ z16
    xor s4, s4, a5  // s1_2 = s1_1 ^ c11
    xor s0, s0, t4  // c5_2 = c5_1 ^ z0
    xor a0, s0, a0  // out0 = c5_2 ^ z6
    xor s2, s2, s1  // c2_1 = z9 ^ c7
    xor a2, a2, t1  // out2 = c1_1 ^ z4
    xor s3, s3, a3  // s7_1 = c10 ^ c0
    xor a4, s2, a4  // out4 = c2_1 ^ c12
    xor s5, s5, a0  // c4 = c4_1 ^ out0
    xor a7, s3, a7  // out7 = s7_1 ^ z10
    xor a3, a3, a4  // out3 = c0 ^ out4
    xor a5, a2, s5  // out5 = out2 ^ c4
    xor a1, s4, s5  // out1 = s1_2 ^ c4
.endm

    .section .rodata
    .balign 64
.Lmasks:
    .dword 0x0000ffff0000ffff
    .dword 0x00ff00ff00ff00ff
    .dword 0x0f0f0f0f0f0f0f0f
    .dword 0x5555555555555555
    .dword 0x1111111111111111
    .dword 0x3333333333333333
    .dword 0x3333000033330000 // rotate_odd_rows_by_two
    .dword 0x000f000f000f000f // one of four copies

// The core: these functions use all registers but sp, gp and tp, and the frame of who calls them.
.macro enter_core
    sd ra, LINK(sp)
    .cfi_offset ra, LINK
.endm

// Branches to \to unless the schedule is AES-192's, whose plaintext has lag 1, not 3.
.macro unless_192 schedule, to
    ld t0, ROUNDS(\schedule)
    li t1, 12
    bne t0, t1, \to
.endm

// Words in s0 to s7 to planes in lag 3, the first round key added.
FUNCTION(hartls_rv64gc_aes_pack)
    pack 3, s0, s1, s2, s3, s4, s5, s6, s7
    ld a7, SCHEDULE(sp)
    unless_192 a7, 1f
    rotate_odd_rows_by_two s0, s1, s2, s3, s4, s5, s6, s7
    add_round_key a7, s0, s1, s2, s3, s4, s5, s6, s7
    rotate_odd_rows_by_two s0, s1, s2, s3, s4, s5, s6, s7
    ret
1:
    add_round_key a7, s0, s1, s2, s3, s4, s5, s6, s7
    ret
END_FUNCTION(hartls_rv64gc_aes_pack)

// Encrypts words, as load_words leaves them, for store_words.
FUNCTION(hartls_rv64gc_aes_encrypt_words)
    enter_core
    jal hartls_rv64gc_aes_pack
    j .Lencrypt_planes
END_FUNCTION(hartls_rv64gc_aes_encrypt_words)

// The same for planes in lag 3 with the first round key; s10 and s11 hold masks.
FUNCTION(hartls_rv64gc_aes_encrypt_planes)
    enter_core
.Lencrypt_planes:
    ld ra, SCHEDULE(sp)
    unless_192 ra, 3f
    rotate_odd_rows_by_two s0, s1, s2, s3, s4, s5, s6, s7
    addi ra, ra, 64
    j 2f
3:
    addi ra, ra, 64
1:
    sub_bytes
    mix_columns 4, 0
    ld t0, LAST_KEY(sp)
    beq ra, t0, 4f
    sub_bytes
    mix_columns 4, 1
2:
    sub_bytes
    mix_columns 4, 2
    sub_bytes
    mix_columns 4, 3
    j 1b
4:
    sub_bytes
    add_round_key ra, a0, a1, a2, a3, a4, a5, a6, a7
    ld ra, LINK(sp)
    unpack 1, a0, a1, a2, a3, a4, a5, a6, a7
    ret
END_FUNCTION(hartls_rv64gc_aes_encrypt_planes)

// Encrypts the block in s0, s2; result in a0, a2.
FUNCTION(hartls_rv64gc_aes_encrypt_one)
    enter_core
    pack_one 3, s0, s1, s2, s3, s4, s5, s6, s7
    ld ra, SCHEDULE(sp)
    unless_192 ra, 3f
    rotate_odd_rows_by_two s0, s1, s2, s3, s4, s5, s6, s7
    add_round_key ra, s0, s1, s2, s3, s4, s5, s6, s7
    addi ra, ra, 64
    j 4f
3:
    add_round_key ra, s0, s1, s2, s3, s4, s5, s6, s7
    addi ra, ra, 64
    j 2f
1:
    restore_copies
    sub_bytes
    mix_columns 1, 1
4:
    sub_bytes
    mix_columns 1, 2
    sub_bytes
    mix_columns 1, 3
2:
    sub_bytes
    mix_columns 1, 0
    ld t0, LAST_KEY(sp)
    beq ra, t0, 5f
    j 1b                            // too far for a branch
5:
    sub_bytes
    add_round_key ra, a0, a1, a2, a3, a4, a5, a6, a7
    ld ra, LINK(sp)
    unpack_one 1, a0, a1, a2, a3, a4, a5, a6, a7
    ret
END_FUNCTION(hartls_rv64gc_aes_encrypt_one)

// Decrypts words, as load_words leaves them, for store_words.
FUNCTION(hartls_rv64gc_aes_decrypt_words)
    enter_core
    ld ra, LAST_KEY(sp)
    pack 1, s0, s1, s2, s3, s4, s5, s6, s7
    add_round_key ra, s0, s1, s2, s3, s4, s5, s6, s7
    addi ra, ra, -64
    j 2f
1:
    inverse_sub_bytes
    inverse_mix_columns 3
    inverse_sub_bytes
    inverse_mix_columns 2
    ld t0, SCHEDULE(sp)
    beq ra, t0, 3f                  // AES-192
    inverse_sub_bytes
    inverse_mix_columns 1
2:
    inverse_sub_bytes
    inverse_mix_columns 0
    ld t0, SCHEDULE(sp)
    beq ra, t0, 3f
    j 1b                            // too far for a branch
3:
    inverse_sub_bytes
    add_round_key ra, a0, a1, a2, a3, a4, a5, a6, a7
    unless_192 ra, 4f
    rotate_odd_rows_by_two a0, a1, a2, a3, a4, a5, a6, a7
4:
    ld ra, LINK(sp)
    unpack 3, a0, a1, a2, a3, a4, a5, a6, a7
    ret
END_FUNCTION(hartls_rv64gc_aes_decrypt_words)

// Copies t2 > 0 blocks from t0 to t1, which both advance. Uses t2 to t4.
.macro copy_blocks
1:
    ld t3, 0(t0)
    ld t4, 8(t0)
    addi t2, t2, -1
    sd t3, 0(t1)
    sd t4, 8(t1)
    addi t0, t0, 16
    addi t1, t1, 16
    bnez t2, 1b
.endm

.macro ecb name, core, one
FUNCTION(\name)
    enter
    sd a1, IN(sp)
    sd a2, OUT(sp)
    sd a3, COUNT(sp)
    li t1, 4
    bltu a3, t1, 3f
2:
    ld a1, IN(sp)
    load_words a1
    addi a1, a1, 64
    sd a1, IN(sp)
    jal \core
    ld t0, OUT(sp)
    ld t1, COUNT(sp)
    store_words t0
    addi t0, t0, 64
    addi t1, t1, -4
    sd t0, OUT(sp)
    sd t1, COUNT(sp)
    li t2, 4
    bgeu t1, t2, 2b
3:
    ld t2, COUNT(sp)
    beqz t2, 4f
    ld t0, IN(sp)
    .ifnb \one
    addi t1, t2, -1
    beqz t1, 5f
    .endif
    addi t1, sp, BUFFER
    copy_blocks
    load_words sp, BUFFER
    jal \core
    store_words sp, BUFFER
    addi t0, sp, BUFFER
    ld t1, OUT(sp)
    ld t2, COUNT(sp)
    copy_blocks
    wipe BUFFER
4:
    leave
    .ifnb \one
5:
    ld s0, 0(t0)
    ld s2, 8(t0)
    jal \one
    ld t1, OUT(sp)
    sd a0, 0(t1)
    sd a2, 8(t1)
    j 4b
    .endif
END_FUNCTION(\name)
.endm

// void(schedule, in, out, count)
    ecb hartls_rv64gc_aes_encrypt_blocks, hartls_rv64gc_aes_encrypt_words, \
        hartls_rv64gc_aes_encrypt_one
    ecb hartls_rv64gc_aes_decrypt_blocks, hartls_rv64gc_aes_decrypt_words

// out = in ^ pair of registers, at \offset of t0 (in) and t1 (out)
.macro add_and_store offset, x, y
    ld t2, \offset (t0)
    ld t3, \offset + 8(t0)
    xor \x, \x, t2
    sd \x, \offset (t1)
    xor \y, \y, t3
    sd \y, \offset + 8(t1)
.endm

// The bytes of x's low 32 bits in reverse order, as the high half of d. \t, \u: scratch.
.macro reversed_to_high d, x, t, u
    li \u, 0xff00
    srli \t, \x, 8
    and \d, \x, \u
    and \t, \t, \u
    slli \d, \d, 40
    slli \t, \t, 32
    or \d, \d, \t
    slli \t, \x, 56
    or \d, \d, \t
    srli \t, \x, 24
    andi \t, \t, 255
    slli \t, \t, 32
    or \d, \d, \t
.endm

.macro add_counter_bits x0, x1, x2, x3, nibbles
    and t0, \nibbles, t3
    srli t1, \nibbles, 1
    and t1, t1, t3
    xor \x0, \x0, t0
    srli t0, \nibbles, 2
    and t0, t0, t3
    xor \x1, \x1, t1
    srli t1, \nibbles, 3
    and t1, t1, t3
    xor \x2, \x2, t0
    xor \x3, \x3, t1
.endm

// void(schedule, counter, in, out, count). The four numbers of a batch mostly differ in their last
// byte alone: the bits of that alone are made anew,
// at positions 48, 56, 52 and 60 of each plane.
FUNCTION(hartls_rv64gc_aes_ctr32_xor)
    enter
    sd a1, CHAIN(sp)
    sd a2, IN(sp)
    sd a3, OUT(sp)
    sd a4, COUNT(sp)
    beqz a4, 9f
    ld t0, 0(a1)
    ld t1, 8(a1)
    sd t0, NONCE(sp)
    slli t2, t1, 32
    srli t2, t2, 32
    sd t2, NONCE + 8(sp)
    srli t1, t1, 32
    reversed_to_high t0, t1, t2, t3
    srli t0, t0, 32
    sd t0, NUMBER(sp)
    li t1, 1                        // no such number
    sd t1, UPPER(sp)
    mv t4, a4
1:
    addi t4, t4, -1
    ld a0, NUMBER(sp)
    beqz t4, 10f
    ld a2, UPPER(sp)
    andi a1, a0, 255
    li t0, 252
    bgtu a1, t0, 7f
    sub t1, a0, a1
    bne t1, a2, 6f
2:
    // Low and high nibbles of the first two bytes, each beside those of the other two.
    slli t0, a1, 48
    slli t1, a1, 56
    or t0, t0, t1
    li t2, 1
    slli t2, t2, 56
    add t0, t0, t2                  // blocks 0 and 1
    slli t1, t2, 1
    srli t3, t1, 8
    add t1, t1, t3
    add t1, t1, t0                  // blocks 2 and 3
    lla t2, .Lmasks
    ld t3, 16(t2)
    ld s10, 32(t2)
    ld s11, 40(t2)
    and t4, t0, t3
    and t5, t1, t3
    slli t5, t5, 4
    or t4, t4, t5                   // low nibbles
    srli t0, t0, 4
    and t0, t0, t3
    slli t3, t3, 4
    and t1, t1, t3
    or t5, t0, t1                   // high nibbles
    srli t3, s10, 48
    slli t3, t3, 48
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    ld s\n, PLANES + 8 * \n (sp)
    .endr
    add_counter_bits s0, s1, s2, s3, t4
    add_counter_bits s4, s5, s6, s7, t5
    jal hartls_rv64gc_aes_encrypt_planes
3:
    ld t4, COUNT(sp)
    ld t5, NUMBER(sp)
    ld t0, IN(sp)
    ld t1, OUT(sp)
    li t6, 4
    bltu t4, t6, 8f
    add_and_store 0, a0, a2
    add_and_store 16, a3, a1
    add_and_store 32, a4, a6
    add_and_store 48, a7, a5
    addi t5, t5, 4
    slli t5, t5, 32
    srli t5, t5, 32
    addi t0, t0, 64
    addi t1, t1, 64
    addi t4, t4, -4
    sd t5, NUMBER(sp)
    sd t0, IN(sp)
    sd t1, OUT(sp)
    sd t4, COUNT(sp)
    bnez t4, 1b
4:
    ld a1, CHAIN(sp)
    reversed_to_high t0, t5, t2, t3
    ld t1, NONCE + 8(sp)
    or t0, t0, t1
    sd t0, 8(a1)
    wipe BUFFER
    wipe PLANES
9:
    leave

6:  // New upper bytes: PLANES
    sd t1, UPPER(sp)
    reversed_to_high t0, t1, t2, t3
    ld s0, NONCE(sp)
    ld s2, NONCE + 8(sp)
    or s2, s2, t0
    mv s3, s0
    mv s4, s0
    mv s7, s0
    mv s1, s2
    mv s6, s2
    mv s5, s2
    jal hartls_rv64gc_aes_pack
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    sd s\n, PLANES + 8 * \n (sp)
    .endr
    ld a0, NUMBER(sp)
    andi a1, a0, 255
    j 2b

7:  // The upper bytes change within the batch: four whole blocks.
    ld s0, NONCE(sp)
    ld t4, NONCE + 8(sp)
    mv s3, s0
    mv s4, s0
    mv s7, s0
    .irp word, s2, s1, s6, s5
    reversed_to_high \word, a0, t2, t3
    or \word, \word, t4
    addi a0, a0, 1
    .endr
    jal hartls_rv64gc_aes_encrypt_words
    j 3b

10: // One block left
    ld s0, NONCE(sp)
    ld t4, NONCE + 8(sp)
    reversed_to_high s2, a0, t2, t3
    or s2, s2, t4
    jal hartls_rv64gc_aes_encrypt_one
    j 3b

8:  // The last, partial batch
    add t5, t5, t4
    slli t5, t5, 32
    srli t5, t5, 32
    store_words sp, BUFFER
    addi a0, sp, BUFFER
5:
    ld t2, 0(a0)
    ld t3, 0(t0)
    ld a2, 8(a0)
    ld a3, 8(t0)
    xor t2, t2, t3
    xor a2, a2, a3
    sd t2, 0(t1)
    sd a2, 8(t1)
    addi a0, a0, 16
    addi t0, t0, 16
    addi t1, t1, 16
    addi t4, t4, -1
    bnez t4, 5b
    j 4b
END_FUNCTION(hartls_rv64gc_aes_ctr32_xor)

// void(schedule, iv, in, out, count)
FUNCTION(hartls_rv64gc_aes_cbc_decrypt)
    enter
    sd a1, CHAIN(sp)
    sd a2, IN(sp)
    sd a3, OUT(sp)
    sd a4, COUNT(sp)
    li t1, 4
    bltu a4, t1, 2f
1:
    ld a1, IN(sp)
    load_words a1
    jal hartls_rv64gc_aes_decrypt_words
    ld t0, IN(sp)
    ld t1, CHAIN(sp)
    // All of the batch's ciphertext is read before any of it may be overwritten.
    ld s0, 0(t1)
    ld s1, 8(t1)
    ld s2, 0(t0)
    ld s3, 8(t0)
    ld s4, 16(t0)
    ld s5, 24(t0)
    ld s6, 32(t0)
    ld s7, 40(t0)
    ld s8, 48(t0)
    ld s9, 56(t0)
    ld t2, OUT(sp)
    ld t3, COUNT(sp)
    xor a0, a0, s0
    xor a2, a2, s1
    xor a3, a3, s2
    xor a1, a1, s3
    xor a4, a4, s4
    xor a6, a6, s5
    xor a7, a7, s6
    xor a5, a5, s7
    sd s8, 0(t1)
    sd s9, 8(t1)
    store_words t2
    addi t0, t0, 64
    addi t2, t2, 64
    addi t3, t3, -4
    sd t0, IN(sp)
    sd t2, OUT(sp)
    sd t3, COUNT(sp)
    li t4, 4
    bgeu t3, t4, 1b
2:
    ld t2, COUNT(sp)
    beqz t2, 4f
    ld t0, IN(sp)
    addi t1, sp, BUFFER
    copy_blocks
    load_words sp, BUFFER
    jal hartls_rv64gc_aes_decrypt_words
    store_words sp, BUFFER
    ld t0, IN(sp)
    ld t1, OUT(sp)
    ld t2, COUNT(sp)
    ld t3, CHAIN(sp)
    addi t4, sp, BUFFER
    ld a0, 0(t3)
    ld a1, 8(t3)
3:
    ld a2, 0(t4)
    ld a3, 8(t4)
    xor a2, a2, a0
    xor a3, a3, a1
    ld a0, 0(t0)
    ld a1, 8(t0)
    sd a2, 0(t1)
    sd a3, 8(t1)
    addi t0, t0, 16
    addi t1, t1, 16
    addi t4, t4, 16
    addi t2, t2, -1
    bnez t2, 3b
    sd a0, 0(t3)
    sd a1, 8(t3)
    wipe BUFFER
4:
    leave
END_FUNCTION(hartls_rv64gc_aes_cbc_decrypt)

// void(schedule, iv, in, out, count)
FUNCTION(hartls_rv64gc_aes_cbc_encrypt)
    enter
    sd a1, CHAIN(sp)
    sd a2, IN(sp)
    sd a3, OUT(sp)
    sd a4, COUNT(sp)
    beqz a4, 2f
    ld a0, 0(a1)
    ld a2, 8(a1)
1:
    ld a1, IN(sp)
    ld s0, 0(a1)
    ld s2, 8(a1)
    addi a1, a1, 16
    sd a1, IN(sp)
    xor s0, s0, a0
    xor s2, s2, a2
    jal hartls_rv64gc_aes_encrypt_one
    ld t0, OUT(sp)
    ld t1, COUNT(sp)
    sd a0, 0(t0)
    sd a2, 8(t0)
    addi t0, t0, 16
    addi t1, t1, -1
    sd t0, OUT(sp)
    sd t1, COUNT(sp)
    bnez t1, 1b
    ld a1, CHAIN(sp)
    sd a0, 0(a1)
    sd a2, 8(a1)
2:
    leave
END_FUNCTION(hartls_rv64gc_aes_cbc_encrypt)

// void(schedule, mac, blocks, count)
FUNCTION(hartls_rv64gc_aes_cbc_mac)
    enter
    sd a1, CHAIN(sp)
    sd a2, IN(sp)
    sd a3, COUNT(sp)
    beqz a3, 2f
    ld a0, 0(a1)
    ld a2, 8(a1)
1:
    ld a1, IN(sp)
    ld s0, 0(a1)
    ld s2, 8(a1)
    addi a1, a1, 16
    sd a1, IN(sp)
    xor s0, s0, a0
    xor s2, s2, a2
    jal hartls_rv64gc_aes_encrypt_one
    ld t1, COUNT(sp)
    addi t1, t1, -1
    sd t1, COUNT(sp)
    bnez t1, 1b
    ld a1, CHAIN(sp)
    sd a0, 0(a1)
    sd a2, 8(a1)
2:
    leave
END_FUNCTION(hartls_rv64gc_aes_cbc_mac)

#endif

END_FILE
