# SPDX-License-Identifier: GPL-3.0-or-later
# hartls::wolfssl: wolfSSL as a static library, from source, by our own list of files and our own
# user_settings.h.
#
# Where the sources come from, first match wins:
#   HARTLS_WOLFSSL_SOURCE_DIR  an unpacked release
#   HARTLS_WOLFSSL_ARCHIVE     a release archive; its SHA-256 must be one of the pinned ones
#   HARTLS_CACHE_DIR           wolfssl-<version>.tar.gz in it, as quickstart leaves it
#   the project's public repository, checked against the same SHA-256
include("${CMAKE_CURRENT_LIST_DIR}/pins.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/sources.cmake")

set(HARTLS_WOLFSSL_VERSION "5.9.2" CACHE STRING "wolfSSL release to build, if no archive or folder says")
set(HARTLS_WOLFSSL_ARCHIVE "" CACHE FILEPATH "wolfSSL release archive (.tar.gz) to build from")
set(HARTLS_WOLFSSL_SOURCE_DIR "" CACHE PATH "Unpacked wolfSSL release to build from")
set(HARTLS_CACHE_DIR "${PROJECT_SOURCE_DIR}/.cache" CACHE PATH "Folder for downloaded files")
option(HARTLS_WOLFSSL_CACHE_RESISTANT_AES
  "wolfSSL's AES reads every cache line of its tables at each look-up (slow)" OFF)

# Sets <out_version> to the release that <hash> belongs to, or to nothing.
function(hartls_wolfssl_version_of_hash hash out_version)
  set(found "")
  foreach(pin IN LISTS HARTLS_WOLFSSL_PINS)
    separate_arguments(pin)
    list(GET pin 0 version)
    list(GET pin 1 pinned)
    if(hash STREQUAL pinned)
      set(found "${version}")
    endif()
  endforeach()
  set(${out_version} "${found}" PARENT_SCOPE)
endfunction()

function(hartls_wolfssl_hash_of_version version out_hash)
  foreach(pin IN LISTS HARTLS_WOLFSSL_PINS)
    separate_arguments(pin)
    list(GET pin 0 pinned_version)
    list(GET pin 1 hash)
    if(version STREQUAL pinned_version)
      set(${out_hash} "${hash}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  list(JOIN HARTLS_WOLFSSL_PINS "\n  " pins)
  message(FATAL_ERROR "HARTLS_WOLFSSL_VERSION is ${version}. Allowed (version, SHA-256 of the archive):\n  ${pins}")
endfunction()

# Fetches the archive of <version> into the cache folder. A half-finished file never gets the final name.
function(hartls_wolfssl_download version hash archive)
  string(REPLACE "@VERSION@" "${version}" url "${HARTLS_WOLFSSL_URL}")
  message(STATUS "Downloading wolfSSL ${version} from ${url}")
  set(partial "${archive}.part")
  file(DOWNLOAD "${url}" "${partial}" STATUS status INACTIVITY_TIMEOUT 20 TIMEOUT 600)
  list(GET status 0 code)
  list(GET status 1 text)
  set(given "")
  if(code EQUAL 0)
    file(SHA256 "${partial}" given)
  endif()
  if(NOT given STREQUAL hash)
    file(REMOVE "${partial}")
    if(code EQUAL 0)
      set(text "the file's SHA-256 is ${given}, expected ${hash}")
    endif()
    message(FATAL_ERROR
      "wolfSSL ${version} could not be downloaded from ${url}: ${text}.\n"
      "Run ./quickstart, which also asks Debian's mirror, or give -DHARTLS_WOLFSSL_ARCHIVE=FILE or "
      "-DHARTLS_WOLFSSL_SOURCE_DIR=FOLDER.")
  endif()
  file(RENAME "${partial}" "${archive}")
endfunction()

# Sets <out_archive> and <out_version> to a checked archive.
function(hartls_wolfssl_find_archive out_archive out_version)
  if(HARTLS_WOLFSSL_ARCHIVE)
    if(NOT EXISTS "${HARTLS_WOLFSSL_ARCHIVE}")
      message(FATAL_ERROR "HARTLS_WOLFSSL_ARCHIVE does not exist: ${HARTLS_WOLFSSL_ARCHIVE}")
    endif()
    file(SHA256 "${HARTLS_WOLFSSL_ARCHIVE}" given)
    hartls_wolfssl_version_of_hash("${given}" version)
    if(NOT version)
      list(JOIN HARTLS_WOLFSSL_PINS "\n  " pins)
      message(FATAL_ERROR
        "HARTLS_WOLFSSL_ARCHIVE=${HARTLS_WOLFSSL_ARCHIVE} has SHA-256\n  ${given}\n"
        "Allowed (version, SHA-256):\n  ${pins}")
    endif()
    set(${out_archive} "${HARTLS_WOLFSSL_ARCHIVE}" PARENT_SCOPE)
    set(${out_version} "${version}" PARENT_SCOPE)
    return()
  endif()
  hartls_wolfssl_hash_of_version("${HARTLS_WOLFSSL_VERSION}" hash)
  set(archive "${HARTLS_CACHE_DIR}/wolfssl-${HARTLS_WOLFSSL_VERSION}.tar.gz")
  set(given "")
  if(EXISTS "${archive}")
    file(SHA256 "${archive}" given)
    if(NOT given STREQUAL hash)
      message(WARNING "${archive} is not wolfSSL ${HARTLS_WOLFSSL_VERSION} (SHA-256 ${given}); replacing it")
    endif()
  endif()
  if(NOT given STREQUAL hash)
    file(MAKE_DIRECTORY "${HARTLS_CACHE_DIR}")
    hartls_wolfssl_download("${HARTLS_WOLFSSL_VERSION}" "${hash}" "${archive}")
  endif()
  set(${out_archive} "${archive}" PARENT_SCOPE)
  set(${out_version} "${HARTLS_WOLFSSL_VERSION}" PARENT_SCOPE)
endfunction()

# Unpacks what we need of the archive, once a build folder; the stamp is written last.
function(hartls_wolfssl_unpack archive version out_dir)
  set(dir "${PROJECT_BINARY_DIR}/wolfssl-${version}")
  set(stamp "${dir}/unpacked")
  if(NOT EXISTS "${stamp}")
    message(STATUS "Unpacking ${archive}")
    file(REMOVE_RECURSE "${dir}")
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${dir}"
      PATTERNS "*/src/*.c" "*/src/*.h" "*/src/*.i" "*/wolfssl/*" "*/COPYING" "*/LICENSING")
    file(TOUCH "${stamp}")
  endif()
  file(GLOB roots LIST_DIRECTORIES true "${dir}/*/wolfssl")
  list(LENGTH roots count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${archive} does not hold one wolfSSL release (folders with wolfssl/: ${count})")
  endif()
  cmake_path(GET roots PARENT_PATH root)
  set(${out_dir} "${root}" PARENT_SCOPE)
endfunction()

# Sets <out_version> to what wolfssl/version.h in <dir> says.
function(hartls_wolfssl_read_version dir out_version)
  set(header "${dir}/wolfssl/version.h")
  if(NOT EXISTS "${header}")
    message(FATAL_ERROR "${dir} is no unpacked wolfSSL release: wolfssl/version.h is missing")
  endif()
  file(STRINGS "${header}" line REGEX "define +LIBWOLFSSL_VERSION_STRING ")
  if(NOT line MATCHES "\"([0-9.]+)\"")
    message(FATAL_ERROR "${header} does not tell LIBWOLFSSL_VERSION_STRING")
  endif()
  set(${out_version} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

if(HARTLS_WOLFSSL_SOURCE_DIR)
  set(hartls_wolfssl_dir "${HARTLS_WOLFSSL_SOURCE_DIR}")
else()
  hartls_wolfssl_find_archive(hartls_wolfssl_archive hartls_wolfssl_archive_version)
  hartls_wolfssl_unpack("${hartls_wolfssl_archive}" "${hartls_wolfssl_archive_version}" hartls_wolfssl_dir)
endif()
hartls_wolfssl_read_version("${hartls_wolfssl_dir}" hartls_wolfssl_found_version)
set(hartls_wolfssl_tested "${HARTLS_WOLFSSL_PINS}")
list(TRANSFORM hartls_wolfssl_tested REPLACE " .*" "")
if(NOT hartls_wolfssl_found_version IN_LIST hartls_wolfssl_tested)
  message(WARNING "wolfSSL ${hartls_wolfssl_found_version} is not one of the tested releases: ${hartls_wolfssl_tested}")
endif()
message(STATUS "wolfSSL ${hartls_wolfssl_found_version} from ${hartls_wolfssl_dir}")

set(hartls_wolfssl_files ${HARTLS_WOLFSSL_SOURCES})
set(hartls_wolfssl_has_ml_kem 0)
set(hartls_wolfssl_has_ml_dsa 0)
if(EXISTS "${hartls_wolfssl_dir}/wolfcrypt/src/wc_mlkem.c")
  set(hartls_wolfssl_has_ml_kem 1)
  list(APPEND hartls_wolfssl_files ${HARTLS_WOLFSSL_ML_KEM_SOURCES})
endif()
if(EXISTS "${hartls_wolfssl_dir}/wolfcrypt/src/wc_mldsa.c")
  set(hartls_wolfssl_has_ml_dsa 1)
  list(APPEND hartls_wolfssl_files ${HARTLS_WOLFSSL_ML_DSA_SOURCES})
endif()
list(TRANSFORM hartls_wolfssl_files PREPEND "${hartls_wolfssl_dir}/")
set(hartls_wolfssl_aes_constant_time 0)
if(HARTLS_WOLFSSL_CACHE_RESISTANT_AES)
  set(hartls_wolfssl_aes_constant_time 1)
endif()

set(HARTLS_WOLFSSL_SETTINGS_DIR "${CMAKE_CURRENT_LIST_DIR}")
set(HARTLS_WOLFSSL_INCLUDE_DIR "${hartls_wolfssl_dir}")
set(HARTLS_WOLFSSL_INSTALL_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}/hartls-wolfssl")

add_library(hartls_wolfssl STATIC ${hartls_wolfssl_files})
add_library(hartls::wolfssl ALIAS hartls_wolfssl)
set_target_properties(hartls_wolfssl PROPERTIES
  OUTPUT_NAME wolfssl
  EXPORT_NAME wolfssl
  C_STANDARD 11
  C_EXTENSIONS ON
  POSITION_INDEPENDENT_CODE ON)
target_compile_definitions(hartls_wolfssl
  PUBLIC
    WOLFSSL_USER_SETTINGS
    HARTLS_WOLFSSL_HAS_ML_KEM=${hartls_wolfssl_has_ml_kem}
    HARTLS_WOLFSSL_HAS_ML_DSA=${hartls_wolfssl_has_ml_dsa}
    HARTLS_WOLFSSL_AES_CONSTANT_TIME=${hartls_wolfssl_aes_constant_time}
  PRIVATE BUILDING_WOLFSSL)
if(NOT HARTLS_WOLFSSL_CACHE_RESISTANT_AES)
  # aes.c alone; user_settings.h says why.
  set_source_files_properties("${hartls_wolfssl_dir}/wolfcrypt/src/aes.c"
    PROPERTIES COMPILE_DEFINITIONS WC_NO_CACHE_RESISTANT)
endif()
# sp_c64.c and wc_mldsa.c let signed words wrap.
target_compile_options(hartls_wolfssl PRIVATE -fwrapv)
if(HARTLS_SANITIZE MATCHES "undefined")
  # sp_c64.c and fe_448.c shift negative limbs to the left, which GCC and Clang define. All other
  # checks stay on; that of alignment above all, for the U54's sake.
  target_compile_options(hartls_wolfssl PRIVATE -fno-sanitize=shift)
endif()
target_include_directories(hartls_wolfssl SYSTEM PUBLIC
  "$<BUILD_INTERFACE:${hartls_wolfssl_dir}>"
  "$<BUILD_INTERFACE:${HARTLS_WOLFSSL_SETTINGS_DIR}>"
  "$<INSTALL_INTERFACE:${HARTLS_WOLFSSL_INSTALL_INCLUDEDIR}>")
find_package(Threads REQUIRED)
target_link_libraries(hartls_wolfssl PUBLIC Threads::Threads m)
