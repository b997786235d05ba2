// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/aead.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "../check.hpp"
#include "../family.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::array rules_table{
    Rule{"Key", Kind::bytes, Presence::required},
    Rule{"Nonce", Kind::bytes, Presence::required},
    Rule{"Aad"},
    Rule{"AadRepeat", Kind::number},
    Rule{"Plaintext", Kind::bytes, Presence::optional, true},
    Rule{"Ciphertext", Kind::bytes, Presence::required, true},
    Rule{"Tag", Kind::bytes, Presence::required, true},
};

struct Case {
  const AeadKey& key;
  const Bytes& nonce;
  const Bytes& aad;
  const Bytes& plaintext;
  const Bytes& ciphertext;
  const Bytes& tag;
};

void seal(const Case& test, std::size_t offset, bool in_place) {
  const Placed nonce(test.nonce, offset + 3);
  const Placed aad(test.aad, offset + 7);
  Placed plaintext(test.plaintext, offset);
  Placed ciphertext(test.plaintext.size(), 2 * offset + 1);
  Placed tag(test.tag.size(), offset + 5);
  Placed& out = in_place ? plaintext : ciphertext;
  test.key.seal(nonce.view(), aad.view(), plaintext.view(), out.span(), tag.span());
  const std::string how = (in_place ? " of seal in place, offset " : " of seal apart, offset ") +
                          std::to_string(offset);
  require_equal("ciphertext" + how, test.ciphertext, out.view());
  require_equal("tag" + how, test.tag, tag.view());
  out.check_guards("ciphertext" + how);
  tag.check_guards("tag" + how);
}

void open(const Case& test, std::size_t offset, bool in_place) {
  const Placed nonce(test.nonce, offset + 3);
  const Placed aad(test.aad, offset + 7);
  const Placed tag(test.tag, offset + 5);
  Placed ciphertext(test.ciphertext, offset);
  Placed plaintext(test.ciphertext.size(), 2 * offset + 1);
  Placed& out = in_place ? ciphertext : plaintext;
  const std::string how =
      (in_place ? "open in place, offset " : "open apart, offset ") + std::to_string(offset);
  require(how + ": the right tag was refused",
          test.key.open(nonce.view(), aad.view(), ciphertext.view(), tag.view(), out.span()));
  require_equal("plaintext of " + how, test.plaintext, out.view());
  out.check_guards("plaintext of " + how);
}

void run_success(const Case& test) {
  for (const std::size_t offset : {0U, 1U, 7U, 12U}) {
    for (const bool in_place : {false, true}) {
      seal(test, offset, in_place);
      open(test, offset, in_place);
    }
  }
  Bytes sealed = test.ciphertext;
  sealed.insert(sealed.end(), test.tag.begin(), test.tag.end());
  require_equal("sealed message", sealed, test.key.seal(test.nonce, test.aad, test.plaintext));
  const auto opened = test.key.open(test.nonce, test.aad, sealed);
  require("the right sealed message was refused", opened.has_value());
  require_equal("opened message", test.plaintext, *opened);
}

// A changed tag must be refused wherever the bit is, and leave no plaintext behind.
void run_changed_tag(const Case& test) {
  Bytes tag = test.tag;
  tag.back() ^= 0x01U;
  Bytes out(test.ciphertext.size(), 0x5A);
  require("a tag with its last bit changed was accepted",
          !test.key.open(test.nonce, test.aad, test.ciphertext, tag, out));
  require("plaintext of a wrong tag was not wiped",
          std::ranges::all_of(out, [](std::uint8_t byte) { return byte == 0; }));
}

void run_refusal(const Vector& vector, AeadAlgorithm algorithm, const Bytes& aad,
                 const Provider& provider) {
  const Bytes& ciphertext = vector.bytes("Ciphertext");
  const Bytes& tag = vector.bytes("Tag");
  Bytes out(ciphertext.size(), 0x5A);
  bool accepted = false;
  const bool refused = refuses([&] {
    const AeadKey key(algorithm, vector.bytes("Key"), provider, tag.size());
    accepted = key.open(vector.bytes("Nonce"), aad, ciphertext, tag, out);
  });
  if (refused)
    return;
  require("a wrong message was accepted", !accepted);
  require("plaintext of a wrong message was not wiped",
          std::ranges::all_of(out, [](std::uint8_t byte) { return byte == 0; }));
}

Bytes aad_of(const Vector& vector) {
  const Bytes part = vector.bytes_or_empty("Aad");
  Bytes aad;
  for (std::uint64_t i = 0; i < vector.number_or("AadRepeat", 1); ++i)
    aad.insert(aad.end(), part.begin(), part.end());
  return aad;
}

class AeadFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "aead"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const AeadInfo& each : aead_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const AeadInfo& each : aead_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    if (vector.expected == Expected::success)
      require_one_of(vector, {"Plaintext"});
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const AeadAlgorithm algorithm = aead_from_name(vector.algorithm);
    const Bytes aad = aad_of(vector);
    if (vector.expected == Expected::refusal) {
      run_refusal(vector, algorithm, aad, provider);
      return;
    }
    const Bytes& tag = vector.bytes("Tag");
    const AeadKey key(algorithm, vector.bytes("Key"), provider, tag.size());
    const Case test{
        key, vector.bytes("Nonce"), aad, vector.bytes("Plaintext"), vector.bytes("Ciphertext"),
        tag};
    run_success(test);
    run_changed_tag(test);
  }
};

}  // namespace

const Family& aead_family() {
  static const AeadFamily family;
  return family;
}

}  // namespace hartls::testcrypt
