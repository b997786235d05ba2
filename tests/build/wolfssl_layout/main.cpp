// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout.h"

#include <cstdio>

int main() {
  struct Entry {
    const char* expression;
    std::size_t value;
  };
  static constexpr Entry in_cpp[] = {
#define HARTLS_LAYOUT_ENTRY(expression) {#expression, expression},
      HARTLS_LAYOUT(HARTLS_LAYOUT_ENTRY)
#undef HARTLS_LAYOUT_ENTRY
  };
  int different = 0;
  for (std::size_t i = 0; i < hartls_layout_count; ++i) {
    if (in_cpp[i].value == hartls_layout_in_c[i])
      continue;
    ++different;
    std::printf("%s is %zu in C and %zu in C++\n", in_cpp[i].expression, hartls_layout_in_c[i],
                in_cpp[i].value);
  }
  std::printf("%d of %d differ\n", different, static_cast<int>(hartls_layout_count));
  return different == 0 ? 0 : 1;
}
