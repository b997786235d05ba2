// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <system_error>

namespace hartls {

/// What was wrong with a call. A wrong tag or signature is no error: it is a result.
enum class Errc {
  invalid_key_size = 1,
  invalid_nonce_size,
  invalid_tag_size,
  invalid_input_size,
  invalid_output_size,
  invalid_argument,
  invalid_state,  ///< update or finish after finish, use after move
  unsupported_algorithm,
  unknown_name,  ///< a name given as text is not in the table
  malformed_key,
  invalid_point,        ///< a peer's public value is off the curve, of low order or out of range
  null_data,            ///< a null pointer with a length
  overlapping_buffers,  ///< input and output share bytes but do not start together
  counter_exhausted,    ///< the next block would repeat a counter value
  reseed_required,      ///< SP 800-90A reseed interval is over
  entropy_unavailable,
  provider_failure,  ///< the back end failed for a reason that no argument explains
};

const std::error_category& error_category() noexcept;
std::error_code make_error_code(Errc code) noexcept;

/// Throws std::system_error with `code`. `detail` names the algorithm, what was given and what is
/// allowed; never a secret value.
[[noreturn]] void fail(Errc code, const std::string& detail);

}  // namespace hartls

template <>
struct std::is_error_code_enum<hartls::Errc> : std::true_type {};
