// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/rsa.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "../check.hpp"
#include "../family.hpp"
#include "hartls/crypto/hash.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::array rules_table{
    Rule{"N", Kind::bytes, Presence::required},
    Rule{"E", Kind::bytes, Presence::required},
    Rule{"D"},
    Rule{"P"},
    Rule{"Q"},
    Rule{"Dp"},
    Rule{"Dq"},
    Rule{"Qinv"},
    Rule{"Hash", Kind::text},
    Rule{"MgfHash", Kind::text},
    Rule{"SaltBytes", Kind::number},
    Rule{"Label"},
    Rule{"Msg", Kind::bytes, Presence::optional, true},
    Rule{"Signature", Kind::bytes, Presence::optional, true},
    Rule{"Plaintext", Kind::bytes, Presence::optional, true},
    Rule{"Ciphertext", Kind::bytes, Presence::optional, true},
};

constexpr std::string_view sign_pkcs1 = "RSASSA-PKCS1-v1_5";
constexpr std::string_view sign_pss = "RSASSA-PSS";
constexpr std::string_view crypt_pkcs1 = "RSAES-PKCS1-v1_5";
constexpr std::string_view crypt_oaep = "RSAES-OAEP";
constexpr std::string_view raw = "RSA-raw";
constexpr std::array all_names{sign_pkcs1, sign_pss, crypt_pkcs1, crypt_oaep, raw};
// Stands for all sizes where a line of the report asks for one.
constexpr std::size_t usual_modulus_bits = 2048;

bool is_signature(std::string_view algorithm) {
  return algorithm == sign_pkcs1 || algorithm == sign_pss;
}

std::size_t bits(ByteView number) {
  while (!number.empty() && number.front() == 0)
    number = number.subspan(1);
  if (number.empty())
    return 0;
  return 8 * (number.size() - 1) + static_cast<std::size_t>(std::bit_width(number.front()));
}

RsaPublicParameters public_parameters(const Vector& vector) {
  return {vector.bytes("N"), vector.bytes("E")};
}

RsaPrivateKey private_key(const Vector& vector, const Provider& provider) {
  const auto secret = [&](std::string_view name) {
    const Bytes& value = vector.bytes(name);
    return SecretBytes(value.begin(), value.end());
  };
  return RsaPrivateKey({vector.bytes("N"), vector.bytes("E"), secret("D"), secret("P"), secret("Q"),
                        secret("Dp"), secret("Dq"), secret("Qinv")},
                       provider);
}

RsaSignatureScheme signature_scheme(const Vector& vector) {
  const HashAlgorithm hash = hash_from_name(vector.text("Hash"));
  if (vector.algorithm == sign_pkcs1)
    return RsaSignatureScheme::pkcs1(hash);
  return {RsaSignaturePadding::pss, hash, hash_from_name(vector.text("MgfHash")),
          static_cast<std::size_t>(vector.number("SaltBytes"))};
}

RsaEncryptionScheme encryption_scheme(const Vector& vector) {
  RsaEncryptionScheme scheme;
  if (vector.algorithm == crypt_pkcs1) {
    scheme.padding = RsaEncryptionPadding::pkcs1_v1_5;
    return scheme;
  }
  scheme.hash = hash_from_name(vector.text("Hash"));
  scheme.mgf_hash = hash_from_name(vector.text("MgfHash"));
  scheme.label = vector.bytes_or_empty("Label");
  return scheme;
}

void run_signature(const Vector& vector, const Provider& provider) {
  const RsaSignatureScheme scheme = signature_scheme(vector);
  const Bytes digest = hash(scheme.hash, vector.bytes("Msg"), provider);
  const Placed signature(vector.bytes("Signature"), 1);
  bool good = false;
  // A source leaves it open where a key is weak (an exponent of 3): a provider may refuse it.
  if (vector.expected == Expected::either &&
      refuses([&] { RsaPublicKey(public_parameters(vector), provider); }))
    return;
  const RsaPublicKey key(public_parameters(vector), provider);
  const bool refused = refuses([&] { good = key.verify(scheme, digest, signature.view()); });
  if (vector.expected == Expected::refusal) {
    require("a wrong signature was accepted", !good);
    return;
  }
  if (vector.expected == Expected::success)
    require("the right signature was refused", good && !refused);
  if (!vector.has("D") || !good)
    return;
  const Bytes fresh = private_key(vector, provider).sign(scheme, digest);
  if (scheme.padding == RsaSignaturePadding::pkcs1_v1_5)
    require_equal("signature", vector.bytes("Signature"), fresh);
  require("a fresh signature was refused", key.verify(scheme, digest, fresh));
}

void run_encryption(const Vector& vector, const Provider& provider) {
  const RsaEncryptionScheme scheme = encryption_scheme(vector);
  const RsaPrivateKey key = private_key(vector, provider);
  const Placed ciphertext(vector.bytes("Ciphertext"), 1);
  std::optional<SecretBytes> plaintext;
  const bool refused = refuses([&] { plaintext = key.decrypt(scheme, ciphertext.view()); });
  if (vector.expected == Expected::refusal) {
    require("a wrong ciphertext was accepted", refused || !plaintext);
    return;
  }
  require("the right ciphertext was refused", plaintext.has_value());
  const Bytes& message = vector.bytes("Msg");
  require_equal("plaintext", message, *plaintext);
  const Bytes fresh = RsaPublicKey(public_parameters(vector), provider).encrypt(scheme, message);
  plaintext = key.decrypt(scheme, fresh);
  require("a fresh ciphertext was refused", plaintext.has_value());
  require_equal("plaintext of a fresh ciphertext", message, *plaintext);
}

void run_raw(const Vector& vector, const Provider& provider) {
  const Bytes& plaintext = vector.bytes("Plaintext");
  const Bytes& ciphertext = vector.bytes("Ciphertext");
  Bytes out(ciphertext.size());
  RsaPublicKey(public_parameters(vector), provider).raw(plaintext, out);
  require_equal("RSAEP", ciphertext, out);
  private_key(vector, provider).raw(ciphertext, out);
  require_equal("RSADP", plaintext, out);
}

void require_digests(const Vector& vector, const Provider& provider) {
  for (const std::string_view name : {"Hash", "MgfHash"}) {
    if (vector.has(name) && !provider.supports_digest(hash_from_name(vector.text(name))))
      throw Skipped("the provider does not use " + vector.text(name) + " in RSA");
  }
}

class RsaFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "rsa"; }

  std::vector<std::string> algorithms() const override {
    return {all_names.begin(), all_names.end()};
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const std::string_view name : all_names)
      lines.push_back({std::string(name), provider.rsa_support(usual_modulus_bits)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    const bool is_private = vector.algorithm == crypt_pkcs1 || vector.algorithm == crypt_oaep ||
                            vector.algorithm == raw || vector.has("D");
    if (is_private) {
      for (const std::string_view name : {"D", "P", "Q", "Dp", "Dq", "Qinv"})
        require_one_of(vector, {name});
    }
    if (vector.algorithm == sign_pkcs1 || vector.algorithm == sign_pss ||
        vector.algorithm == crypt_oaep)
      static_cast<void>(hash_from_name(vector.text("Hash")));
    if (vector.algorithm == sign_pss || vector.algorithm == crypt_oaep)
      static_cast<void>(hash_from_name(vector.text("MgfHash")));
    if (vector.algorithm == sign_pss)
      require_one_of(vector, {"SaltBytes"});
    if (is_signature(vector.algorithm)) {
      require_one_of(vector, {"Msg"});
      require_one_of(vector, {"Signature"});
    } else {
      require_one_of(vector, {"Ciphertext"});
      if (vector.expected == Expected::success)
        require_one_of(vector, {"Msg", "Plaintext"});
    }
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const std::size_t modulus_bits = bits(vector.bytes("N"));
    if (!provider.rsa_support(modulus_bits).available)
      throw Skipped("the provider has no RSA with " + std::to_string(modulus_bits) + " bits");
    require_digests(vector, provider);
    if (is_signature(vector.algorithm))
      run_signature(vector, provider);
    else if (vector.algorithm == raw)
      run_raw(vector, provider);
    else
      run_encryption(vector, provider);
  }
};

}  // namespace

const Family& rsa_family() {
  static const RsaFamily family;
  return family;
}

}  // namespace hartls::testcrypt
