// SPDX-License-Identifier: GPL-3.0-or-later
#include "rfc6979.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>

#include "hartls/crypto/provider.hpp"
#include "symmetric.hpp"

namespace hartls::software {
namespace {

constexpr std::size_t block_bytes_max = 144;  // SHA3-224

/// K and V of the standard.
class State {
 public:
  State(HashAlgorithm algorithm, std::size_t digest_bytes, std::size_t block_bytes)
      : hash_(make_hash(algorithm)), block_bytes_(block_bytes), key_(digest_bytes, 0), value_(digest_bytes, 1) {}

  /// K = HMAC_K(V || separator || parts), V = HMAC_K(V).
  void update(std::uint8_t separator, std::initializer_list<ByteView> parts) {
    begin();
    hash_->update(value_);
    hash_->update({&separator, 1});
    for (const ByteView part : parts) hash_->update(part);
    finish(key_);
    next();
  }

  /// V = HMAC_K(V)
  ByteView next() {
    begin();
    hash_->update(value_);
    finish(value_);
    return value_;
  }

 private:
  // RFC 2104. The key never exceeds a block: it is a digest.
  void start(std::uint8_t pad) {
    SecretArray<block_bytes_max> block;
    std::fill_n(block.data(), block_bytes_, pad);
    for (std::size_t i = 0; i < key_.size(); ++i) block.data()[i] = static_cast<std::uint8_t>(key_[i] ^ pad);
    hash_->reset();
    hash_->update(ByteView(block.span()).first(block_bytes_));
  }
  void begin() { start(0x36); }
  void finish(SecretBytes& out) {
    SecretBytes inner(value_.size());
    hash_->finish(inner);
    start(0x5c);
    hash_->update(inner);
    hash_->finish(out);
  }

  std::unique_ptr<HashContext> hash_;
  std::size_t block_bytes_;
  SecretBytes key_;
  SecretBytes value_;
};

SecretBytes padded(const Number& number, std::size_t bytes) {
  SecretBytes octets(bytes);
  number.to_bytes(octets);
  return octets;
}

}  // namespace

Number bits_to_integer(ByteView digest, const Number& order) {
  const ByteView leftmost = digest.first(std::min(digest.size(), order.bytes()));
  const Number number(leftmost);
  const std::size_t bits = 8 * leftmost.size();
  return bits > order.bits() ? number >> (bits - order.bits()) : number;
}

SecretBytes rfc6979_nonce(HashAlgorithm hash, const Number& order, ByteView private_key, ByteView digest,
                          ByteView extra) {
  const std::size_t order_bytes = order.bytes();
  const Number z = bits_to_integer(digest, order);
  const SecretBytes reduced_digest = padded(z < order ? z : z - order, order_bytes);

  State state(hash, digest.size(), info(hash).block_bytes);
  state.update(0x00, {private_key, reduced_digest, extra});
  state.update(0x01, {private_key, reduced_digest, extra});
  while (true) {
    SecretBytes candidate;
    candidate.reserve(order_bytes);
    while (candidate.size() < order_bytes) {
      const ByteView value = state.next();
      const std::size_t taken = std::min(value.size(), order_bytes - candidate.size());
      candidate.insert(candidate.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(taken));
    }
    const Number k = bits_to_integer(candidate, order);
    if (!k.is_zero() && k < order) return padded(k, order_bytes);
    state.update(0x00, {});
  }
}

}  // namespace hartls::software
