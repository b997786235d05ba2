// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256's compression function, FIPS 180-4 section 6.2.2, for RV64 without rotations.
//
// A word of 32 bits is kept doubled, (x << 32) | x: the low half of a plain right shift is then x
// rotated, one instruction where the base ISA needs three. Sums leave rubbish in the high half;
// only what will be rotated again is doubled anew (three instructions): the new a, e and message
// word. All sixteen message words and the eight state words stay in registers, which leaves three,
// one of which carries a ^ b to the next round, where it is Maj's b ^ c:
//   Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b,  Ch(e, f, g) = ((f ^ g) & e) ^ g.
// A round takes 30 instructions, its part of the message schedule 16 more. U54, modelled: 2914
// cycles a block in a row of them (45.7 a byte), 2976 for one alone.
//
// Review: constant time. Branches depend on the count alone, and addresses on the arguments and on
// the place in the table of constants. Only pointers are spilled.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

#define STATE 104(sp)
#define BLOCKS 112(sp)
#define END 120(sp)
#define KP ra

// to = from's low half in both halves
.macro double to, scratch
    slli \scratch, \to, 32
    srli \to, \scratch, 32
    or \to, \to, \scratch
.endm

// Two words of the message from `offset` of the block at a0; a1: 0x00ff..., a2: 0x0000ffff...
.macro load_pair low, high, offset
    ld a3, \offset(a0)
    srli a4, a3, 8
    and a3, a3, a1
    and a4, a4, a1
    slli a3, a3, 8
    or a3, a3, a4
    srli a4, a3, 16
    and a3, a3, a2
    and a4, a4, a2
    slli a3, a3, 16
    or a4, a3, a4
    slli a5, a4, 32
    srli \high, a4, 32
    srli \low, a5, 32
    slli a6, \high, 32
    or \low, \low, a5
    or \high, \high, a6
.endm

// h becomes the new a, d the new e. `bc` holds b ^ c before, `ab` holds a ^ b after.
.macro round a, b, c, d, e, f, g, h, w, k, ab, bc, t
    lw \ab, \k(KP)
    add \h, \h, \w
    xor \t, \f, \g
    add \h, \h, \ab
    and \t, \t, \e
    xor \t, \t, \g
    add \h, \h, \t
    srli \ab, \e, 6
    srli \t, \e, 11
    xor \ab, \ab, \t
    srli \t, \e, 25
    xor \ab, \ab, \t
    add \h, \h, \ab
    add \d, \d, \h
    double \d, \t
    xor \ab, \a, \b
    and \bc, \bc, \ab
    xor \bc, \bc, \b
    add \h, \h, \bc
    srli \bc, \a, 2
    srli \t, \a, 13
    xor \bc, \bc, \t
    srli \t, \a, 22
    xor \bc, \bc, \t
    add \h, \h, \bc
    double \h, \t
.endm

// w0 = W[t + 16] from W[t], W[t + 1], W[t + 9], W[t + 14]
.macro schedule w0, w1, w9, w14, x, t
    srli \x, \w1, 7
    srli \t, \w1, 18
    xor \x, \x, \t
    srliw \t, \w1, 3
    xor \x, \x, \t
    add \w0, \w0, \x
    add \w0, \w0, \w9
    srli \x, \w14, 17
    srli \t, \w14, 19
    xor \x, \x, \t
    srliw \t, \w14, 10
    xor \x, \x, \t
    add \w0, \w0, \x
    double \w0, \x
.endm

.macro two_rounds a, b, c, d, e, f, g, h, w0, w1, k
    round \a, \b, \c, \d, \e, \f, \g, \h, \w0, \k, t0, t1, t2
    round \h, \a, \b, \c, \d, \e, \f, \g, \w1, \k + 4, t1, t0, t2
.endm

.macro two_rounds_and_schedule a, b, c, d, e, f, g, h, w0, w1, w2, w9, w10, w14, w15, k
    round \a, \b, \c, \d, \e, \f, \g, \h, \w0, \k, t0, t1, t2
    schedule \w0, \w1, \w9, \w14, t1, t2
    round \h, \a, \b, \c, \d, \e, \f, \g, \w1, \k + 4, t1, t0, t2
    schedule \w1, \w2, \w10, \w15, t0, t2
.endm

// state[index] += reg
.macro feed_forward reg, index
    lw t1, 4 * \index(t0)
    addw \reg, \reg, t1
    sw \reg, 4 * \index(t0)
.endm

// void hartls_rv64gc_sha256_compress(uint32_t* state, const uint8_t* blocks, size_t count)
FUNCTION(hartls_rv64gc_sha256_compress)
    beqz a2, 9f
    addi sp, sp, -128
    .cfi_def_cfa_offset 128
    sd ra, 96(sp)
    .cfi_offset ra, -32
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, 8 * \n(sp)
    .cfi_offset s\n, 8 * \n - 128
    .endr
    slli a2, a2, 6
    add a2, a2, a1
    sd a0, STATE
    sd a2, END
    mv t0, a0
    mv a0, a1

1:  // a0: this block, t0: state
    li a1, 0x00ff00ff
    slli a2, a1, 32
    add a1, a1, a2
    li a2, 0xffff
    slli a3, a2, 32
    add a2, a2, a3
    load_pair s0, s1, 0
    load_pair s2, s3, 8
    load_pair s4, s5, 16
    load_pair s6, s7, 24
    load_pair s8, s9, 32
    load_pair s10, s11, 40
    load_pair t3, t4, 48
    load_pair t5, t6, 56
    addi a0, a0, 64
    sd a0, BLOCKS
    lla KP, constants
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    lwu a\n, 4 * \n(t0)
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    slli t1, a\n, 32
    or a\n, a\n, t1
    .endr
    xor t1, a1, a2

2:  two_rounds_and_schedule a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, s2, s9, s10, t5, t6, 0
    two_rounds_and_schedule a6, a7, a0, a1, a2, a3, a4, a5, s2, s3, s4, s11, t3, s0, s1, 8
    two_rounds_and_schedule a4, a5, a6, a7, a0, a1, a2, a3, s4, s5, s6, t4, t5, s2, s3, 16
    two_rounds_and_schedule a2, a3, a4, a5, a6, a7, a0, a1, s6, s7, s8, t6, s0, s4, s5, 24
    two_rounds_and_schedule a0, a1, a2, a3, a4, a5, a6, a7, s8, s9, s10, s1, s2, s6, s7, 32
    two_rounds_and_schedule a6, a7, a0, a1, a2, a3, a4, a5, s10, s11, t3, s3, s4, s8, s9, 40
    two_rounds_and_schedule a4, a5, a6, a7, a0, a1, a2, a3, t3, t4, t5, s5, s6, s10, s11, 48
    two_rounds_and_schedule a2, a3, a4, a5, a6, a7, a0, a1, t5, t6, s0, s7, s8, t3, t4, 56
    addi KP, KP, 64
    // The table lies on a multiple of 256: its last quarter is reached when this is one too.
    addi t2, KP, 64
    andi t2, t2, 0xff
    bnez t2, 2b

    two_rounds a0, a1, a2, a3, a4, a5, a6, a7, s0, s1, 0
    two_rounds a6, a7, a0, a1, a2, a3, a4, a5, s2, s3, 8
    two_rounds a4, a5, a6, a7, a0, a1, a2, a3, s4, s5, 16
    two_rounds a2, a3, a4, a5, a6, a7, a0, a1, s6, s7, 24
    two_rounds a0, a1, a2, a3, a4, a5, a6, a7, s8, s9, 32
    two_rounds a6, a7, a0, a1, a2, a3, a4, a5, s10, s11, 40
    two_rounds a4, a5, a6, a7, a0, a1, a2, a3, t3, t4, 48
    two_rounds a2, a3, a4, a5, a6, a7, a0, a1, t5, t6, 56

    ld t0, STATE
    ld t2, END
    feed_forward a0, 0
    ld a0, BLOCKS
    feed_forward a1, 1
    feed_forward a2, 2
    feed_forward a3, 3
    feed_forward a4, 4
    feed_forward a5, 5
    feed_forward a6, 6
    feed_forward a7, 7
    bne a0, t2, 1b

    ld ra, 96(sp)
    .cfi_restore ra
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, 8 * \n(sp)
    .cfi_restore s\n
    .endr
    addi sp, sp, 128
    .cfi_def_cfa_offset 0
9:  ret
END_FUNCTION(hartls_rv64gc_sha256_compress)

    .section .rodata
    .balign 256
constants:  // FIPS 180-4 section 4.2.2
    .word 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    .size constants, . - constants
#endif
END_FILE
