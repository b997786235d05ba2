// SPDX-License-Identifier: GPL-3.0-or-later
#include "clock_text.hpp"

#include <array>

namespace hartls::tls {
namespace {

constexpr int tag_utc_time = 0x17;
constexpr int tag_generalized_time = 0x18;

}  // namespace

std::string utc_text(std::time_t time) {
  std::tm parts{};
  std::array<char, 64> text{};
  gmtime_r(&time, &parts);
  const std::size_t length =
      std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return {text.data(), length};
}

std::string utc_text(int asn1_tag, const std::string& digits) {
  std::string full = digits;
  // RFC 5280 section 4.1.2.5.1: two-digit years from 50 on belong to the last century.
  if (asn1_tag == tag_utc_time && digits.size() >= 13)
    full = (digits[0] >= '5' ? "19" : "20") + digits;
  else if (asn1_tag != tag_generalized_time)
    return digits;
  if (full.size() < 15)
    return digits;
  return full.substr(0, 4) + "-" + full.substr(4, 2) + "-" + full.substr(6, 2) + " " +
         full.substr(8, 2) + ":" + full.substr(10, 2) + ":" + full.substr(12, 2) + " UTC";
}

}  // namespace hartls::tls
