// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <ostream>

#include "hartls/bench/report.hpp"

namespace hartls::bench {

std::unique_ptr<ReportWriter> make_table_writer(std::ostream& out, const ReportOptions& options);
std::unique_ptr<ReportWriter> make_csv_writer(std::ostream& out);
std::unique_ptr<ReportWriter> make_json_writer(std::ostream& out);

}  // namespace hartls::bench
