// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>
#include <string>

namespace hartls::tls {

/// "1970-01-01 00:00:00 UTC"
std::string utc_text(std::time_t time);

/// An ASN.1 UTCTime or GeneralizedTime (RFC 5280 section 4.1.2.5) in the same form; the digits as
/// they are where they are neither.
std::string utc_text(int asn1_tag, const std::string& digits);

}  // namespace hartls::tls
