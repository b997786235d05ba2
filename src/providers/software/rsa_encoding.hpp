// SPDX-License-Identifier: GPL-3.0-or-later
// The encodings of RFC 8017 sections 7 and 9 around the RSA primitives. Our own, because
// wolfCrypt's refuse empty plaintexts and have no MGF1 over MD5, and none over SHA-3 before 5.8.
#pragma once

#include <optional>

#include "hartls/core/secret.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls::software {

/// EMSA-PKCS1-v1_5 (section 9.2): fills `encoded`, modulus-sized. Throws Errc::invalid_argument
/// where it does not fit.
void encode_pkcs1_signature(HashAlgorithm hash, ByteView digest, ByteSpan encoded);

/// EMSA-PSS-ENCODE (section 9.1.1): fills `encoded`, modulus-sized. Throws Errc::invalid_argument
/// where it does not fit.
void encode_pss(const RsaSignatureScheme& scheme, ByteView digest, ByteView salt,
                std::size_t modulus_bits, ByteSpan encoded);

/// EMSA-PSS-VERIFY (section 9.1.2).
bool verify_pss(const RsaSignatureScheme& scheme, ByteView digest, std::size_t modulus_bits,
                ByteView encoded);

/// EME-OAEP encoding (section 7.1.1): fills `encoded`, modulus-sized. `seed`: digest-sized. Throws
/// Errc::invalid_input_size where `plaintext` is too long.
void encode_oaep(const RsaEncryptionScheme& scheme, ByteView plaintext, ByteView seed,
                 ByteSpan encoded);

/// EME-PKCS1-v1_5 encoding (section 7.2.1), with fresh randomness.
void encode_pkcs1_encryption(ByteView plaintext, ByteSpan encoded);

/// Where in `encoded` the plaintext starts, or nothing; every check is made in constant time, and
/// which one failed is not told. decode_oaep() unmasks in place.
std::optional<std::size_t> decode_oaep(const RsaEncryptionScheme& scheme, ByteSpan encoded);
std::optional<std::size_t> decode_pkcs1_encryption(ByteView encoded);

}  // namespace hartls::software
