// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "client/connection.hpp"

namespace hartls::client {

/// HTTP/1.1 GET: writes the body to `output` as it comes. Returns the status line's code and
/// reason, such as "200 OK". Throws apps::Failure, also where the body ends too early.
std::string http_get(Connection& connection, const std::string& path, const std::string& host,
                     int output);

}  // namespace hartls::client
