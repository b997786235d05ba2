// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include <string>

#include "aes_tables.hpp"
#include "hartls/core/error.hpp"
#include "symmetric.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

/// The verdict of a wolfCrypt decryption: 0, or the one error that means a wrong tag.
bool tag_is_right(int result, int wrong_tag, std::string_view algorithm,
                  std::string_view call) noexcept {
  if (result == wrong_tag)
    return false;
  must_succeed(result, algorithm, call);
  return true;
}

using AesSeal = int (*)(Aes*, byte* out, const byte* in, word32 size, const byte* nonce,
                        word32 nonce_size, byte* tag, word32 tag_size, const byte* aad,
                        word32 aad_size);
using AesOpen = int (*)(Aes*, byte* out, const byte* in, word32 size, const byte* nonce,
                        word32 nonce_size, const byte* tag, word32 tag_size, const byte* aad,
                        word32 aad_size);

template <auto set_key, AesSeal seal_function, AesOpen open_function, int wrong_tag>
class AesAead final : public AeadContext {
 public:
  AesAead(std::string_view name, ByteView key) : name_(name) {
    throw_unless_success(wc_AesInit(&aes_, nullptr, INVALID_DEVID), name_, "wc_AesInit");
    const int result = set_key(&aes_, key.data(), static_cast<word32>(key.size()));
    if (result != 0)
      destroy();
    throw_unless_success(result, name_, "setting the key");
  }
  AesAead(const AesAead&) = delete;
  AesAead& operator=(const AesAead&) = delete;
  ~AesAead() override { destroy(); }

  void seal(ByteView nonce, ByteView aad, ByteView plaintext, ByteSpan ciphertext,
            ByteSpan tag) const noexcept override {
    must_succeed(
        seal_function(&aes_, not_null(ciphertext), not_null(plaintext), size(plaintext),
                      nonce.data(), size(nonce), tag.data(), size(tag), not_null(aad), size(aad)),
        name_, "seal");
  }

  bool open(ByteView nonce, ByteView aad, ByteView ciphertext, ByteView tag,
            ByteSpan plaintext) const noexcept override {
    const int result =
        open_function(&aes_, not_null(plaintext), not_null(ciphertext), size(ciphertext),
                      nonce.data(), size(nonce), tag.data(), size(tag), not_null(aad), size(aad));
    return tag_is_right(result, wrong_tag, name_, "open");
  }

 private:
  word32 size(ByteView bytes) const noexcept { return word32_size(bytes.size(), name_); }

  void destroy() noexcept {
    wc_AesFree(&aes_);
    wipe_struct(aes_);
  }

  // Shared by threads: GCM and CCM only read the key schedule and the table of GHASH, though their
  // type does not say so. Their counters, and whatever else changes, live on the stack (5.7.2
  // and 5.9.2; a test runs threads).
  mutable Aes aes_{};
  std::string_view name_;
};

using AesGcm = AesAead<wc_AesGcmSetKey, wc_AesGcmEncrypt, wc_AesGcmDecrypt, AES_GCM_AUTH_E>;
using AesCcm = AesAead<wc_AesCcmSetKey, wc_AesCcmEncrypt, wc_AesCcmDecrypt, AES_CCM_AUTH_E>;

class ChaCha20Poly1305 final : public AeadContext {
 public:
  ChaCha20Poly1305(std::string_view name, ByteView key) : name_(name) {
    if (key.size() != CHACHA20_POLY1305_AEAD_KEYSIZE) {
      throw_unless_success(BAD_FUNC_ARG, name_, "setting the key");
    }
    std::copy(key.begin(), key.end(), key_.data());
  }

  void seal(ByteView nonce, ByteView aad, ByteView plaintext, ByteSpan ciphertext,
            ByteSpan tag) const noexcept override {
    must_succeed(wc_ChaCha20Poly1305_Encrypt(key_.data(), nonce.data(), not_null(aad), size(aad),
                                             not_null(plaintext), size(plaintext),
                                             not_null(ciphertext), tag.data()),
                 name_, "wc_ChaCha20Poly1305_Encrypt");
  }

  bool open(ByteView nonce, ByteView aad, ByteView ciphertext, ByteView tag,
            ByteSpan plaintext) const noexcept override {
    const int result = wc_ChaCha20Poly1305_Decrypt(
        key_.data(), nonce.data(), not_null(aad), size(aad), not_null(ciphertext), size(ciphertext),
        tag.data(), not_null(plaintext));
    return tag_is_right(result, MAC_CMP_FAILED_E, name_, "wc_ChaCha20Poly1305_Decrypt");
  }

 private:
  word32 size(ByteView bytes) const noexcept { return word32_size(bytes.size(), name_); }

  // Before 5.8 wolfCrypt reads the key by words, wherever it lies.
  alignas(word32) SecretArray<CHACHA20_POLY1305_AEAD_KEYSIZE> key_;
  std::string_view name_;
};

}  // namespace

Support aead_support(AeadAlgorithm algorithm) noexcept {
  if (algorithm != AeadAlgorithm::chacha20_poly1305)
    return aes_support();
  return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
}

std::unique_ptr<AeadContext> make_aead(AeadAlgorithm algorithm, ByteView key) {
  const std::string_view name = info(algorithm).name;
  switch (algorithm) {
    case AeadAlgorithm::aes_128_gcm:
    case AeadAlgorithm::aes_192_gcm:
    case AeadAlgorithm::aes_256_gcm:
      return std::make_unique<AesGcm>(name, key);
    case AeadAlgorithm::aes_128_ccm:
    case AeadAlgorithm::aes_192_ccm:
    case AeadAlgorithm::aes_256_ccm:
      return std::make_unique<AesCcm>(name, key);
    case AeadAlgorithm::chacha20_poly1305:
      return std::make_unique<ChaCha20Poly1305>(name, key);
  }
  fail(Errc::unsupported_algorithm, std::string(name) + ": not supported by provider 'software'");
}

}  // namespace hartls::software
