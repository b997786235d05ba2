// SPDX-License-Identifier: GPL-3.0-or-later
// What every call into wolfCrypt's symmetric code shares: its error codes, its 32-bit lengths, its
// dislike of null.
#pragma once

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/types.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "hartls/core/bytes.hpp"
#include "hartls/core/secret.hpp"

namespace hartls::software {

/// For calls whose only failures are wrong arguments, which were checked: ends the program with a
/// message, because going on would hand out wrong bytes.
void must_succeed(int result, std::string_view algorithm, std::string_view call) noexcept;

/// For construction: throws Errc::provider_failure with wolfCrypt's own words.
void throw_unless_success(int result, std::string_view algorithm, std::string_view call);

/// `bytes.data()`, or where that may be null some readable address: wolfCrypt refuses null even
/// with length 0.
const byte* not_null(ByteView bytes) noexcept;
byte* not_null(ByteSpan bytes) noexcept;

/// One call's length. Ends the program above 2^32 - 1: the wrappers refuse such a size where a call
/// cannot be split.
word32 word32_size(std::size_t bytes, std::string_view algorithm) noexcept;

/// A multiple of every block size.
inline constexpr std::size_t chunk_bytes = std::size_t{1} << 30U;

/// Calls `process(data, size)` until all is taken; never for an empty view.
template <typename Process>
void for_each_chunk(ByteView data, Process process) noexcept {
  while (!data.empty()) {
    const ByteView chunk = data.first(std::min(data.size(), chunk_bytes));
    process(chunk.data(), static_cast<word32>(chunk.size()));
    data = data.subspan(chunk.size());
  }
}

/// Wipes a C struct of wolfCrypt; its own free functions leave parts behind, and some versions have
/// none.
template <typename Struct>
void wipe_struct(Struct& data) noexcept {
  static_assert(std::is_trivially_copyable_v<Struct>);
  secure_wipe({reinterpret_cast<std::uint8_t*>(&data), sizeof(data)});
}

}  // namespace hartls::software
