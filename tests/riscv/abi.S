// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__riscv) && __riscv_xlen == 64
// void hartls_test_call_with_patterns(void (*function)(), const uint64_t arguments[6],
//                                     uint64_t found[28])
// Calls with a pattern of its own in each register that a function must give back, and stores what
// is in them afterwards: sp's difference, gp, tp, s0 to s11, fs0 to fs11; found[27]: the result.
// What the caller lives on waits in static memory, since no register can be trusted: not for two
// threads at once.
    .option norelax
    .bss
    .balign 16
saved: .skip 8 * 32

    .text
    .globl hartls_test_call_with_patterns
    .type hartls_test_call_with_patterns, %function
hartls_test_call_with_patterns:
    .cfi_startproc
    la t0, saved
    sd ra, 0(t0)
    sd sp, 8(t0)
    sd gp, 16(t0)
    sd tp, 24(t0)
    sd a2, 32(t0)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, 40 + 8 * \n (t0)
    fsd fs\n, 136 + 8 * \n (t0)
    .endr
    mv t1, a0
    mv t2, a1
    // The pattern of register n is n times 0x0123456789abcdef, counted as in `found`.
    li t3, 0x0123456789abcdef
    mv t4, t3
    mv gp, t4
    add t4, t4, t3
    mv tp, t4
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    add t4, t4, t3
    mv s\n, t4
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    add t4, t4, t3
    fmv.d.x fs\n, t4
    .endr
    ld a0, 0(t2)
    ld a1, 8(t2)
    ld a2, 16(t2)
    ld a3, 24(t2)
    ld a4, 32(t2)
    ld a5, 40(t2)
    jalr t1
    la t0, saved
    ld t1, 32(t0)
    ld t2, 8(t0)
    sub t3, sp, t2
    sd t3, 0(t1)
    sd gp, 8(t1)
    sd tp, 16(t1)
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\n, 24 + 8 * \n (t1)
    fsd fs\n, 120 + 8 * \n (t1)
    ld s\n, 40 + 8 * \n (t0)
    fld fs\n, 136 + 8 * \n (t0)
    .endr
    sd a0, 216(t1)
    ld ra, 0(t0)
    ld sp, 8(t0)
    ld gp, 16(t0)
    ld tp, 24(t0)
    ret
    .cfi_endproc
    .size hartls_test_call_with_patterns, . - hartls_test_call_with_patterns
#endif
    .section .note.GNU-stack, "", %progbits
