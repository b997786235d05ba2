# SPDX-License-Identifier: GPL-3.0-or-later

# Fails unless <file> (object, archive, shared object) is for RISC-V. Needs CMAKE_READELF.
function(hartls_require_riscv_file file)
  execute_process(COMMAND "${CMAKE_READELF}" -h "${file}"
    OUTPUT_VARIABLE header ERROR_VARIABLE problem RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${CMAKE_READELF} cannot read ${file}: ${problem}")
  endif()
  string(REGEX MATCHALL "Machine:[^\n]*" machines "${header}")
  list(REMOVE_DUPLICATES machines)
  if(NOT machines MATCHES "^Machine: +RISC-V$")
    list(JOIN machines "; " machines)
    message(FATAL_ERROR "${file} is for the wrong architecture (${machines}); RISC-V is needed")
  endif()
endfunction()
