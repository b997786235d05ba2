# SPDX-License-Identifier: GPL-3.0-or-later
cmake_minimum_required(VERSION 3.25)
# Makes the .deb in a scratch folder and looks into it.
# Variables: BUILD_DIR, SCRATCH, VERSION, PROGRAMS (separated by commas), READELF, EMULATOR.
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
string(REPLACE "," ";" programs "${PROGRAMS}")

execute_process(COMMAND "${CMAKE_CPACK_COMMAND}" -G DEB -B "${SCRATCH}"
  WORKING_DIRECTORY "${BUILD_DIR}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(package "${SCRATCH}/hartls_${VERSION}_riscv64.deb")
if(NOT EXISTS "${package}")
  file(GLOB made RELATIVE "${SCRATCH}" "${SCRATCH}/*.deb")
  message(FATAL_ERROR "Expected ${package}, found: ${made}")
endif()

foreach(field_and_value IN ITEMS "Package hartls" "Version ${VERSION}" "Architecture riscv64")
  separate_arguments(field_and_value)
  list(GET field_and_value 0 field)
  list(GET field_and_value 1 expected)
  execute_process(COMMAND dpkg-deb --field "${package}" ${field}
    OUTPUT_VARIABLE value OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT value STREQUAL expected)
    message(FATAL_ERROR "Field ${field} is \"${value}\", expected \"${expected}\"")
  endif()
endforeach()
# A static program needs nothing.
execute_process(COMMAND dpkg-deb --field "${package}" Depends
  OUTPUT_VARIABLE depends OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(depends)
  message(FATAL_ERROR "The package depends on: ${depends}")
endif()

execute_process(COMMAND dpkg-deb --extract "${package}" "${SCRATCH}/root" COMMAND_ERROR_IS_FATAL ANY)
foreach(program IN LISTS programs)
  set(file "${SCRATCH}/root/usr/bin/${program}")
  execute_process(COMMAND "${READELF}" --file-header --program-headers "${file}"
    OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  if(NOT headers MATCHES "Machine: +RISC-V")
    message(FATAL_ERROR "${program} is not for RISC-V:\n${headers}")
  endif()
  if(headers MATCHES "INTERP|DYNAMIC")
    message(FATAL_ERROR "${program} is not static:\n${headers}")
  endif()
  execute_process(COMMAND ${EMULATOR} "${file}" --version
    OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
  if(NOT answer MATCHES "${VERSION}")
    message(FATAL_ERROR "${program} --version says \"${answer}\", expected ${VERSION} in it")
  endif()
endforeach()
message(STATUS "${package}: ${PROGRAMS}")
