// SPDX-License-Identifier: GPL-3.0-or-later
#include "ec_common.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hartls/core/error.hpp"
#include "hartls/core/hex.hpp"
#include "rng.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

constexpr std::size_t curve_bits_max = MAX_ECC_BITS;

/// ECC_CURVE_INVALID for what is no short Weierstrass curve.
constexpr int wolfcrypt_id(NamedGroup group) noexcept {
  switch (group) {
    case NamedGroup::secp112r1:
      return ECC_SECP112R1;
    case NamedGroup::secp112r2:
      return ECC_SECP112R2;
    case NamedGroup::secp128r1:
      return ECC_SECP128R1;
    case NamedGroup::secp128r2:
      return ECC_SECP128R2;
    case NamedGroup::secp160k1:
      return ECC_SECP160K1;
    case NamedGroup::secp160r1:
      return ECC_SECP160R1;
    case NamedGroup::secp160r2:
      return ECC_SECP160R2;
    case NamedGroup::secp192k1:
      return ECC_SECP192K1;
    case NamedGroup::secp192r1:
      return ECC_SECP192R1;
    case NamedGroup::prime192v2:
      return ECC_PRIME192V2;
    case NamedGroup::prime192v3:
      return ECC_PRIME192V3;
    case NamedGroup::secp224k1:
      return ECC_SECP224K1;
    case NamedGroup::secp224r1:
      return ECC_SECP224R1;
    case NamedGroup::prime239v1:
      return ECC_PRIME239V1;
    case NamedGroup::prime239v2:
      return ECC_PRIME239V2;
    case NamedGroup::prime239v3:
      return ECC_PRIME239V3;
    case NamedGroup::secp256k1:
      return ECC_SECP256K1;
    case NamedGroup::secp256r1:
      return ECC_SECP256R1;
    case NamedGroup::secp384r1:
      return ECC_SECP384R1;
    case NamedGroup::secp521r1:
      return ECC_SECP521R1;
    case NamedGroup::brainpoolP160r1:
      return ECC_BRAINPOOLP160R1;
    case NamedGroup::brainpoolP192r1:
      return ECC_BRAINPOOLP192R1;
    case NamedGroup::brainpoolP224r1:
      return ECC_BRAINPOOLP224R1;
    case NamedGroup::brainpoolP256r1:
      return ECC_BRAINPOOLP256R1;
    case NamedGroup::brainpoolP320r1:
      return ECC_BRAINPOOLP320R1;
    case NamedGroup::brainpoolP384r1:
      return ECC_BRAINPOOLP384R1;
    case NamedGroup::brainpoolP512r1:
      return ECC_BRAINPOOLP512R1;
    default:
      return ECC_CURVE_INVALID;
  }
}

const ecc_set_type* wolfcrypt_set(NamedGroup group) noexcept {
  const int id = wolfcrypt_id(group);
  if (id == ECC_CURVE_INVALID)
    return nullptr;
  const int index = wc_ecc_get_curve_idx(id);
  return index == ECC_CURVE_INVALID ? nullptr : wc_ecc_get_curve_params(index);
}

bool has_sp_code(NamedGroup group) noexcept {
  return group == NamedGroup::secp256r1 || group == NamedGroup::secp384r1 ||
         group == NamedGroup::secp521r1;
}

struct PointDeleter {
  void operator()(ecc_point* point) const noexcept { wc_ecc_del_point(point); }
};
using Point = std::unique_ptr<ecc_point, PointDeleter>;

Point new_point() {
  Point point(wc_ecc_new_point());
  if (!point)
    throw std::bad_alloc();
  return point;
}

Point wolfcrypt_point(const AffinePoint& affine) {
  Point point = new_point();
  throw_unless_success(mp_copy(affine.x.get(), point->x), "elliptic curve", "mp_copy");
  throw_unless_success(mp_copy(affine.y.get(), point->y), "elliptic curve", "mp_copy");
  throw_unless_success(mp_set(point->z, 1), "elliptic curve", "mp_set");
  return point;
}

std::string count(std::size_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

Support curve_support(NamedGroup group) noexcept {
  if (wolfcrypt_set(group) == nullptr)
    return {};
  if (has_sp_code(group))
    return {.available = true, .constant_time = true, .implementation = "wolfCrypt SP C"};
  return {.available = true, .constant_time = false, .implementation = "wolfCrypt C"};
}

Support curve_support(const CurveParameters& parameters) noexcept {
  const ByteView p = significant_vartime(parameters.p);
  const bool fits = p.size() <= (curve_bits_max + 7) / 8 &&
                    significant_vartime(parameters.order).size() <= p.size() + 1;
  return {.available = fits, .constant_time = false, .implementation = fits ? "wolfCrypt C" : ""};
}

EcCurve::EcCurve(const Curve& curve) {
  std::visit([this](const auto& value) { load(value); }, curve);
}

void EcCurve::load(NamedGroup group) {
  name_ = info(group).name;
  set_ = wolfcrypt_set(group);
  if (set_ == nullptr) {
    fail(Errc::unsupported_algorithm,
         name_ + ": given as an elliptic curve; wolfCrypt has none of that name");
  }
  p_ = Number::from_hex(set_->prime);
  a_ = Number::from_hex(set_->Af);
  b_ = Number::from_hex(set_->Bf);
  order_ = Number::from_hex(set_->order);
  cofactor_ = static_cast<std::uint32_t>(set_->cofactor);
  sp_code_ = has_sp_code(group);
}

void EcCurve::load(const CurveParameters& parameters) {
  name_ = parameters.name.empty() ? "custom curve" : parameters.name;
  if (!curve_support(parameters).available) {
    fail(Errc::unsupported_algorithm,
         name_ + ": prime of " + count(significant_vartime(parameters.p).size()) +
             " and order of " + count(significant_vartime(parameters.order).size()) +
             " given, primes to " + std::to_string(curve_bits_max) + " bits allowed");
  }
  p_ = Number(significant_vartime(parameters.p));
  a_ = Number(significant_vartime(parameters.a));
  b_ = Number(significant_vartime(parameters.b));
  order_ = Number(significant_vartime(parameters.order));
  cofactor_ = parameters.cofactor;
  const std::array numbers{&parameters.p,     &parameters.a,  &parameters.b,
                           &parameters.order, &parameters.gx, &parameters.gy};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    custom_hex_[i] = "0" + to_hex(*numbers[i]);
  custom_set_.size = static_cast<int>(p_.bytes());
  custom_set_.id = ECC_CURVE_CUSTOM;
  custom_set_.name = name_.c_str();
  custom_set_.prime = custom_hex_[0].c_str();
  custom_set_.Af = custom_hex_[1].c_str();
  custom_set_.Bf = custom_hex_[2].c_str();
  custom_set_.order = custom_hex_[3].c_str();
  custom_set_.Gx = custom_hex_[4].c_str();
  custom_set_.Gy = custom_hex_[5].c_str();
  custom_set_.cofactor = static_cast<int>(cofactor_);
  set_ = &custom_set_;
  check_parameters();
}

// SEC 1 section 3.1.1.2.1, without the size rules.
void EcCurve::check_parameters() const {
  const auto require = [this](bool good, const char* rule) {
    if (!good)
      fail(Errc::invalid_argument, name_ + ": custom parameters given that break a rule: " + rule);
  };
  const Number three = Number::small(3);
  const AffinePoint base{Number::from_hex(set_->Gx), Number::from_hex(set_->Gy)};
  require(p_.odd() && three < p_ && is_probable_prime_vartime(p_), "p is an odd prime from 5");
  require(a_ < p_ && b_ < p_, "a and b are below p");
  const Number discriminant = (Number::small(4) * power_mod_vartime(a_, three, p_) +
                               Number::small(27) * multiply_mod(b_, b_, p_)) %
                              p_;
  require(!discriminant.is_zero(), "4a^3 + 27b^2 is not 0");
  require(order_.odd() && three < order_ && is_probable_prime_vartime(order_),
          "the order is an odd prime from 5");
  require(!(order_ == p_), "the order is not p");
  require(base.x < p_ && base.y < p_ && is_on_curve(base), "the base point is on the curve");
  // Hasse: |p + 1 - h n| <= 2 sqrt(p).
  const Number points = Number::small(cofactor_) * order_;
  const Number middle = p_ + Number::small(1);
  const Number distance = points < middle ? middle - points : points - middle;
  require(!(Number::small(4) * p_ < distance * distance),
          "cofactor times order is within 2 sqrt(p) of p + 1");
  require(!multiply_vartime(order_, base), "order times base point is the point at infinity");
}

bool EcCurve::is_on_curve(const AffinePoint& affine) const {
  const Point point = wolfcrypt_point(affine);
  return wc_ecc_is_point(point.get(), a_.read_only(), b_.read_only(), p_.read_only()) == MP_OKAY;
}

std::optional<AffinePoint> EcCurve::multiply_vartime(const Number& scalar,
                                                     const AffinePoint& affine) const {
  if (scalar.is_zero())
    return std::nullopt;
  const Point point = wolfcrypt_point(affine);
  const Point product = new_point();
  throw_unless_success(wc_ecc_mulmod_ex(scalar.get(), point.get(), product.get(), a_.read_only(),
                                        p_.read_only(), 1, nullptr),
                       name_, "wc_ecc_mulmod_ex");
  if (wc_ecc_point_is_at_infinity(product.get()) == 1)
    return std::nullopt;
  return AffinePoint{Number(product->x), Number(product->y)};
}

std::optional<Number> EcCurve::sum_x_vartime(const Number& u, const Number& v, ByteView q) const {
  const std::size_t size = field_bytes();
  const auto a = multiply_vartime(u, {Number::from_hex(set_->Gx), Number::from_hex(set_->Gy)});
  const auto b = multiply_vartime(v, {Number(q.subspan(1, size)), Number(q.last(size))});
  if (!a && !b)
    return std::nullopt;
  if (!a || !b)
    return a ? a->x : b->x;
  // SEC 1 section 2.2.1.
  Number numerator = (b->y + (p_ - a->y)) % p_;
  Number denominator = (b->x + (p_ - a->x)) % p_;
  if (denominator.is_zero()) {
    if (!numerator.is_zero() || a->y.is_zero())
      return std::nullopt;
    numerator = (Number::small(3) * multiply_mod(a->x, a->x, p_) + a_) % p_;
    denominator = (a->y + a->y) % p_;
  }
  const Number slope =
      multiply_mod(numerator, power_mod_vartime(denominator, p_ - Number::small(2), p_), p_);
  return (multiply_mod(slope, slope, p_) + (p_ - a->x) + (p_ - b->x)) % p_;
}

void EcCurve::refuse_point(const std::string& detail) const {
  fail(Errc::invalid_point, name_ + ": public key " + detail);
}

Number EcCurve::decompress(const Number& x, bool odd_y) const {
  const Number cube = multiply_mod(multiply_mod(x, x, p_), x, p_);
  const Number square = (cube + multiply_mod(a_, x, p_) + b_) % p_;
  const std::optional<Number> y = square_root_mod_vartime(square, p_);
  if (!y)
    refuse_point(
        "given compressed whose x belongs to no point on the curve; points on the curve allowed");
  if (y->odd() == odd_y)
    return *y;
  if (y->is_zero())
    refuse_point("given compressed with y = 0 and the sign of an odd y; the sign 0x02 allowed");
  return p_ - *y;
}

Bytes EcCurve::import_point(ByteView sec1) const {
  const std::size_t size = field_bytes();
  const std::uint8_t form = sec1.empty() ? std::uint8_t{0} : sec1[0];
  const bool uncompressed = form == ECC_POINT_UNCOMP && sec1.size() == 1 + 2 * size;
  const bool compressed =
      (form == ECC_POINT_COMP_EVEN || form == ECC_POINT_COMP_ODD) && sec1.size() == 1 + size;
  if (!uncompressed && !compressed) {
    refuse_point("of " + count(sec1.size()) + " with first byte 0x" + to_hex({&form, 1}) +
                 " given, 0x04 with " + count(1 + 2 * size) + " or 0x02, 0x03 with " +
                 count(1 + size) + " allowed");
  }
  const Number x(sec1.subspan(1, size));
  if (!(x < p_))
    refuse_point("with x not below the field's prime given; coordinates below it allowed");
  const Number y = compressed ? decompress(x, form == ECC_POINT_COMP_ODD) : Number(sec1.last(size));
  if (!(y < p_))
    refuse_point("with y not below the field's prime given; coordinates below it allowed");
  if (!is_on_curve({x, y}))
    refuse_point("given that is not on the curve; points on the curve allowed");
  if (cofactor_ != 1 && multiply_vartime(order_, {x, y})) {
    refuse_point("given outside the subgroup of prime order; points of that order allowed");
  }
  Bytes point(public_bytes(), ECC_POINT_UNCOMP);
  x.to_bytes(ByteSpan(point).subspan(1, size));
  y.to_bytes(ByteSpan(point).last(size));
  return point;
}

void EcCurve::check_private(ByteView key) const {
  if (key.size() != order_bytes()) {
    fail(Errc::malformed_key, name_ + ": private key of " + count(key.size()) + " given, " +
                                  count(order_bytes()) + " allowed");
  }
  Bytes order(order_bytes());
  order_.to_bytes(order);
  // Borrow of key - n and the union of all bytes, without a branch on the key.
  unsigned borrow = 0;
  unsigned any = 0;
  for (std::size_t i = key.size(); i-- > 0;) {
    borrow = (static_cast<unsigned>(key[i]) - order[i] - borrow) >> 31U;
    any |= key[i];
  }
  if (borrow == 0 || any == 0) {
    fail(Errc::malformed_key,
         name_ + ": private key given that is 0 or not below the order; 1 to n - 1 allowed");
  }
}

EcKey::EcKey(const EcCurve& curve) : curve_(curve) {
  throw_unless_success(wc_ecc_init_ex(&key_, nullptr, INVALID_DEVID), curve.name(),
                       "wc_ecc_init_ex");
  const ecc_set_type& set = curve.set();
  throw_unless_success(curve.custom() ? wc_ecc_set_custom_curve(&key_, &set)
                                      : wc_ecc_set_curve(&key_, set.size, set.id),
                       curve.name(), "wc_ecc_set_curve");
  // For the random projective coordinates of ECC_TIMING_RESISTANT.
  throw_unless_success(wc_ecc_set_rng(&key_, thread_rng()), curve.name(), "wc_ecc_set_rng");
}

EcKey::~EcKey() {
  wc_ecc_free(&key_);
  wipe_struct(key_);
}

void EcKey::generate() {
  throw_unless_success(wc_ecc_make_key_ex(thread_rng(), curve_.set().size, &key_, curve_.set().id),
                       curve_.name(), "wc_ecc_make_key_ex");
}

void EcKey::set_private(ByteView key) {
  throw_unless_success(wc_ecc_import_private_key_ex(key.data(), static_cast<word32>(key.size()),
                                                    nullptr, 0, &key_, curve_.set().id),
                       curve_.name(), "wc_ecc_import_private_key_ex");
}

void EcKey::make_public() {
  throw_unless_success(wc_ecc_make_pub_ex(&key_, nullptr, thread_rng()), curve_.name(),
                       "wc_ecc_make_pub_ex");
}

void EcKey::set_public(ByteView point) {
  const std::size_t size = curve_.field_bytes();
  const auto word_size = static_cast<word32>(size);
  ecc_point& target = key_.pubkey;
  throw_unless_success(mp_read_unsigned_bin(target.x, point.data() + 1, word_size), curve_.name(),
                       "mp_read");
  throw_unless_success(mp_read_unsigned_bin(target.y, point.data() + 1 + size, word_size),
                       curve_.name(), "mp_read");
  throw_unless_success(mp_set(target.z, 1), curve_.name(), "mp_set");
  key_.type = ECC_PUBLICKEY;
}

void EcKey::export_private(ByteSpan key) {
  Number(wc_ecc_key_get_priv(&key_)).to_bytes(key);
}

void EcKey::export_public(ByteSpan point) {
  const std::size_t size = curve_.field_bytes();
  point[0] = ECC_POINT_UNCOMP;
  Number(key_.pubkey.x).to_bytes(point.subspan(1, size));
  Number(key_.pubkey.y).to_bytes(point.subspan(1 + size, size));
}

void EcKeyPair::generate() {
  EcKey key(curve_);
  key.generate();
  SecretBytes new_private(curve_.order_bytes());
  Bytes new_public(curve_.public_bytes());
  key.export_private(new_private);
  key.export_public(new_public);
  private_ = std::move(new_private);
  public_ = std::move(new_public);
}

void EcKeyPair::import_private(ByteView key_bytes) {
  curve_.check_private(key_bytes);
  EcKey key(curve_);
  key.set_private(key_bytes);
  key.make_public();
  Bytes new_public(curve_.public_bytes());
  key.export_public(new_public);
  private_.assign(key_bytes.begin(), key_bytes.end());
  public_ = std::move(new_public);
}

ByteView EcKeyPair::private_key() const {
  if (private_.empty()) {
    fail(Errc::invalid_state,
         curve_.name() + ": used before a private key was generated or imported");
  }
  return private_;
}

void EcKeyPair::export_private(ByteSpan key) const {
  std::ranges::copy(private_key(), key.begin());
}

void EcKeyPair::export_public(ByteSpan point) const {
  static_cast<void>(private_key());
  std::ranges::copy(public_, point.begin());
}

}  // namespace hartls::software
