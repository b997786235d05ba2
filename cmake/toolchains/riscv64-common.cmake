# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the RISC-V toolchain files. The including file has set the default prefix.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR riscv64)

set(HARTLS_TOOLCHAIN_PREFIX "${HARTLS_DEFAULT_TOOLCHAIN_PREFIX}" CACHE STRING
  "What the names of the cross tools begin with, with or without a folder")
set(HARTLS_SYSROOT "" CACHE PATH "Root of the board's file system; empty: the compiler's own")
set(HARTLS_MARCH "rv64imafdc" CACHE STRING "Instruction set, as in -march=")
set(HARTLS_MABI "lp64d" CACHE STRING "Calling convention, as in -mabi=")
set(HARTLS_QEMU_CPU "sifive-u54" CACHE STRING "The CPU that tests run on, as in qemu-riscv64 -cpu")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES
  HARTLS_TOOLCHAIN_PREFIX HARTLS_SYSROOT HARTLS_MARCH HARTLS_MABI)

set(CMAKE_C_COMPILER "${HARTLS_TOOLCHAIN_PREFIX}gcc")
set(CMAKE_CXX_COMPILER "${HARTLS_TOOLCHAIN_PREFIX}g++")
set(CMAKE_ASM_COMPILER "${HARTLS_TOOLCHAIN_PREFIX}gcc")
set(hartls_arch_flags "-march=${HARTLS_MARCH} -mabi=${HARTLS_MABI}")
set(CMAKE_C_FLAGS_INIT "${hartls_arch_flags}")
set(CMAKE_CXX_FLAGS_INIT "${hartls_arch_flags}")
set(CMAKE_ASM_FLAGS_INIT "${hartls_arch_flags}")

get_property(hartls_in_try_compile GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT hartls_in_try_compile)
  find_program(hartls_cross_cc "${CMAKE_C_COMPILER}" NO_CACHE)
  if(NOT hartls_cross_cc)
    message(FATAL_ERROR "${CMAKE_C_COMPILER} is not found: install the cross compiler "
      "(Debian: g++-riscv64-linux-gnu) or set HARTLS_TOOLCHAIN_PREFIX")
  endif()
  # CMake's own compiler test would bury the reason.
  set(hartls_probe "${CMAKE_BINARY_DIR}/CMakeFiles/march_probe")
  file(WRITE "${hartls_probe}.c" "int probe(int x) { return x + 1; }\n")
  execute_process(
    COMMAND "${hartls_cross_cc}" "-march=${HARTLS_MARCH}" "-mabi=${HARTLS_MABI}"
      -c "${hartls_probe}.c" -o "${hartls_probe}.o"
    RESULT_VARIABLE hartls_result ERROR_VARIABLE hartls_problem OUTPUT_VARIABLE hartls_problem)
  if(NOT hartls_result EQUAL 0)
    message(FATAL_ERROR "${hartls_cross_cc} or its assembler rejects -march=${HARTLS_MARCH} "
      "-mabi=${HARTLS_MABI} (HARTLS_MARCH, HARTLS_MABI):\n${hartls_problem}")
  endif()
endif()

if(HARTLS_SYSROOT)
  set(CMAKE_SYSROOT "${HARTLS_SYSROOT}")
  set(CMAKE_FIND_ROOT_PATH "${HARTLS_SYSROOT}")
else()
  # A compiler with a sysroot of its own (an SDK's) tells it; Debian's says "/" and keeps its
  # libraries in a folder of their own.
  execute_process(COMMAND "${CMAKE_C_COMPILER}" -print-sysroot
    OUTPUT_VARIABLE hartls_own_sysroot OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(hartls_own_sysroot AND NOT hartls_own_sysroot STREQUAL "/")
    set(CMAKE_FIND_ROOT_PATH "${hartls_own_sysroot}")
  else()
    set(CMAKE_FIND_ROOT_PATH "${HARTLS_DEFAULT_FIND_ROOT}")
  endif()
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# An instruction that the CPU lacks ends the test with an illegal-instruction signal.
find_program(HARTLS_QEMU NAMES qemu-riscv64 qemu-riscv64-static
  DOC "QEMU user emulator for RISC-V; empty when the build machine is a RISC-V board")
if(HARTLS_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${HARTLS_QEMU};-cpu;${HARTLS_QEMU_CPU}")
endif()
