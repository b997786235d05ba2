// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dh_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>

#include "hartls/core/error.hpp"

namespace hartls::server {
namespace {

constexpr std::uint8_t tag_sequence = 0x30;
constexpr std::uint8_t tag_integer = 0x02;

/// Takes one DER value of the given tag from the front of `bytes`.
std::optional<ByteView> take(ByteView& bytes, std::uint8_t tag) {
  if (bytes.size() < 2 || bytes[0] != tag)
    return std::nullopt;
  std::size_t size = bytes[1];
  std::size_t header = 2;
  if (size >= 0x80) {
    const std::size_t count = size & 0x7FU;
    if (count == 0 || count > 3 || bytes.size() < 2 + count)
      return std::nullopt;
    size = 0;
    for (std::size_t index = 0; index < count; ++index)
      size = size << 8U | bytes[2 + index];
    header += count;
  }
  if (bytes.size() - header < size)
    return std::nullopt;
  const ByteView value = bytes.subspan(header, size);
  bytes = bytes.subspan(header + size);
  return value;
}

std::optional<unsigned> base64_digit(char c) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t position = digits.find(c);
  return position == std::string_view::npos ? std::nullopt
                                            : std::optional(static_cast<unsigned>(position));
}

/// Nothing where a character is wrong.
std::optional<Bytes> decode_base64(std::string_view text) {
  Bytes bytes;
  unsigned pending = 0;
  unsigned bits = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == ' ' || c == '=')
      continue;
    const auto digit = base64_digit(c);
    if (!digit)
      return std::nullopt;
    pending = (pending << 6U | *digit) & 0xFFFFU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::uint8_t>(pending >> bits));
    }
  }
  return bytes;
}

/// The DER between the lines of the first block of Diffie-Hellman parameters; nothing without one.
std::optional<Bytes> from_pem(std::string_view text) {
  const std::size_t label = text.find("DH PARAMETERS-----");
  const std::size_t begin = label == std::string_view::npos ? label : text.find('\n', label);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find("-----END", begin);
  if (end == std::string_view::npos)
    return std::nullopt;
  return decode_base64(text.substr(begin, end - begin));
}

}  // namespace

DhParameters parse_dh_parameters(ByteView pem_or_der, std::string_view what) {
  const std::string_view text(reinterpret_cast<const char*>(pem_or_der.data()), pem_or_der.size());
  std::optional<Bytes> der;
  if (text.find("-----BEGIN") != std::string_view::npos)
    der = from_pem(text);
  else
    der.emplace(pem_or_der.begin(), pem_or_der.end());
  if (der) {
    ByteView rest = *der;
    if (auto sequence = take(rest, tag_sequence)) {
      const auto p = take(*sequence, tag_integer);
      const auto g = take(*sequence, tag_integer);
      if (p && g)
        return {Bytes(p->begin(), p->end()), Bytes(g->begin(), g->end()), {}};
    }
  }
  fail(Errc::invalid_argument,
       std::string(what) + " has no Diffie-Hellman parameters in PEM or DER (openssl dhparam)");
}

DhParameters read_dh_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const Bytes bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream.is_open() || stream.bad()) {
    const int reason = errno;
    fail(Errc::invalid_argument, "Diffie-Hellman parameters " + file.string() +
                                     " cannot be read: " + std::generic_category().message(reason));
  }
  return parse_dh_parameters(bytes, file.string());
}

}  // namespace hartls::server
