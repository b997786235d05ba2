/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layout.h"

#define HARTLS_LAYOUT_VALUE(expression) expression,
const size_t hartls_layout_in_c[hartls_layout_count] = {HARTLS_LAYOUT(HARTLS_LAYOUT_VALUE)};
