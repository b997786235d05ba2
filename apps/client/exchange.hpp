// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

#include "client/connection.hpp"

namespace hartls::client {

/// Sends what `input` gives until its end, then close_notify; writes what the server sends to
/// `output` until it closes. While the input is open, silence has no limit; a write, and each piece
/// that comes after the input's end, has `timeout`. Throws apps::Failure.
void exchange(Connection& connection, int input, int output, std::chrono::milliseconds timeout);

}  // namespace hartls::client
