// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/rsa.h>

#include <algorithm>
#include <array>

#include "hartls/core/error.hpp"
#include "number.hpp"
#include "public_key.hpp"
#include "rng.hpp"
#include "rsa_encoding.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

constexpr std::size_t modulus_bits_min = 1024;
constexpr std::size_t modulus_bits_max = 8192;
static_assert(modulus_bits_max <= SP_INT_BITS);
/// wolfCrypt's bound for new primes is a table of 256 bytes, which larger keys would read past.
constexpr std::size_t generate_bits_min = 2048;
constexpr std::size_t generate_bits_max = 4096;
constexpr std::size_t generate_bits_step = 16;

[[noreturn]] void malformed(const std::string& detail) {
  fail(Errc::malformed_key, "RSA: " + detail);
}

bool has_sp_code(std::size_t modulus_bits) noexcept {
  return modulus_bits == 2048 || modulus_bits == 3072 || modulus_bits == 4096;
}

/// wolfCrypt's key, for one operation.
class Key {
 public:
  Key() {
    throw_unless_success(wc_InitRsaKey_ex(&key_, nullptr, INVALID_DEVID), "RSA",
                         "wc_InitRsaKey_ex");
  }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;
  ~Key() {
    wc_FreeRsaKey(&key_);
    wipe_struct(key_);
  }
  RsaKey* get() noexcept { return &key_; }

  static void set(mp_int& target, const Number& value) {
    throw_unless_success(mp_copy(value.get(), &target), "RSA", "mp_copy");
  }

 private:
  RsaKey key_{};
};

/// RSAEP or RSADP on modulus-sized `in` and `out`, by `type`.
void primitive(RsaKey* key, int type, ByteView in, ByteSpan out) {
  auto size = static_cast<word32>(out.size());
  // The input is only read; before 5.8 its type does not say so.
  const int result = wc_RsaDirect(const_cast<byte*>(in.data()), static_cast<word32>(in.size()),
                                  out.data(), &size, key, type, thread_rng());
  if (result != static_cast<int>(out.size()))
    throw_unless_success(std::min(result, -1), "RSA", "wc_RsaDirect");
}

/// n and e, with RSAEP and what stands on it.
class PublicKey {
 public:
  PublicKey(ByteView n, ByteView e) : n_(significant_vartime(n)), e_(significant_vartime(e)) {
    if (n_.bits() < modulus_bits_min || n_.bits() > modulus_bits_max) {
      malformed("modulus of " + std::to_string(n_.bits()) + " bits given, 1024 to 8192 allowed");
    }
    if (!n_.odd())
      malformed("even modulus given, an odd one allowed");
    if (!e_.odd() || e_.is_one() || !(e_ < n_)) {
      malformed(
          "public exponent of " + std::to_string(e_.bits()) +
          " bits given that is even, below 3 or not below the modulus; an odd one from 3 allowed");
    }
  }

  const Number& n() const noexcept { return n_; }
  const Number& e() const noexcept { return e_; }
  std::size_t bits() const noexcept { return n_.bits(); }
  std::size_t bytes() const noexcept { return n_.bytes(); }

  /// RSAEP (section 5.1.1) and RSAVP1. `in`: below n.
  void apply(ByteView in, ByteSpan out) const {
    // wolfCrypt's SP code takes exponents of one word.
    if (e_.bits() > 64) {
      power_mod_vartime(Number(in), e_, n_).to_bytes(out);
      return;
    }
    Key key;
    Key::set(key.get()->n, n_);
    Key::set(key.get()->e, e_);
    key.get()->type = RSA_PUBLIC;
    primitive(key.get(), RSA_PUBLIC_ENCRYPT, in, out);
  }

  bool contains(ByteView in) const { return Number(in) < n_; }

  void require_below_modulus(ByteView in) const {
    if (contains(in))
      return;
    fail(Errc::invalid_argument, "RSA: input given that as a number is not below the modulus of " +
                                     std::to_string(bits()) + " bits; 0 to n - 1 allowed");
  }

 private:
  Number n_, e_;
};

class RsaPublic final : public RsaPublicContext {
 public:
  explicit RsaPublic(const RsaPublicParameters& parameters) : key_(parameters.n, parameters.e) {}

  std::size_t modulus_bits() const noexcept override { return key_.bits(); }

  bool verify(const RsaSignatureScheme& scheme, ByteView digest,
              ByteView signature) const override {
    if (signature.size() != key_.bytes() || !key_.contains(signature))
      return false;
    Bytes encoded(key_.bytes());
    key_.apply(signature, encoded);
    if (scheme.padding == RsaSignaturePadding::pss)
      return verify_pss(scheme, digest, key_.bits(), encoded);
    // RFC 8017 section 8.2.2: compared whole, never parsed.
    Bytes expected(key_.bytes());
    encode_pkcs1_signature(scheme.hash, digest, expected);
    return constant_time_equal(encoded, expected);
  }

  void encrypt(const RsaEncryptionScheme& scheme, ByteView plaintext,
               ByteSpan ciphertext) const override {
    SecretBytes encoded(key_.bytes());
    if (scheme.padding == RsaEncryptionPadding::oaep) {
      SecretBytes seed(info(scheme.hash).digest_bytes);
      random_bytes(seed);
      encode_oaep(scheme, plaintext, seed, encoded);
    } else {
      encode_pkcs1_encryption(plaintext, encoded);
    }
    Bytes result(key_.bytes());
    key_.apply(encoded, result);
    std::ranges::copy(result, ciphertext.begin());
  }

  void raw(ByteView in, ByteSpan out) const override {
    key_.require_below_modulus(in);
    SecretBytes result(key_.bytes());
    key_.apply(in, result);
    std::ranges::copy(result, out.begin());
  }

 private:
  PublicKey key_;
};

/// d, p, q, dP, dQ and qInv of RFC 8017 section 3.2.
struct PrivateNumbers {
  Number d, p, q, dp, dq, qinv;
};

void check_consistency(const PublicKey& key, const PrivateNumbers& numbers) {
  const Number one = Number::small(1);
  const auto require = [](bool good, const char* rule) {
    if (!good)
      malformed(std::string("private key given that breaks a rule: ") + rule);
  };
  require(numbers.p.odd() && numbers.q.odd() && one < numbers.p && one < numbers.q,
          "p and q are odd primes");
  require(numbers.p.bits() + numbers.q.bits() <= key.bits() + 1 && numbers.p * numbers.q == key.n(),
          "n = p q");
  require(!(numbers.p == numbers.q), "p and q are different");
  require(one < numbers.d && numbers.d < key.n(), "d is in 2 to n - 1");
  const Number p_less_one = numbers.p - one;
  const Number q_less_one = numbers.q - one;
  require(multiply_mod(numbers.d % p_less_one, key.e() % p_less_one, p_less_one).is_one(),
          "d e = 1 mod p - 1");
  require(multiply_mod(numbers.d % q_less_one, key.e() % q_less_one, q_less_one).is_one(),
          "d e = 1 mod q - 1");
  require(numbers.dp == numbers.d % p_less_one, "dP = d mod p - 1");
  require(numbers.dq == numbers.d % q_less_one, "dQ = d mod q - 1");
  require(numbers.qinv < numbers.p &&
              multiply_mod(numbers.qinv, numbers.q % numbers.p, numbers.p).is_one(),
          "q qInv = 1 mod p");
}

class RsaPrivate final : public RsaPrivateContext {
 public:
  RsaPrivate(PublicKey key, PrivateNumbers numbers)
      : key_(std::move(key)), numbers_(std::move(numbers)) {
    check_consistency(key_, numbers_);
  }

  std::size_t modulus_bits() const noexcept override { return key_.bits(); }

  RsaPublicParameters public_parameters() const override {
    return {padded<Bytes>(key_.n()), padded<Bytes>(key_.e())};
  }

  RsaPrivateParameters private_parameters() const override {
    const std::size_t p_bytes = numbers_.p.bytes();
    const std::size_t q_bytes = numbers_.q.bytes();
    return {padded<Bytes>(key_.n()),
            padded<Bytes>(key_.e()),
            padded<SecretBytes>(numbers_.d, key_.bytes()),
            padded<SecretBytes>(numbers_.p),
            padded<SecretBytes>(numbers_.q),
            padded<SecretBytes>(numbers_.dp, p_bytes),
            padded<SecretBytes>(numbers_.dq, q_bytes),
            padded<SecretBytes>(numbers_.qinv, p_bytes)};
  }

  void sign(const RsaSignatureScheme& scheme, ByteView digest, ByteSpan signature) const override {
    Bytes encoded(key_.bytes());
    if (scheme.padding == RsaSignaturePadding::pss) {
      Bytes salt(scheme.salt_bytes);
      random_bytes(salt);
      encode_pss(scheme, digest, salt, key_.bits(), encoded);
    } else {
      encode_pkcs1_signature(scheme.hash, digest, encoded);
    }
    std::ranges::copy(apply(encoded), signature.begin());
  }

  std::optional<std::size_t> decrypt(const RsaEncryptionScheme& scheme, ByteView ciphertext,
                                     ByteSpan plaintext) const override {
    if (!key_.contains(ciphertext))
      return std::nullopt;
    SecretBytes encoded = apply(ciphertext);
    const std::optional<std::size_t> start = scheme.padding == RsaEncryptionPadding::oaep
                                                 ? decode_oaep(scheme, encoded)
                                                 : decode_pkcs1_encryption(encoded);
    if (!start)
      return std::nullopt;
    const ByteView message = ByteView(encoded).subspan(*start);
    std::ranges::copy(message, plaintext.begin());
    return message.size();
  }

  void raw(ByteView in, ByteSpan out) const override {
    key_.require_below_modulus(in);
    std::ranges::copy(apply(in), out.begin());
  }

 private:
  template <typename Container>
  static Container padded(const Number& number, std::size_t size) {
    Container bytes(size);
    number.to_bytes(bytes);
    return bytes;
  }
  template <typename Container>
  static Container padded(const Number& number) {
    return padded<Container>(number, number.bytes());
  }

  /// RSADP (section 5.1.2) and RSASP1. `in`: below n.
  SecretBytes apply(ByteView in) const {
    Key key;
    RsaKey& target = *key.get();
    Key::set(target.n, key_.n());
    Key::set(target.e, key_.e());
    Key::set(target.d, numbers_.d);
    Key::set(target.p, numbers_.p);
    Key::set(target.q, numbers_.q);
    Key::set(target.dP, numbers_.dp);
    Key::set(target.dQ, numbers_.dq);
    Key::set(target.u, numbers_.qinv);
    target.type = RSA_PRIVATE;
    SecretBytes out(key_.bytes());
    // "Encrypt" is wolfCrypt's variant without a range check of its own; the primitive is the same.
    primitive(key.get(), RSA_PRIVATE_ENCRYPT, in, out);
    // One faulty half of the CRT would give the factors away.
    SecretBytes check(key_.bytes());
    key_.apply(out, check);
    if (!constant_time_equal(check, in)) {
      fail(Errc::provider_failure,
           "RSA: the private operation gave a wrong result; nothing was written");
    }
    return out;
  }

  PublicKey key_;
  PrivateNumbers numbers_;
};

Bytes bytes_of(const mp_int& value) {
  const Number number(&value);
  Bytes bytes(number.bytes());
  number.to_bytes(bytes);
  return bytes;
}

}  // namespace

Support rsa_support(std::size_t modulus_bits) noexcept {
  if (modulus_bits < modulus_bits_min || modulus_bits > modulus_bits_max)
    return {};
  return {.available = true,
          .constant_time = true,
          .implementation = has_sp_code(modulus_bits) ? "wolfCrypt SP C" : "wolfCrypt C"};
}

bool supports_digest(HashAlgorithm hash) noexcept {
  return hash != HashAlgorithm::shake128 && hash != HashAlgorithm::shake256;
}

std::unique_ptr<RsaPublicContext> make_rsa_public(const RsaPublicParameters& parameters) {
  return std::make_unique<RsaPublic>(parameters);
}

std::unique_ptr<RsaPrivateContext> make_rsa_private(const RsaPrivateParameters& parameters) {
  const auto number = [](ByteView value) { return Number(significant_vartime(value)); };
  return std::make_unique<RsaPrivate>(
      PublicKey(parameters.n, parameters.e),
      PrivateNumbers{number(parameters.d), number(parameters.p), number(parameters.q),
                     number(parameters.dp), number(parameters.dq), number(parameters.qinv)});
}

std::unique_ptr<RsaPrivateContext> make_rsa_generate(std::size_t modulus_bits,
                                                     std::uint32_t public_exponent) {
  if (modulus_bits < generate_bits_min || modulus_bits > generate_bits_max ||
      modulus_bits % generate_bits_step != 0) {
    fail(Errc::unsupported_algorithm,
         "RSA: new key of " + std::to_string(modulus_bits) +
             " bits asked for; wolfCrypt makes multiples of 16 from 2048 to 4096");
  }
  Key key;
  throw_unless_success(wc_MakeRsaKey(key.get(), static_cast<int>(modulus_bits),
                                     static_cast<long>(public_exponent), thread_rng()),
                       "RSA", "wc_MakeRsaKey");
  const RsaKey& made = *key.get();
  return std::make_unique<RsaPrivate>(
      PublicKey(bytes_of(made.n), bytes_of(made.e)),
      PrivateNumbers{Number(&made.d), Number(&made.p), Number(&made.q), Number(&made.dP),
                     Number(&made.dQ), Number(&made.u)});
}

}  // namespace hartls::software
