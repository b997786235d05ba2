// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string>

#include "cases.hpp"
#include "hartls/core/hex.hpp"
#include "hartls/crypto/rsa.hpp"
#include "rsa_keys.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

SecretBytes secret(std::string_view hex) {
  const Bytes bytes = from_hex(hex);
  return {bytes.begin(), bytes.end()};
}

RsaPrivateParameters parameters(const RsaKeyText& text) {
  return {from_hex(text.n), from_hex("010001"), secret(text.d),  secret(text.p),
          secret(text.q),   secret(text.dp),    secret(text.dq), secret(text.qinv)};
}

struct Keys {
  RsaPrivateKey private_key;
  RsaPublicKey public_key;
};

Keys make_keys(const RsaKeyText& text, const Provider& provider) {
  RsaPrivateKey private_key(parameters(text), provider);
  RsaPublicKey public_key(private_key.public_parameters(), provider);
  return {std::move(private_key), std::move(public_key)};
}

struct EncryptionState {
  Keys keys;
  RsaEncryptionScheme scheme;
  Bytes plaintext;
  Bytes ciphertext;
};

void encrypt(EncryptionState& state) {
  state.ciphertext = state.keys.public_key.encrypt(state.scheme, state.plaintext);
}

void decrypt(EncryptionState& state) {
  static_cast<void>(state.keys.private_key.decrypt(state.scheme, state.ciphertext));
}

bool check_encryption(EncryptionState& state) {
  encrypt(state);
  const auto decrypted = state.keys.private_key.decrypt(state.scheme, state.ciphertext);
  return decrypted && Bytes(decrypted->begin(), decrypted->end()) == state.plaintext;
}

struct SignatureState {
  Keys keys;
  RsaSignatureScheme scheme;
  Bytes digest;
  Bytes signature;
};

void sign(SignatureState& state) {
  state.signature = state.keys.private_key.sign(state.scheme, state.digest);
}

void verify(SignatureState& state) {
  static_cast<void>(state.keys.public_key.verify(state.scheme, state.digest, state.signature));
}

bool check_signature(SignatureState& state) {
  sign(state);
  Bytes other = state.digest;
  other.front() ^= 1U;
  return state.keys.public_key.verify(state.scheme, state.digest, state.signature) &&
         !state.keys.public_key.verify(state.scheme, other, state.signature);
}

struct GenerateState {
  std::size_t modulus_bits;
  const Provider* provider;
};

void generate(GenerateState& state) {
  RsaPrivateKey::generate(state.modulus_bits, *state.provider);
}

/// A key that encrypts and decrypts would double the longest operation of all: left to testcrypt.
bool check_generate(GenerateState&) {
  return true;
}

constexpr std::size_t plaintext_bytes = 48;  // TLS's premaster secret, RFC 5246 section 7.4.7.1

/// One operation on `Make()`'s state, for each key size.
template <typename Make, typename Operate, typename Check>
void add(std::vector<Case>& cases, const RsaKeyText& key, const std::string& label,
         const std::string& operation, Make make, Operate operate, Check check) {
  const std::size_t bits = key.modulus_bits;
  cases.push_back({"RSA " + std::to_string(bits) + " " + label, "RSA-" + std::to_string(bits),
                   operation, 0,
                   [bits](const Provider& provider) { return provider.rsa_support(bits); },
                   [=, &key](const Provider& provider, const CaseParameters&) {
                     return make_workload(make(key, provider), operate, check);
                   }});
}

EncryptionState make_encryption(const RsaKeyText& key, const Provider& provider,
                                RsaEncryptionPadding padding) {
  EncryptionState state{make_keys(key, provider), {}, pattern(plaintext_bytes), {}};
  state.scheme.padding = padding;
  encrypt(state);
  return state;
}

void add_encryption(std::vector<Case>& cases, const RsaKeyText& key, RsaEncryptionPadding padding,
                    const std::string& encrypt_label, const std::string& decrypt_label,
                    const std::string& suffix) {
  const auto make = [padding](const RsaKeyText& text, const Provider& provider) {
    return make_encryption(text, provider, padding);
  };
  add(cases, key, encrypt_label, "encrypt-" + suffix, make, encrypt, check_encryption);
  add(cases, key, decrypt_label, "decrypt-" + suffix, make, decrypt, check_encryption);
}

void add_signature(std::vector<Case>& cases, const RsaKeyText& key,
                   const RsaSignatureScheme& scheme, const std::string& label,
                   const std::string& suffix) {
  const auto make = [scheme](const RsaKeyText& text, const Provider& provider) {
    SignatureState state{
        make_keys(text, provider), scheme, pattern(info(scheme.hash).digest_bytes), {}};
    sign(state);
    return state;
  };
  add(cases, key, "sign " + label, "sign-" + suffix, make, sign, check_signature);
  add(cases, key, "verify " + label, "verify-" + suffix, make, verify, check_signature);
}

}  // namespace

void add_rsa_cases(std::vector<Case>& cases) {
  for (const RsaKeyText& key : rsa_keys()) {
    // wolfSSL's "public" and "private" are PKCS#1 v1.5 encryption and decryption.
    add_encryption(cases, key, RsaEncryptionPadding::pkcs1_v1_5, "public", "private", "pkcs1");
    add_encryption(cases, key, RsaEncryptionPadding::oaep, "encrypt OAEP", "decrypt OAEP", "oaep");
    add_signature(cases, key, RsaSignatureScheme::pkcs1(HashAlgorithm::sha256), "PKCS1", "pkcs1");
    add_signature(cases, key, RsaSignatureScheme::pss(HashAlgorithm::sha256), "PSS", "pss");
    add(
        cases, key, "key gen", "keygen",
        [](const RsaKeyText& text, const Provider& provider) {
          return GenerateState{text.modulus_bits, &provider};
        },
        generate, check_generate);
  }
}

}  // namespace hartls::bench
