# SPDX-License-Identifier: GPL-3.0-or-later
cmake_minimum_required(VERSION 3.25)
# Configures hartls with a mistake and checks that the message names it.
# Variables: SOURCE_DIR, SCRATCH, GENERATOR, OPTIONS (separated by commas), EXPECT (ditto: all of
# these must be in the output).
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
file(WRITE "${SCRATCH}/not-wolfssl.tar.gz" "no archive\n")
string(REPLACE "," ";" options "${OPTIONS}")
string(REPLACE "," ";" expected "${EXPECT}")
string(REPLACE "%SCRATCH%" "${SCRATCH}" options "${options}")

execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${SCRATCH}/build" -G "${GENERATOR}" ${options}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "Configuring succeeded with ${options}")
endif()
# CMake breaks long lines.
string(REGEX REPLACE "[ \n]+" " " flat "${output}")
foreach(text IN LISTS expected)
  string(FIND "${flat}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "\"${text}\" is missing in the output:\n${output}")
  endif()
endforeach()
