// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/ecdsa.hpp"

#include <algorithm>

#include "check.hpp"
#include "group_sizes.hpp"
#include "hartls/crypto/hash.hpp"

namespace hartls {
namespace {

constexpr std::uint8_t der_integer = 0x02;
constexpr std::uint8_t der_sequence = 0x30;

void append_length(Bytes& out, std::size_t length) {
  if (length >= 0x100) {
    out.push_back(0x82);
    out.push_back(static_cast<std::uint8_t>(length >> 8U));
  } else if (length >= 0x80) {
    out.push_back(0x81);
  }
  out.push_back(static_cast<std::uint8_t>(length));
}

void append_integer(Bytes& out, ByteView number) {
  while (number.size() > 1 && number[0] == 0)
    number = number.subspan(1);
  const bool sign_byte = (number[0] & 0x80U) != 0;
  out.push_back(der_integer);
  append_length(out, number.size() + (sign_byte ? 1 : 0));
  if (sign_byte)
    out.push_back(0);
  out.insert(out.end(), number.begin(), number.end());
}

/// Takes the value of the next element with `tag` from the front of `in`; strict DER lengths only.
std::optional<ByteView> take_element(ByteView& in, std::uint8_t tag) {
  if (in.size() < 2 || in[0] != tag)
    return std::nullopt;
  std::size_t length = in[1];
  std::size_t head = 2;
  if (length >= 0x80) {
    const std::size_t count = length & 0x7FU;
    if (count < 1 || count > 2 || in.size() < 2 + count)
      return std::nullopt;
    length = count == 1 ? in[2] : static_cast<std::size_t>(in[2]) << 8U | in[3];
    // The shortest form only.
    if (length < (count == 1 ? 0x80U : 0x100U))
      return std::nullopt;
    head += count;
  }
  if (in.size() - head < length)
    return std::nullopt;
  const ByteView value = in.subspan(head, length);
  in = in.subspan(head + length);
  return value;
}

bool take_integer(ByteView& in, ByteSpan out) {
  const auto value = take_element(in, der_integer);
  if (!value || value->empty() || ((*value)[0] & 0x80U) != 0)
    return false;
  ByteView digits = *value;
  if (digits.size() > 1 && digits[0] == 0) {
    if ((digits[1] & 0x80U) == 0)
      return false;
    digits = digits.subspan(1);
  }
  if (digits.size() > out.size())
    return false;
  std::ranges::fill(out, std::uint8_t{0});
  std::ranges::copy(digits, out.last(digits.size()).begin());
  return true;
}

void check_digest(const std::string& name, HashAlgorithm hash, ByteView digest) {
  check::not_null(name, "digest", digest);
  check::size(Errc::invalid_input_size, name, std::string(info(hash).name) + " digest",
              digest.size(), info(hash).digest_bytes);
}

}  // namespace

Bytes ecdsa_to_der(ByteView p1363) {
  if (p1363.empty() || p1363.size() % 2 != 0) {
    fail(Errc::invalid_input_size, "ECDSA: signature of " + std::to_string(p1363.size()) +
                                       " bytes given, an even size from 2 allowed");
  }
  Bytes body;
  append_integer(body, p1363.first(p1363.size() / 2));
  append_integer(body, p1363.last(p1363.size() / 2));
  Bytes der{der_sequence};
  append_length(der, body.size());
  der.insert(der.end(), body.begin(), body.end());
  return der;
}

std::optional<Bytes> ecdsa_from_der(ByteView der, std::size_t order_bytes) {
  auto sequence = take_element(der, der_sequence);
  if (!sequence || !der.empty())
    return std::nullopt;
  Bytes p1363(2 * order_bytes);
  const ByteSpan out(p1363);
  if (!take_integer(*sequence, out.first(order_bytes)) ||
      !take_integer(*sequence, out.last(order_bytes)) || !sequence->empty()) {
    return std::nullopt;
  }
  return p1363;
}

EcdsaPrivateKey::EcdsaPrivateKey(const Curve& curve, const Provider& provider)
    : provider_(&provider) {
  GroupSizes sizes = curve_sizes(curve);
  name_ = "ECDSA " + sizes.name;
  order_bytes_ = sizes.private_bytes;
  public_bytes_ = sizes.public_bytes;
  check::supported(
      name_,
      std::visit([&provider](const auto& value) { return provider.ecdsa_support(value); }, curve),
      provider);
  context_ = provider.ecdsa_private(curve);
}

EcdsaPrivateKey EcdsaPrivateKey::generate(const Curve& curve, const Provider& provider) {
  EcdsaPrivateKey key(curve, provider);
  key.context_->generate();
  return key;
}

EcdsaPrivateKey EcdsaPrivateKey::from_private(const Curve& curve, ByteView private_key,
                                              const Provider& provider) {
  EcdsaPrivateKey key(curve, provider);
  check::not_null(key.name_, "private key", private_key);
  check::size(Errc::invalid_key_size, key.name_, "private key", private_key.size(),
              key.order_bytes_);
  key.context_->import_private(private_key);
  return key;
}

SecretBytes EcdsaPrivateKey::private_key() const {
  check::usable("ECDSA key", context_);
  SecretBytes key(order_bytes_);
  context_->export_private(key);
  return key;
}

Bytes EcdsaPrivateKey::public_key() const {
  check::usable("ECDSA key", context_);
  Bytes key(public_bytes_);
  context_->public_key(key);
  return key;
}

Bytes EcdsaPrivateKey::sign(HashAlgorithm hash_algorithm, ByteView message, EcdsaEncoding encoding,
                            Nonce nonce) const {
  return sign_digest(hash_algorithm, hash(hash_algorithm, message, *provider_), encoding, nonce);
}

Bytes EcdsaPrivateKey::sign_digest(HashAlgorithm hash_algorithm, ByteView digest,
                                   EcdsaEncoding encoding, Nonce nonce) const {
  check::usable("ECDSA key", context_);
  check_digest(name_, hash_algorithm, digest);
  Bytes signature(2 * order_bytes_);
  context_->sign(hash_algorithm, digest, signature, nonce);
  return encoding == EcdsaEncoding::der ? ecdsa_to_der(signature) : signature;
}

EcdsaPublicKey::EcdsaPublicKey(const Curve& curve, ByteView public_key, const Provider& provider)
    : provider_(&provider) {
  GroupSizes sizes = curve_sizes(curve);
  name_ = "ECDSA " + sizes.name;
  order_bytes_ = sizes.private_bytes;
  check::not_null(name_, "public key", public_key);
  if (public_key.size() != sizes.compressed_bytes) {
    check::size(Errc::invalid_key_size, name_, "public key", public_key.size(), sizes.public_bytes);
  }
  check::supported(
      name_,
      std::visit([&provider](const auto& value) { return provider.ecdsa_support(value); }, curve),
      provider);
  context_ = provider.ecdsa_public(curve, public_key);
}

bool EcdsaPublicKey::verify(HashAlgorithm hash_algorithm, ByteView message, ByteView signature,
                            EcdsaEncoding encoding) const {
  return verify_digest(hash_algorithm, hash(hash_algorithm, message, *provider_), signature,
                       encoding);
}

bool EcdsaPublicKey::verify_digest(HashAlgorithm hash_algorithm, ByteView digest,
                                   ByteView signature, EcdsaEncoding encoding) const {
  check::usable("ECDSA key", context_);
  check_digest(name_, hash_algorithm, digest);
  check::not_null(name_, "signature", signature);
  if (encoding == EcdsaEncoding::der) {
    const auto p1363 = ecdsa_from_der(signature, order_bytes_);
    return p1363 && context_->verify(digest, *p1363);
  }
  return signature.size() == 2 * order_bytes_ && context_->verify(digest, signature);
}

}  // namespace hartls
