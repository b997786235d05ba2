// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/md5.h>
#include <wolfssl/wolfcrypt/sha.h>
#include <wolfssl/wolfcrypt/sha256.h>
#include <wolfssl/wolfcrypt/sha3.h>
#include <wolfssl/wolfcrypt/sha512.h>

#include <string>

#include "hartls/core/error.hpp"
#include "symmetric.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

/// Holds the C struct of a hash; `init`, `copy` and `release` are wolfCrypt's functions for it.
template <typename State, auto init, auto copy, auto release>
class HashState {
 public:
  explicit HashState(std::string_view name) : name_(name) {
    throw_unless_success(init(&state_, nullptr, INVALID_DEVID), name_, "hash initialisation");
  }
  HashState(const HashState&) = delete;
  HashState& operator=(const HashState&) = delete;
  ~HashState() {
    release(&state_);
    wipe_struct(state_);
  }

  State* get() noexcept { return &state_; }
  std::string_view name() const noexcept { return name_; }

  // Not left to what wolfCrypt's final function does: before 5.8 that picks up a registered crypto
  // callback.
  void reset() noexcept {
    must_succeed(init(&state_, nullptr, INVALID_DEVID), name_, "hash initialisation");
  }

  void assign(const HashState& other) noexcept {
    // wolfCrypt's copy functions only read the source; their type does not say so.
    must_succeed(copy(const_cast<State*>(&other.state_), &state_), name_, "hash copy");
  }

 private:
  State state_{};
  std::string_view name_;
};

/// `Context`, a class with a member `state_` of type HashState, does the rest.
template <typename Context, auto update_function>
class HashBase : public HashContext {
 public:
  void update(ByteView data) noexcept final {
    auto& state = self().state_;
    for_each_chunk(data, [&state](const byte* chunk, word32 size) {
      must_succeed(update_function(state.get(), chunk, size), state.name(), "hash update");
    });
  }

  void reset() noexcept final { self().state_.reset(); }

  void assign(const HashContext& other) noexcept final {
    self().state_.assign(static_cast<const Context&>(other).state_);
  }

  std::unique_ptr<HashContext> clone() const final {
    auto copy = std::make_unique<Context>(static_cast<const Context*>(this)->state_.name());
    copy->assign(*this);
    return copy;
  }

 private:
  Context& self() noexcept { return *static_cast<Context*>(this); }
};

template <typename State, auto init, auto update_function, auto final_function, auto copy,
          auto release>
class FixedHash final
    : public HashBase<FixedHash<State, init, update_function, final_function, copy, release>,
                      update_function> {
 public:
  explicit FixedHash(std::string_view name) : state_(name) {}

  void finish(ByteSpan digest) noexcept override {
    must_succeed(final_function(state_.get(), digest.data()), state_.name(), "hash final");
  }

 private:
  template <typename, auto>
  friend class HashBase;
  HashState<State, init, copy, release> state_;
};

template <std::size_t rate_bytes, auto init, auto update_function, auto absorb, auto squeeze,
          auto copy, auto release>
class Shake final
    : public HashBase<Shake<rate_bytes, init, update_function, absorb, squeeze, copy, release>,
                      update_function> {
 public:
  explicit Shake(std::string_view name) : state_(name) {}

  void finish(ByteSpan output) noexcept override {
    must_succeed(absorb(state_.get(), not_null(ByteView()), 0), state_.name(), "SHAKE absorb");
    constexpr std::size_t most_blocks = chunk_bytes / rate_bytes;
    while (output.size() >= rate_bytes) {
      const std::size_t blocks = std::min(output.size() / rate_bytes, most_blocks);
      squeeze_blocks(output.data(), blocks);
      output = output.subspan(blocks * rate_bytes);
    }
    if (output.empty())
      return;
    SecretArray<rate_bytes> last;
    squeeze_blocks(last.data(), 1);
    std::copy_n(last.data(), output.size(), output.data());
  }

 private:
  void squeeze_blocks(byte* output, std::size_t blocks) noexcept {
    must_succeed(squeeze(state_.get(), output, static_cast<word32>(blocks)), state_.name(),
                 "SHAKE squeeze");
  }

  template <typename, auto>
  friend class HashBase;
  HashState<wc_Shake, init, copy, release> state_;
};

using Md5 = FixedHash<wc_Md5, wc_InitMd5_ex, wc_Md5Update, wc_Md5Final, wc_Md5Copy, wc_Md5Free>;
using Sha1 = FixedHash<wc_Sha, wc_InitSha_ex, wc_ShaUpdate, wc_ShaFinal, wc_ShaCopy, wc_ShaFree>;
using Sha224 = FixedHash<wc_Sha224, wc_InitSha224_ex, wc_Sha224Update, wc_Sha224Final,
                         wc_Sha224Copy, wc_Sha224Free>;
using Sha256 = FixedHash<wc_Sha256, wc_InitSha256_ex, wc_Sha256Update, wc_Sha256Final,
                         wc_Sha256Copy, wc_Sha256Free>;
using Sha384 = FixedHash<wc_Sha384, wc_InitSha384_ex, wc_Sha384Update, wc_Sha384Final,
                         wc_Sha384Copy, wc_Sha384Free>;
using Sha512 = FixedHash<wc_Sha512, wc_InitSha512_ex, wc_Sha512Update, wc_Sha512Final,
                         wc_Sha512Copy, wc_Sha512Free>;
using Sha512_224 = FixedHash<wc_Sha512_224, wc_InitSha512_224_ex, wc_Sha512_224Update,
                             wc_Sha512_224Final, wc_Sha512_224Copy, wc_Sha512_224Free>;
using Sha512_256 = FixedHash<wc_Sha512_256, wc_InitSha512_256_ex, wc_Sha512_256Update,
                             wc_Sha512_256Final, wc_Sha512_256Copy, wc_Sha512_256Free>;
using Sha3_224 = FixedHash<wc_Sha3, wc_InitSha3_224, wc_Sha3_224_Update, wc_Sha3_224_Final,
                           wc_Sha3_224_Copy, wc_Sha3_224_Free>;
using Sha3_256 = FixedHash<wc_Sha3, wc_InitSha3_256, wc_Sha3_256_Update, wc_Sha3_256_Final,
                           wc_Sha3_256_Copy, wc_Sha3_256_Free>;
using Sha3_384 = FixedHash<wc_Sha3, wc_InitSha3_384, wc_Sha3_384_Update, wc_Sha3_384_Final,
                           wc_Sha3_384_Copy, wc_Sha3_384_Free>;
using Sha3_512 = FixedHash<wc_Sha3, wc_InitSha3_512, wc_Sha3_512_Update, wc_Sha3_512_Final,
                           wc_Sha3_512_Copy, wc_Sha3_512_Free>;
using Shake128 = Shake<168, wc_InitShake128, wc_Shake128_Update, wc_Shake128_Absorb,
                       wc_Shake128_SqueezeBlocks, wc_Shake128_Copy, wc_Shake128_Free>;
using Shake256 = Shake<136, wc_InitShake256, wc_Shake256_Update, wc_Shake256_Absorb,
                       wc_Shake256_SqueezeBlocks, wc_Shake256_Copy, wc_Shake256_Free>;

}  // namespace

Support hash_support(HashAlgorithm) noexcept {
  return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
}

std::unique_ptr<HashContext> make_hash(HashAlgorithm algorithm) {
  const std::string_view name = info(algorithm).name;
  switch (algorithm) {
    case HashAlgorithm::md5:
      return std::make_unique<Md5>(name);
    case HashAlgorithm::sha1:
      return std::make_unique<Sha1>(name);
    case HashAlgorithm::sha224:
      return std::make_unique<Sha224>(name);
    case HashAlgorithm::sha256:
      return std::make_unique<Sha256>(name);
    case HashAlgorithm::sha384:
      return std::make_unique<Sha384>(name);
    case HashAlgorithm::sha512:
      return std::make_unique<Sha512>(name);
    case HashAlgorithm::sha512_224:
      return std::make_unique<Sha512_224>(name);
    case HashAlgorithm::sha512_256:
      return std::make_unique<Sha512_256>(name);
    case HashAlgorithm::sha3_224:
      return std::make_unique<Sha3_224>(name);
    case HashAlgorithm::sha3_256:
      return std::make_unique<Sha3_256>(name);
    case HashAlgorithm::sha3_384:
      return std::make_unique<Sha3_384>(name);
    case HashAlgorithm::sha3_512:
      return std::make_unique<Sha3_512>(name);
    case HashAlgorithm::shake128:
      return std::make_unique<Shake128>(name);
    case HashAlgorithm::shake256:
      return std::make_unique<Shake256>(name);
  }
  fail(Errc::unsupported_algorithm, std::string(name) + ": not supported by provider 'software'");
}

}  // namespace hartls::software
