// SPDX-License-Identifier: GPL-3.0-or-later
#include "rng.hpp"

#include <unistd.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include <string>

#include "hartls/core/error.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

void check(int result, const char* call) {
  if (result == 0)
    return;
  fail(Errc::entropy_unavailable,
       std::string("random numbers: ") + call + " returned " + std::to_string(result) + " (" +
           wc_GetErrorString(result) +
           "), 0 expected; the seed comes from getrandom() or /dev/urandom");
}

class ThreadRng {
 public:
  ThreadRng() { seed(); }
  ThreadRng(const ThreadRng&) = delete;
  ThreadRng& operator=(const ThreadRng&) = delete;
  ~ThreadRng() { clear(); }

  WC_RNG* get() {
    // A forked child holds its parent's state and would repeat its output.
    if (const pid_t now = getpid(); now != process_) {
      clear();
      seed();
    }
    return &rng_;
  }

 private:
  void seed() {
    process_ = 0;
    check(wc_InitRng(&rng_), "wc_InitRng");
    process_ = getpid();
  }
  void clear() noexcept {
    wc_FreeRng(&rng_);
    wipe_struct(rng_);
  }

  WC_RNG rng_{};
  pid_t process_ = 0;
};

}  // namespace

WC_RNG* thread_rng() {
  thread_local ThreadRng rng;
  return rng.get();
}

void random_bytes(ByteSpan out) {
  while (!out.empty()) {
    // SP 800-90A table 2: at most 2^19 bits a request.
    const ByteSpan part = out.first(std::min<std::size_t>(out.size(), RNG_MAX_BLOCK_LEN));
    check(wc_RNG_GenerateBlock(thread_rng(), part.data(), static_cast<word32>(part.size())),
          "wc_RNG_GenerateBlock");
    out = out.subspan(part.size());
  }
}

}  // namespace hartls::software
