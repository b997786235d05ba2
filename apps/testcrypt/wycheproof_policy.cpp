// SPDX-License-Identifier: GPL-3.0-or-later
#include "wycheproof_policy.hpp"

#include <algorithm>
#include <array>

namespace hartls::testcrypt {
namespace {

constexpr std::array policies{
    AcceptablePolicy{"XdhComp", "ZeroSharedSecret", Expected::refusal,
                     "an all-zero secret is refused: RFC 7748 section 6, RFC 8446 section 7.4.2"},
    AcceptablePolicy{"XdhComp", "", Expected::success,
                     "RFC 7748 section 5 defines the result for every other input, also on the "
                     "twist and for non-canonical values"},
    AcceptablePolicy{"EcdhTest", "CompressedPoint", Expected::success,
                     "compressed points are taken: SEC 1 section 2.3.4"},
    AcceptablePolicy{"EcdhEcpointTest", "CompressedPoint", Expected::success,
                     "compressed points are taken: SEC 1 section 2.3.4"},
    AcceptablePolicy{"RsassaPkcs1Verify", "MissingNull", Expected::either,
                     "RFC 8017 appendix A.2.4 lets a verifier take parameters that are left out"},
    AcceptablePolicy{"RsassaPkcs1Generate", "SmallPublicKey", Expected::either,
                     "an exponent of 3 is below FIPS 186-5; the signature is defined all the same"},
    AcceptablePolicy{"RsassaPkcs1Generate", "", Expected::success,
                     "SHA-1 is weak, its signatures are defined"},
    AcceptablePolicy{"", "", Expected::either, "no rule of ours"},
};

}  // namespace

std::span<const AcceptablePolicy> acceptable_policies() noexcept {
  return policies;
}

Expected expected_of_acceptable(std::string_view group_type, std::span<const std::string> flags) {
  for (const AcceptablePolicy& each : policies) {
    const bool type_fits = each.group_type.empty() || each.group_type == group_type;
    const bool flag_fits = each.flag.empty() || std::ranges::find(flags, each.flag) != flags.end();
    if (type_fits && flag_fits)
      return each.expected;
  }
  return Expected::either;
}

}  // namespace hartls::testcrypt
