// SPDX-License-Identifier: GPL-3.0-or-later
// Key derivation, written once over every provider's HMAC. All throw Errc::unsupported_algorithm
// for SHAKE, and Errc::invalid_output_size for a length that the standard does not allow; nothing
// is then written.
#pragma once

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// HKDF-Extract (RFC 5869 section 2.2). `prk` has digest_bytes. An empty salt stands for
/// digest_bytes zeros.
void hkdf_extract(HashAlgorithm hash, ByteView salt, ByteView ikm, ByteSpan prk,
                  const Provider& provider = default_provider());

/// HKDF-Expand (RFC 5869 section 2.3). `okm`: 1 to 255 * digest_bytes; shares no byte with the
/// inputs.
void hkdf_expand(HashAlgorithm hash, ByteView prk, ByteView info, ByteSpan okm,
                 const Provider& provider = default_provider());

/// Extract, then expand.
void hkdf(HashAlgorithm hash, ByteView salt, ByteView ikm, ByteView info, ByteSpan okm,
          const Provider& provider = default_provider());

/// HKDF-Expand-Label (RFC 8446 section 7.1). `label` without "tls13 ", at most 249 bytes; `context`
/// at most 255.
void hkdf_expand_label(HashAlgorithm hash, ByteView secret, std::string_view label,
                       ByteView context, ByteSpan out,
                       const Provider& provider = default_provider());

/// The TLS 1.2 PRF (RFC 5246 section 5): P_hash over label || seed. `out` of any length shares no
/// byte with the inputs.
void tls12_prf(HashAlgorithm hash, ByteView secret, std::string_view label, ByteView seed,
               ByteSpan out, const Provider& provider = default_provider());

}  // namespace hartls
