// SPDX-License-Identifier: GPL-3.0-or-later
// DES and triple DES (FIPS 46-3, SP 800-67) with tables, one block at a time.
//
// A half of the state is kept as E makes it: eight fields of six bits in a register. For each S-box
// there is a table of 64 words (generic/des_table.cpp): what its field adds to the other half after
// S-box, P and E. The fields lie so that most of them come out times eight, as an offset, by one
// shift (zeros below, and zeros above up to the word's or the double word's end: srliw or srli) or
// one andi:
//
//   bit    3      10     17     26     35     42     49     58
//   field  S7     S6     S5     S4     S3     S2     S1     S8
//
// S4 and S8 have three zeros below and come from the sum with the subkey itself; a mask leaves S5
// and S1, another one S6 and S2; S7 is where andi takes it; S3 alone needs shift and andi. A round
// is 37 instructions: key 2, fields 11, address, load and xor 24. No load is waited for. The tables
// are 4 KiB, all in reach of one pointer.
// IP is a transposition of 8 by 8 bits, 18 instructions, after which the bytes of the left and of
// the right half take turns; what E doubles comes from the half and its rotation by a byte. FP is
// the same backwards. Between the three stages of triple DES they cancel out.
//
// U54, modelled, both profiles, at 8 KiB: triple DES CBC 233.5 cycles/byte (1868 a block), DES 85.6
// (685). One block alone: 1959 and 776.
//
// Review: constant time: NO, as the name says. Addresses of loads from the tables depend on key and
// data. Branches depend on counts only. Spilled are the caller's registers, no secret.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

// Arguments of CBC; ECB moves its there.
#define subkeys a0
#define chain a1
#define in a2
#define out a3
#define left a4
#define more_stages a5
#define table a6
// Fields of S1 and S5, S2 and S6.
#define fields15 a7
#define fields26 s0
// The block, or its left half; the right half; the next subkey; what is still to be added to the
// half that changed last.
#define block s1
#define left_half s1
#define right_half s2
#define subkey s3
#define pending t6
// Masks, of which the names say how prologue makes them.
#define even_bytes s4
#define fields37 s5
#define even_fields s6
#define upper_bits s7
#define upper_bits_16 s8
#define lower_bits s9
#define exchange7 s10
#define exchange14 s11
#define exchange28 ra
// Of CBC decryption, the last block of ciphertext. The argument itself waits on the stack.
#define chain_block a1

#define FRAME 112
#define CHAIN 104
#define ENCRYPT 0
#define DECRYPT 384
#define STAGES 768

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

.macro load_entry to, box
    add \to, \to, table
    ld \to, 512 * (\box - 1) - 2048(\to)
.endm

// `to` ^= f(`from`, subkey), but for one lookup, which is pending; it is at the start in `from`
// unless `is_first`. Loads the next subkey.
.macro round from, to, next_subkey, is_first
.ifb \is_first
    xor \from, \from, pending
.endif
    xor t1, \from, subkey
    and t2, t1, fields15
    and t3, t1, fields26
    srliw t4, t1, 26 - 3
    load_entry t4, 4
    srli t5, t1, 58 - 3
    load_entry t5, 8
    xor \to, \to, t4
    andi t4, t1, 63 << 3
    load_entry t4, 7
    xor \to, \to, t5
    srli t1, t1, 35 - 3
    andi t1, t1, 63 << 3
    load_entry t1, 3
    xor \to, \to, t4
    srliw t4, t2, 17 - 3
    load_entry t4, 5
    xor \to, \to, t1
    srli t2, t2, 49 - 3
    load_entry t2, 1
    xor \to, \to, t4
    srliw t4, t3, 10 - 3
    load_entry t4, 6
    xor \to, \to, t2
    srli pending, t3, 42 - 3
    load_entry pending, 2
    ld subkey, \next_subkey(subkeys)
    xor \to, \to, t4
.endm

// Sixteen rounds, from subkey `first` on. The first one changes `one`.
.macro stage one, other, first
    round \other, \one, 8 * \first + 8, is_first
    round \one, \other, 8 * \first + 16
.set next, 8 * \first + 24
.rept 7
    round \other, \one, next
    round \one, \other, next + 8
.set next, next + 16
.endr
    xor \other, \other, pending
.endm

// Exchanges the bits in `mask` and those `distance` above.
.macro exchange distance, mask
    srli t1, block, \distance
    xor t1, t1, block
    and t1, t1, \mask
    xor block, block, t1
    slli t1, t1, \distance
    xor block, block, t1
.endm

.macro transpose
    exchange 7, exchange7
    exchange 14, exchange14
    exchange 28, exchange28
.endm

// E: to the half's bytes come those before; then the odd S-boxes' fields, those of the second and
// the fourth byte two bits lower, and the even ones'. May be in place.
.macro expand to, half
    srli t1, \half, 8
    slli t2, \half, 56
    or t1, t1, t2
    or t1, t1, \half
    and \to, t1, fields37
    srli t2, t1, 2
    and t2, t2, fields15
    slli t1, t1, 3
    and t1, t1, even_fields
    or \to, \to, t2
    or \to, \to, t1
.endm

// Back.
.macro contract half
    and t1, \half, upper_bits
    slli t2, \half, 2
    and t2, t2, upper_bits_16
    or t1, t1, t2
    slli t2, \half, 5
    and t2, t2, lower_bits
    or t1, t1, t2
    srli \half, \half, 59
    or \half, \half, t1
.endm

// Encrypts or decrypts, by its subkeys, `block` in place. Called by jal t0. Changes t1 to t6.
    .text
    .balign 64
    .type crypt, %function
crypt:
    .cfi_startproc
    .cfi_def_cfa_offset FRAME
    for_each_saved describe
    transpose
    srli right_half, block, 8
    and right_half, right_half, even_bytes
    and left_half, block, even_bytes
    expand right_half, right_half
    ld subkey, (subkeys)
    expand left_half, left_half
    stage left_half, right_half, 0
    beqz more_stages, 1f
    // The halves have changed sides.
    stage right_half, left_half, 16
    stage left_half, right_half, 32
1:
    contract left_half
    contract right_half
    slli left_half, left_half, 8
    or block, left_half, right_half
    transpose
    jr t0
    .cfi_endproc
    .size crypt, . - crypt

// to |= to << distance
.macro double to, distance
    slli t1, \to, \distance
    or \to, \to, t1
.endm

.macro prologue direction
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    for_each_saved save
    ld more_stages, STAGES(a0)
    addi subkeys, a0, \direction
    addi more_stages, more_stages, -1
    lla table, hartls_riscv_des_table
    li t1, 2048
    add table, table, t1
    li fields37, 63 << 3
    double fields37, 32
    slli fields15, fields37, 14
    slli fields26, fields37, 7
    slli even_fields, fields26, 16
    or even_fields, even_fields, fields26
    li even_bytes, 0xff
    double even_bytes, 16
    double even_bytes, 32
    li upper_bits, 0xf8
    double upper_bits, 32
    slli upper_bits_16, upper_bits, 16
    li lower_bits, 0x1f001f
    slli lower_bits, lower_bits, 16
    double lower_bits, 16
    li exchange7, 0xaa00aa
    double exchange7, 32
    li exchange14, 0xcccc
    double exchange14, 32
    li exchange28, 0x0f0f0f0f
    slli exchange28, exchange28, 4
.endm

.macro epilogue
    for_each_saved restore
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
    ret
.endm

// The next block; back to `loop` if there is one.
.macro next loop
    addi in, in, 8
    addi out, out, 8
    addi left, left, -1
    bnez left, \loop
.endm

.macro ecb name, direction
FUNCTION(hartls_rv64gc_des_table_\name\()_blocks)
    beqz a3, 3f
    mv left, a3
    mv out, a2
    mv in, a1
    prologue \direction
2:
    ld block, (in)
    jal t0, crypt
    sd block, (out)
    next 2b
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_des_table_\name\()_blocks)
.endm
ecb encrypt, ENCRYPT
ecb decrypt, DECRYPT

FUNCTION(hartls_rv64gc_des_table_cbc_encrypt)
    beqz left, 3f
    prologue ENCRYPT
    ld block, (chain)
2:
    ld t1, (in)
    addi in, in, 8
    xor block, block, t1
    jal t0, crypt
    sd block, (out)
    addi out, out, 8
    addi left, left, -1
    bnez left, 2b
    sd block, (chain)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_des_table_cbc_encrypt)

FUNCTION(hartls_rv64gc_des_table_cbc_decrypt)
    beqz left, 3f
    prologue DECRYPT
    sd chain, CHAIN(sp)
    ld chain_block, (chain)
2:
    ld block, (in)
    jal t0, crypt
    xor block, block, chain_block
    ld chain_block, (in)
    sd block, (out)
    next 2b
    ld t1, CHAIN(sp)
    sd chain_block, (t1)
    epilogue
3:
    ret
END_FUNCTION(hartls_rv64gc_des_table_cbc_decrypt)

#endif
END_FILE
