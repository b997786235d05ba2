// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace hartls::apps {

/// For tls::Context::set_key_log: appends lines to `file`, which only its owner can read if it is
/// made here. Throws Failure.
std::function<void(std::string_view line)> open_key_log(const std::filesystem::path& file);

}  // namespace hartls::apps
