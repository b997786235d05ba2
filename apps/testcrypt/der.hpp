// SPDX-License-Identifier: GPL-3.0-or-later
// As much DER as the keys in Wycheproof files need.
#pragma once

#include <optional>
#include <vector>

#include "hartls/core/bytes.hpp"

namespace hartls::testcrypt {

/// The named curve's OID (its contents) and the point of an EC SubjectPublicKeyInfo (RFC 5480).
struct EcPublicKeyInfo {
  Bytes curve_oid;
  Bytes point;
};
/// Nothing where it is anything else, explicit curve parameters included.
std::optional<EcPublicKeyInfo> read_ec_public_key_info(ByteView der);

/// n, e, d, p, q, dP, dQ, qInv of an RSA key in PKCS#8 (RFC 5208, RFC 8017 appendix A.1.2).
std::optional<std::vector<Bytes>> read_rsa_private_key_info(ByteView der);

}  // namespace hartls::testcrypt
