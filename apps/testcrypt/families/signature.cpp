// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/signature.hpp"

#include <array>

#include "../check.hpp"
#include "../family.hpp"
#include "hartls/crypto/hash.hpp"

namespace hartls::testcrypt {
namespace {

// The values with Sha3 in their names are SHA3-256 of what is too long for a file.
constexpr std::array rules_table{
    Rule{"Seed"},
    Rule{"Private"},
    Rule{"PrivateSha3", Kind::bytes, Presence::optional, true},
    Rule{"Public", Kind::bytes, Presence::optional, true},
    Rule{"PublicSha3", Kind::bytes, Presence::optional, true},
    Rule{"Msg"},
    Rule{"Context"},
    Rule{"Signature", Kind::bytes, Presence::optional, true},
    Rule{"SignatureSha3", Kind::bytes, Presence::optional, true},
    Rule{"Deterministic", Kind::number},
};

void require_value(const Vector& vector, std::string_view name, std::string_view what, ByteView got,
                   const Provider& provider) {
  if (vector.has(name))
    require_equal(what, vector.bytes(name), got);
  const std::string digest_name = std::string(name) + "Sha3";
  if (vector.has(digest_name)) {
    require_equal("SHA3-256 of the " + std::string(what), vector.bytes(digest_name),
                  hash(HashAlgorithm::sha3_256, got, provider));
  }
}

bool has_signature(const Vector& vector) {
  return vector.has("Signature") || vector.has("SignatureSha3");
}

void run_sign(const Vector& vector, SignatureAlgorithm algorithm, const Provider& provider) {
  const Bytes& secret = vector.bytes(vector.has("Seed") ? "Seed" : "Private");
  const SigningKey key = SigningKey::from_private(algorithm, secret, provider);
  const Bytes public_key = key.public_key();
  require_value(vector, "Public", "public key", public_key, provider);
  require_value(vector, "Private", "private key", key.private_key(), provider);
  if (!vector.has("Msg"))
    return;
  const Bytes& message = vector.bytes("Msg");
  const Bytes context = vector.bytes_or_empty("Context");
  const bool is_ed =
      algorithm == SignatureAlgorithm::ed25519 || algorithm == SignatureAlgorithm::ed448;
  const bool deterministic = is_ed || vector.number_or("Deterministic", 0) == 1;
  const VerifyingKey check(algorithm, public_key, provider);
  if (deterministic && has_signature(vector)) {
    const Placed placed(message, 1);
    const Bytes got = key.sign(placed.view(), context, Nonce::deterministic);
    require_value(vector, "Signature", "signature", got, provider);
    require("the right signature was refused", check.verify(message, got, context));
  }
  if (!is_ed) {
    require("a fresh signature was refused",
            check.verify(message, key.sign(message, context), context));
  }
}

void run_verify(const Vector& vector, SignatureAlgorithm algorithm, const Provider& provider) {
  const Placed message(vector.bytes("Msg"), 3);
  const Placed signature(vector.bytes("Signature"), 1);
  bool good = false;
  const bool refused = refuses([&] {
    const VerifyingKey key(algorithm, vector.bytes("Public"), provider);
    good = key.verify(message.view(), signature.view(), vector.bytes_or_empty("Context"));
  });
  if (vector.expected == Expected::success) {
    require("the public key was refused", !refused);
    require("the right signature was refused", good);
  } else if (vector.expected == Expected::refusal) {
    require("a wrong signature was accepted", !good);
  }
}

class SignatureFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "signature"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const SignatureInfo& each : signature_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const SignatureInfo& each : signature_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    if (!vector.has("Seed") && !vector.has("Private")) {
      for (const std::string_view name : {"Public", "Msg", "Signature"})
        require_one_of(vector, {name});
    } else if (vector.has("Msg")) {
      require_one_of(vector, {"Signature", "SignatureSha3"});
    } else {
      require_one_of(vector, {"Public", "PublicSha3"});
    }
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const SignatureAlgorithm algorithm = signature_from_name(vector.algorithm);
    const bool has_private = vector.has("Seed") || vector.has("Private");
    if (has_private && vector.expected == Expected::refusal) {
      require("a wrong private key was accepted",
              refuses([&] { run_sign(vector, algorithm, provider); }));
      return;
    }
    if (has_private)
      run_sign(vector, algorithm, provider);
    if (vector.has("Public") && vector.has("Signature"))
      run_verify(vector, algorithm, provider);
  }
};

}  // namespace

const Family& signature_family() {
  static const SignatureFamily family;
  return family;
}

}  // namespace hartls::testcrypt
