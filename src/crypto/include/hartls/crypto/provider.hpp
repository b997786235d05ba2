// SPDX-License-Identifier: GPL-3.0-or-later
// What a back end writes. Users hold the wrappers (hash.hpp, aead.hpp, ...), which check every
// argument before a call arrives here: sizes, state, null pointers, overlaps. A back end may rely
// on that and need not repeat it. What only a back end can find (a malformed key, a point off the
// curve) it reports as std::system_error from the call concerned.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "hartls/core/bytes.hpp"
#include "hartls/core/secret.hpp"
#include "hartls/crypto/algorithms.hpp"

namespace hartls {

/// What a back end says of one algorithm.
struct Support {
  bool available = false;
  bool constant_time = false;       ///< time does not depend on secret data
  std::string_view implementation;  ///< the code that really runs ("wolfCrypt C"); static storage
};

/// All contexts: `out` may be `in` (same start) or apart. No alignment is asked for. Destructors
/// wipe.

class HashContext {
 public:
  virtual ~HashContext() = default;
  virtual void update(ByteView data) noexcept = 0;
  /// `digest`: digest_bytes, or any length for SHAKE. Only reset(), clone() and destruction may
  /// follow.
  virtual void finish(ByteSpan digest) noexcept = 0;
  /// Back to the state of a new context, without allocation.
  virtual void reset() noexcept = 0;
  virtual std::unique_ptr<HashContext> clone() const = 0;
  /// Takes over the state of `other`, another context of the same provider and algorithm, without
  /// allocation.
  virtual void assign(const HashContext& other) noexcept = 0;
};

class MacContext {
 public:
  virtual ~MacContext() = default;
  virtual void update(ByteView data) noexcept = 0;
  virtual void finish(ByteSpan tag) noexcept = 0;
  /// Starts the next message under the same key, without allocation.
  virtual void reset() noexcept = 0;
};

enum class Direction : std::uint8_t { encrypt, decrypt };

class CipherContext {
 public:
  virtual ~CipherContext() = default;
  /// Continues the message. Sizes are equal and multiples of unit_bytes.
  virtual void update(ByteView in, ByteSpan out) noexcept = 0;
  /// Starts the next message under the same key. `counter` is ChaCha20's first block counter (RFC
  /// 8439 section 2.4).
  virtual void reset(ByteView iv, std::uint32_t counter) noexcept = 0;
};

/// Immutable after construction: const calls from several threads at once are allowed.
class AeadContext {
 public:
  virtual ~AeadContext() = default;
  virtual void seal(ByteView nonce, ByteView aad, ByteView plaintext, ByteSpan ciphertext,
                    ByteSpan tag) const noexcept = 0;
  /// False where the tag is wrong; what `plaintext` then holds is wiped by the wrapper.
  virtual bool open(ByteView nonce, ByteView aad, ByteView ciphertext, ByteView tag,
                    ByteSpan plaintext) const noexcept = 0;
};

class DrbgContext {
 public:
  virtual ~DrbgContext() = default;
  virtual void instantiate(ByteView entropy, ByteView nonce, ByteView personalization) noexcept = 0;
  virtual void reseed(ByteView entropy, ByteView additional) noexcept = 0;
  /// At most 65536 bytes (SP 800-90A: 2^19 bits a request). False where the reseed interval is
  /// over: nothing is written.
  virtual bool generate(ByteSpan out, ByteView additional) noexcept = 0;
};

/// y^2 = x^3 + ax + b over GF(p); all big endian. For curves that have no name here.
struct CurveParameters {
  std::string name;
  Bytes p, a, b, gx, gy;
  Bytes order;
  std::uint32_t cofactor = 1;
};

/// Finite-field Diffie-Hellman; big endian. `q`, the subgroup's order, may be empty for a safe
/// prime.
struct DhParameters {
  Bytes p, g, q;
};

using Curve = std::variant<NamedGroup, CurveParameters>;
using Group = std::variant<NamedGroup, CurveParameters, DhParameters>;

/// One private key of one group.
class KeyExchangeContext {
 public:
  virtual ~KeyExchangeContext() = default;
  virtual void generate() = 0;
  virtual void import_private(ByteView key) = 0;
  virtual void export_private(ByteSpan key) const = 0;
  virtual void public_key(ByteSpan out) const = 0;
  /// Checks `peer` (on the curve, in range, not of low order), then computes. Errc::invalid_point
  /// on refusal.
  virtual void agree(ByteView peer, ByteSpan shared) const = 0;
};

/// How a signature's per-message secret is made.
enum class Nonce : std::uint8_t {
  hedged,         ///< fresh randomness takes part; the default
  deterministic,  ///< from key and message alone (RFC 6979, FIPS 204 deterministic variant)
};

/// Signatures are r || s, each padded to the order's size (IEEE P1363).
class EcdsaPrivateContext {
 public:
  virtual ~EcdsaPrivateContext() = default;
  virtual void generate() = 0;
  virtual void import_private(ByteView key) = 0;
  virtual void export_private(ByteSpan key) const = 0;
  virtual void public_key(ByteSpan out) const = 0;
  /// `hash` is the digest's algorithm, which RFC 6979 needs for its HMAC.
  virtual void sign(HashAlgorithm hash, ByteView digest, ByteSpan signature, Nonce nonce) const = 0;
};

class EcdsaPublicContext {
 public:
  virtual ~EcdsaPublicContext() = default;
  virtual bool verify(ByteView digest, ByteView signature) const = 0;
};

/// Ed25519, Ed448, ML-DSA. `context`: RFC 8032's for Ed448 and (non-empty) Ed25519ctx, FIPS 204's
/// ctx.
class SignaturePrivateContext {
 public:
  virtual ~SignaturePrivateContext() = default;
  virtual void generate() = 0;
  /// The seed, or (ML-DSA) the expanded private key: told apart by size.
  virtual void import_private(ByteView key) = 0;
  /// EdDSA: the seed; ML-DSA: the expanded private key.
  virtual void export_private(ByteSpan key) const = 0;
  virtual void public_key(ByteSpan out) const = 0;
  virtual void sign(ByteView message, ByteView context, ByteSpan signature, Nonce nonce) const = 0;
};

class SignaturePublicContext {
 public:
  virtual ~SignaturePublicContext() = default;
  virtual bool verify(ByteView message, ByteView context, ByteView signature) const = 0;
};

class KemPrivateContext {
 public:
  virtual ~KemPrivateContext() = default;
  virtual void generate() = 0;
  /// d || z (64 bytes), or dk.
  virtual void import_private(ByteView key) = 0;
  virtual void export_private(ByteSpan dk) const = 0;
  virtual void public_key(ByteSpan ek) const = 0;
  /// A wrong ciphertext gives a pseudorandom secret (implicit rejection, FIPS 203 section 6.3).
  virtual void decapsulate(ByteView ciphertext, ByteSpan shared) const = 0;
};

class KemPublicContext {
 public:
  virtual ~KemPublicContext() = default;
  /// `randomness`: the 32-byte m of FIPS 203 section 6.2, or empty for fresh randomness.
  virtual void encapsulate(ByteSpan ciphertext, ByteSpan shared, ByteView randomness) const = 0;
};

enum class RsaSignaturePadding : std::uint8_t { pkcs1_v1_5, pss };

/// RFC 8017 sections 8.1 and 8.2. MGF1 uses `mgf_hash`.
struct RsaSignatureScheme {
  RsaSignaturePadding padding = RsaSignaturePadding::pss;
  HashAlgorithm hash = HashAlgorithm::sha256;
  HashAlgorithm mgf_hash = HashAlgorithm::sha256;
  std::size_t salt_bytes = 32;

  static constexpr RsaSignatureScheme pkcs1(HashAlgorithm hash) noexcept {
    return {RsaSignaturePadding::pkcs1_v1_5, hash, hash, 0};
  }
  static RsaSignatureScheme pss(HashAlgorithm hash) {
    return {RsaSignaturePadding::pss, hash, hash, info(hash).digest_bytes};
  }
};

enum class RsaEncryptionPadding : std::uint8_t { pkcs1_v1_5, oaep };

/// RFC 8017 sections 7.1 and 7.2.
struct RsaEncryptionScheme {
  RsaEncryptionPadding padding = RsaEncryptionPadding::oaep;
  HashAlgorithm hash = HashAlgorithm::sha256;
  HashAlgorithm mgf_hash = HashAlgorithm::sha256;
  Bytes label;
};

/// Big endian. Unused leading zeros are allowed.
struct RsaPublicParameters {
  Bytes n, e;
};

/// RFC 8017 section 3.2, second representation with n and d; big endian.
struct RsaPrivateParameters {
  Bytes n, e;
  SecretBytes d, p, q, dp, dq, qinv;
};

class RsaPublicContext {
 public:
  virtual ~RsaPublicContext() = default;
  virtual std::size_t modulus_bits() const noexcept = 0;
  /// `signature` has the modulus' size.
  virtual bool verify(const RsaSignatureScheme&, ByteView digest, ByteView signature) const = 0;
  virtual void encrypt(const RsaEncryptionScheme&, ByteView plaintext,
                       ByteSpan ciphertext) const = 0;
  /// RSAEP: no padding. Modulus-sized both; `in` as a number must be below n
  /// (Errc::invalid_argument).
  virtual void raw(ByteView in, ByteSpan out) const = 0;
};

class RsaPrivateContext {
 public:
  virtual ~RsaPrivateContext() = default;
  virtual std::size_t modulus_bits() const noexcept = 0;
  virtual RsaPublicParameters public_parameters() const = 0;
  virtual RsaPrivateParameters private_parameters() const = 0;
  virtual void sign(const RsaSignatureScheme&, ByteView digest, ByteSpan signature) const = 0;
  /// Plaintext bytes written to the front of `plaintext` (modulus-sized), or nothing where the
  /// padding is wrong.
  virtual std::optional<std::size_t> decrypt(const RsaEncryptionScheme&, ByteView ciphertext,
                                             ByteSpan plaintext) const = 0;
  /// RSADP: no padding. As RsaPublicContext::raw.
  virtual void raw(ByteView in, ByteSpan out) const = 0;
};

/// A bare compression function over whole blocks, for a caller that keeps the hash state itself.
/// `state`: the words in host order, as FIPS 180-4 numbers them. Null where a back end has none to
/// offer.
using HashCompression = void (*)(void* state, const std::uint8_t* blocks, std::size_t block_count);

/// One back end: a static object without state of its own; every call is thread-safe.
/// Each factory throws Errc::unsupported_algorithm unless it is overridden, and support() answers
/// "not available".
class Provider {
 public:
  virtual ~Provider() = default;
  virtual std::string_view name() const noexcept = 0;
  /// What stands behind it, with its version, for a report's header ("wolfCrypt 5.9.2").
  virtual std::string_view version() const noexcept = 0;

  virtual Support support(HashAlgorithm) const noexcept { return {}; }
  virtual Support support(MacAlgorithm) const noexcept { return {}; }
  virtual Support support(CipherAlgorithm) const noexcept { return {}; }
  virtual Support support(AeadAlgorithm) const noexcept { return {}; }
  virtual Support support(DrbgAlgorithm) const noexcept;
  virtual Support support(SignatureAlgorithm) const noexcept { return {}; }
  virtual Support support(KemAlgorithm) const noexcept { return {}; }
  virtual Support key_exchange_support(NamedGroup) const noexcept { return {}; }
  virtual Support key_exchange_support(const CurveParameters&) const noexcept { return {}; }
  virtual Support key_exchange_support(const DhParameters&) const noexcept { return {}; }
  virtual Support ecdsa_support(NamedGroup) const noexcept { return {}; }
  virtual Support ecdsa_support(const CurveParameters&) const noexcept { return {}; }
  /// `modulus_bits`: the sizes differ where a back end has kernels for some.
  virtual Support rsa_support(std::size_t /*modulus_bits*/) const noexcept { return {}; }
  /// A hash that an RSA scheme or RFC 6979 may name.
  virtual bool supports_digest(HashAlgorithm) const noexcept { return false; }

  virtual std::unique_ptr<HashContext> hash(HashAlgorithm) const;
  virtual HashCompression compression(HashAlgorithm) const noexcept { return nullptr; }
  virtual std::unique_ptr<MacContext> mac(MacAlgorithm, ByteView key) const;
  virtual std::unique_ptr<CipherContext> cipher(CipherAlgorithm, Direction, ByteView key,
                                                ByteView iv, std::uint32_t counter) const;
  virtual std::unique_ptr<AeadContext> aead(AeadAlgorithm, ByteView key) const;
  /// Unless overridden: the DRBG of SP 800-90A over this provider's hash.
  virtual std::unique_ptr<DrbgContext> drbg(DrbgAlgorithm) const;
  virtual std::unique_ptr<KeyExchangeContext> key_exchange(const Group&) const;
  virtual std::unique_ptr<EcdsaPrivateContext> ecdsa_private(const Curve&) const;
  /// `public_key`: a SEC 1 point, uncompressed or compressed. Errc::invalid_point where it is not
  /// on the curve.
  virtual std::unique_ptr<EcdsaPublicContext> ecdsa_public(const Curve&, ByteView public_key) const;
  virtual std::unique_ptr<SignaturePrivateContext> signature_private(SignatureAlgorithm) const;
  virtual std::unique_ptr<SignaturePublicContext> signature_public(SignatureAlgorithm,
                                                                   ByteView public_key) const;
  virtual std::unique_ptr<KemPrivateContext> kem_private(KemAlgorithm) const;
  virtual std::unique_ptr<KemPublicContext> kem_public(KemAlgorithm, ByteView public_key) const;
  virtual std::unique_ptr<RsaPublicContext> rsa_public(const RsaPublicParameters&) const;
  virtual std::unique_ptr<RsaPrivateContext> rsa_private(const RsaPrivateParameters&) const;
  virtual std::unique_ptr<RsaPrivateContext> rsa_generate(std::size_t modulus_bits,
                                                          std::uint32_t public_exponent) const;
};

/// The back ends that were built in; defined by the library hartls::providers, which stands above
/// every back end.
std::span<const Provider* const> providers() noexcept;

/// By name. Throws Errc::unknown_name that lists the allowed names.
const Provider& find_provider(std::string_view name);

/// HARTLS_PROVIDER from the environment where set (an unknown value throws Errc::unknown_name),
/// else the software provider. Read once.
const Provider& default_provider();

}  // namespace hartls
