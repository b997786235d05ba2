// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/program.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

namespace hartls::bench {

void log_to_standard_error(const std::string& program) {
  auto logger =
      std::make_shared<spdlog::logger>(program, std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern(program + ": %l: %v");
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace hartls::bench
