// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/rsa.hpp"

#include <algorithm>
#include <bit>

#include "check.hpp"

namespace hartls {
namespace {

constexpr std::size_t modulus_min_bits = 1024;
constexpr std::size_t modulus_max_bits = 8192;
constexpr std::size_t generate_min_bits = 2048;

std::size_t bits_of(ByteView number) {
  const auto first = std::ranges::find_if(number, [](std::uint8_t byte) { return byte != 0; });
  const auto bytes = static_cast<std::size_t>(number.end() - first);
  return bytes == 0 ? 0 : bytes * 8 - static_cast<std::size_t>(std::countl_zero(*first));
}

bool odd(ByteView number) {
  return !number.empty() && (number.back() & 1U) != 0;
}

[[noreturn]] void malformed(const std::string& detail) {
  fail(Errc::malformed_key, "RSA: " + detail);
}

/// Shape of n and e; returns the modulus' bits.
std::size_t check_public(ByteView n, ByteView e) {
  check::not_null("RSA", "n", n);
  check::not_null("RSA", "e", e);
  const std::size_t bits = bits_of(n);
  if (bits < modulus_min_bits || bits > modulus_max_bits) {
    malformed("modulus of " + std::to_string(bits) + " bits given, 1024 to 8192 allowed");
  }
  if (!odd(n))
    malformed("even modulus given, an odd one allowed");
  if (!odd(e) || bits_of(e) < 2)
    malformed("public exponent even or below 3 given, an odd one from 3 allowed");
  if (bits_of(e) >= bits)
    malformed("public exponent not below the modulus");
  return bits;
}

void check_digest_supported(HashAlgorithm hash, const Provider& provider) {
  if (provider.supports_digest(hash))
    return;
  fail(Errc::unsupported_algorithm, "RSA: hash " + std::string(info(hash).name) +
                                        " not supported by provider '" +
                                        std::string(provider.name()) + "'");
}

void check_scheme(const RsaSignatureScheme& scheme, ByteView digest, std::size_t modulus_bits,
                  const Provider& provider) {
  check::not_null("RSA", "digest", digest);
  const std::size_t digest_bytes = info(scheme.hash).digest_bytes;
  check::size(Errc::invalid_input_size, "RSA", std::string(info(scheme.hash).name) + " digest",
              digest.size(), digest_bytes);
  check_digest_supported(scheme.hash, provider);
  if (scheme.padding != RsaSignaturePadding::pss)
    return;
  check_digest_supported(scheme.mgf_hash, provider);
  // RFC 8017 section 9.1.1 step 3: emLen >= hLen + sLen + 2.
  const std::size_t encoded_bytes = (modulus_bits - 1 + 7) / 8;
  const std::size_t most = encoded_bytes < digest_bytes + 2 ? 0 : encoded_bytes - digest_bytes - 2;
  if (encoded_bytes < digest_bytes + 2 || scheme.salt_bytes > most) {
    fail(Errc::invalid_argument, "RSA-PSS: salt of " + std::to_string(scheme.salt_bytes) +
                                     " bytes given, at most " + std::to_string(most) +
                                     " allowed with " + std::string(info(scheme.hash).name) +
                                     " and " + std::to_string(modulus_bits) + " bits");
  }
}

void check_scheme(const RsaEncryptionScheme& scheme, std::size_t plaintext_bytes,
                  std::size_t modulus_bytes, const Provider& provider) {
  std::size_t overhead = 11;  // RFC 8017 section 7.2.1
  if (scheme.padding == RsaEncryptionPadding::oaep) {
    check_digest_supported(scheme.hash, provider);
    check_digest_supported(scheme.mgf_hash, provider);
    overhead = 2 * info(scheme.hash).digest_bytes + 2;  // section 7.1.1
  }
  if (modulus_bytes < overhead || plaintext_bytes > modulus_bytes - overhead) {
    fail(Errc::invalid_input_size,
         "RSA: plaintext of " + std::to_string(plaintext_bytes) + " bytes given, at most " +
             std::to_string(modulus_bytes < overhead ? 0 : modulus_bytes - overhead) + " allowed");
  }
}

void check_raw(ByteView in, ByteView out, std::size_t modulus_bytes) {
  check::not_null("RSA", "input", in);
  check::not_null("RSA", "output", out);
  check::size(Errc::invalid_input_size, "RSA", "input", in.size(), modulus_bytes);
  check::size(Errc::invalid_output_size, "RSA", "output", out.size(), modulus_bytes);
  check::overlap("RSA", in, out);
}

}  // namespace

RsaPublicKey::RsaPublicKey(const RsaPublicParameters& parameters, const Provider& provider)
    : provider_(&provider), modulus_bits_(check_public(parameters.n, parameters.e)) {
  check::supported("RSA-" + std::to_string(modulus_bits_), provider.rsa_support(modulus_bits_),
                   provider);
  context_ = provider.rsa_public(parameters);
}

bool RsaPublicKey::verify(const RsaSignatureScheme& scheme, ByteView digest,
                          ByteView signature) const {
  check::usable("RSA", context_);
  check_scheme(scheme, digest, modulus_bits_, *provider_);
  check::not_null("RSA", "signature", signature);
  return signature.size() == modulus_bytes() && context_->verify(scheme, digest, signature);
}

Bytes RsaPublicKey::encrypt(const RsaEncryptionScheme& scheme, ByteView plaintext) const {
  check::usable("RSA", context_);
  check::not_null("RSA", "plaintext", plaintext);
  check_scheme(scheme, plaintext.size(), modulus_bytes(), *provider_);
  Bytes ciphertext(modulus_bytes());
  context_->encrypt(scheme, plaintext, ciphertext);
  return ciphertext;
}

void RsaPublicKey::raw(ByteView in, ByteSpan out) const {
  check::usable("RSA", context_);
  check_raw(in, out, modulus_bytes());
  context_->raw(in, out);
}

RsaPrivateKey::RsaPrivateKey(const RsaPrivateParameters& parameters, const Provider& provider)
    : provider_(&provider), modulus_bits_(check_public(parameters.n, parameters.e)) {
  for (const auto& [name, value] : {std::pair{"d", &parameters.d},
                                    {"p", &parameters.p},
                                    {"q", &parameters.q},
                                    {"dP", &parameters.dp},
                                    {"dQ", &parameters.dq},
                                    {"qInv", &parameters.qinv}}) {
    if (bits_of(*value) == 0)
      malformed(std::string(name) +
                " is missing or zero; all of n, e, d, p, q, dP, dQ, qInv are needed");
  }
  if (!odd(parameters.p) || !odd(parameters.q))
    malformed("even prime factor given, odd ones allowed");
  check::supported("RSA-" + std::to_string(modulus_bits_), provider.rsa_support(modulus_bits_),
                   provider);
  context_ = provider.rsa_private(parameters);
}

RsaPrivateKey::RsaPrivateKey(std::unique_ptr<RsaPrivateContext> context, const Provider& provider)
    : provider_(&provider), modulus_bits_(context->modulus_bits()), context_(std::move(context)) {}

RsaPrivateKey RsaPrivateKey::generate(std::size_t modulus_bits, const Provider& provider,
                                      std::uint32_t public_exponent) {
  if (modulus_bits < generate_min_bits || modulus_bits > modulus_max_bits ||
      modulus_bits % 8 != 0) {
    fail(Errc::invalid_argument, "RSA: key of " + std::to_string(modulus_bits) +
                                     " bits asked for, multiples of 8 from 2048 to 8192 allowed");
  }
  if (public_exponent < 65537 || public_exponent % 2 == 0) {
    fail(Errc::invalid_argument, "RSA: public exponent " + std::to_string(public_exponent) +
                                     " given, odd ones from 65537 allowed for new keys");
  }
  check::supported("RSA-" + std::to_string(modulus_bits), provider.rsa_support(modulus_bits),
                   provider);
  return {provider.rsa_generate(modulus_bits, public_exponent), provider};
}

RsaPublicParameters RsaPrivateKey::public_parameters() const {
  check::usable("RSA", context_);
  return context_->public_parameters();
}

RsaPrivateParameters RsaPrivateKey::private_parameters() const {
  check::usable("RSA", context_);
  return context_->private_parameters();
}

Bytes RsaPrivateKey::sign(const RsaSignatureScheme& scheme, ByteView digest) const {
  check::usable("RSA", context_);
  check_scheme(scheme, digest, modulus_bits_, *provider_);
  Bytes signature(modulus_bytes());
  context_->sign(scheme, digest, signature);
  return signature;
}

std::optional<SecretBytes> RsaPrivateKey::decrypt(const RsaEncryptionScheme& scheme,
                                                  ByteView ciphertext) const {
  check::usable("RSA", context_);
  check::not_null("RSA", "ciphertext", ciphertext);
  check::size(Errc::invalid_input_size, "RSA", "ciphertext", ciphertext.size(), modulus_bytes());
  check_scheme(scheme, 0, modulus_bytes(), *provider_);
  SecretBytes plaintext(modulus_bytes());
  const auto bytes = context_->decrypt(scheme, ciphertext, plaintext);
  if (!bytes)
    return std::nullopt;
  plaintext.resize(*bytes);
  return plaintext;
}

void RsaPrivateKey::raw(ByteView in, ByteSpan out) const {
  check::usable("RSA", context_);
  check_raw(in, out, modulus_bytes());
  context_->raw(in, out);
}

}  // namespace hartls
