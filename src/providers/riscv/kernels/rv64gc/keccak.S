// SPDX-License-Identifier: GPL-3.0-or-later
// Keccak-p[1600, 24], FIPS 202 section 3.3.
//
// The state's 25 lanes never leave the registers, which leaves three of the 28 for scratch. Nothing
// is moved: `lane_N` names the register of lane N = x + 5 y at each point, `scratch_0` to
// `scratch_2` the free ones, and pi changes names only. A row of chi puts two of its results into
// scratch registers and frees two of its own. With which lane each row starts, which scratch
// registers it takes, and the order of the rows were found by a search, so that after four rounds
// every lane is back where it was (checked at the end of the loop).
//
// Six lanes are kept complemented, which spares chi 20 of its 25 complements a round (Keccak
// implementation overview, section 2.2, "lane complementing"). Where a lane is wanted both ways, it
// is turned round between its two uses.
//
// Instructions a round: theta 65, rho 72, chi 55, iota 3. And 6, since theta has more to keep than
// registers: the parity of column 0 and the effects on columns 1 and 3 wait in floating-point
// registers, which also hold all pointers. So nothing is spilled to memory.
//
// Registers: x5 to x29: lanes; x30, x31, x1: scratch. ft0 to ft2: theta's; ft3: round constants,
// ft4: state, ft5: next block, ft6: where absorbing begins, ft7: blocks left, fa0: rate.
//
// U54, modelled, cycles a permutation at 8 KiB: 4927 with absorbing 136 bytes (36.2 a byte; nothing
// is multiplied, so both profiles agree); one block alone takes 5049, keccak_permute 4994.
// Review: constant time: addresses and branches depend on `rate_bytes`, `count` and the constants'
// address alone.
#include "function.h"

#if defined(__riscv) && __riscv_xlen == 64

#define FRAME 112

    // For %symbol as an argument: the number of the register that the symbol names now.
    .altmacro

.macro name_home n
    .set lane_\n, 5 + \n
    .set next_\n, 5 + \n
.endm
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    name_home \n
    .endr
    .set scratch_0, 30
    .set scratch_1, 31
    .set scratch_2, 1

// Theta: \to = the parity of a column.
.macro xor_five to, a, b, c, d, e
    xor x\to, x\a, x\b
    .irp lane, \c, \d, \e
    xor x\to, x\to, x\lane
    .endr
.endm

.macro parity to, a, b, c, d, e
    xor_five %scratch_\to, %lane_\a, %lane_\b, %lane_\c, %lane_\d, %lane_\e
.endm

// \left, the parity of a column, becomes theta's effect on the next, whose other neighbour is
// \right.
.macro xor_rotated left, right, free
    slli x\free, x\right, 1
    xor x\left, x\left, x\free
    srli x\free, x\right, 63
    xor x\left, x\left, x\free
.endm

.macro effect left, right, free
    xor_rotated %scratch_\left, %scratch_\right, %scratch_\free
.endm

.macro move_out place, register
    fmv.d.x \place, x\register
.endm

.macro keep place, scratch
    move_out \place, %scratch_\scratch
.endm

.macro move_in register, place
    fmv.x.d x\register, \place
.endm

.macro get_back scratch, place
    move_in %scratch_\scratch, \place
.endm

.macro xor_to_all effect, a, b, c, d, e
    .irp lane, \a, \b, \c, \d, \e
    xor x\lane, x\lane, x\effect
    .endr
.endm

.macro add_effect effect, a, b, c, d, e
    xor_to_all %scratch_\effect, %lane_\a, %lane_\b, %lane_\c, %lane_\d, %lane_\e
.endm

.macro rotate_register register, amount, free
    srli x\free, x\register, 64 - \amount
    slli x\register, x\register, \amount
    or x\register, x\register, x\free
.endm

// Rho, with scratch_2.
.macro rotate lane, amount
    rotate_register %lane_\lane, \amount, %scratch_2
.endm

.macro theta_rho
    parity 0, 0, 5, 10, 15, 20
    keep ft0, 0
    parity 1, 2, 7, 12, 17, 22
    effect 0, 1, 2
    keep ft1, 0
    parity 0, 4, 9, 14, 19, 24
    effect 1, 0, 2
    keep ft2, 1
    parity 1, 1, 6, 11, 16, 21
    effect 0, 1, 2
    add_effect 0, 0, 5, 10, 15, 20
    rotate 5, 36
    rotate 10, 3
    rotate 15, 41
    rotate 20, 18
    parity 0, 3, 8, 13, 18, 23
    effect 1, 0, 2
    add_effect 1, 2, 7, 12, 17, 22
    get_back 1, ft0
    rotate 2, 62
    rotate 7, 6
    rotate 12, 43
    rotate 17, 15
    rotate 22, 61
    effect 0, 1, 2
    add_effect 0, 4, 9, 14, 19, 24
    get_back 1, ft1
    get_back 0, ft2
    rotate 4, 27
    rotate 9, 20
    rotate 14, 39
    rotate 19, 8
    rotate 24, 14
    add_effect 1, 1, 6, 11, 16, 21
    rotate 1, 1
    rotate 6, 44
    rotate 11, 10
    rotate 16, 45
    rotate 21, 2
    add_effect 0, 3, 8, 13, 18, 23
    rotate 3, 28
    rotate 8, 55
    rotate 13, 25
    rotate 18, 21
    rotate 23, 56
.endm

// ~p & q, in the forms that complemented lanes give it.
.macro and_lanes to, p, q
    and x\to, x\p, x\q
.endm

.macro or_lanes to, p, q
    or x\to, x\p, x\q
.endm

.macro or_not_first to, p, q
    not x\to, x\p
    or x\to, x\to, x\q
.endm

.macro or_not_second to, p, q
    not x\to, x\q
    or x\to, x\to, x\p
.endm

// These turn the lane \p round for good: its own result follows, its use as \q came before.
.macro turn_and to, p, q
    not x\p, x\p
    and x\to, x\p, x\q
.endm

.macro turn_or to, p, q
    not x\p, x\p
    or x\to, x\p, x\q
.endm

// Chi for a row in registers b0 to b4, whose first results go to \s and \t. Iota of the row before
// is done on the way, where it has its time to load: \constant is the offset of the round constant,
// \lane0 the register of lane 0.
.macro chi_registers s, t, u, b0, b1, b2, b3, b4, f0, f1, f2, f3, f4, constant, lane0
    .ifnb \constant
    fmv.x.d x\u, ft3
    .endif
    \f0 \s, \b1, \b2
    xor x\s, x\s, x\b0
    .ifnb \constant
    ld x\u, \constant (x\u)
    .endif
    \f1 \t, \b2, \b3
    xor x\t, x\t, x\b1
    .ifnb \constant
    xor x\lane0, x\lane0, x\u
    .endif
    \f2 \u, \b3, \b4
    xor x\b2, x\b2, x\u
    \f3 \u, \b4, \b0
    xor x\b3, x\b3, x\u
    \f4 \u, \b0, \b1
    xor x\b4, x\b4, x\u
.endm

// Chi for the row of lanes a0 to a4, which makes lanes o0 to o4, from the \start-th on.
.macro chi start, s, t, constant, a0, a1, a2, a3, a4, o0, o1, o2, o3, o4, f0, f1, f2, f3, f4
    .if \start
    chi %\start-1, \s, \t, \constant, \a1, \a2, \a3, \a4, \a0, \o1, \o2, \o3, \o4, \o0, \
        \f1, \f2, \f3, \f4, \f0
    .else
    chi_here \s, \t, %3-\s-\t, \constant, \a0, \a1, \a2, \a3, \a4, \f0, \f1, \f2, \f3, \f4
    .set next_\o0, scratch_\s
    .set next_\o1, scratch_\t
    .set next_\o2, lane_\a2
    .set next_\o3, lane_\a3
    .set next_\o4, lane_\a4
    .set scratch_\s, lane_\a0
    .set scratch_\t, lane_\a1
    .endif
.endm

.macro chi_here s, t, u, constant, a0, a1, a2, a3, a4, f0, f1, f2, f3, f4
    chi_registers %scratch_\s, %scratch_\t, %scratch_\u, %lane_\a0, %lane_\a1, %lane_\a2, \
        %lane_\a3, %lane_\a4, \f0, \f1, \f2, \f3, \f4, \constant, %next_0
.endm

// Pi and chi for the rows. \start, \s, \t: see above.
.macro row_0 start, s, t, constant
    chi \start, \s, \t, \constant, 0, 6, 12, 18, 24, 0, 1, 2, 3, 4, \
        or_lanes, or_not_first, and_lanes, or_lanes, and_lanes
.endm

.macro row_1 start, s, t, constant
    chi \start, \s, \t, \constant, 3, 9, 10, 16, 22, 5, 6, 7, 8, 9, \
        or_lanes, and_lanes, or_not_second, or_lanes, and_lanes
.endm

.macro row_2 start, s, t, constant
    chi \start, \s, \t, \constant, 1, 7, 13, 19, 20, 10, 11, 12, 13, 14, \
        or_lanes, and_lanes, turn_and, or_lanes, and_lanes
.endm

.macro row_3 start, s, t, constant
    chi \start, \s, \t, \constant, 4, 5, 11, 17, 23, 15, 16, 17, 18, 19, \
        and_lanes, or_lanes, turn_or, and_lanes, or_lanes
.endm

.macro row_4 start, s, t, constant
    chi \start, \s, \t, \constant, 2, 8, 14, 15, 21, 20, 21, 22, 23, 24, \
        turn_and, or_lanes, and_lanes, or_lanes, and_lanes
.endm

.macro rename n
    .set lane_\n, next_\n
.endm

.macro rename_all
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    rename \n
    .endr
.endm

.macro four_rounds
    theta_rho
    row_0 3, 0, 2
    row_2 0, 1, 2, 0
    row_3 0, 0, 2
    row_1 3, 0, 2
    row_4 2, 1, 2
    rename_all
    theta_rho
    row_0 2, 1, 0
    row_4 2, 2, 1, 8
    row_2 1, 1, 2
    row_1 1, 1, 0
    row_3 4, 0, 2
    rename_all
    theta_rho
    row_0 3, 1, 2
    row_2 4, 0, 1, 16
    row_4 2, 1, 0
    row_3 0, 0, 2
    row_1 2, 2, 0
    rename_all
    theta_rho
    row_0 2, 1, 0
    row_4 3, 1, 0, 24
    row_1 1, 2, 0
    row_3 4, 1, 2
    row_2 1, 0, 1
    rename_all
.endm

.macro check_home n
    .if lane_\n != 5 + \n
    .error "a lane has not come home"
    .endif
.endm

.macro absorb_lane n, register
    ld x30, 8 * \n (x31)
    xor x\register, x\register, x30
.endm

// At home, where lane n is in register 5 + n.
.macro load_home register, offset
    ld x\register, \offset (x30)
.endm

.macro load_lane n
    load_home %5+\n, %8*\n
.endm

.macro store_home register, offset
    sd x\register, \offset (x30)
.endm

.macro store_lane n
    store_home %5+\n, %8*\n
.endm

.macro complement_home register
    not x\register, x\register
.endm

.macro complement_lane n
    complement_home %5+\n
.endm

// void hartls_rv64gc_keccak_absorb(uint64_t* state, const uint8_t* blocks, size_t rate_bytes,
//                                  size_t count)
FUNCTION(hartls_rv64gc_keccak_absorb)
    beqz a3, 9f
    addi sp, sp, -FRAME
    .cfi_def_cfa_offset FRAME
    sd ra, 0 (sp)
    .cfi_offset ra, 0 - FRAME
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, 8 + 8 * \n (sp)
    .cfi_offset s\n, 8 + 8 * \n - FRAME
    .endr
    // A lane is absorbed by 8 bytes of code, the last one first.
    lla t0, .Labsorbed
    sub t0, t0, a2
    fmv.d.x ft4, a0
    fmv.d.x ft5, a1
    fmv.d.x ft6, t0
    fmv.d.x ft7, a3
    fmv.d.x fa0, a2
    mv x30, a0
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    load_lane \n
    .endr
    .irp n, 1, 2, 8, 12, 17, 20
    complement_lane \n
    .endr
.Lblock:
    fmv.x.d x30, ft6
    fmv.x.d x31, ft5
    jr x30
    .option push
    .option norvc
    .irp n, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
    absorb_lane \n, %5+\n
    .endr
    .option pop
.Labsorbed:
    fmv.x.d x30, fa0
    lla x1, .Lround_constants
    add x31, x31, x30
    fmv.d.x ft3, x1
    fmv.d.x ft5, x31
.Lrounds:
    four_rounds
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    check_home \n
    .endr
    fmv.x.d x30, ft3
    addi x30, x30, 32
    andi x31, x30, 255
    fmv.d.x ft3, x30
    bnez x31, .Lrounds
    fmv.x.d x30, ft7
    addi x30, x30, -1
    fmv.d.x ft7, x30
    bnez x30, .Lblock

    fmv.x.d x30, ft4
    .irp n, 1, 2, 8, 12, 17, 20
    complement_lane \n
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    store_lane \n
    .endr
    ld ra, 0 (sp)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\n, 8 + 8 * \n (sp)
    .endr
    addi sp, sp, FRAME
    .cfi_def_cfa_offset 0
9:
    ret
END_FUNCTION(hartls_rv64gc_keccak_absorb)

// void hartls_rv64gc_keccak_permute(uint64_t* state)
FUNCTION(hartls_rv64gc_keccak_permute)
    // One block of no bytes.
    li a2, 0
    li a3, 1
    j hartls_rv64gc_keccak_absorb
END_FUNCTION(hartls_rv64gc_keccak_permute)

    // FIPS 202 section 3.2.5. They end at a multiple of 256, by which the loop knows their end.
    .section .rodata
    .balign 256
    .skip 64
.Lround_constants:
    .dword 0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000
    .dword 0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009
    .dword 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a
    .dword 0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003
    .dword 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a
    .dword 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008
#endif

END_FILE
