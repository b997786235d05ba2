# SPDX-License-Identifier: GPL-3.0-or-later

# hartls_embed_files(<target> FUNCTION <name> NAMESPACE <ns> HEADER <header> FILES ...)
# Links the files into <target> and defines the function that <header> declares:
#   namespace <ns> { std::span<const EmbeddedFile> <name>() noexcept; }
# where EmbeddedFile, from the same header, has the members name and text (std::string_view).
function(hartls_embed_files target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FUNCTION;NAMESPACE;HEADER" "FILES")
  set(assembly "    .section .rodata\n")
  set(declarations "")
  set(entries "")
  set(index 0)
  foreach(file IN LISTS arg_FILES)
    set(symbol "hartls_${arg_FUNCTION}_${index}")
    string(APPEND assembly
      "    .global ${symbol}\n    .global ${symbol}_end\n"
      "${symbol}:\n    .incbin \"${file}\"\n${symbol}_end:\n    .byte 0\n")
    string(APPEND declarations "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
    cmake_path(GET file FILENAME name)
    string(APPEND entries
      "      {\"${name}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  string(APPEND assembly "    .section .note.GNU-stack,\"\",%progbits\n")
  set(table
"#include \"${arg_HEADER}\"

#include <array>
#include <cstddef>

${declarations}
namespace ${arg_NAMESPACE} {

std::span<const EmbeddedFile> ${arg_FUNCTION}() noexcept {
  static const std::array<EmbeddedFile, ${index}> files{{
${entries}  }};
  return files;
}

}  // namespace ${arg_NAMESPACE}
")
  set(base "${CMAKE_CURRENT_BINARY_DIR}/${arg_FUNCTION}")
  file(CONFIGURE OUTPUT "${base}_data.S" CONTENT "${assembly}" @ONLY)
  file(CONFIGURE OUTPUT "${base}_table.cpp" CONTENT "${table}" @ONLY)
  set_source_files_properties("${base}_data.S" PROPERTIES OBJECT_DEPENDS "${arg_FILES}")
  target_sources(${target} PRIVATE "${base}_data.S" "${base}_table.cpp")
endfunction()
