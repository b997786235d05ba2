// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/aead.hpp"

#include "check.hpp"
#include "hartls/core/secret.hpp"

namespace hartls {
namespace {

std::string tag_sizes(const AeadInfo& info) {
  std::string text;
  for (std::size_t bytes = info.tag_min_bytes; bytes <= info.tag_max_bytes;
       bytes += info.tag_step_bytes) {
    text += (text.empty() ? "" : ", ") + std::to_string(bytes);
  }
  return text;
}

std::string nonce_sizes(const AeadInfo& info) {
  if (info.nonce_min_bytes == info.nonce_max_bytes)
    return std::to_string(info.nonce_min_bytes);
  return std::to_string(info.nonce_min_bytes) + " to " + std::to_string(info.nonce_max_bytes);
}

/// The longest message: what the mode's counter can number, and what one call of a back end with
/// 32-bit lengths takes.
std::uint64_t message_max_bytes(const AeadInfo& info, std::size_t nonce_bytes) {
  constexpr std::uint64_t call_max = 0xFFFFFFFF - 64;
  const bool ccm = info.nonce_max_bytes == 13;
  if (!ccm)
    return call_max;
  // SP 800-38C section A.1: the length field has q = 15 - n bytes.
  const std::size_t length_field_bytes = 15 - nonce_bytes;
  if (length_field_bytes >= 4)
    return call_max;
  return (std::uint64_t{1} << (8 * length_field_bytes)) - 1;
}

}  // namespace

AeadKey::AeadKey(AeadAlgorithm algorithm, ByteView key, const Provider& provider,
                 std::size_t tag_bytes)
    : info_(&info(algorithm)), tag_bytes_(tag_bytes == 0 ? info_->tag_max_bytes : tag_bytes) {
  check::not_null(info_->name, "key", key);
  check::size(Errc::invalid_key_size, info_->name, "key", key.size(), info_->key_bytes);
  if (!info_->tag_allowed(tag_bytes_)) {
    fail(Errc::invalid_tag_size, std::string(info_->name) + ": tag of " +
                                     std::to_string(tag_bytes_) + " bytes given, " +
                                     tag_sizes(*info_) + " allowed");
  }
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.aead(algorithm, key);
}

void AeadKey::check(ByteView nonce, ByteView aad, ByteView in, ByteView out, ByteView tag) const {
  check::usable(info_->name, context_);
  check::not_null(info_->name, "nonce", nonce);
  check::not_null(info_->name, "AAD", aad);
  check::not_null(info_->name, "input", in);
  check::not_null(info_->name, "output", out);
  check::not_null(info_->name, "tag", tag);
  if (nonce.size() < info_->nonce_min_bytes || nonce.size() > info_->nonce_max_bytes) {
    fail(Errc::invalid_nonce_size, std::string(info_->name) + ": nonce of " +
                                       std::to_string(nonce.size()) + " bytes given, " +
                                       nonce_sizes(*info_) + " allowed");
  }
  check::size(Errc::invalid_tag_size, info_->name, "tag", tag.size(), tag_bytes_);
  check::size(Errc::invalid_output_size, info_->name, "output", out.size(), in.size());
  const std::uint64_t longest = message_max_bytes(*info_, nonce.size());
  if (in.size() > longest) {
    fail(Errc::invalid_input_size, std::string(info_->name) + ": message of " +
                                       std::to_string(in.size()) + " bytes given, at most " +
                                       std::to_string(longest) + " allowed");
  }
  if (aad.size() > 0xFFFFFFFF - 64) {
    fail(Errc::invalid_input_size, std::string(info_->name) + ": AAD of " +
                                       std::to_string(aad.size()) +
                                       " bytes given, at most 4294967231 allowed");
  }
  check::overlap(info_->name, in, out);
  check::disjoint(info_->name, "output and tag", out, tag);
  check::disjoint(info_->name, "output and nonce", out, nonce);
  check::disjoint(info_->name, "output and AAD", out, aad);
}

void AeadKey::seal(ByteView nonce, ByteView aad, ByteView plaintext, ByteSpan ciphertext,
                   ByteSpan tag) const {
  check(nonce, aad, plaintext, ciphertext, tag);
  context_->seal(nonce, aad, plaintext, ciphertext, tag);
}

bool AeadKey::open(ByteView nonce, ByteView aad, ByteView ciphertext, ByteView tag,
                   ByteSpan plaintext) const {
  check(nonce, aad, ciphertext, plaintext, tag);
  if (context_->open(nonce, aad, ciphertext, tag, plaintext))
    return true;
  secure_wipe(plaintext);
  return false;
}

Bytes AeadKey::seal(ByteView nonce, ByteView aad, ByteView plaintext) const {
  Bytes sealed(plaintext.size() + tag_bytes_);
  const ByteSpan out(sealed);
  seal(nonce, aad, plaintext, out.first(plaintext.size()), out.last(tag_bytes_));
  return sealed;
}

std::optional<SecretBytes> AeadKey::open(ByteView nonce, ByteView aad, ByteView sealed) const {
  if (sealed.size() < tag_bytes_) {
    fail(Errc::invalid_input_size,
         std::string(info_->name) + ": sealed message of " + std::to_string(sealed.size()) +
             " bytes given, at least the tag's " + std::to_string(tag_bytes_) + " allowed");
  }
  SecretBytes plaintext(sealed.size() - tag_bytes_);
  if (!open(nonce, aad, sealed.first(plaintext.size()), sealed.last(tag_bytes_), plaintext)) {
    return std::nullopt;
  }
  return plaintext;
}

}  // namespace hartls
