# SPDX-License-Identifier: GPL-3.0-or-later
# Header-only packages come from the build machine's Debian packages. Each gets an include folder
# of its own with one link in it, so that a cross build never sees the rest of /usr/include.
set(HARTLS_HEADER_ONLY_ROOT "/usr/include" CACHE PATH
  "Folder that holds boost/, CLI/, fmt/, nlohmann/ and spdlog/")

# Defines external::<name> for the header folder <folder>; <probe> must exist in it.
function(hartls_add_header_only name folder probe debian_package)
  set(source "${HARTLS_HEADER_ONLY_ROOT}/${folder}")
  if(NOT EXISTS "${source}/${probe}")
    message(FATAL_ERROR
      "${source}/${probe} is missing: install the Debian package ${debian_package}, "
      "or set HARTLS_HEADER_ONLY_ROOT (now ${HARTLS_HEADER_ONLY_ROOT})")
  endif()
  set(include_dir "${PROJECT_BINARY_DIR}/header-only/${name}")
  file(MAKE_DIRECTORY "${include_dir}")
  file(CREATE_LINK "${source}" "${include_dir}/${folder}" SYMBOLIC)
  add_library(external_${name} INTERFACE)
  add_library(external::${name} ALIAS external_${name})
  target_include_directories(external_${name} SYSTEM INTERFACE "${include_dir}")
endfunction()

hartls_add_header_only(boost boost version.hpp libboost-dev)
hartls_add_header_only(cli11 CLI CLI.hpp libcli11-dev)
hartls_add_header_only(fmt fmt format.h libfmt-dev)
hartls_add_header_only(json nlohmann json.hpp nlohmann-json3-dev)
hartls_add_header_only(spdlog spdlog spdlog.h libspdlog-dev)

target_compile_definitions(external_fmt INTERFACE FMT_HEADER_ONLY)
# Debian's spdlog ships without the copy of fmt that upstream bundles.
target_compile_definitions(external_spdlog INTERFACE SPDLOG_FMT_EXTERNAL SPDLOG_HEADER_ONLY)
target_link_libraries(external_spdlog INTERFACE external::fmt Threads::Threads)
