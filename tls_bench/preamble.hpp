// SPDX-License-Identifier: GPL-3.0-or-later
// What a client and a server agree on inside the TLS session, before any data. Each sends 32 bytes:
//
//    0  8  magic
//    8  1  version
//    9  1  kind: 1 plan (client), 2 accepted, 3 refused (server)
//   10  1  exchange: 1 echo, 2 upload, 3 download
//   11  1  flags: bit 0, this connection is not to be counted
//   12  4  bytes of a packet, 1 to 16384
//   16  8  bytes in all, each way that the exchange has
//   24  1  why it was refused
//   25  7  zero
//
// Numbers are big-endian. Size, magic, version, kind and reason keep their place in every version.
// An answer repeats the plan. Nothing that comes afterwards is ever a command.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hartls/core/bytes.hpp"
#include "plan.hpp"

namespace hartls::tls_bench {

struct Preamble {
  enum class Kind : std::uint8_t { plan = 1, accepted = 2, refused = 3 };
  enum class Reason : std::uint8_t {
    none = 0,
    version = 1,
    exchange = 2,
    packet_bytes = 3,
    malformed = 4
  };

  static constexpr std::size_t bytes = 32;
  static constexpr std::size_t magic_bytes = 8;
  static constexpr std::uint8_t current_version = 1;
  static constexpr std::size_t max_packet_bytes = tls::Engine::max_record_bytes;

  std::uint8_t version = current_version;
  Kind kind = Kind::plan;
  Exchange exchange = Exchange::echo;
  bool counted = true;
  std::uint32_t packet_bytes = 0;
  std::uint64_t total_bytes = 0;
  Reason reason = Reason::none;
};

using PreambleBytes = std::array<std::uint8_t, Preamble::bytes>;

PreambleBytes encode(const Preamble& preamble) noexcept;

/// Whether `received`, the first bytes of a peer, can still become a preamble: all that is there of
/// the magic is right.
bool may_be_preamble(ByteView received) noexcept;

/// What a server answers to `plan`, which has the magic: accepted or refused, and why.
Preamble answer_to(const PreambleBytes& plan) noexcept;

/// The server's answer as a client understands it. `error` is a sentence where it is none, or a
/// refusal.
struct Answer {
  bool accepted = false;
  std::string error;
};
Answer read_answer(const PreambleBytes& plan, const PreambleBytes& answer);

/// A refusal in words, as both sides tell it; `theirs` is the version of the side that refused.
std::string describe(Preamble::Reason reason, std::uint8_t version, std::uint8_t theirs);

/// What a server tells after an upload: the bytes that it has got.
using Receipt = std::array<std::uint8_t, 8>;
Receipt encode_receipt(std::uint64_t bytes) noexcept;
std::uint64_t decode_receipt(const Receipt& receipt) noexcept;

/// Content of packet `index` of a connection: pseudo-random, the same on both sides, another one
/// for the next packet. At most Preamble::max_packet_bytes. Static storage.
ByteView packet_content(std::uint64_t index, std::size_t bytes) noexcept;

}  // namespace hartls::tls_bench
