// SPDX-License-Identifier: GPL-3.0-or-later
// The argument checks that the wrappers share, so that every message has the same shape: what,
// given, allowed.
#pragma once

#include <string>
#include <string_view>

#include "hartls/core/bytes.hpp"
#include "hartls/core/error.hpp"
#include "hartls/crypto/provider.hpp"

namespace hartls::check {

/// "AES-128-GCM: nonce of 5 bytes given, 12 allowed"
inline void size(Errc code, std::string_view what, std::string_view part, std::size_t given,
                 std::size_t allowed) {
  if (given == allowed)
    return;
  fail(code, std::string(what) + ": " + std::string(part) + " of " + std::to_string(given) +
                 " bytes given, " + std::to_string(allowed) + " allowed");
}

inline void not_null(std::string_view what, std::string_view part, ByteView bytes) {
  if (bytes.data() != nullptr || bytes.empty())
    return;
  fail(Errc::null_data, std::string(what) + ": " + std::string(part) +
                            " is a null pointer with length " + std::to_string(bytes.size()) +
                            "; null is allowed with length 0 only");
}

inline void overlap(std::string_view what, ByteView in, ByteView out) {
  if (same_or_disjoint(in, out))
    return;
  fail(Errc::overlapping_buffers,
       std::string(what) +
           ": input and output overlap at different starts; allowed: the same start, or no "
           "shared byte");
}

inline void disjoint(std::string_view what, std::string_view part, ByteView a, ByteView b) {
  if (a.empty() || b.empty() || (a.data() != b.data() && same_or_disjoint(a, b)))
    return;
  fail(Errc::overlapping_buffers,
       std::string(what) + ": " + std::string(part) + " overlap; they must not share a byte");
}

/// `holder` is the context of a wrapper: gone after a move.
template <typename Pointer>
void usable(std::string_view what, const Pointer& holder) {
  if (holder)
    return;
  fail(Errc::invalid_state, std::string(what) + ": used after it was moved from");
}

inline void supported(std::string_view what, const Support& support, const Provider& provider) {
  if (support.available)
    return;
  fail(Errc::unsupported_algorithm, std::string(what) + ": not supported by provider '" +
                                        std::string(provider.name()) + "' (" +
                                        std::string(provider.version()) + ")");
}

}  // namespace hartls::check
