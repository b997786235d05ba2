// SPDX-License-Identifier: GPL-3.0-or-later
#include "rfc6979.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>

#include "hartls/crypto/hmac_over_hash.hpp"
#include "symmetric.hpp"

namespace hartls::software {
namespace {

/// K and V of the standard.
class State {
 public:
  explicit State(HashAlgorithm hash) : info_(info(hash)), value_(info_.digest_bytes, 1) {
    set_key(SecretBytes(info_.digest_bytes));
  }

  /// K = HMAC_K(V || separator || parts), V = HMAC_K(V).
  void update(std::uint8_t separator, std::initializer_list<ByteView> parts) {
    mac_->reset();
    mac_->update(value_);
    mac_->update({&separator, 1});
    for (const ByteView part : parts)
      mac_->update(part);
    SecretBytes key(info_.digest_bytes);
    mac_->finish(key);
    set_key(key);
    next();
  }

  /// V = HMAC_K(V)
  ByteView next() {
    mac_->reset();
    mac_->update(value_);
    mac_->finish(value_);
    return value_;
  }

 private:
  void set_key(ByteView key) { mac_ = make_hmac(make_hash(info_.algorithm), info_, key); }

  const HashInfo& info_;
  SecretBytes value_;
  std::unique_ptr<MacContext> mac_;
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

SecretBytes rfc6979_nonce(HashAlgorithm hash, const Number& order, ByteView private_key,
                          ByteView digest, ByteView extra) {
  const std::size_t order_bytes = order.bytes();
  const Number z = bits_to_integer(digest, order);
  const SecretBytes reduced_digest = padded(z < order ? z : z - order, order_bytes);

  State state(hash);
  state.update(0x00, {private_key, reduced_digest, extra});
  state.update(0x01, {private_key, reduced_digest, extra});
  while (true) {
    SecretBytes candidate;
    candidate.reserve(order_bytes);
    while (candidate.size() < order_bytes) {
      const ByteView value = state.next();
      const std::size_t taken = std::min(value.size(), order_bytes - candidate.size());
      candidate.insert(candidate.end(), value.begin(),
                       value.begin() + static_cast<std::ptrdiff_t>(taken));
    }
    const Number k = bits_to_integer(candidate, order);
    if (!k.is_zero() && k < order)
      return padded(k, order_bytes);
    state.update(0x00, {});
  }
}

}  // namespace hartls::software
