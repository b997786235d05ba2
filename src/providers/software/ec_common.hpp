// SPDX-License-Identifier: GPL-3.0-or-later
// What ECDH and ECDSA share: curves by name or by parameters, points that are checked, key pairs.
#pragma once

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/ecc.h>

#include <optional>
#include <string>

#include "hartls/core/secret.hpp"
#include "hartls/crypto/provider.hpp"
#include "number.hpp"

namespace hartls::software {

/// For ECDH and ECDSA alike.
Support curve_support(NamedGroup) noexcept;
Support curve_support(const CurveParameters&) noexcept;

struct AffinePoint {
  Number x, y;
};

/// A curve with its parameters, which wolfCrypt borrows for custom curves: it must outlive every
/// EcKey made with it.
class EcCurve {
 public:
  /// Throws Errc::unsupported_algorithm, or Errc::invalid_argument where parameters make no curve
  /// of prime order times cofactor.
  explicit EcCurve(const Curve& curve);
  EcCurve(const EcCurve&) = delete;
  EcCurve& operator=(const EcCurve&) = delete;

  const std::string& name() const noexcept { return name_; }
  std::size_t field_bytes() const noexcept { return p_.bytes(); }
  std::size_t order_bits() const noexcept { return order_.bits(); }
  std::size_t order_bytes() const noexcept { return order_.bytes(); }
  std::size_t public_bytes() const noexcept { return 1 + 2 * field_bytes(); }
  const Number& order() const noexcept { return order_; }
  const ecc_set_type& set() const noexcept { return *set_; }
  bool custom() const noexcept { return set_ == &custom_set_; }
  /// Operations run in wolfCrypt's SP C, else in its generic code.
  bool sp_code() const noexcept { return sp_code_; }

  /// SEC 1 section 2.3.4: a compressed or uncompressed point as an uncompressed one. Throws
  /// Errc::invalid_point unless it is on the curve, not at infinity, and in the subgroup of prime
  /// order.
  Bytes import_point(ByteView sec1) const;

  /// Throws Errc::malformed_key unless `key` is order-sized and 1 to n - 1.
  void check_private(ByteView key) const;

  /// The x-coordinate of u G + v Q, or nothing for the point at infinity; u, v below the order.
  /// Variable time.
  std::optional<Number> sum_x_vartime(const Number& u, const Number& v, ByteView q) const;

 private:
  void load(NamedGroup group);
  void load(const CurveParameters& parameters);
  void check_parameters() const;
  bool is_on_curve(const AffinePoint& point) const;
  std::optional<AffinePoint> multiply_vartime(const Number& scalar, const AffinePoint& point) const;
  Number decompress(const Number& x, bool odd_y) const;
  [[noreturn]] void refuse_point(const std::string& detail) const;

  std::string name_;
  const ecc_set_type* set_ = nullptr;
  Number p_, a_, b_, order_;
  std::uint32_t cofactor_ = 1;
  bool sp_code_ = false;
  ecc_set_type custom_set_{};
  std::string custom_hex_[6];
};

/// wolfCrypt's key on one curve, for one operation: wolfCrypt changes keys while it uses them.
class EcKey {
 public:
  explicit EcKey(const EcCurve& curve);
  EcKey(const EcKey&) = delete;
  EcKey& operator=(const EcKey&) = delete;
  ~EcKey();

  void generate();
  void set_private(ByteView key);
  /// Computes the public point that belongs to the private key.
  void make_public();
  /// `point`: uncompressed, checked.
  void set_public(ByteView point);
  void export_private(ByteSpan key);
  void export_public(ByteSpan point);

  ecc_key* get() noexcept { return &key_; }

 private:
  const EcCurve& curve_;
  ecc_key key_{};
};

/// A private key with its public point, as ECDH and ECDSA contexts hold it.
class EcKeyPair {
 public:
  explicit EcKeyPair(const Curve& curve) : curve_(curve) {}

  void generate();
  void import_private(ByteView key);
  void export_private(ByteSpan key) const;
  void export_public(ByteSpan point) const;

  const EcCurve& curve() const noexcept { return curve_; }
  /// Throws Errc::invalid_state before generate() or import_private().
  ByteView private_key() const;

 private:
  EcCurve curve_;
  SecretBytes private_;
  Bytes public_;
};

}  // namespace hartls::software
