# SPDX-License-Identifier: GPL-3.0-or-later
# What the compiler really makes code for, and the flags that depend on it: static linking,
# sanitizers, libatomic. Defines hartls_platform, which every component links.
include(CheckCXXSourceCompiles)
include(HartlsArchitecture)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^riscv")
  check_cxx_source_compiles("
    #if !defined(__riscv) || __riscv_xlen != 64 || !defined(__riscv_float_abi_double)
    #error not RV64 with the lp64d ABI
    #endif
    int main() { return 0; }" HARTLS_COMPILER_TARGETS_RV64)
  if(NOT HARTLS_COMPILER_TARGETS_RV64)
    message(FATAL_ERROR
      "${CMAKE_CXX_COMPILER} with ${CMAKE_CXX_FLAGS} does not make code for RV64 with the lp64d ABI")
  endif()
  if(CMAKE_CROSSCOMPILING)
    # A sysroot of another architecture would only show when the first program is linked.
    foreach(name IN ITEMS libc.a libstdc++.a)
      execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${CMAKE_CXX_COMPILER_ARG1} "--sysroot=${CMAKE_SYSROOT}"
        -march=${HARTLS_MARCH} -mabi=${HARTLS_MABI} "-print-file-name=${name}"
        OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE)
      if(IS_ABSOLUTE "${library}")
        hartls_require_riscv_file("${library}")
      elseif(HARTLS_STATIC)
        message(FATAL_ERROR "${CMAKE_CXX_COMPILER} has no ${name}: static linking needs it "
          "(sysroot: \"${CMAKE_SYSROOT}\"); HARTLS_STATIC=OFF links dynamically")
      endif()
    endforeach()
  endif()
endif()

if(HARTLS_STATIC)
  add_link_options(-static)
endif()
if(HARTLS_SANITIZE)
  # No recovery: a finding ends the program, so that a test fails.
  add_compile_options(-fsanitize=${HARTLS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HARTLS_SANITIZE})
endif()

# GCC before 13 leaves atomics of one and two bytes on RISC-V to libatomic.
set(hartls_atomic_source "
  #include <atomic>
  #include <cstdint>
  template <typename T> bool use() {
    static std::atomic<T> value{0};
    T expected = value.fetch_add(1);
    return value.compare_exchange_strong(expected, 2) || value.exchange(3) != 0;
  }
  int main() {
    bool used = use<std::uint8_t>();
    used |= use<std::uint16_t>();
    used |= use<std::uint32_t>();
    used |= use<std::uint64_t>();
    return used ? 0 : 1;
  }")
get_directory_property(CMAKE_REQUIRED_LINK_OPTIONS LINK_OPTIONS)
check_cxx_source_compiles("${hartls_atomic_source}" HARTLS_ATOMICS_WITHOUT_LIBRARY)
if(NOT HARTLS_ATOMICS_WITHOUT_LIBRARY)
  set(CMAKE_REQUIRED_LIBRARIES atomic)
  check_cxx_source_compiles("${hartls_atomic_source}" HARTLS_ATOMICS_WITH_LIBATOMIC)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(NOT HARTLS_ATOMICS_WITH_LIBATOMIC)
    message(FATAL_ERROR "std::atomic does not link with ${CMAKE_CXX_COMPILER}, with or without libatomic")
  endif()
endif()
unset(CMAKE_REQUIRED_LINK_OPTIONS)

find_package(Threads REQUIRED)
add_library(hartls_platform INTERFACE)
add_library(hartls::platform ALIAS hartls_platform)
set_target_properties(hartls_platform PROPERTIES EXPORT_NAME platform)
target_compile_features(hartls_platform INTERFACE cxx_std_20)
target_link_libraries(hartls_platform INTERFACE Threads::Threads)
if(NOT HARTLS_ATOMICS_WITHOUT_LIBRARY)
  target_link_libraries(hartls_platform INTERFACE atomic)
endif()
