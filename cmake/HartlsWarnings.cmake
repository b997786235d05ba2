# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings are errors in our own code, and only there: wolfSSL, GoogleTest and the header-only
# packages are system headers or other targets.
option(HARTLS_WARNINGS_AS_ERRORS "A compiler warning in our own code fails the build" ON)

set(HARTLS_WARNINGS
  -Wall -Wextra -Wpedantic
  -Wshadow
  -Wconversion -Wsign-conversion
  -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align
  -Wformat=2)
if(HARTLS_WARNINGS_AS_ERRORS)
  list(APPEND HARTLS_WARNINGS -Werror)
endif()

function(hartls_enable_warnings target)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${HARTLS_WARNINGS}>")
endfunction()
