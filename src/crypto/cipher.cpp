// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/cipher.hpp"

#include <limits>

#include "check.hpp"

namespace hartls {
namespace {

constexpr std::uint64_t chacha20_block_bytes = 64;

/// Keystream left before the counter repeats (RFC 8439 section 2.3: 32 bits of block counter).
std::uint64_t keystream_bytes(CipherAlgorithm algorithm, std::uint32_t counter) {
  if (algorithm != CipherAlgorithm::chacha20)
    return std::numeric_limits<std::uint64_t>::max();
  return ((std::uint64_t{1} << 32U) - counter) * chacha20_block_bytes;
}

}  // namespace

Cipher::Cipher(CipherAlgorithm algorithm, Direction direction, ByteView key, ByteView iv,
               const Provider& provider, std::uint32_t counter)
    : info_(&info(algorithm)), remaining_bytes_(keystream_bytes(algorithm, counter)) {
  check::not_null(info_->name, "key", key);
  check::size(Errc::invalid_key_size, info_->name, "key", key.size(), info_->key_bytes);
  check_iv(iv, counter);
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.cipher(algorithm, direction, key, iv, counter);
}

void Cipher::check_iv(ByteView iv, std::uint32_t counter) const {
  check::not_null(info_->name, "iv", iv);
  check::size(Errc::invalid_nonce_size, info_->name, "iv", iv.size(), info_->iv_bytes);
  if (counter != 0 && info_->algorithm != CipherAlgorithm::chacha20) {
    fail(Errc::invalid_argument, std::string(info_->name) + ": block counter " +
                                     std::to_string(counter) +
                                     " given, 0 allowed (only ChaCha20 has one beside its nonce)");
  }
}

void Cipher::update(ByteView in, ByteSpan out) {
  check::usable(info_->name, context_);
  check::not_null(info_->name, "input", in);
  check::not_null(info_->name, "output", out);
  check::size(Errc::invalid_output_size, info_->name, "output", out.size(), in.size());
  check::overlap(info_->name, in, out);
  if (in.size() % info_->unit_bytes != 0) {
    fail(Errc::invalid_input_size, std::string(info_->name) + ": " + std::to_string(in.size()) +
                                       " bytes given, multiples of " +
                                       std::to_string(info_->unit_bytes) +
                                       " allowed (no padding is added)");
  }
  if (in.empty())
    return;
  if (info_->algorithm == CipherAlgorithm::chacha20) {
    if (in.size() > remaining_bytes_) {
      fail(Errc::counter_exhausted, std::string(info_->name) + ": " + std::to_string(in.size()) +
                                        " bytes given, " + std::to_string(remaining_bytes_) +
                                        " left before the 32-bit block counter repeats");
    }
    remaining_bytes_ -= in.size();
  }
  context_->update(in, out);
}

Bytes Cipher::update(ByteView in) {
  Bytes out(in.size());
  update(in, out);
  return out;
}

void Cipher::reset(ByteView iv, std::uint32_t counter) {
  check::usable(info_->name, context_);
  check_iv(iv, counter);
  context_->reset(iv, counter);
  remaining_bytes_ = keystream_bytes(info_->algorithm, counter);
}

}  // namespace hartls
