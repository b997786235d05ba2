// SPDX-License-Identifier: GPL-3.0-or-later
#include "wolfcrypt_call.hpp"

#include <wolfssl/wolfcrypt/error-crypt.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "hartls/core/error.hpp"

namespace hartls::software {
namespace {

[[noreturn]] void give_up(std::string_view algorithm, std::string_view call,
                          const std::string& why) noexcept {
  std::fprintf(stderr, "hartls: %.*s: %.*s %s\n", static_cast<int>(algorithm.size()),
               algorithm.data(), static_cast<int>(call.size()), call.data(), why.c_str());
  std::abort();
}

std::string describe(int result) {
  return "returned " + std::to_string(result) + " (" + wc_GetErrorString(result) + ")";
}

}  // namespace

void must_succeed(int result, std::string_view algorithm, std::string_view call) noexcept {
  if (result != 0)
    give_up(algorithm, call, describe(result));
}

void throw_unless_success(int result, std::string_view algorithm, std::string_view call) {
  if (result == 0)
    return;
  fail(Errc::provider_failure,
       std::string(algorithm) + ": " + std::string(call) + " " + describe(result) + ", 0 expected");
}

const byte* not_null(ByteView bytes) noexcept {
  static const byte nothing = 0;
  return bytes.empty() ? &nothing : bytes.data();
}

byte* not_null(ByteSpan bytes) noexcept {
  static byte nothing = 0;
  return bytes.empty() ? &nothing : bytes.data();
}

word32 word32_size(std::size_t bytes, std::string_view algorithm) noexcept {
  if (bytes > std::numeric_limits<word32>::max()) {
    give_up(algorithm, "one call",
            "was given " + std::to_string(bytes) + " bytes, at most 4294967295 allowed");
  }
  return static_cast<word32>(bytes);
}

}  // namespace hartls::software
