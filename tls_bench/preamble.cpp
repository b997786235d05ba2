// SPDX-License-Identifier: GPL-3.0-or-later
#include "preamble.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hartls::tls_bench {

namespace {

// The first and the last byte are in no text, so that a foreign client's greeting is told apart at
// once.
constexpr std::array<std::uint8_t, Preamble::magic_bytes> magic{0xF4, 'h', 'a', 'r',
                                                                't',  'l', 's', 0x1A};

constexpr std::size_t version_at = 8, kind_at = 9, exchange_at = 10, flags_at = 11;
constexpr std::size_t packet_at = 12, total_at = 16, reason_at = 24;
constexpr std::uint8_t not_counted_flag = 1;

template <typename Number>
void put(std::uint8_t* to, Number number) noexcept {
  for (std::size_t i = sizeof(Number); i-- > 0; number = static_cast<Number>(number >> 8U))
    to[i] = static_cast<std::uint8_t>(number & 0xFFU);
}

template <typename Number>
Number get(const std::uint8_t* from) noexcept {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number = static_cast<Number>((number << 8U) | from[i]);
  return number;
}

std::uint8_t number_of(Exchange exchange) noexcept {
  switch (exchange) {
    case Exchange::echo:
      return 1;
    case Exchange::upload:
      return 2;
    case Exchange::download:
      return 3;
  }
  return 0;
}

std::optional<Exchange> exchange_of(std::uint8_t number) noexcept {
  for (const Exchange exchange : {Exchange::echo, Exchange::upload, Exchange::download})
    if (number_of(exchange) == number)
      return exchange;
  return std::nullopt;
}

// Packets begin at different places of it, so that one that comes twice or not at all is noticed.
constexpr std::size_t content_shifts = 251;

struct Content {
  std::array<std::uint8_t, Preamble::max_packet_bytes + content_shifts> bytes{};

  Content() noexcept {
    std::uint32_t state = 1;
    for (std::uint8_t& byte : bytes) {
      state = state * 1664525U + 1013904223U;
      byte = static_cast<std::uint8_t>(state >> 24U);
    }
  }
};

}  // namespace

PreambleBytes encode(const Preamble& preamble) noexcept {
  PreambleBytes out{};
  std::copy(magic.begin(), magic.end(), out.begin());
  out[version_at] = preamble.version;
  out[kind_at] = static_cast<std::uint8_t>(preamble.kind);
  out[exchange_at] = number_of(preamble.exchange);
  out[flags_at] = preamble.counted ? 0 : not_counted_flag;
  put(&out[packet_at], preamble.packet_bytes);
  put(&out[total_at], preamble.total_bytes);
  out[reason_at] = static_cast<std::uint8_t>(preamble.reason);
  return out;
}

bool may_be_preamble(ByteView received) noexcept {
  const std::size_t there = std::min(received.size(), magic.size());
  return std::equal(magic.begin(), magic.begin() + static_cast<std::ptrdiff_t>(there),
                    received.begin());
}

Preamble answer_to(const PreambleBytes& plan) noexcept {
  Preamble answer;
  answer.kind = Preamble::Kind::refused;
  answer.counted = (plan[flags_at] & not_counted_flag) == 0;
  answer.packet_bytes = get<std::uint32_t>(&plan[packet_at]);
  answer.total_bytes = get<std::uint64_t>(&plan[total_at]);
  const std::optional<Exchange> exchange = exchange_of(plan[exchange_at]);
  answer.exchange = exchange.value_or(Exchange::echo);
  const bool rest_is_zero = std::all_of(plan.begin() + reason_at, plan.end(),
                                        [](std::uint8_t byte) { return byte == 0; }) &&
                            (plan[flags_at] & ~not_counted_flag) == 0;

  if (plan[version_at] != Preamble::current_version)
    answer.reason = Preamble::Reason::version;
  else if (plan[kind_at] != static_cast<std::uint8_t>(Preamble::Kind::plan) || !rest_is_zero)
    answer.reason = Preamble::Reason::malformed;
  else if (!exchange)
    answer.reason = Preamble::Reason::exchange;
  else if (answer.packet_bytes == 0 || answer.packet_bytes > Preamble::max_packet_bytes)
    answer.reason = Preamble::Reason::packet_bytes;
  else
    answer.kind = Preamble::Kind::accepted;
  return answer;
}

std::string describe(Preamble::Reason reason, std::uint8_t version, std::uint8_t theirs) {
  switch (reason) {
    case Preamble::Reason::version:
      return fmt::format(
          "the client speaks version {} of the preamble and the server version {}: use the same "
          "hartls on both machines",
          version, theirs);
    case Preamble::Reason::exchange:
      return "the server does not know the kind of exchange";
    case Preamble::Reason::packet_bytes:
      return fmt::format("the server takes packets of 1 to {} bytes", Preamble::max_packet_bytes);
    case Preamble::Reason::malformed:
      return "the server finds the preamble malformed";
    case Preamble::Reason::none:
      break;
  }
  return fmt::format(
      "reason {}, which this hartls does not know: use the same hartls on both "
      "machines",
      static_cast<unsigned>(reason));
}

Answer read_answer(const PreambleBytes& plan, const PreambleBytes& answer) {
  if (answer[kind_at] == static_cast<std::uint8_t>(Preamble::Kind::refused))
    return {false,
            "the server refused: " + describe(static_cast<Preamble::Reason>(answer[reason_at]),
                                              plan[version_at], answer[version_at])};
  PreambleBytes expected = plan;
  expected[kind_at] = static_cast<std::uint8_t>(Preamble::Kind::accepted);
  if (answer == expected)
    return {true, {}};
  return {false, "the server's preamble does not answer the client's"};
}

Receipt encode_receipt(std::uint64_t bytes) noexcept {
  Receipt receipt{};
  put(receipt.data(), bytes);
  return receipt;
}

std::uint64_t decode_receipt(const Receipt& receipt) noexcept {
  return get<std::uint64_t>(receipt.data());
}

ByteView packet_content(std::uint64_t index, std::size_t bytes) noexcept {
  static const Content content;
  return ByteView(content.bytes).subspan(static_cast<std::size_t>(index % content_shifts), bytes);
}

}  // namespace hartls::tls_bench
