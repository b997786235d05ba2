// SPDX-License-Identifier: GPL-3.0-or-later
// AES (FIPS 197) with tables, one block at a time.
//
// A column of the state lies in 64 bits with its bytes apart, at 3, 11, 24 and 56, so that three of
// the four come out times eight, as an offset in a table of 64-bit entries, in one instruction:
// andi, srliw and srli. The tables (generic/aes_table.cpp) have their results and the schedule its
// keys in that form already. A lookup is so extract, add the table's address, load, xor; 72
// instructions a round, in an order in which no load is waited for. Bits 40 to 47 of an entry are
// the substituted byte alone, above a zero byte: the last round takes it with lbu, or times 256
// with lhu. The rounds are one run of code, which shorter keys enter later.
// The tables are 8 KiB for each direction.
// Counter mode counts in the last word only: what the other twelve bytes, and of the last four the
// first three, add in the first two rounds is kept for as long as it holds, up to 256 blocks.
//
// U54, modelled, both profiles, at 8 KiB: AES-128 CBC 47.1 cycles/byte (753 a block), CTR 38.5
// (615); 147 cycles a block more for each 64 bits of key. One block alone: CBC 821, CTR 864.
//
// Review: constant time: NO, as the name says. Addresses of loads from the tables depend on key and
// data. Branches depend on counts and on the public counter only. The one secret that is spilled
// (REST3) is overwritten.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

// Arguments of CBC and CTR; ECB and CBC-MAC move theirs there.
#define schedule a0
#define chain a1
#define in a2
#define out a3
#define left a4
// Of crypt: where shorter keys enter, the tables' pointers and the keys as if there were 14 rounds.
#define entry a5
#define tables01 a6
#define tables23 a7
#define late_keys ra
// Of each frame: the callers' registers, then what counter mode has there.
#define FRAME 144
#define SCHEDULE 104
#define COUNTER 112
#define LEFT 120
#define REST3 128

#define w0 s0
#define w1 s1

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

// The byte of `row` in a column, times 8.
.macro extract to, column, row
.if \row == 0
    andi \to, \column, 0x7f8
.elseif \row == 1
    srli \to, \column, 8
    andi \to, \to, 0x7f8
.elseif \row == 2
    srliw \to, \column, 21
.else
    srli \to, \column, 53
.endif
.endm

// Byte `index` of a word as it lies in a block, times 8.
.macro extract_plain to, word, index
.if \index == 0
    slli \to, \word, 3
.else
    srli \to, \word, 8 * \index - 3
.endif
    andi \to, \to, 0x7f8
.endm

// What the byte of table `row` at offset `to` adds to a column.
.macro load_entry to, row
.if \row < 2
    add \to, \to, tables01
.else
    add \to, \to, tables23
.endif
    ld \to, 2048 * ((\row & 1) - 1)(\to)
.endm

.macro look_up to, column, row
    extract \to, \column, \row
    load_entry \to, \row
.endm

.macro look_up_plain to, word, index
    extract_plain \to, \word, \index
    load_entry \to, \index % 4
.endm

// A column of the next round, but for its last lookup, which waits in t4. `before`: the column that
// came before, which still lacks its own.
.macro column to, key, from0, from1, from2, from3, before
    ld \to, \key(late_keys)
    xor \before, \before, t4
    look_up t1, \from0, 0
    look_up t2, \from1, 1
    xor \to, \to, t1
    look_up t3, \from2, 2
    xor \to, \to, t2
    look_up t4, \from3, 3
    xor \to, \to, t3
.endm

// ShiftRows takes row r of column c from column c + r; its inverse, from column c - r = c + 3 r.
.macro round to0, to1, to2, to3, from0, from1, from2, from3, keys, step
.if \step == 1
    column \to0, \keys, \from0, \from1, \from2, \from3, \from3
    column \to1, \keys + 8, \from1, \from2, \from3, \from0, \to0
    column \to2, \keys + 16, \from2, \from3, \from0, \from1, \to1
    column \to3, \keys + 24, \from3, \from0, \from1, \from2, \to2
.else
    column \to0, \keys, \from0, \from3, \from2, \from1, \from3
    column \to1, \keys + 8, \from1, \from0, \from3, \from2, \to0
    column \to2, \keys + 16, \from2, \from1, \from0, \from3, \to1
    column \to3, \keys + 24, \from3, \from2, \from1, \from0, \to2
.endif
.endm

// As column, from the block's words.
.macro first_column to, column, step, before
    ld \to, 16 + 8 * \column(schedule)
.ifnb \before
    xor \before, \before, t4
.endif
    look_up_word t1, \column, 0
    look_up_word t2, (\column + \step) % 4, 1
    xor \to, \to, t1
    look_up_word t3, (\column + 2 * \step) % 4, 2
    xor \to, \to, t2
    look_up_word t4, (\column + 3 * \step) % 4, 3
    xor \to, \to, t3
.endm

.macro look_up_word to, column, row
.if (\column) < 2
    look_up_plain \to, w0, (4 * (\column) + \row)
.else
    look_up_plain \to, w1, (4 * (\column) + \row - 8)
.endif
.endm

.macro substitute to, column, row
    extract \to, \column, \row
    add \to, \to, tables01
.if \row & 1
    lhu \to, 4(\to)
.else
    lbu \to, 5(\to)
.endif
.endm

// Two columns of the last round to a word, but for the last two bytes, which wait in t3 and t4.
// `before`: the word that came before, which still lacks its own.
.macro last_word to, key, a0, a1, a2, a3, b0, b1, b2, b3, before
    ld \to, \key(late_keys)
    substitute t1, \a0, 0
.ifnb \before
    finish_word \before
.endif
    substitute t2, \a1, 1
    xor \to, \to, t1
    substitute t3, \a2, 2
    xor \to, \to, t2
    substitute t4, \a3, 3
    substitute t1, \b0, 0
    or t3, t3, t4
    slli t3, t3, 16
    substitute t2, \b1, 1
    xor \to, \to, t3
    substitute t3, \b2, 2
    substitute t4, \b3, 3
    or t1, t1, t2
    slli t1, t1, 32
    xor \to, \to, t1
.endm

.macro finish_word to
    or t3, t3, t4
    slli t3, t3, 48
    xor \to, \to, t3
.endm

// Where a schedule of so many rounds enters. With its second round done, counter mode does.
.macro two_rounds name, rounds, step
.L\name\()_\rounds:
    round s6, s7, s8, s9, s2, s3, s4, s5, offset, \step
.L\name\()_\rounds\()_counter:
    round s2, s3, s4, s5, s6, s7, s8, s9, offset + 32, \step
.set offset, offset + 64
.endm

// Encrypts (step 1) or decrypts (3) w0 and w1 in place, a block's two words. Called by jal t0.
// Changes t1 to t6 and s2 to s9.
.macro crypt name, step
    .balign 64
    .type \name, %function
\name:
    .cfi_startproc
    .cfi_def_cfa_offset FRAME
    for_each_saved describe
    ld t1, (schedule)
    ld t2, 8(schedule)
    xor w0, w0, t1
    xor w1, w1, t2
    first_column s2, 0, \step
    first_column s3, 1, \step, s2
    first_column s4, 2, \step, s3
    first_column s5, 3, \step, s4
    jr entry
.set offset, 48
.irp rounds, 14, 12, 10, 8, 6, 4
    two_rounds \name, \rounds, \step
.endr
    xor s5, s5, t4
.if \step == 1
    last_word w0, offset, s2, s3, s4, s5, s3, s4, s5, s2
    last_word w1, offset + 8, s4, s5, s2, s3, s5, s2, s3, s4, w0
.else
    last_word w0, offset, s2, s5, s4, s3, s3, s2, s5, s4
    last_word w1, offset + 8, s4, s3, s2, s5, s5, s4, s3, s2, w0
.endif
    finish_word w1
    jr t0
    .cfi_endproc
    .size \name, . - \name
.endm

    .text
crypt encrypt, 1
crypt decrypt, 3

.macro prologue direction, suffix
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    for_each_saved save
    lla tables01, hartls_riscv_aes_table_\direction
    li t2, 2048
    add tables01, tables01, t2
    slli t1, t2, 1
    add tables23, tables01, t1
    lla entry, .L\direction\()_10\suffix
    ld t1, 896(schedule)
    li t2, 12
    bltu t1, t2, 1f
    lla entry, .L\direction\()_12\suffix
    beq t1, t2, 1f
    lla entry, .L\direction\()_14\suffix
1:
    addi t1, t1, -14
    slli t1, t1, 5
.ifc \direction, decrypt
    addi schedule, schedule, 448
.endif
    add late_keys, schedule, t1
.endm

.macro epilogue
    for_each_saved restore
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
.endm

// The next block; back to `loop` if there is one.
.macro next loop, has_out=1
    addi in, in, 16
.if \has_out
    addi out, out, 16
.endif
    addi left, left, -1
    bnez left, \loop
.endm

.macro ecb direction
FUNCTION(hartls_rv64gc_aes_table_\direction\()_blocks)
    beqz a3, 3f
    mv left, a3
    mv out, a2
    mv in, a1
    prologue \direction
2:
    ld w0, (in)
    ld w1, 8(in)
    jal t0, \direction
    sd w0, (out)
    sd w1, 8(out)
    next 2b
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_aes_table_\direction\()_blocks)
.endm
ecb encrypt
ecb decrypt

FUNCTION(hartls_rv64gc_aes_table_cbc_encrypt)
    beqz left, 3f
    prologue encrypt
    ld w0, (chain)
    ld w1, 8(chain)
2:
    ld t1, (in)
    ld t2, 8(in)
    xor w0, w0, t1
    xor w1, w1, t2
    jal t0, encrypt
    sd w0, (out)
    sd w1, 8(out)
    next 2b
    sd w0, (chain)
    sd w1, 8(chain)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_aes_table_cbc_encrypt)

FUNCTION(hartls_rv64gc_aes_table_cbc_mac)
    beqz a3, 3f
    mv left, a3
    mv in, a2
    prologue encrypt
    ld w0, (chain)
    ld w1, 8(chain)
2:
    ld t1, (in)
    ld t2, 8(in)
    xor w0, w0, t1
    xor w1, w1, t2
    jal t0, encrypt
    next 2b, 0
    sd w0, (chain)
    sd w1, 8(chain)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_aes_table_cbc_mac)

FUNCTION(hartls_rv64gc_aes_table_cbc_decrypt)
    beqz left, 3f
    prologue decrypt
    ld s10, (chain)
    ld s11, 8(chain)
2:
    ld w0, (in)
    ld w1, 8(in)
    jal t0, decrypt
    xor w0, w0, s10
    xor w1, w1, s11
    ld s10, (in)
    ld s11, 8(in)
    sd w0, (out)
    sd w1, 8(out)
    next 2b
    sd s10, (chain)
    sd s11, 8(chain)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_aes_table_cbc_decrypt)

// Of counter mode: what in the first two rounds the counter's last byte has no part in. Only the
// first column of the first round has a lookup of that byte, and each of the second round has one
// of that column.
#define first_rest a0
#define rest0 t5
#define rest1 t6
#define rest2 s10
#define position a1
#define key_byte s11
#define end a4

.macro rest_column to, column, from0, row0, from1, row1, from2, row2
    ld \to, 48 + 8 * \column(schedule)
    look_up t1, \from0, \row0
    look_up t2, \from1, \row1
    xor \to, \to, t1
    look_up t3, \from2, \row2
    xor \to, \to, t2
    xor \to, \to, t3
.endm

FUNCTION(hartls_rv64gc_aes_table_ctr32_xor)
    beqz left, 4f
    prologue encrypt, _counter
    sd schedule, SCHEDULE(sp)
    sd chain, COUNTER(sp)
2:
    ld w0, (chain)
    ld w1, 8(chain)
    // Up to the next carry out of the last byte.
    srli t1, w1, 56
    li t2, 256
    sub t2, t2, t1
    bltu t2, left, 1f
    mv t2, left
1:
    sub left, left, t2
    sd left, LEFT(sp)
    add t1, t1, t2
    slli t2, t2, 4
    add end, in, t2
    sb t1, 15(chain)
.irp byte, 14, 13, 12
    lbu t2, \byte(chain)
    srli t1, t1, 8
    add t1, t1, t2
    sb t1, \byte(chain)
.endr
    ld t1, (schedule)
    ld key_byte, 8(schedule)
    srli position, w1, 56
    slli position, position, 3
    xor w0, w0, t1
    xor w1, w1, key_byte
    srli key_byte, key_byte, 56
    slli key_byte, key_byte, 3
    first_column s2, 0, 1
    mv s6, t4
    first_column s3, 1, 1, s2
    first_column s4, 2, 1, s3
    first_column s5, 3, 1, s4
    xor s5, s5, t4
    rest_column rest0, 0, s3, 1, s4, 2, s5, 3
    rest_column rest1, 1, s3, 0, s4, 1, s5, 2
    rest_column rest2, 2, s3, 3, s4, 0, s5, 1
    rest_column s9, 3, s3, 2, s4, 3, s5, 0
    sd s9, REST3(sp)
    xor first_rest, s2, s6
3:
    xor t1, position, key_byte
    load_entry t1, 3
    addi position, position, 8
    xor s2, first_rest, t1
    look_up t1, s2, 0
    look_up t2, s2, 3
    xor s6, rest0, t1
    look_up t3, s2, 2
    xor s7, rest1, t2
    look_up t4, s2, 1
    xor s8, rest2, t3
    ld s9, REST3(sp)
    jalr t0, entry
    ld t1, (in)
    ld t2, 8(in)
    addi in, in, 16
    xor w0, w0, t1
    xor w1, w1, t2
    sd w0, (out)
    sd w1, 8(out)
    addi out, out, 16
    bne in, end, 3b
    ld left, LEFT(sp)
    ld schedule, SCHEDULE(sp)
    ld chain, COUNTER(sp)
    bnez left, 2b
    sd zero, REST3(sp)
    epilogue
4:
    ret
END_FUNCTION(hartls_rv64gc_aes_table_ctr32_xor)

#endif
END_FILE
