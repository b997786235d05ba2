# SPDX-License-Identifier: GPL-3.0-or-later
# Two install components: "programs", which is also what the .deb holds, and "development", the
# libraries with the package that find_package(hartls CONFIG) reads.
include(CMakePackageConfigHelpers)

get_property(components GLOBAL PROPERTY HARTLS_COMPONENTS)
get_property(include_dirs GLOBAL PROPERTY HARTLS_INCLUDE_DIRS)
get_property(programs GLOBAL PROPERTY HARTLS_PROGRAMS)

if(programs)
  install(TARGETS ${programs} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT programs)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/hartls" RENAME copyright COMPONENT programs)

install(TARGETS hartls_hartls hartls_platform ${components}
  EXPORT hartls
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
# A folder of its own: a system-wide wolfSSL with another configuration may stand beside it.
install(TARGETS hartls_wolfssl
  EXPORT hartls
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/hartls" COMPONENT development)
foreach(dir IN LISTS include_dirs)
  if(EXISTS "${dir}")
    install(DIRECTORY "${dir}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
      FILES_MATCHING PATTERN "*.hpp")
  endif()
endforeach()
install(DIRECTORY "${HARTLS_WOLFSSL_INCLUDE_DIR}/wolfssl"
  DESTINATION "${HARTLS_WOLFSSL_INSTALL_INCLUDEDIR}" COMPONENT development
  FILES_MATCHING PATTERN "*.h")
install(FILES "${HARTLS_WOLFSSL_SETTINGS_DIR}/user_settings.h"
  DESTINATION "${HARTLS_WOLFSSL_INSTALL_INCLUDEDIR}" COMPONENT development)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/hartls")
install(EXPORT hartls NAMESPACE hartls:: FILE hartls-targets.cmake
  DESTINATION "${package_dir}" COMPONENT development)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/hartls-config.cmake.in"
  "${PROJECT_BINARY_DIR}/hartls-config.cmake" INSTALL_DESTINATION "${package_dir}")
# Until 1.0 a new minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/hartls-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/hartls-config.cmake"
  "${PROJECT_BINARY_DIR}/hartls-config-version.cmake"
  DESTINATION "${package_dir}" COMPONENT development)

# ---- The .deb ----
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hartls)
set(CPACK_PACKAGE_CONTACT "The hartls developers <hartls@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL programs)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
else()
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE "${CMAKE_SYSTEM_PROCESSOR}")
endif()
if(NOT HARTLS_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
