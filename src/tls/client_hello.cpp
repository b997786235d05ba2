// SPDX-License-Identifier: GPL-3.0-or-later
#include "client_hello.hpp"

#include <algorithm>
#include <cstddef>

namespace hartls::tls {
namespace {

constexpr std::uint8_t record_handshake = 22;
constexpr std::uint8_t message_client_hello = 1;
constexpr std::size_t record_header_bytes = 5;
constexpr std::size_t message_header_bytes = 4;

// Reads big-endian values; once something is missing, everything after is empty or 0.
class Reader {
 public:
  explicit Reader(ByteView bytes) noexcept : rest_(bytes) {}

  bool ok() const noexcept { return ok_; }
  bool empty() const noexcept { return rest_.empty(); }

  ByteView take(std::size_t count) noexcept {
    if (count > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const ByteView taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  std::size_t number(std::size_t bytes) noexcept {
    std::size_t value = 0;
    for (const std::uint8_t byte : take(bytes))
      value = value << 8U | byte;
    return value;
  }
  /// A vector with a length of `length_bytes` in front (RFC 8446 section 3.4).
  Reader vector(std::size_t length_bytes) noexcept { return Reader(take(number(length_bytes))); }

  std::vector<std::uint16_t> numbers16() {
    std::vector<std::uint16_t> values;
    while (rest_.size() >= 2)
      values.push_back(static_cast<std::uint16_t>(number(2)));
    return values;
  }
  std::string text() const { return {rest_.begin(), rest_.end()}; }

 private:
  ByteView rest_;
  bool ok_ = true;
};

// Joins the records' fragments until the first message is whole.
Peek first_message(ByteView bytes, Bytes& message) {
  std::size_t wanted = message_header_bytes;
  while (message.size() < wanted) {
    if (!bytes.empty() && bytes[0] != record_handshake)
      return Peek::not_a_client_hello;
    if (bytes.size() < record_header_bytes)
      return Peek::incomplete;
    const std::size_t length = static_cast<std::size_t>(bytes[3]) << 8U | bytes[4];
    if (bytes[1] != 3 || length == 0)
      return Peek::not_a_client_hello;
    const ByteView body = bytes.subspan(record_header_bytes);
    const ByteView fragment = body.first(std::min(length, body.size()));
    message.insert(message.end(), fragment.begin(), fragment.end());
    if (message.size() >= message_header_bytes) {
      if (message[0] != message_client_hello)
        return Peek::not_a_client_hello;
      Reader header(ByteView(message).subspan(1));
      wanted = message_header_bytes + header.number(3);
    }
    if (fragment.size() < length && message.size() < wanted)
      return Peek::incomplete;
    bytes = body.subspan(fragment.size());
  }
  message.resize(wanted);
  return Peek::complete;
}

void read_extension(std::size_t type, Reader body, ClientHello& hello) {
  switch (type) {
    case 0: {  // server_name, RFC 6066 section 3
      Reader names = body.vector(2);
      if (names.number(1) == 0)
        hello.server_name = names.vector(2).text();
      return;
    }
    case 10:
      hello.groups = body.vector(2).numbers16();
      return;
    case 13:
      hello.signature_schemes = body.vector(2).numbers16();
      return;
    case 43: {  // supported_versions
      const std::vector<std::uint16_t> versions = body.vector(1).numbers16();
      hello.offers_tls1_3 = std::find(versions.begin(), versions.end(), 0x0304) != versions.end();
      return;
    }
    default:
      return;
  }
}

}  // namespace

Peek peek_client_hello(ByteView bytes, ClientHello& hello) {
  Bytes message;
  if (const Peek peek = first_message(bytes, message); peek != Peek::complete)
    return peek;
  Reader reader(ByteView(message).subspan(message_header_bytes));
  reader.take(2 + 32);  // legacy_version, random
  reader.vector(1);     // legacy_session_id
  hello.suites = reader.vector(2).numbers16();
  reader.vector(1);  // legacy_compression_methods
  Reader extensions = reader.vector(2);
  while (extensions.ok() && !extensions.empty()) {
    const std::size_t type = extensions.number(2);
    read_extension(type, extensions.vector(2), hello);
  }
  return Peek::complete;
}

}  // namespace hartls::tls
