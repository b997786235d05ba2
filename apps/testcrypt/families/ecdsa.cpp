// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/ecdsa.hpp"

#include <algorithm>
#include <array>

#include "../check.hpp"
#include "../family.hpp"
#include "curve.hpp"

namespace hartls::testcrypt {
namespace {

constexpr auto rules_table =
    joined(curve_rules, std::array{
                            Rule{"Hash", Kind::text, Presence::required},
                            Rule{"Private"},
                            Rule{"Public", Kind::bytes, Presence::required, true},
                            Rule{"Msg", Kind::bytes, Presence::required},
                            Rule{"R", Kind::bytes, Presence::optional, true},
                            Rule{"S", Kind::bytes, Presence::optional, true},
                            Rule{"Der", Kind::bytes, Presence::optional, true},
                            Rule{"P1363", Kind::bytes, Presence::optional, true},
                            Rule{"Deterministic", Kind::number},
                        });

constexpr std::string_view ecdsa = "ECDSA";

struct Signed {
  Bytes signature;
  EcdsaEncoding encoding;
};

Signed signature_of(const Vector& vector) {
  if (vector.has("Der"))
    return {vector.bytes("Der"), EcdsaEncoding::der};
  if (vector.has("P1363"))
    return {vector.bytes("P1363"), EcdsaEncoding::p1363};
  Bytes both = vector.bytes("R");
  const Bytes& s = vector.bytes("S");
  both.insert(both.end(), s.begin(), s.end());
  return {both, EcdsaEncoding::p1363};
}

void run_verify(const Vector& vector, const Curve& curve, HashAlgorithm hash,
                const Provider& provider) {
  const Signed wanted = signature_of(vector);
  const Placed message(vector.bytes("Msg"), 1);
  const Placed signature(wanted.signature, 3);
  bool good = false;
  const bool refused = refuses([&] {
    const EcdsaPublicKey key(curve, vector.bytes("Public"), provider);
    good = key.verify(hash, message.view(), signature.view(), wanted.encoding);
  });
  if (vector.expected == Expected::success) {
    require("the public key was refused", !refused);
    require("the right signature was refused", good);
  } else if (vector.expected == Expected::refusal) {
    require("a wrong signature was accepted", !good);
  }
}

void run_sign(const Vector& vector, const Curve& curve, HashAlgorithm hash,
              const Provider& provider) {
  const auto key = EcdsaPrivateKey::from_private(curve, vector.bytes("Private"), provider);
  const Bytes& public_key = vector.bytes("Public");
  require_equal("public key", public_key, key.public_key());
  const Bytes& message = vector.bytes("Msg");
  const EcdsaPublicKey check(curve, public_key, provider);
  if (vector.number_or("Deterministic", 0) == 1) {
    const Signed wanted = signature_of(vector);
    const Bytes got = key.sign(hash, message, wanted.encoding, Nonce::deterministic);
    require_equal("deterministic signature", wanted.signature, got);
    if (wanted.encoding == EcdsaEncoding::p1363) {
      require("the DER form of the right signature was refused",
              check.verify(hash, message, ecdsa_to_der(got), EcdsaEncoding::der));
    }
  }
  require("a fresh signature was refused",
          check.verify(hash, message, key.sign(hash, message), EcdsaEncoding::der));
}

class EcdsaFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "ecdsa"; }
  std::vector<std::string> algorithms() const override { return {std::string(ecdsa)}; }
  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const NamedGroup group : groups_of(GroupKind::weierstrass)) {
      lines.push_back({std::string(ecdsa) + " " + std::string(info(group).name),
                       provider.ecdsa_support(group)});
    }
    lines.push_back({"ECDSA custom curve", provider.ecdsa_support(sample_custom_curve())});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    static_cast<void>(hash_from_name(vector.text("Hash")));
    require_one_of(vector, {"R", "Der", "P1363"});
    if (vector.has("R"))
      require_one_of(vector, {"S"});
    return vector.algorithm + " " + curve_line(vector);
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const Curve curve = curve_of(vector);
    const bool available =
        std::visit([&](const auto& each) { return provider.ecdsa_support(each).available; }, curve);
    if (!available)
      throw Skipped("a curve that the provider does not have");
    const HashAlgorithm hash = hash_from_name(vector.text("Hash"));
    if (!provider.supports_digest(hash))
      throw Skipped("the provider does not sign " + vector.text("Hash") + " digests");
    run_verify(vector, curve, hash, provider);
    if (vector.has("Private") && vector.expected == Expected::success)
      run_sign(vector, curve, hash, provider);
  }
};

}  // namespace

const Family& ecdsa_family() {
  static const EcdsaFamily family;
  return family;
}

}  // namespace hartls::testcrypt
