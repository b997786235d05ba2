// SPDX-License-Identifier: GPL-3.0-or-later
// Camellia (RFC 3713) with tables, one block at a time.
//
// A half of the state is a 64-bit register, its first byte lowest as ld gives it. For each position
// of a byte there is a table of 256 words (generic/camellia_table.cpp): what the byte adds to the
// other half after the S-box and P. A byte comes out times eight, as an offset, by one shift if
// there are zeros below it and above it, above it up to the word's or the double word's end: srliw
// or srli. Masks leave two bytes four apart in each of four registers, so 4 + 8 instructions take
// all eight bytes out instead of 16. A round is 38 instructions: key 2, bytes 12, address, load and
// xor 24. No load is waited for. Whitening at the start is part of the subkeys.
// The rounds are one run of code, which 128-bit keys enter six rounds later.
// The tables are 16 KiB, half of the level 1 data cache.
//
// U54, modelled, both profiles, at 8 KiB: Camellia-128 CBC 47.8 cycles/byte (765 a block), longer
// keys 64.1 (1025). One block alone: 844 and 1101.
//
// Review: constant time: NO, as the name says. Addresses of loads from the tables depend on key and
// data. Branches depend on counts only. Spilled are the caller's registers, no secret.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

// Arguments of CBC; ECB moves its there. The schedule becomes the first subkey.
#define first_key a0
#define chain a1
#define in a2
#define out a3
#define left a4
// Of crypt: where 128-bit keys enter later, subkeys as if there were 24 rounds, the tables from the
// second on by twos, bytes 2 and 6, 1 and 5, 0 and 4, and all but their bytes' highest bits.
#define entry a5
#define subkeys a6
#define tables01 a7
#define tables23 s2
#define tables45 s3
#define tables67 s4
#define bytes26 s5
#define bytes15 s6
#define bytes04 s7
#define low_sevens s8
// The state, the next subkey, and what is still to be added to the half that changed last.
#define left_half s0
#define right_half s1
#define subkey s9
#define pending t6
// Of CBC decryption: the last block of ciphertext.
#define chain_left s10
#define chain_right s11

#define FRAME 112
#define ENCRYPT 0
#define DECRYPT 272
#define GRAND_ROUNDS 544

.macro for_each_saved what
    \what ra, 0
.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    \what s\n, 8 + 8 * \n
.endr
.endm
.macro describe register, offset
    .cfi_offset \register, \offset - FRAME
.endm
.macro save register, offset
    sd \register, \offset(sp)
    describe \register, \offset
.endm
.macro restore register, offset
    ld \register, \offset(sp)
    .cfi_restore \register
.endm

// to = what byte `position` adds, which lies in `from` with zeros around it.
.macro look_up to, from, position
.if \position == 0
    slliw \to, \from, 3
.elseif \position < 4
    srliw \to, \from, 8 * \position - 3
.else
    srli \to, \from, 8 * \position - 3
.endif
.if \position < 2
    add \to, \to, tables01
.elseif \position < 4
    add \to, \to, tables23
.elseif \position < 6
    add \to, \to, tables45
.else
    add \to, \to, tables67
.endif
    ld \to, 2048 * ((\position & 1) - 1)(\to)
.endm

// `to` ^= F(`from`, subkey), but for one lookup, which is pending; it is at the start in `from`
// unless `is_first`. Loads the next subkey.
.macro round from, to, next_subkey, is_first
.ifb \is_first
    xor \from, \from, pending
.endif
    xor t1, \from, subkey
    and t2, t1, bytes26
    and t3, t1, bytes15
    and t4, t1, bytes04
    xor t1, t1, t2
    look_up t5, t1, 3
    look_up t1, t1, 7
    xor \to, \to, t5
    look_up t5, t2, 2
    xor \to, \to, t1
    look_up t2, t2, 6
    xor \to, \to, t5
    look_up t5, t3, 1
    xor \to, \to, t2
    look_up t3, t3, 5
    xor \to, \to, t5
    look_up t5, t4, 0
    xor \to, \to, t3
    look_up pending, t4, 4
    ld subkey, \next_subkey(subkeys)
    xor \to, \to, t5
.endm

.macro six_rounds next_subkey
    round left_half, right_half, \next_subkey, is_first
    round right_half, left_half, \next_subkey + 8
    round left_half, right_half, \next_subkey + 16
    round right_half, left_half, \next_subkey + 24
    round left_half, right_half, \next_subkey + 32
    round right_half, left_half, \next_subkey + 40
.endm

// A half's right word ^= (its left word & key) <<< 1, in the order of the bytes: a bit moves up
// within its byte, the highest to the byte before as its lowest. `key` has no high word.
.macro and_and_rotate half, key
    and t1, \half, \key
    and t2, t1, low_sevens
    xor t1, t1, t2
    slli t3, t1, 49
    srli t1, t1, 15
    slli t2, t2, 1
    xor \half, \half, t3
    or t1, t1, t2
    slli t1, t1, 32
    xor \half, \half, t1
.endm

// A half's left word ^= its right word | key.
.macro or_in half, key
    srli t1, \half, 32
    or t1, t1, \key
    xor \half, \half, t1
.endm

// FL and its inverse; `subkey` has the left half's already.
.macro fl_layer keys
    lwu t4, \keys + 4(subkeys)
    xor left_half, left_half, pending
    slli t5, subkey, 32
    srli t5, t5, 32
    and_and_rotate left_half, t5
    or_in left_half, t4
    lwu t4, \keys + 12(subkeys)
    lwu t5, \keys + 8(subkeys)
    or_in right_half, t4
    ld subkey, \keys + 16(subkeys)
    and_and_rotate right_half, t5
.endm

// Encrypts or decrypts, by its subkeys, left_half and right_half in place. Called by jalr t0,
// entry, with the first subkey in `subkey`. Changes t1 to t6.
    .text
    .balign 64
    .type crypt, %function
crypt:
    .cfi_startproc
    .cfi_def_cfa_offset FRAME
    for_each_saved describe
    six_rounds 8
    fl_layer 48
.Llater:
    six_rounds 72
    fl_layer 112
    six_rounds 136
    fl_layer 176
    six_rounds 200
    xor left_half, left_half, pending
    ld t1, 248(subkeys)
    xor t2, right_half, subkey
    xor right_half, left_half, t1
    mv left_half, t2
    jr t0
    .cfi_endproc
    .size crypt, . - crypt

.macro prologue direction
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    for_each_saved save
    ld t1, GRAND_ROUNDS(a0)
    addi subkeys, a0, \direction
    ld first_key, (subkeys)
    lla entry, crypt
    addi t1, t1, -4
    beqz t1, 1f
    addi subkeys, subkeys, -64
    lla entry, .Llater
1:
    lla tables01, hartls_riscv_camellia_table
    li t1, 2048
    add tables01, tables01, t1
    slli t1, t1, 1
    add tables23, tables01, t1
    add tables45, tables23, t1
    add tables67, tables45, t1
    li bytes04, 0xff
    slli t1, bytes04, 32
    or bytes04, bytes04, t1
    slli bytes15, bytes04, 8
    slli bytes26, bytes04, 16
    li low_sevens, 0x7f7f7f7f
.endm

.macro epilogue
    for_each_saved restore
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
.endm

// The next block; back to `loop` if there is one.
.macro next loop
    addi in, in, 16
    addi out, out, 16
    addi left, left, -1
    bnez left, \loop
.endm

.macro ecb name, direction
FUNCTION(hartls_rv64gc_camellia_table_\name\()_blocks)
    beqz a3, 3f
    mv left, a3
    mv out, a2
    mv in, a1
    prologue \direction
2:
    ld left_half, (in)
    ld right_half, 8(in)
    mv subkey, first_key
    jalr t0, entry
    sd left_half, (out)
    sd right_half, 8(out)
    next 2b
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_camellia_table_\name\()_blocks)
.endm
ecb encrypt, ENCRYPT
ecb decrypt, DECRYPT

FUNCTION(hartls_rv64gc_camellia_table_cbc_encrypt)
    beqz left, 3f
    prologue ENCRYPT
    ld left_half, (chain)
    ld right_half, 8(chain)
2:
    ld t1, (in)
    ld t2, 8(in)
    mv subkey, first_key
    xor left_half, left_half, t1
    xor right_half, right_half, t2
    jalr t0, entry
    sd left_half, (out)
    sd right_half, 8(out)
    next 2b
    sd left_half, (chain)
    sd right_half, 8(chain)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_camellia_table_cbc_encrypt)

FUNCTION(hartls_rv64gc_camellia_table_cbc_decrypt)
    beqz left, 3f
    prologue DECRYPT
    ld chain_left, (chain)
    ld chain_right, 8(chain)
2:
    ld left_half, (in)
    ld right_half, 8(in)
    mv subkey, first_key
    jalr t0, entry
    xor left_half, left_half, chain_left
    xor right_half, right_half, chain_right
    ld chain_left, (in)
    ld chain_right, 8(in)
    sd left_half, (out)
    sd right_half, 8(out)
    next 2b
    sd chain_left, (chain)
    sd chain_right, 8(chain)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_camellia_table_cbc_decrypt)

#endif
END_FILE
