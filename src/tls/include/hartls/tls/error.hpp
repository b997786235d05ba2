// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/system/error_code.hpp>
#include <cstdint>
#include <string>
#include <system_error>

namespace hartls::tls {

/// What this library finds itself. wolfSSL's own error codes are negative numbers of the same
/// category; a fatal alert from the peer is `alert_base` plus its number (RFC 8446 section 6).
enum class Error : int {
  stream_truncated = 1,  ///< the transport ended without close_notify
  handshake_required,    ///< read or write before the handshake was done
  write_after_close,     ///< write after this side sent close_notify
  too_much_late_data,    ///< the peer kept on sending data after this side's close_notify
};

inline constexpr int alert_base = 1000;

/// Category "wolfssl". Messages are wolfSSL's text; for a certificate outside its dates also this
/// machine's time and what to do.
const std::error_category& tls_category() noexcept;
const boost::system::error_category& boost_tls_category() noexcept;

std::error_code make_error_code(Error error) noexcept;
/// `value` is negative as wolfSSL returns it.
std::error_code wolfssl_error(int value) noexcept;
/// A fatal alert that the peer sent.
std::error_code alert_error(std::uint8_t alert) noexcept;

/// The alert's number, or -1 where `error` is none that the peer sent.
int received_alert(const std::error_code& error) noexcept;

/// Both keep value and meaning, so that `to_std(ec) == Error::stream_truncated` holds in every
/// version of Boost; codes of other categories pass through Boost's own conversion.
boost::system::error_code to_boost(const std::error_code& error) noexcept;
std::error_code to_std(const boost::system::error_code& error) noexcept;

}  // namespace hartls::tls

template <>
struct std::is_error_code_enum<hartls::tls::Error> : std::true_type {};

namespace hartls::tls {
/// For comparisons with boost::system::error_code.
inline bool operator==(const boost::system::error_code& code, Error error) noexcept {
  return code.category() == boost_tls_category() && code.value() == static_cast<int>(error);
}
inline bool operator!=(const boost::system::error_code& code, Error error) noexcept {
  return !(code == error);
}
}  // namespace hartls::tls
