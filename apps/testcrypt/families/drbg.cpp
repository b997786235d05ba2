// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/drbg.hpp"

#include <array>

#include "../check.hpp"
#include "../family.hpp"

namespace hartls::testcrypt {
namespace {

// The steps ReseedEntropy, ReseedAdditional and Generate are taken in the order of the file. Output
// is what the last Generate gives; its value is the additional input.
constexpr std::array rules_table{
    Rule{"Entropy", Kind::bytes, Presence::required},
    Rule{"Nonce", Kind::bytes, Presence::required},
    Rule{"Personalization"},
    Rule{"ReseedEntropy", Kind::bytes, Presence::repeated},
    Rule{"ReseedAdditional", Kind::bytes, Presence::repeated},
    Rule{"Generate", Kind::bytes, Presence::repeated},
    Rule{"Output", Kind::bytes, Presence::required, true},
};

const Bytes& additional_after(const Vector& vector, std::size_t index) {
  static const Bytes none;
  if (index + 1 >= vector.fields.size() || vector.fields[index + 1].name != "ReseedAdditional")
    return none;
  return std::get<Bytes>(vector.fields[index + 1].value);
}

class DrbgFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "drbg"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const DrbgInfo& each : drbg_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const DrbgInfo& each : drbg_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    if (!vector.has("Generate"))
      throw std::invalid_argument("no Generate");
    for (std::size_t i = 0; i < vector.fields.size(); ++i) {
      if (vector.fields[i].name == "ReseedAdditional" &&
          (i == 0 || vector.fields[i - 1].name != "ReseedEntropy"))
        throw std::invalid_argument("ReseedAdditional that does not follow ReseedEntropy");
    }
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    Drbg drbg(drbg_from_name(vector.algorithm), vector.bytes("Entropy"), vector.bytes("Nonce"),
              vector.bytes_or_empty("Personalization"), provider);
    const Bytes& expected = vector.bytes("Output");
    Placed out(expected.size(), 1);
    for (std::size_t i = 0; i < vector.fields.size(); ++i) {
      const Field& field = vector.fields[i];
      if (field.name == "ReseedEntropy")
        drbg.reseed(std::get<Bytes>(field.value), additional_after(vector, i));
      else if (field.name == "Generate")
        drbg.generate(out.span(), std::get<Bytes>(field.value));
    }
    out.check_guards("output");
    require_equal("output", expected, out.view());
  }
};

}  // namespace

const Family& drbg_family() {
  static const DrbgFamily family;
  return family;
}

}  // namespace hartls::testcrypt
