// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include "report.hpp"

namespace hartls::tls_bench {

/// The lines below a row of the table.
void write_detail(std::ostream& out, const Outcome& outcome, const ReportOptions& options);

/// One line a certificate that the server showed.
void write_chain(std::ostream& out, const Outcome& outcome);

}  // namespace hartls::tls_bench
