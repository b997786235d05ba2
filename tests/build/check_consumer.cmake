# SPDX-License-Identifier: GPL-3.0-or-later
cmake_minimum_required(VERSION 3.25)
# Installs into a scratch folder, then configures, builds and tests tests/consumer against it.
# Variables: BUILD_DIR, SOURCE_DIR, SCRATCH, GENERATOR, BUILD_TYPE, LIBDIR,
# TOOLCHAIN, STATIC, OPTIONS (more for the configure step).
file(REMOVE_RECURSE "${SCRATCH}")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${SCRATCH}/prefix" --component development)
if(TOOLCHAIN)
  list(APPEND OPTIONS "-DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN}")
endif()
run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${SCRATCH}/build" -G "${GENERATOR}"
  ${OPTIONS}
  "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}"
  "-Dhartls_DIR=${SCRATCH}/prefix/${LIBDIR}/cmake/hartls"
  "-DCONSUMER_STATIC=${STATIC}")
run("${CMAKE_COMMAND}" --build "${SCRATCH}/build")
run("${CMAKE_CTEST_COMMAND}" --test-dir "${SCRATCH}/build" --output-on-failure --no-tests=error)
