// SPDX-License-Identifier: GPL-3.0-or-later
#include "ml_dsa.hpp"

#include <wolfssl/wolfcrypt/settings.h>

#include <string>

#include "hartls/core/error.hpp"

#if HARTLS_WOLFSSL_HAS_ML_DSA

#include <wolfssl/wolfcrypt/wc_mldsa.h>

#include <algorithm>
#include <array>
#include <limits>

#include "ml_dsa_public.hpp"
#include "rng.hpp"
#include "wolfcrypt_call.hpp"

#endif

namespace hartls::software {

#if HARTLS_WOLFSSL_HAS_ML_DSA

namespace {

byte level(SignatureAlgorithm algorithm) {
  switch (algorithm) {
    case SignatureAlgorithm::ml_dsa_44:
      return WC_ML_DSA_44;
    case SignatureAlgorithm::ml_dsa_65:
      return WC_ML_DSA_65;
    case SignatureAlgorithm::ml_dsa_87:
      return WC_ML_DSA_87;
    default:
      fail(Errc::unsupported_algorithm,
           std::string(info(algorithm).name) +
               ": given as ML-DSA; ML-DSA-44, ML-DSA-65 and ML-DSA-87 allowed");
  }
}

word32 message_size(ByteView message, const SignatureInfo& info) {
  if (message.size() > std::numeric_limits<word32>::max()) {
    fail(Errc::invalid_input_size, std::string(info.name) + ": message of " +
                                       std::to_string(message.size()) +
                                       " bytes given, at most 4294967295 allowed");
  }
  return static_cast<word32>(message.size());
}

/// wolfCrypt's key, for one operation.
class Key {
 public:
  explicit Key(const SignatureInfo& info) : info_(info) {
    throw_unless_success(wc_MlDsaKey_Init(&key_, nullptr, INVALID_DEVID), info.name,
                         "wc_MlDsaKey_Init");
    throw_unless_success(wc_MlDsaKey_SetParams(&key_, level(info.algorithm)), info.name,
                         "wc_MlDsaKey_SetParams");
  }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;
  ~Key() {
    wc_MlDsaKey_Free(&key_);
    wipe_struct(key_);
  }

  wc_MlDsaKey* get() noexcept { return &key_; }

  SecretBytes export_private() {
    SecretBytes bytes(info_.private_bytes);
    auto size = static_cast<word32>(bytes.size());
    throw_unless_success(wc_MlDsaKey_ExportPrivRaw(&key_, bytes.data(), &size), info_.name,
                         "wc_MlDsaKey_ExportPrivRaw");
    return bytes;
  }

  Bytes export_public() {
    Bytes bytes(info_.public_bytes);
    auto size = static_cast<word32>(bytes.size());
    throw_unless_success(wc_MlDsaKey_ExportPubRaw(&key_, bytes.data(), &size), info_.name,
                         "wc_MlDsaKey_ExportPubRaw");
    return bytes;
  }

 private:
  const SignatureInfo& info_;
  wc_MlDsaKey key_{};
};

class MlDsaPrivate final : public SignaturePrivateContext {
 public:
  explicit MlDsaPrivate(SignatureAlgorithm algorithm) : info_(info(algorithm)) {}

  void generate() override {
    SecretArray<32> seed;
    random_bytes(seed.span());
    import_private(seed.span());
  }

  void import_private(ByteView key) override {
    key.size() == info_.seed_bytes ? expand(key) : import_expanded(key);
  }

  void export_private(ByteSpan key) const override { std::ranges::copy(usable(), key.begin()); }

  void public_key(ByteSpan out) const override {
    static_cast<void>(usable());
    std::ranges::copy(public_, out.begin());
  }

  void sign(ByteView message, ByteView context, ByteSpan signature, Nonce nonce) const override {
    Key key(info_);
    throw_unless_success(
        wc_MlDsaKey_ImportPrivRaw(key.get(), usable().data(), static_cast<word32>(private_.size())),
        info_.name, "wc_MlDsaKey_ImportPrivRaw");
    // FIPS 204 section 3.4: rnd is 32 zero bytes in the deterministic variant.
    SecretArray<32> rnd;
    if (nonce == Nonce::hedged)
      random_bytes(rnd.span());
    Bytes result(info_.signature_bytes);
    auto size = static_cast<word32>(result.size());
    throw_unless_success(
        wc_MlDsaKey_SignCtxWithSeed(key.get(), not_null(context), static_cast<byte>(context.size()),
                                    result.data(), &size, not_null(message),
                                    message_size(message, info_), rnd.data()),
        info_.name, "wc_MlDsaKey_SignCtxWithSeed");
    std::ranges::copy(result, signature.begin());
  }

 private:
  void expand(ByteView seed) {
    Key key(info_);
    throw_unless_success(wc_MlDsaKey_MakeKeyFromSeed(key.get(), seed.data()), info_.name,
                         "wc_MlDsaKey_MakeKeyFromSeed");
    SecretBytes new_private = key.export_private();
    public_ = key.export_public();
    private_ = std::move(new_private);
  }

  void import_expanded(ByteView expanded) {
    std::optional<Bytes> new_public;
    if (expanded.size() == info_.private_bytes)
      new_public = ml_dsa_public_key(info_.algorithm, expanded);
    if (!new_public) {
      fail(Errc::malformed_key,
           std::string(info_.name) + ": expanded private key of " +
               std::to_string(expanded.size()) + " bytes given that contradicts itself; one of " +
               std::to_string(info_.private_bytes) + " bytes made by FIPS 204 allowed");
    }
    private_.assign(expanded.begin(), expanded.end());
    public_ = *std::move(new_public);
  }

  const SecretBytes& usable() const {
    if (private_.empty()) {
      fail(Errc::invalid_state,
           std::string(info_.name) + ": used before a private key was generated or imported");
    }
    return private_;
  }

  const SignatureInfo& info_;
  SecretBytes private_;
  Bytes public_;
};

class MlDsaPublic final : public SignaturePublicContext {
 public:
  // FIPS 204 section 7.2: every string of the right size is a public key.
  MlDsaPublic(SignatureAlgorithm algorithm, ByteView public_key)
      : info_(info(algorithm)), public_(public_key.begin(), public_key.end()) {}

  bool verify(ByteView message, ByteView context, ByteView signature) const override {
    if (signature.size() != info_.signature_bytes)
      return false;
    Key key(info_);
    throw_unless_success(
        wc_MlDsaKey_ImportPubRaw(key.get(), public_.data(), static_cast<word32>(public_.size())),
        info_.name, "wc_MlDsaKey_ImportPubRaw");
    int valid = 0;
    const int result = wc_MlDsaKey_VerifyCtx(
        key.get(), signature.data(), static_cast<word32>(signature.size()), not_null(context),
        static_cast<byte>(context.size()), not_null(message), message_size(message, info_), &valid);
    return result == 0 && valid == 1;
  }

 private:
  const SignatureInfo& info_;
  Bytes public_;
};

}  // namespace

Support ml_dsa_support(SignatureAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case SignatureAlgorithm::ml_dsa_44:
    case SignatureAlgorithm::ml_dsa_65:
    case SignatureAlgorithm::ml_dsa_87:
      // Rejected attempts at a signature are visible in the time, and tell nothing of the key.
      return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
    default:
      return {};
  }
}

std::unique_ptr<SignaturePrivateContext> make_ml_dsa_private(SignatureAlgorithm algorithm) {
  static_cast<void>(level(algorithm));
  return std::make_unique<MlDsaPrivate>(algorithm);
}

std::unique_ptr<SignaturePublicContext> make_ml_dsa_public(SignatureAlgorithm algorithm,
                                                           ByteView public_key) {
  static_cast<void>(level(algorithm));
  return std::make_unique<MlDsaPublic>(algorithm, public_key);
}

#else

namespace {

[[noreturn]] void unsupported(SignatureAlgorithm algorithm) {
  fail(Errc::unsupported_algorithm,
       std::string(info(algorithm).name) +
           ": not in this wolfCrypt, which has drafts of FIPS 204 only; it needs 5.9");
}

}  // namespace

Support ml_dsa_support(SignatureAlgorithm) noexcept {
  return {};
}

std::unique_ptr<SignaturePrivateContext> make_ml_dsa_private(SignatureAlgorithm algorithm) {
  unsupported(algorithm);
}

std::unique_ptr<SignaturePublicContext> make_ml_dsa_public(SignatureAlgorithm algorithm, ByteView) {
  unsupported(algorithm);
}

#endif

}  // namespace hartls::software
