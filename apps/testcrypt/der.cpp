// SPDX-License-Identifier: GPL-3.0-or-later
#include "der.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace hartls::testcrypt {
namespace {

constexpr std::uint8_t tag_integer = 0x02;
constexpr std::uint8_t tag_bit_string = 0x03;
constexpr std::uint8_t tag_octet_string = 0x04;
constexpr std::uint8_t tag_oid = 0x06;
constexpr std::uint8_t tag_sequence = 0x30;

constexpr std::array<std::uint8_t, 7> oid_ec_public_key{0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};

// One element after the other; a failed step leaves `good` false and the rest empty.
class Reader {
 public:
  explicit Reader(ByteView data, bool good = true) : rest_(data), good_(good) {}

  ByteView element(std::uint8_t tag) {
    if (!good_ || rest_.size() < 2 || rest_[0] != tag)
      return stop();
    std::size_t size = rest_[1];
    std::size_t head = 2;
    if (size >= 0x80) {
      const std::size_t digits = size & 0x7FU;
      if (digits == 0 || digits > 3 || rest_.size() < 2 + digits)
        return stop();
      size = 0;
      for (std::size_t i = 0; i < digits; ++i)
        size = size << 8U | rest_[2 + i];
      head += digits;
      if (size < 0x80 || rest_[2] == 0)
        return stop();
    }
    if (rest_.size() - head < size)
      return stop();
    const ByteView contents = rest_.subspan(head, size);
    rest_ = rest_.subspan(head + size);
    return contents;
  }

  Reader inside(std::uint8_t tag) {
    const ByteView contents = element(tag);
    return Reader(contents, good_);
  }

  bool good() const noexcept { return good_; }
  bool at_end() const noexcept { return good_ && rest_.empty(); }

 private:
  ByteView stop() {
    good_ = false;
    rest_ = {};
    return {};
  }

  ByteView rest_;
  bool good_;
};

Bytes copy(ByteView view) {
  return Bytes(view.begin(), view.end());
}

}  // namespace

std::optional<EcPublicKeyInfo> read_ec_public_key_info(ByteView der) {
  Reader outer(der);
  Reader info = outer.inside(tag_sequence);
  Reader algorithm = info.inside(tag_sequence);
  const ByteView kind = algorithm.element(tag_oid);
  const ByteView curve = algorithm.element(tag_oid);
  const ByteView bits = info.element(tag_bit_string);
  const bool whole = outer.at_end() && info.at_end() && algorithm.at_end();
  if (!whole || !std::ranges::equal(kind, oid_ec_public_key) || bits.empty() || bits[0] != 0)
    return std::nullopt;
  return EcPublicKeyInfo{copy(curve), copy(bits.subspan(1))};
}

std::optional<std::vector<Bytes>> read_rsa_private_key_info(ByteView der) {
  Reader outer(der);
  Reader info = outer.inside(tag_sequence);
  info.element(tag_integer);
  info.element(tag_sequence);
  Reader wrapped(info.element(tag_octet_string), info.good());
  Reader key = wrapped.inside(tag_sequence);
  key.element(tag_integer);
  std::vector<Bytes> numbers;
  for (int i = 0; i < 8; ++i)
    numbers.push_back(copy(key.element(tag_integer)));
  if (!key.good())
    return std::nullopt;
  return numbers;
}

}  // namespace hartls::testcrypt
