// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/kem.hpp"

#include <array>

#include "../check.hpp"
#include "../family.hpp"
#include "hartls/crypto/hash.hpp"

namespace hartls::testcrypt {
namespace {

// The values with Shake256 in their names are SHAKE256 of what is too long for a file.
constexpr std::array rules_table{
    Rule{"Seed"},
    Rule{"Dk", Kind::bytes, Presence::optional, true},
    Rule{"DkShake256", Kind::bytes, Presence::optional, true},
    Rule{"Ek", Kind::bytes, Presence::optional, true},
    Rule{"EkShake256", Kind::bytes, Presence::optional, true},
    Rule{"M"},
    Rule{"Ciphertext", Kind::bytes, Presence::optional, true},
    Rule{"CiphertextShake256", Kind::bytes, Presence::optional, true},
    Rule{"Shared", Kind::bytes, Presence::optional, true},
};

void require_value(const Vector& vector, std::string_view name, std::string_view what, ByteView got,
                   const Provider& provider) {
  if (vector.has(name))
    require_equal(what, vector.bytes(name), got);
  const std::string digest_name = std::string(name) + "Shake256";
  if (!vector.has(digest_name))
    return;
  const Bytes& expected = vector.bytes(digest_name);
  Hash shake(HashAlgorithm::shake256, provider);
  shake.update(got);
  Bytes digest(expected.size());
  shake.finish(digest);
  require_equal("SHAKE256 of the " + std::string(what), expected, digest);
}

void run_encapsulation(const Vector& vector, KemAlgorithm algorithm, const Provider& provider) {
  const Placed ek(vector.bytes("Ek"), 1);
  const auto encapsulate = [&] {
    return KemPublicKey(algorithm, ek.view(), provider)
        .encapsulate_deterministic(vector.bytes("M"));
  };
  if (vector.expected == Expected::refusal) {
    require("a wrong encapsulation key was accepted", refuses(encapsulate));
    return;
  }
  const Encapsulation result = encapsulate();
  require_value(vector, "Ciphertext", "ciphertext", result.ciphertext, provider);
  require_equal("shared secret", vector.bytes("Shared"), result.shared);
}

void run_decapsulation(const Vector& vector, KemAlgorithm algorithm, const Provider& provider) {
  const Bytes& secret = vector.bytes(vector.has("Seed") ? "Seed" : "Dk");
  if (vector.expected == Expected::refusal) {
    require("a wrong key or ciphertext was accepted", refuses([&] {
              static_cast<void>(KemPrivateKey::from_private(algorithm, secret, provider)
                                    .decapsulate(vector.bytes("Ciphertext")));
            }));
    return;
  }
  const KemPrivateKey key = KemPrivateKey::from_private(algorithm, secret, provider);
  const Bytes ek = key.public_key();
  require_value(vector, "Ek", "encapsulation key", ek, provider);
  require_value(vector, "Dk", "decapsulation key", key.private_key(), provider);
  if (vector.has("Ciphertext")) {
    const Placed ciphertext(vector.bytes("Ciphertext"), 3);
    require_equal("shared secret", vector.bytes("Shared"), key.decapsulate(ciphertext.view()));
  }
  const Encapsulation fresh = KemPublicKey(algorithm, ek, provider).encapsulate();
  require_equal("shared secret of a fresh ciphertext", fresh.shared,
                key.decapsulate(fresh.ciphertext));
}

class KemFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "kem"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const KemInfo& each : kem_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const KemInfo& each : kem_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    if (vector.has("M")) {
      require_one_of(vector, {"Ek"});
      if (vector.expected == Expected::success)
        require_one_of(vector, {"Shared"});
    } else if (vector.has("Ciphertext")) {
      require_one_of(vector, {"Seed", "Dk"});
      if (vector.expected == Expected::success)
        require_one_of(vector, {"Shared"});
    } else {
      require_one_of(vector, {"Seed"});
      require_one_of(vector, {"Ek", "EkShake256"});
    }
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const KemAlgorithm algorithm = kem_from_name(vector.algorithm);
    if (vector.has("M"))
      run_encapsulation(vector, algorithm, provider);
    else
      run_decapsulation(vector, algorithm, provider);
  }
};

}  // namespace

const Family& kem_family() {
  static const KemFamily family;
  return family;
}

}  // namespace hartls::testcrypt
