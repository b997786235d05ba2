// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/error.hpp"

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/error-ssl.h>
#include <wolfssl/ssl.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include <ctime>

#include "clock_text.hpp"

namespace hartls::tls {
namespace {

// RFC 8446 section 6, and what TLS 1.2 had besides.
const char* alert_name(int alert) noexcept {
  switch (alert) {
    case 0:
      return "close_notify";
    case 10:
      return "unexpected_message";
    case 20:
      return "bad_record_mac";
    case 21:
      return "decryption_failed";
    case 22:
      return "record_overflow";
    case 30:
      return "decompression_failure";
    case 40:
      return "handshake_failure";
    case 41:
      return "no_certificate";
    case 42:
      return "bad_certificate";
    case 43:
      return "unsupported_certificate";
    case 44:
      return "certificate_revoked";
    case 45:
      return "certificate_expired";
    case 46:
      return "certificate_unknown";
    case 47:
      return "illegal_parameter";
    case 48:
      return "unknown_ca";
    case 49:
      return "access_denied";
    case 50:
      return "decode_error";
    case 51:
      return "decrypt_error";
    case 70:
      return "protocol_version";
    case 71:
      return "insufficient_security";
    case 80:
      return "internal_error";
    case 86:
      return "inappropriate_fallback";
    case 90:
      return "user_canceled";
    case 100:
      return "no_renegotiation";
    case 109:
      return "missing_extension";
    case 110:
      return "unsupported_extension";
    case 112:
      return "unrecognized_name";
    case 113:
      return "bad_certificate_status_response";
    case 115:
      return "unknown_psk_identity";
    case 116:
      return "certificate_required";
    case 120:
      return "no_application_protocol";
    default:
      return "unknown alert";
  }
}

std::string own_message(Error error) {
  switch (error) {
    case Error::stream_truncated:
      return "the peer closed the connection without close_notify";
    case Error::handshake_required:
      return "the TLS handshake is not done";
    case Error::write_after_close:
      return "write after close_notify was sent";
    case Error::too_much_late_data:
      return "the peer goes on sending data after close_notify was sent";
  }
  return {};
}

std::string wolfssl_message(int value) {
  std::string text = wolfSSL_ERR_reason_error_string(static_cast<unsigned long>(value));
  if (value == ASN_BEFORE_DATE_E || value == ASN_AFTER_DATE_E) {
    text += "; this machine's clock says " + utc_text(std::time(nullptr)) +
            ": if that is wrong, set it (date -s, or a time service)";
  }
  return text;
}

std::string message_of(int value) {
  if (value < 0)
    return wolfssl_message(value);
  if (value >= alert_base && value <= alert_base + 255) {
    const int alert = value - alert_base;
    return "the peer sent the alert " + std::string(alert_name(alert)) + " (" +
           std::to_string(alert) + ")";
  }
  std::string text = own_message(static_cast<Error>(value));
  return text.empty() ? "unknown error " + std::to_string(value) : text;
}

class StdCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "wolfssl"; }
  std::string message(int value) const override { return message_of(value); }
};

// Boost's base class has a protected destructor that is not virtual, on purpose.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
class BoostCategory final : public boost::system::error_category {
 public:
  const char* name() const noexcept override { return "wolfssl"; }
  std::string message(int value) const override { return message_of(value); }
};
#pragma GCC diagnostic pop

}  // namespace

const std::error_category& tls_category() noexcept {
  static const StdCategory category;
  return category;
}

const boost::system::error_category& boost_tls_category() noexcept {
  static const BoostCategory category;
  return category;
}

std::error_code make_error_code(Error error) noexcept {
  return {static_cast<int>(error), tls_category()};
}

std::error_code wolfssl_error(int value) noexcept {
  return {value, tls_category()};
}

std::error_code alert_error(std::uint8_t alert) noexcept {
  return {alert_base + alert, tls_category()};
}

int received_alert(const std::error_code& error) noexcept {
  const int alert = error.value() - alert_base;
  return error.category() == tls_category() && alert >= 0 && alert <= 255 ? alert : -1;
}

boost::system::error_code to_boost(const std::error_code& error) noexcept {
  if (error.category() == tls_category())
    return {error.value(), boost_tls_category()};
  if (error.category() == std::generic_category())
    return {error.value(), boost::system::generic_category()};
  return {error.value(), boost::system::system_category()};
}

std::error_code to_std(const boost::system::error_code& error) noexcept {
  if (error.category() == boost_tls_category())
    return {error.value(), tls_category()};
  return error;
}

}  // namespace hartls::tls
