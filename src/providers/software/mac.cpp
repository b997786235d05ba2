// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/cmac.h>
#include <wolfssl/wolfcrypt/hmac.h>
#include <wolfssl/wolfcrypt/poly1305.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>

#include "aes_tables.hpp"
#include "hartls/core/error.hpp"
#include "hartls/crypto/hmac_over_hash.hpp"
#include "symmetric.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

class WolfHmac final : public MacContext {
 public:
  WolfHmac(std::string_view name, int hash_type, ByteView key) : name_(name) {
    throw_unless_success(wc_HmacInit(&hmac_, nullptr, INVALID_DEVID), name_, "wc_HmacInit");
    const int result =
        wc_HmacSetKey(&hmac_, hash_type, not_null(key), static_cast<word32>(key.size()));
    if (result != 0)
      destroy();
    throw_unless_success(result, name_, "wc_HmacSetKey");
  }
  WolfHmac(const WolfHmac&) = delete;
  WolfHmac& operator=(const WolfHmac&) = delete;
  ~WolfHmac() override { destroy(); }

  void update(ByteView data) noexcept override {
    for_each_chunk(data, [this](const byte* chunk, word32 size) {
      must_succeed(wc_HmacUpdate(&hmac_, chunk, size), name_, "wc_HmacUpdate");
    });
    begun_ = begun_ || !data.empty();
  }

  void finish(ByteSpan tag) noexcept override {
    must_succeed(wc_HmacFinal(&hmac_, tag.data()), name_, "wc_HmacFinal");
    begun_ = false;
  }

  // wolfCrypt offers no other way back to the keyed state than finishing the message.
  void reset() noexcept override {
    if (!begun_)
      return;
    SecretArray<WC_MAX_DIGEST_SIZE> unused;
    finish(unused.span());
  }

 private:
  void destroy() noexcept {
    wc_HmacFree(&hmac_);
    wipe_struct(hmac_);
  }

  Hmac hmac_{};
  std::string_view name_;
  bool begun_ = false;
};

class WolfCmac final : public MacContext {
 public:
  WolfCmac(std::string_view name, ByteView key) : name_(name) {
    const int result =
        wc_InitCmac(&cmac_, key.data(), static_cast<word32>(key.size()), WC_CMAC_AES, nullptr);
    if (result != 0)
      destroy();
    throw_unless_success(result, name_, "wc_InitCmac");
  }
  WolfCmac(const WolfCmac&) = delete;
  WolfCmac& operator=(const WolfCmac&) = delete;
  ~WolfCmac() override { destroy(); }

  void update(ByteView data) noexcept override {
    for_each_chunk(data, [this](const byte* chunk, word32 size) {
      must_succeed(wc_CmacUpdate(&cmac_, chunk, size), name_, "wc_CmacUpdate");
      // Before 5.8 a zero total means "first block", also when the 32-bit total has wrapped at 4
      // GiB.
      cmac_.totalSz = std::min<word32>(cmac_.totalSz, block_bytes);
    });
  }

  void finish(ByteSpan tag) noexcept override {
    word32 size = block_bytes;
    must_succeed(wc_CmacFinalNoFree(&cmac_, tag.data(), &size), name_, "wc_CmacFinalNoFree");
  }

  // wolfCrypt has no call that keeps the key; these are the members that belong to one message.
  void reset() noexcept override {
    std::fill(std::begin(cmac_.digest), std::end(cmac_.digest), byte{0});
    std::fill(std::begin(cmac_.buffer), std::end(cmac_.buffer), byte{0});
    cmac_.bufferSz = 0;
    cmac_.totalSz = 0;
  }

 private:
  static constexpr word32 block_bytes = 16;

  void destroy() noexcept {
    wc_CmacFree(&cmac_);
    wipe_struct(cmac_);
  }

  Cmac cmac_{};
  std::string_view name_;
};

class WolfPoly1305 final : public MacContext {
 public:
  WolfPoly1305(std::string_view name, ByteView key) : name_(name) {
    throw_unless_success(wc_Poly1305SetKey(&keyed_, key.data(), static_cast<word32>(key.size())),
                         name_, "wc_Poly1305SetKey");
    state_ = keyed_;
  }
  WolfPoly1305(const WolfPoly1305&) = delete;
  WolfPoly1305& operator=(const WolfPoly1305&) = delete;
  ~WolfPoly1305() override {
    wipe_struct(keyed_);
    wipe_struct(state_);
  }

  void update(ByteView data) noexcept override {
    for_each_chunk(data, [this](const byte* chunk, word32 size) {
      must_succeed(wc_Poly1305Update(&state_, chunk, size), name_, "wc_Poly1305Update");
    });
  }

  void finish(ByteSpan tag) noexcept override {
    must_succeed(wc_Poly1305Final(&state_, tag.data()), name_, "wc_Poly1305Final");
  }

  void reset() noexcept override { state_ = keyed_; }

 private:
  Poly1305 keyed_{};  // wc_Poly1305Final erases the key
  Poly1305 state_{};
  std::string_view name_;
};

std::unique_ptr<MacContext> make_wolf_hmac(std::string_view name, int hash_type, ByteView key) {
  if (key.size() > std::numeric_limits<word32>::max()) {
    fail(Errc::invalid_key_size, std::string(name) + ": key of " + std::to_string(key.size()) +
                                     " bytes given, at most 4294967295 allowed");
  }
  return std::make_unique<WolfHmac>(name, hash_type, key);
}

// wolfCrypt's HMAC learned the truncated SHA-512 only after 5.7.
std::unique_ptr<MacContext> make_own_hmac(HashAlgorithm hash, ByteView key) {
  return make_hmac(make_hash(hash), info(hash), key);
}

}  // namespace

Support mac_support(MacAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case MacAlgorithm::aes_128_cmac:
    case MacAlgorithm::aes_192_cmac:
    case MacAlgorithm::aes_256_cmac:
      return aes_support();
    case MacAlgorithm::hmac_sha512_224:
    case MacAlgorithm::hmac_sha512_256:
      return {.available = true,
              .constant_time = true,
              .implementation = "hartls HMAC over wolfCrypt C"};
    default:
      return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
  }
}

std::unique_ptr<MacContext> make_mac(MacAlgorithm algorithm, ByteView key) {
  const std::string_view name = info(algorithm).name;
  switch (algorithm) {
    case MacAlgorithm::hmac_md5:
      return make_wolf_hmac(name, WC_HASH_TYPE_MD5, key);
    case MacAlgorithm::hmac_sha1:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA, key);
    case MacAlgorithm::hmac_sha224:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA224, key);
    case MacAlgorithm::hmac_sha256:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA256, key);
    case MacAlgorithm::hmac_sha384:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA384, key);
    case MacAlgorithm::hmac_sha512:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA512, key);
    case MacAlgorithm::hmac_sha512_224:
      return make_own_hmac(HashAlgorithm::sha512_224, key);
    case MacAlgorithm::hmac_sha512_256:
      return make_own_hmac(HashAlgorithm::sha512_256, key);
    case MacAlgorithm::hmac_sha3_224:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA3_224, key);
    case MacAlgorithm::hmac_sha3_256:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA3_256, key);
    case MacAlgorithm::hmac_sha3_384:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA3_384, key);
    case MacAlgorithm::hmac_sha3_512:
      return make_wolf_hmac(name, WC_HASH_TYPE_SHA3_512, key);
    case MacAlgorithm::aes_128_cmac:
    case MacAlgorithm::aes_192_cmac:
    case MacAlgorithm::aes_256_cmac:
      return std::make_unique<WolfCmac>(name, key);
    case MacAlgorithm::poly1305:
      return std::make_unique<WolfPoly1305>(name, key);
  }
  fail(Errc::unsupported_algorithm, std::string(name) + ": not supported by provider 'software'");
}

}  // namespace hartls::software
