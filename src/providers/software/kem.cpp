// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>

#include <string>

#include "hartls/core/error.hpp"
#include "public_key.hpp"

#if HARTLS_WOLFSSL_HAS_ML_KEM

#include <wolfssl/wolfcrypt/wc_mlkem.h>

#include <algorithm>
#include <mutex>

#include "hartls/core/secret.hpp"
#include "rng.hpp"
#include "wolfcrypt_call.hpp"

#endif

namespace hartls::software {

#if HARTLS_WOLFSSL_HAS_ML_KEM

namespace {

constexpr std::size_t message_bytes = 32;  // m of FIPS 203 section 6.2
constexpr std::size_t shared_bytes = 32;

int wolfcrypt_type(KemAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case KemAlgorithm::ml_kem_512:
      return WC_ML_KEM_512;
    case KemAlgorithm::ml_kem_768:
      return WC_ML_KEM_768;
    case KemAlgorithm::ml_kem_1024:
      return WC_ML_KEM_1024;
  }
  return -1;
}

/// wolfCrypt's decoded key. It is kept, because decoding is no small part of an operation; and each
/// operation hashes inside it, so that threads take turns.
class MlKem {
 public:
  explicit MlKem(const KemInfo& info) : name_(info.name) {
    must(wc_MlKemKey_Init(&key_, wolfcrypt_type(info.algorithm), nullptr, INVALID_DEVID),
         "wc_MlKemKey_Init");
  }
  MlKem(const MlKem&) = delete;
  MlKem& operator=(const MlKem&) = delete;
  ~MlKem() {
    wc_MlKemKey_Free(&key_);
    wipe_struct(key_);
  }

  void from_seed(ByteView seed) {
    must(wc_MlKemKey_MakeKeyWithRandom(&key_, seed.data(), static_cast<int>(seed.size())),
         "wc_MlKemKey_MakeKeyWithRandom");
  }

  /// FIPS 203 section 7.3: sizes, coefficients below q, and the hash of the encapsulation key
  /// inside.
  void decode_private(ByteView dk) {
    if (wc_MlKemKey_DecodePrivateKey(&key_, dk.data(), static_cast<word32>(dk.size())) != 0) {
      fail(Errc::malformed_key,
           name_ + ": decapsulation key of " + std::to_string(dk.size()) +
               " bytes given that fails a check of FIPS 203 section 7.3; coefficients below 3329 "
               "and the hash of its own encapsulation key allowed");
    }
  }

  /// FIPS 203 section 7.2.
  void decode_public(ByteView ek) {
    if (wc_MlKemKey_DecodePublicKey(&key_, ek.data(), static_cast<word32>(ek.size())) != 0) {
      fail(Errc::malformed_key,
           name_ + ": encapsulation key of " + std::to_string(ek.size()) +
               " bytes given that fails the modulus check of FIPS 203 section 7.2; coefficients "
               "below 3329 allowed");
    }
  }

  void encode_private(ByteSpan dk) {
    must(wc_MlKemKey_EncodePrivateKey(&key_, dk.data(), static_cast<word32>(dk.size())),
         "wc_MlKemKey_EncodePrivateKey");
  }

  void encode_public(ByteSpan ek) {
    must(wc_MlKemKey_EncodePublicKey(&key_, ek.data(), static_cast<word32>(ek.size())),
         "wc_MlKemKey_EncodePublicKey");
  }

  void encapsulate(ByteView m, ByteSpan ciphertext, ByteSpan shared) {
    must(wc_MlKemKey_EncapsulateWithRandom(&key_, ciphertext.data(), shared.data(), m.data(),
                                           static_cast<int>(m.size())),
         "wc_MlKemKey_EncapsulateWithRandom");
  }

  void decapsulate(ByteView ciphertext, ByteSpan shared) {
    must(wc_MlKemKey_Decapsulate(&key_, shared.data(), ciphertext.data(),
                                 static_cast<word32>(ciphertext.size())),
         "wc_MlKemKey_Decapsulate");
  }

  std::mutex& turn() noexcept { return turn_; }

 private:
  void must(int result, const char* call) const { throw_unless_success(result, name_, call); }

  std::string name_;
  std::mutex turn_;
  MlKemKey key_{};
};

class MlKemPrivate final : public KemPrivateContext {
 public:
  explicit MlKemPrivate(KemAlgorithm algorithm) : info_(info(algorithm)) {}

  void generate() override {
    SecretArray<64> seed;
    random_bytes(seed.span());
    import_private(seed.span());
  }

  void import_private(ByteView key) override {
    auto new_key = std::make_unique<MlKem>(info_);
    key.size() == info_.seed_bytes ? new_key->from_seed(key) : new_key->decode_private(key);
    key_ = std::move(new_key);
  }

  void export_private(ByteSpan dk) const override {
    const std::lock_guard turn(usable().turn());
    key_->encode_private(dk);
  }

  void public_key(ByteSpan ek) const override {
    const std::lock_guard turn(usable().turn());
    key_->encode_public(ek);
  }

  void decapsulate(ByteView ciphertext, ByteSpan shared) const override {
    SecretArray<shared_bytes> secret;
    {
      const std::lock_guard turn(usable().turn());
      key_->decapsulate(ciphertext, secret.span());
    }
    std::ranges::copy(secret.span(), shared.begin());
  }

 private:
  MlKem& usable() const {
    if (!key_) {
      fail(Errc::invalid_state,
           std::string(info_.name) + ": used before a private key was generated or imported");
    }
    return *key_;
  }

  const KemInfo& info_;
  std::unique_ptr<MlKem> key_;
};

class MlKemPublic final : public KemPublicContext {
 public:
  MlKemPublic(KemAlgorithm algorithm, ByteView public_key) : key_(info(algorithm)) {
    key_.decode_public(public_key);
  }

  void encapsulate(ByteSpan ciphertext, ByteSpan shared, ByteView randomness) const override {
    SecretArray<message_bytes> fresh;
    if (randomness.empty()) {
      random_bytes(fresh.span());
      randomness = fresh.span();
    }
    const std::lock_guard turn(key_.turn());
    key_.encapsulate(randomness, ciphertext, shared);
  }

 private:
  mutable MlKem key_;
};

}  // namespace

Support kem_support(KemAlgorithm algorithm) noexcept {
  if (wolfcrypt_type(algorithm) < 0)
    return {};
  return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
}

std::unique_ptr<KemPrivateContext> make_kem_private(KemAlgorithm algorithm) {
  return std::make_unique<MlKemPrivate>(algorithm);
}

std::unique_ptr<KemPublicContext> make_kem_public(KemAlgorithm algorithm, ByteView public_key) {
  return std::make_unique<MlKemPublic>(algorithm, public_key);
}

#else

namespace {

[[noreturn]] void unsupported(KemAlgorithm algorithm) {
  fail(Errc::unsupported_algorithm,
       std::string(info(algorithm).name) +
           ": not in this wolfCrypt, which has drafts of FIPS 203 only; it needs 5.9");
}

}  // namespace

Support kem_support(KemAlgorithm) noexcept {
  return {};
}

std::unique_ptr<KemPrivateContext> make_kem_private(KemAlgorithm algorithm) {
  unsupported(algorithm);
}

std::unique_ptr<KemPublicContext> make_kem_public(KemAlgorithm algorithm, ByteView) {
  unsupported(algorithm);
}

#endif

}  // namespace hartls::software
