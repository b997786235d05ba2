// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/kdf.hpp"

#include <algorithm>
#include <array>

#include "check.hpp"
#include "hartls/crypto/mac.hpp"

namespace hartls {
namespace {

MacAlgorithm require_hmac(std::string_view what, HashAlgorithm hash) {
  const auto algorithm = hmac_of(hash);
  if (!algorithm) {
    fail(Errc::unsupported_algorithm, std::string(what) + ": hash " + std::string(info(hash).name) +
                                          " given; a hash that has an HMAC is allowed");
  }
  return *algorithm;
}

void check_length(std::string_view what, std::size_t given, std::size_t longest) {
  if (given >= 1 && given <= longest)
    return;
  fail(Errc::invalid_output_size, std::string(what) + ": output of " + std::to_string(given) +
                                      " bytes given, 1 to " + std::to_string(longest) + " allowed");
}

}  // namespace

void hkdf_extract(HashAlgorithm hash, ByteView salt, ByteView ikm, ByteSpan prk,
                  const Provider& provider) {
  const MacAlgorithm algorithm = require_hmac("HKDF-Extract", hash);
  check::size(Errc::invalid_output_size, "HKDF-Extract", "PRK", prk.size(),
              info(hash).digest_bytes);
  check::not_null("HKDF-Extract", "salt", salt);
  const Bytes zeros(info(hash).digest_bytes);
  Mac hmac(algorithm, salt.empty() ? ByteView(zeros) : salt, provider);
  hmac.update(ikm);
  hmac.finish(prk);
}

void hkdf_expand(HashAlgorithm hash, ByteView prk, ByteView info_bytes, ByteSpan okm,
                 const Provider& provider) {
  const MacAlgorithm algorithm = require_hmac("HKDF-Expand", hash);
  const std::size_t digest_bytes = info(hash).digest_bytes;
  check_length("HKDF-Expand", okm.size(), 255 * digest_bytes);
  check::not_null("HKDF-Expand", "output", okm);
  check::disjoint("HKDF-Expand", "PRK and output", prk, okm);
  check::disjoint("HKDF-Expand", "info and output", info_bytes, okm);
  Mac hmac(algorithm, prk, provider);
  SecretBytes block(digest_bytes);
  std::uint8_t counter = 1;
  for (std::size_t done = 0; done < okm.size(); ++counter) {
    if (counter > 1) {
      hmac.reset();
      hmac.update(block);
    }
    hmac.update(info_bytes);
    hmac.update({&counter, 1});
    hmac.finish(block);
    const std::size_t take = std::min(digest_bytes, okm.size() - done);
    std::copy_n(block.begin(), take, okm.begin() + static_cast<std::ptrdiff_t>(done));
    done += take;
  }
}

void hkdf(HashAlgorithm hash, ByteView salt, ByteView ikm, ByteView info_bytes, ByteSpan okm,
          const Provider& provider) {
  SecretBytes prk(info(hash).digest_bytes);
  hkdf_extract(hash, salt, ikm, prk, provider);
  hkdf_expand(hash, prk, info_bytes, okm, provider);
}

void hkdf_expand_label(HashAlgorithm hash, ByteView secret, std::string_view label,
                       ByteView context, ByteSpan out, const Provider& provider) {
  constexpr std::string_view prefix = "tls13 ";
  if (label.empty() || label.size() + prefix.size() > 255 || context.size() > 255) {
    fail(Errc::invalid_argument, "HKDF-Expand-Label: label of " + std::to_string(label.size()) +
                                     " and context of " + std::to_string(context.size()) +
                                     " bytes given, 1 to 249 and 0 to 255 allowed");
  }
  check_length("HKDF-Expand-Label", out.size(),
               std::min<std::size_t>(65535, 255 * info(hash).digest_bytes));
  Bytes hkdf_label;
  hkdf_label.reserve(4 + prefix.size() + label.size() + context.size());
  const auto append = [&hkdf_label](ByteView bytes) {
    hkdf_label.insert(hkdf_label.end(), bytes.begin(), bytes.end());
  };
  hkdf_label.push_back(static_cast<std::uint8_t>(out.size() >> 8U));
  hkdf_label.push_back(static_cast<std::uint8_t>(out.size() & 0xFFU));
  hkdf_label.push_back(static_cast<std::uint8_t>(prefix.size() + label.size()));
  append(as_bytes(prefix));
  append(as_bytes(label));
  hkdf_label.push_back(static_cast<std::uint8_t>(context.size()));
  append(context);
  hkdf_expand(hash, secret, hkdf_label, out, provider);
}

void tls12_prf(HashAlgorithm hash, ByteView secret, std::string_view label, ByteView seed,
               ByteSpan out, const Provider& provider) {
  const MacAlgorithm algorithm = require_hmac("TLS 1.2 PRF", hash);
  if (out.empty()) {
    fail(Errc::invalid_output_size, "TLS 1.2 PRF: output of 0 bytes given, at least 1 allowed");
  }
  check::not_null("TLS 1.2 PRF", "output", out);
  check::disjoint("TLS 1.2 PRF", "seed and output", seed, out);
  Mac hmac(algorithm, secret, provider);
  // A(1) = HMAC(label || seed), A(i) = HMAC(A(i-1)); output block i = HMAC(A(i) || label || seed).
  SecretBytes a(info(hash).digest_bytes);
  SecretBytes block(a.size());
  hmac.update(as_bytes(label));
  hmac.update(seed);
  hmac.finish(a);
  for (std::size_t done = 0; done < out.size();) {
    hmac.reset();
    hmac.update(a);
    hmac.update(as_bytes(label));
    hmac.update(seed);
    hmac.finish(block);
    const std::size_t take = std::min(block.size(), out.size() - done);
    std::copy_n(block.begin(), take, out.begin() + static_cast<std::ptrdiff_t>(done));
    done += take;
    if (done == out.size())
      break;
    hmac.reset();
    hmac.update(a);
    hmac.finish(a);
  }
}

}  // namespace hartls
