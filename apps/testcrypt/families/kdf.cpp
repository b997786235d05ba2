// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/kdf.hpp"

#include <array>
#include <functional>

#include "../check.hpp"
#include "../family.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::array rules_table{
    Rule{"Ikm"},
    Rule{"Salt"},
    Rule{"Info"},
    Rule{"Prk", Kind::bytes, Presence::optional, true},
    Rule{"Okm", Kind::bytes, Presence::optional, true},
    Rule{"Length", Kind::number},
    Rule{"Secret"},
    Rule{"Label", Kind::text},
    Rule{"Seed"},
    Rule{"Context"},
    Rule{"Output", Kind::bytes, Presence::optional, true},
};

constexpr std::string_view hkdf_prefix = "HKDF-";
constexpr std::string_view label_prefix = "HKDF-Expand-Label-";
constexpr std::string_view prf_prefix = "TLS12-PRF-";

struct Algorithm {
  std::string_view prefix;
  HashAlgorithm hash;

  std::string name() const { return std::string(prefix) + std::string(info(hash).name); }
};

// Those that a standard or a protocol of this project uses; HMAC stands on its own lines.
constexpr std::array<Algorithm, 9> kdf_algorithms{{
    {hkdf_prefix, HashAlgorithm::sha1},
    {hkdf_prefix, HashAlgorithm::sha256},
    {hkdf_prefix, HashAlgorithm::sha384},
    {hkdf_prefix, HashAlgorithm::sha512},
    {label_prefix, HashAlgorithm::sha256},
    {label_prefix, HashAlgorithm::sha384},
    {prf_prefix, HashAlgorithm::sha256},
    {prf_prefix, HashAlgorithm::sha384},
    {prf_prefix, HashAlgorithm::sha512},
}};

const Algorithm& find(std::string_view name) {
  for (const Algorithm& each : kdf_algorithms) {
    if (each.name() == name)
      return each;
  }
  throw std::invalid_argument("KDF '" + std::string(name) + "'");
}

using Derive = std::function<void(ByteSpan)>;

// The whole output, and each shorter one at a few lengths: they are its front.
void check_output(std::string_view what, ByteView expected, const Derive& derive) {
  for (const std::size_t size : {expected.size(), std::size_t{1}, expected.size() / 2}) {
    if (size == 0 || size > expected.size())
      continue;
    Placed out(size, size);
    derive(out.span());
    out.check_guards(what);
    require_equal(what, expected.first(size), out.view());
  }
}

// HKDF-Expand-Label hashes the length asked for: a shorter output is another one.
void check_whole_output(std::string_view what, ByteView expected, const Derive& derive) {
  for (std::size_t offset = 0; offset < 4; ++offset) {
    Placed out(expected.size(), offset);
    derive(out.span());
    out.check_guards(what);
    require_equal(what, expected, out.view());
  }
}

void run_hkdf(const Vector& vector, HashAlgorithm hash, const Provider& provider) {
  const Bytes& ikm = vector.bytes("Ikm");
  const Bytes salt = vector.bytes_or_empty("Salt");
  const Bytes info_bytes = vector.bytes_or_empty("Info");
  if (vector.expected == Expected::refusal) {
    Bytes out(static_cast<std::size_t>(vector.number("Length")));
    require("an output that is too long was given",
            refuses([&] { hkdf(hash, salt, ikm, info_bytes, out, provider); }));
    return;
  }
  Bytes prk(info(hash).digest_bytes);
  hkdf_extract(hash, salt, ikm, prk, provider);
  if (vector.has("Prk"))
    require_equal("PRK", vector.bytes("Prk"), prk);
  const Bytes& okm = vector.bytes("Okm");
  check_output("OKM", okm, [&](ByteSpan out) { hkdf(hash, salt, ikm, info_bytes, out, provider); });
  check_output("OKM of HKDF-Expand", okm,
               [&](ByteSpan out) { hkdf_expand(hash, prk, info_bytes, out, provider); });
}

class KdfFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "kdf"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const Algorithm& each : kdf_algorithms)
      names.push_back(each.name());
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const Algorithm& each : kdf_algorithms)
      lines.push_back({each.name(), provider.support(*hmac_of(each.hash))});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    const Algorithm& algorithm = find(vector.algorithm);
    if (algorithm.prefix == hkdf_prefix) {
      require_one_of(vector, {"Ikm"});
      require_one_of(vector, {"Okm", "Length"});
      if ((vector.expected == Expected::refusal) != vector.has("Length"))
        throw std::invalid_argument("Length without Result = fail, or Okm with it");
    } else {
      require_one_of(vector, {"Secret"});
      require_one_of(vector, {"Output"});
      require_one_of(vector, {"Label"});
      if (algorithm.prefix == prf_prefix)
        require_one_of(vector, {"Seed"});
    }
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const Algorithm& algorithm = find(vector.algorithm);
    if (algorithm.prefix == hkdf_prefix) {
      run_hkdf(vector, algorithm.hash, provider);
      return;
    }
    const Bytes& secret = vector.bytes("Secret");
    const std::string& label = vector.text("Label");
    const Bytes& expected = vector.bytes("Output");
    if (algorithm.prefix == prf_prefix) {
      check_output("output", expected, [&](ByteSpan out) {
        tls12_prf(algorithm.hash, secret, label, vector.bytes("Seed"), out, provider);
      });
    } else {
      const Bytes context = vector.bytes_or_empty("Context");
      check_whole_output("output", expected, [&](ByteSpan out) {
        hkdf_expand_label(algorithm.hash, secret, label, context, out, provider);
      });
    }
  }
};

}  // namespace

const Family& kdf_family() {
  static const KdfFamily family;
  return family;
}

}  // namespace hartls::testcrypt
