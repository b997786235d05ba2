# SPDX-License-Identifier: GPL-3.0-or-later
cmake_minimum_required(VERSION 3.25)
# Variables: READELF, HOST_FILE, CROSS_GCC, MODULE. With INNER_FILE: only the check.
set(CMAKE_READELF "${READELF}")
include("${MODULE}")
if(INNER_FILE)
  hartls_require_riscv_file("${INNER_FILE}")
  return()
endif()

execute_process(COMMAND "${CROSS_GCC}" -print-file-name=libc.a
  OUTPUT_VARIABLE cross_file OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
hartls_require_riscv_file("${cross_file}")

execute_process(COMMAND "${CMAKE_COMMAND}" "-DREADELF=${READELF}" "-DMODULE=${MODULE}"
    "-DINNER_FILE=${HOST_FILE}" -P "${CMAKE_CURRENT_LIST_FILE}"
  RESULT_VARIABLE result ERROR_VARIABLE message)
string(REGEX REPLACE "[ \n]+" " " message "${message}")  # CMake breaks long lines
if(result EQUAL 0 OR NOT message MATCHES "wrong architecture")
  message(FATAL_ERROR "${HOST_FILE} was taken for a RISC-V file: ${message}")
endif()
