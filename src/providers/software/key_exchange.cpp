// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/curve448.h>
#include <wolfssl/wolfcrypt/dh.h>

#include <algorithm>
#include <array>

#include "ec_common.hpp"
#include "hartls/core/error.hpp"
#include "public_key.hpp"
#include "rng.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

[[noreturn]] void no_key(std::string_view name) {
  fail(Errc::invalid_state,
       std::string(name) + ": used before a private key was generated or imported");
}

/// Plain ECDH (SP 800-56A section 5.7.1.2 with h = 1). Where the cofactor is 4 (secp112r2,
/// secp128r2) peers outside the subgroup are refused, so that multiplying by it could only change
/// the result, not protect the key.
class Ecdh final : public KeyExchangeContext {
 public:
  explicit Ecdh(const Curve& curve) : pair_(curve) {}

  void generate() override { pair_.generate(); }
  void import_private(ByteView key) override { pair_.import_private(key); }
  void export_private(ByteSpan key) const override { pair_.export_private(key); }
  void public_key(ByteSpan out) const override { pair_.export_public(out); }

  void agree(ByteView peer, ByteSpan shared) const override {
    const EcCurve& curve = pair_.curve();
    EcKey key(curve);
    key.set_private(pair_.private_key());
    EcKey peer_key(curve);
    peer_key.set_public(curve.import_point(peer));
    SecretBytes secret(curve.field_bytes());
    auto size = static_cast<word32>(secret.size());
    throw_unless_success(
        wc_ecc_shared_secret_ex(key.get(), &peer_key.get()->pubkey, secret.data(), &size),
        curve.name(), "wc_ecc_shared_secret_ex");
    std::ranges::copy(secret, shared.begin());
  }

 private:
  EcKeyPair pair_;
};

struct X25519 {
  static constexpr std::string_view name = "x25519";
  static constexpr std::size_t bytes = CURVE25519_KEYSIZE;
  using Buffer = SecretArray<bytes>;

  static void clamp(ByteSpan key) noexcept {
    key.front() = static_cast<std::uint8_t>(key.front() & 0xf8U);
    key.back() = static_cast<std::uint8_t>((key.back() & 0x7fU) | 0x40U);
  }
  static int make_public(Buffer& out, const Buffer& key) {
    return wc_curve25519_make_pub(bytes, out.data(), bytes, key.data());
  }
  static int multiply(Buffer& out, const Buffer& key, Buffer& point) {
    // RFC 7748 section 5: the top bit of a received u-coordinate is ignored.
    point.span().back() = static_cast<std::uint8_t>(point.span().back() & 0x7fU);
    return wc_curve25519_generic(bytes, out.data(), bytes, key.data(), bytes, point.data());
  }
};

struct X448 {
  static constexpr std::string_view name = "x448";
  static constexpr std::size_t bytes = CURVE448_KEY_SIZE;
  using Buffer = SecretArray<bytes>;

  class Key {
   public:
    Key() { throw_unless_success(wc_curve448_init(&key_), name, "wc_curve448_init"); }
    Key(const Key&) = delete;
    Key& operator=(const Key&) = delete;
    ~Key() {
      wc_curve448_free(&key_);
      wipe_struct(key_);
    }
    curve448_key* get() noexcept { return &key_; }

   private:
    curve448_key key_{};
  };

  static void clamp(ByteSpan key) noexcept {
    key.front() = static_cast<std::uint8_t>(key.front() & 0xfcU);
    key.back() = static_cast<std::uint8_t>(key.back() | 0x80U);
  }
  static int make_public(Buffer& out, const Buffer& key) {
    return wc_curve448_make_pub(bytes, out.data(), bytes, key.data());
  }
  static int multiply(Buffer& out, const Buffer& key, Buffer& point) {
    Key own;
    Key peer;
    throw_unless_success(
        wc_curve448_import_private_ex(key.data(), bytes, own.get(), EC448_LITTLE_ENDIAN), name,
        "wc_curve448_import_private_ex");
    throw_unless_success(
        wc_curve448_import_public_ex(point.data(), bytes, peer.get(), EC448_LITTLE_ENDIAN), name,
        "wc_curve448_import_public_ex");
    word32 size = bytes;
    return wc_curve448_shared_secret_ex(own.get(), peer.get(), out.data(), &size,
                                        EC448_LITTLE_ENDIAN);
  }
};

/// RFC 7748. The private key is kept as given; it is clamped for each use.
template <typename Function>
class Montgomery final : public KeyExchangeContext {
  using Buffer = typename Function::Buffer;

 public:
  void generate() override {
    Buffer key;
    random_bytes(key.span());
    import_private(key.span());
  }

  void import_private(ByteView key) override {
    Buffer clamped;
    std::ranges::copy(key, clamped.data());
    Function::clamp(clamped.span());
    Buffer new_public;
    throw_unless_success(Function::make_public(new_public, clamped), Function::name, "public key");
    private_.assign(key.begin(), key.end());
    public_ = new_public;
  }

  void export_private(ByteSpan key) const override { std::ranges::copy(usable(), key.begin()); }

  void public_key(ByteSpan out) const override {
    static_cast<void>(usable());
    std::ranges::copy(public_.span(), out.begin());
  }

  void agree(ByteView peer, ByteSpan shared) const override {
    Buffer key;
    std::ranges::copy(usable(), key.data());
    Function::clamp(key.span());
    Buffer point;
    std::ranges::copy(peer, point.data());
    Buffer secret;
    // Fails for the all-zero result too; RFC 7748 section 6 wants that checked without telling the
    // time.
    const int result = Function::multiply(secret, key, point);
    if (result != 0 || constant_time_equal(secret.span(), Buffer().span())) {
      fail(Errc::invalid_point,
           std::string(Function::name) +
               ": public key of low order given (the shared secret is zero); others allowed");
    }
    std::ranges::copy(secret.span(), shared.begin());
  }

 private:
  const SecretBytes& usable() const {
    if (private_.empty())
      no_key(Function::name);
    return private_;
  }

  SecretBytes private_;
  Buffer public_;
};

class DhParameterKey {
 public:
  DhParameterKey() {
    throw_unless_success(wc_InitDhKey_ex(&key_, nullptr, INVALID_DEVID), "DH", "wc_InitDhKey_ex");
  }
  DhParameterKey(const DhParameterKey&) = delete;
  DhParameterKey& operator=(const DhParameterKey&) = delete;
  ~DhParameterKey() {
    wc_FreeDhKey(&key_);
    wipe_struct(key_);
  }
  DhKey* get() noexcept { return &key_; }

 private:
  DhKey key_{};
};

int ffdhe_id(NamedGroup group) noexcept {
  switch (group) {
    case NamedGroup::ffdhe2048:
      return WC_FFDHE_2048;
    case NamedGroup::ffdhe3072:
      return WC_FFDHE_3072;
    case NamedGroup::ffdhe4096:
      return WC_FFDHE_4096;
    case NamedGroup::ffdhe6144:
      return WC_FFDHE_6144;
    case NamedGroup::ffdhe8192:
      return WC_FFDHE_8192;
    default:
      return 0;
  }
}

/// Sizes whose exponentiation runs in wolfCrypt's SP C.
bool has_sp_exponentiation(std::size_t bits) noexcept {
  return bits == 1024 || bits == 1536 || bits == 2048 || bits == 3072 || bits == 4096;
}

// The generic code's Montgomery reduction subtracts only where it must, and the peer chooses the
// base.
Support dh_support(std::size_t prime_bits) noexcept {
  if (prime_bits == 0 || prime_bits > SP_INT_BITS)
    return {};
  const bool sp = has_sp_exponentiation(prime_bits);
  return {.available = true,
          .constant_time = sp,
          .implementation = sp ? "wolfCrypt SP C" : "wolfCrypt C"};
}

/// Bits of a private key: twice the strength of a prime of that size (RFC 7919 section 5.2, SP
/// 800-57 table 2).
std::size_t exponent_bits(std::size_t prime_bits) noexcept {
  constexpr std::array<std::array<std::size_t, 2>, 6> sizes{
      {{1024, 160}, {2048, 225}, {3072, 275}, {4096, 325}, {6144, 375}, {8192, 400}}};
  const auto* const row =
      std::ranges::find_if(sizes, [=](const auto& size) { return prime_bits <= size[0]; });
  return row == sizes.end() ? prime_bits - 1 : (*row)[1];
}

/// Finite-field Diffie-Hellman (SP 800-56A section 5.7.1.1).
class FiniteField final : public KeyExchangeContext {
 public:
  explicit FiniteField(NamedGroup group) : name_(info(group).name), named_(ffdhe_id(group)) {
    DhParameterKey key;
    throw_unless_success(wc_DhSetNamedKey(key.get(), named_), name_, "wc_DhSetNamedKey");
    p_ = Number(&key.get()->p);
    g_ = Number(&key.get()->g);
    exponent_end_ = (p_ - Number::small(1)) >> 1;
  }

  explicit FiniteField(const DhParameters& group) : name_("finite-field DH") {
    p_ = Number(significant_vartime(group.p));
    g_ = Number(significant_vartime(group.g));
    const Number one = Number::small(1);
    exponent_end_ = p_ - one;
    if (!p_.odd() || !(one < g_) || !(g_ < exponent_end_)) {
      fail(Errc::invalid_argument,
           name_ + ": even prime or a generator outside 2 to p - 2 given, others allowed");
    }
    const ByteView q = significant_vartime(group.q);
    if (q.empty())
      return;
    order_ = Number(q);
    if (!(one < order_) || !(order_ < p_) || !(exponent_end_ % order_).is_zero() ||
        !power_mod_vartime(g_, order_, p_).is_one()) {
      fail(Errc::invalid_argument,
           name_ + ": subgroup order of " + std::to_string(order_.bits()) +
               " bits given that is not the generator's; a divisor q of p - 1 with g^q = 1 "
               "allowed");
    }
    has_order_ = true;
    exponent_end_ = order_;
  }

  void generate() override { named_ != 0 ? generate_named() : generate_custom(); }

  void import_private(ByteView key) override {
    const Number x(key);
    if (x.is_zero() || !(x < exponent_end_)) {
      fail(Errc::malformed_key,
           name_ + ": private key given that is 0 or not below the group's order; from 1 allowed");
    }
    const Number y = power_mod(g_, x, p_);
    SecretBytes new_private(p_.bytes());
    x.to_bytes(new_private);
    Bytes new_public(p_.bytes());
    y.to_bytes(new_public);
    private_ = std::move(new_private);
    public_ = std::move(new_public);
  }

  void export_private(ByteSpan key) const override { std::ranges::copy(usable(), key.begin()); }

  void public_key(ByteSpan out) const override {
    static_cast<void>(usable());
    std::ranges::copy(public_, out.begin());
  }

  void agree(ByteView peer, ByteSpan shared) const override {
    const Number x(usable());
    const Number y(peer);
    const Number one = Number::small(1);
    const Number last = p_ - one;
    if (!(one < y) || !(y < last)) {
      fail(Errc::invalid_point, name_ + ": public key of " + std::to_string(y.bits()) +
                                    " bits given outside the range; 2 to p - 2 allowed");
    }
    if (has_order_ && !power_mod_vartime(y, order_, p_).is_one()) {
      fail(Errc::invalid_point,
           name_ + ": public key given outside the subgroup of order q; y^q = 1 allowed");
    }
    // Not wc_DhAgree: it strips leading zeros, in a time that tells how many there were.
    const Number z = power_mod(y, x, p_);
    if (z.is_one() || z == last) {
      fail(Errc::invalid_point,
           name_ + ": public key of low order given; elements of the group's order allowed");
    }
    z.to_bytes(shared);
  }

 private:
  const SecretBytes& usable() const {
    if (private_.empty())
      no_key(name_);
    return private_;
  }

  // wolfCrypt's own: it knows a short cut for powers of 2.
  void generate_named() {
    DhParameterKey key;
    throw_unless_success(wc_DhSetNamedKey(key.get(), named_), name_, "wc_DhSetNamedKey");
    SecretBytes x(p_.bytes());
    Bytes y(p_.bytes());
    auto x_size = static_cast<word32>(x.size());
    auto y_size = static_cast<word32>(y.size());
    throw_unless_success(
        wc_DhGenerateKeyPair(key.get(), thread_rng(), x.data(), &x_size, y.data(), &y_size), name_,
        "wc_DhGenerateKeyPair");
    SecretBytes new_private(p_.bytes());
    std::copy_n(x.begin(), x_size, new_private.end() - static_cast<std::ptrdiff_t>(x_size));
    Bytes new_public(p_.bytes());
    std::copy_n(y.begin(), y_size, new_public.end() - static_cast<std::ptrdiff_t>(y_size));
    private_ = std::move(new_private);
    public_ = std::move(new_public);
  }

  // SP 800-56A section 5.6.1.1.4: by testing candidates.
  void generate_custom() {
    const std::size_t bits = std::min(exponent_bits(p_.bits()), exponent_end_.bits());
    SecretBytes candidate((bits + 7) / 8);
    while (true) {
      random_bytes(candidate);
      candidate.front() =
          static_cast<std::uint8_t>(candidate.front() & (0xffU >> (8 * candidate.size() - bits)));
      const Number x(candidate);
      if (!x.is_zero() && x < exponent_end_)
        break;
    }
    import_private(candidate);
  }

  std::string name_;
  int named_ = 0;
  Number p_, g_, order_;
  bool has_order_ = false;
  Number exponent_end_;
  SecretBytes private_;
  Bytes public_;
};

std::unique_ptr<KeyExchangeContext> make(NamedGroup group) {
  if (group == NamedGroup::x25519)
    return std::make_unique<Montgomery<X25519>>();
  if (group == NamedGroup::x448)
    return std::make_unique<Montgomery<X448>>();
  if (ffdhe_id(group) != 0)
    return std::make_unique<FiniteField>(group);
  return std::make_unique<Ecdh>(group);
}
std::unique_ptr<KeyExchangeContext> make(const CurveParameters& curve) {
  return std::make_unique<Ecdh>(curve);
}
std::unique_ptr<KeyExchangeContext> make(const DhParameters& group) {
  const std::size_t bytes = significant_vartime(group.p).size();
  if (bytes == 0 || 8 * bytes > SP_INT_BITS) {
    fail(Errc::unsupported_algorithm, "finite-field DH: prime of " + std::to_string(bytes) +
                                          " bytes given, 1 to " + std::to_string(SP_INT_BITS / 8) +
                                          " allowed");
  }
  return std::make_unique<FiniteField>(group);
}

}  // namespace

Support key_exchange_support(NamedGroup group) noexcept {
  if (group == NamedGroup::x25519 || group == NamedGroup::x448) {
    return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
  }
  if (ffdhe_id(group) != 0)
    return dh_support(info(group).field_bits);
  return curve_support(group);
}

Support key_exchange_support(const CurveParameters& curve) noexcept {
  return curve_support(curve);
}

Support key_exchange_support(const DhParameters& group) noexcept {
  const ByteView p = significant_vartime(group.p);
  const std::size_t bits =
      p.empty() ? 0 : 8 * p.size() - static_cast<std::size_t>(std::countl_zero(p.front()));
  return dh_support(bits);
}

std::unique_ptr<KeyExchangeContext> make_key_exchange(const Group& group) {
  return std::visit([](const auto& value) { return make(value); }, group);
}

}  // namespace hartls::software
