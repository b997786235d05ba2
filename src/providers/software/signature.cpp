// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/ed448.h>

#include <algorithm>
#include <array>
#include <limits>

#include "hartls/core/error.hpp"
#include "ml_dsa.hpp"
#include "public_key.hpp"
#include "rng.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

word32 message_size(ByteView message, std::string_view name) {
  if (message.size() > std::numeric_limits<word32>::max()) {
    fail(Errc::invalid_input_size, std::string(name) + ": message of " +
                                       std::to_string(message.size()) +
                                       " bytes given, at most 4294967295 allowed");
  }
  return static_cast<word32>(message.size());
}

byte context_size(ByteView context) noexcept {
  return static_cast<byte>(context.size());
}

struct Ed25519Traits {
  using Key = ed25519_key;
  static constexpr std::string_view name = "Ed25519";
  static constexpr std::size_t key_bytes = ED25519_KEY_SIZE;
  static constexpr std::size_t signature_bytes = ED25519_SIG_SIZE;
  /// The field's prime 2^255 - 19, little endian.
  static constexpr std::array<std::uint8_t, key_bytes> prime = [] {
    std::array<std::uint8_t, key_bytes> p;
    p.fill(0xff);
    p.front() = 0xed;
    p.back() = 0x7f;
    return p;
  }();

  /// y of the points of order 8, beside those of order 1, 2 and 4 that both curves share.
  static constexpr std::array<std::array<std::uint8_t, key_bytes>, 2> order_8{
      {{0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4,
        0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6,
        0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
       {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
        0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
        0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a}}};

  static constexpr auto init = wc_ed25519_init_ex;
  static constexpr auto release = wc_ed25519_free;
  static constexpr auto import_seed = wc_ed25519_import_private_only;
  static constexpr auto make_public = wc_ed25519_make_public;
  static constexpr auto import_pair = wc_ed25519_import_private_key_ex;
  static constexpr auto import_public = wc_ed25519_import_public_ex;
  static constexpr auto sign = wc_ed25519_sign_msg_ex;
  static constexpr auto verify = wc_ed25519_verify_msg_ex;

  /// RFC 8032 section 5.1: a context makes it Ed25519ctx, another algorithm.
  static byte variant(ByteView context) noexcept {
    return static_cast<byte>(context.empty() ? Ed25519 : Ed25519ctx);
  }
};

struct Ed448Traits {
  using Key = ed448_key;
  static constexpr std::string_view name = "Ed448";
  static constexpr std::size_t key_bytes = ED448_KEY_SIZE;
  static constexpr std::size_t signature_bytes = ED448_SIG_SIZE;
  /// The field's prime 2^448 - 2^224 - 1, little endian.
  static constexpr std::array<std::uint8_t, key_bytes> prime = [] {
    std::array<std::uint8_t, key_bytes> p;
    p.fill(0xff);
    p[28] = 0xfe;
    p.back() = 0;
    return p;
  }();

  static constexpr std::array<std::array<std::uint8_t, key_bytes>, 0> order_8{};

  static constexpr auto init = wc_ed448_init_ex;
  static constexpr auto release = wc_ed448_free;
  static constexpr auto import_seed = wc_ed448_import_private_only;
  static constexpr auto make_public = wc_ed448_make_public;
  static constexpr auto import_pair = wc_ed448_import_private_key_ex;
  static constexpr auto import_public = wc_ed448_import_public_ex;
  static constexpr auto sign = wc_ed448_sign_msg_ex;
  static constexpr auto verify = wc_ed448_verify_msg_ex;

  static byte variant(ByteView) noexcept { return Ed448; }
};

/// wolfCrypt's key, for one operation.
template <typename Traits>
class EdKey {
 public:
  EdKey() {
    throw_unless_success(Traits::init(&key_, nullptr, INVALID_DEVID), Traits::name,
                         "key initialisation");
  }
  EdKey(const EdKey&) = delete;
  EdKey& operator=(const EdKey&) = delete;
  ~EdKey() {
    Traits::release(&key_);
    wipe_struct(key_);
  }
  typename Traits::Key* get() noexcept { return &key_; }

 private:
  typename Traits::Key key_{};
};

template <typename Traits>
class EdPrivate final : public SignaturePrivateContext {
  static constexpr word32 key_size = Traits::key_bytes;

 public:
  void generate() override {
    SecretArray<Traits::key_bytes> seed;
    random_bytes(seed.span());
    import_private(seed.span());
  }

  void import_private(ByteView seed) override {
    EdKey<Traits> key;
    throw_unless_success(Traits::import_seed(seed.data(), key_size, key.get()), Traits::name,
                         "seed import");
    std::array<std::uint8_t, Traits::key_bytes> new_public;
    throw_unless_success(Traits::make_public(key.get(), new_public.data(), key_size), Traits::name,
                         "public key");
    seed_.assign(seed.begin(), seed.end());
    public_ = new_public;
  }

  void export_private(ByteSpan seed) const override { std::ranges::copy(usable(), seed.begin()); }

  void public_key(ByteSpan out) const override {
    static_cast<void>(usable());
    std::ranges::copy(public_, out.begin());
  }

  void sign(ByteView message, ByteView context, ByteSpan signature, Nonce) const override {
    EdKey<Traits> key;
    throw_unless_success(
        Traits::import_pair(usable().data(), key_size, public_.data(), key_size, key.get(), 1),
        Traits::name, "key import");
    std::array<std::uint8_t, Traits::signature_bytes> result;
    word32 size = Traits::signature_bytes;
    throw_unless_success(
        Traits::sign(not_null(message), message_size(message, Traits::name), result.data(), &size,
                     key.get(), Traits::variant(context), not_null(context), context_size(context)),
        Traits::name, "signing");
    std::ranges::copy(result, signature.begin());
  }

 private:
  const SecretBytes& usable() const {
    if (seed_.empty()) {
      fail(Errc::invalid_state,
           std::string(Traits::name) + ": used before a private key was generated or imported");
    }
    return seed_;
  }

  SecretBytes seed_;
  std::array<std::uint8_t, Traits::key_bytes> public_{};
};

/// Little endian y below the field's prime, and not that of a point of small order: every message
/// would have a signature under such a key. wolfCrypt checks the first wrongly for Ed448 (it takes
/// the sign byte for a digit of y) and the second from 5.9 on only.
template <typename Traits>
bool acceptable(std::array<std::uint8_t, Traits::key_bytes> y) noexcept {
  y.back() = static_cast<std::uint8_t>(y.back() & 0x7fU);
  auto prime_less_one = Traits::prime;
  --prime_less_one.front();
  if (!std::lexicographical_compare(y.rbegin(), y.rend(), prime_less_one.rbegin(),
                                    prime_less_one.rend()))
    return false;
  const bool zero_or_one =
      y.front() <= 1 && std::all_of(y.begin() + 1, y.end(), [](auto digit) { return digit == 0; });
  return !zero_or_one && std::ranges::find(Traits::order_8, y) == Traits::order_8.end();
}

template <typename Traits>
class EdPublic final : public SignaturePublicContext {
 public:
  explicit EdPublic(ByteView public_key) {
    std::ranges::copy(public_key, public_.begin());
    EdKey<Traits> key;
    if (!acceptable<Traits>(public_) ||
        Traits::import_public(public_.data(), Traits::key_bytes, key.get(), 0) != 0) {
      fail(Errc::malformed_key,
           std::string(Traits::name) +
               ": public key given that decodes to no point of large order; canonical encodings "
               "of points on the curve allowed");
    }
  }

  bool verify(ByteView message, ByteView context, ByteView signature) const override {
    if (signature.size() != Traits::signature_bytes)
      return false;
    EdKey<Traits> key;
    throw_unless_success(Traits::import_public(public_.data(), Traits::key_bytes, key.get(), 1),
                         Traits::name, "public key import");
    int valid = 0;
    const int result =
        Traits::verify(signature.data(), Traits::signature_bytes, not_null(message),
                       message_size(message, Traits::name), &valid, key.get(),
                       Traits::variant(context), not_null(context), context_size(context));
    return result == 0 && valid == 1;
  }

 private:
  std::array<std::uint8_t, Traits::key_bytes> public_{};
};

}  // namespace

Support signature_support(SignatureAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case SignatureAlgorithm::ed25519:
    case SignatureAlgorithm::ed448:
      return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
    default:
      return ml_dsa_support(algorithm);
  }
}

std::unique_ptr<SignaturePrivateContext> make_signature_private(SignatureAlgorithm algorithm) {
  switch (algorithm) {
    case SignatureAlgorithm::ed25519:
      return std::make_unique<EdPrivate<Ed25519Traits>>();
    case SignatureAlgorithm::ed448:
      return std::make_unique<EdPrivate<Ed448Traits>>();
    default:
      return make_ml_dsa_private(algorithm);
  }
}

std::unique_ptr<SignaturePublicContext> make_signature_public(SignatureAlgorithm algorithm,
                                                              ByteView public_key) {
  switch (algorithm) {
    case SignatureAlgorithm::ed25519:
      return std::make_unique<EdPublic<Ed25519Traits>>(public_key);
    case SignatureAlgorithm::ed448:
      return std::make_unique<EdPublic<Ed448Traits>>(public_key);
    default:
      return make_ml_dsa_public(algorithm, public_key);
  }
}

}  // namespace hartls::software
