// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "ec_common.hpp"
#include "hartls/core/error.hpp"
#include "public_key.hpp"
#include "rfc6979.hpp"
#include "rng.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

class EcdsaPrivate final : public EcdsaPrivateContext {
 public:
  explicit EcdsaPrivate(const Curve& curve) : pair_(curve) {}

  void generate() override { pair_.generate(); }
  void import_private(ByteView key) override { pair_.import_private(key); }
  void export_private(ByteSpan key) const override { pair_.export_private(key); }
  void public_key(ByteSpan out) const override { pair_.export_public(out); }

  void sign(HashAlgorithm hash, ByteView digest, ByteSpan signature, Nonce nonce) const override {
    const EcCurve& curve = pair_.curve();
    if (!supports_digest(hash)) {
      fail(Errc::unsupported_algorithm, "ECDSA " + curve.name() + ": hash " +
                                            std::string(info(hash).name) +
                                            " given; allowed are MD5, SHA-1, SHA-2 and SHA-3");
    }
    SecretArray<32> fresh;
    ByteView extra;
    if (nonce == Nonce::hedged) {
      random_bytes(fresh.span());
      extra = fresh.span();
    }
    const SecretBytes k = rfc6979_nonce(hash, curve.order(), pair_.private_key(), digest, extra);

    EcKey key(curve);
    key.set_private(pair_.private_key());
    throw_unless_success(wc_ecc_sign_set_k(k.data(), static_cast<word32>(k.size()), key.get()),
                         curve.name(), "wc_ecc_sign_set_k");
    Number r;
    Number s;
    throw_unless_success(wc_ecc_sign_hash_ex(digest.data(), static_cast<word32>(digest.size()),
                                             thread_rng(), key.get(), r.get(), s.get()),
                         curve.name(), "wc_ecc_sign_hash_ex");
    r.to_bytes(signature.first(curve.order_bytes()));
    s.to_bytes(signature.last(curve.order_bytes()));
  }

 private:
  EcKeyPair pair_;
};

class EcdsaPublic final : public EcdsaPublicContext {
 public:
  EcdsaPublic(const Curve& curve, ByteView public_key)
      : curve_(curve), point_(curve_.import_point(public_key)) {}

  bool verify(ByteView digest, ByteView signature) const override {
    if (signature.size() != 2 * curve_.order_bytes())
      return false;
    Number r(signature.first(curve_.order_bytes()));
    Number s(signature.last(curve_.order_bytes()));
    if (r.is_zero() || s.is_zero() || !(r < curve_.order()) || !(s < curve_.order()))
      return false;
    EcKey key(curve_);
    key.set_public(point_);
    int valid = 0;
    const int result = wc_ecc_verify_hash_ex(r.get(), s.get(), digest.data(),
                                             static_cast<word32>(digest.size()), &valid, key.get());
    if (result == 0 && valid == 1)
      return true;
    // wolfCrypt's generic code (5.7 to 5.9 at least) takes the sum of a point and itself, with
    // different z, for infinity, and so refuses some good signatures. What it refuses is judged
    // again.
    return !curve_.sp_code() && verify_again(digest, r, s);
  }

 private:
  // SEC 1 section 4.1.4.
  bool verify_again(ByteView digest, const Number& r, const Number& s) const {
    const Number& n = curve_.order();
    const Number inverse = power_mod_vartime(s, n - Number::small(2), n);
    const Number u = multiply_mod(bits_to_integer(digest, n) % n, inverse, n);
    const std::optional<Number> x = curve_.sum_x_vartime(u, multiply_mod(r, inverse, n), point_);
    return x && *x % n == r;
  }

  EcCurve curve_;
  Bytes point_;
};

}  // namespace

Support ecdsa_support(NamedGroup group) noexcept {
  return curve_support(group);
}
Support ecdsa_support(const CurveParameters& curve) noexcept {
  return curve_support(curve);
}

std::unique_ptr<EcdsaPrivateContext> make_ecdsa_private(const Curve& curve) {
  return std::make_unique<EcdsaPrivate>(curve);
}

std::unique_ptr<EcdsaPublicContext> make_ecdsa_public(const Curve& curve, ByteView public_key) {
  return std::make_unique<EcdsaPublic>(curve, public_key);
}

}  // namespace hartls::software
