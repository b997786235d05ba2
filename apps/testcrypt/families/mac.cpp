// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/mac.hpp"

#include <algorithm>
#include <array>

#include "../check.hpp"
#include "../family.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::array rules_table{
    Rule{"Key", Kind::bytes, Presence::required},
    Rule{"Msg", Kind::bytes, Presence::required},
    Rule{"Mac", Kind::bytes, Presence::required, true},
};

constexpr std::array<std::size_t, 7> chunk_sizes{1, 7, 15, 16, 17, 64, 129};

Bytes tag_in_chunks(MacAlgorithm algorithm, ByteView key, ByteView message, std::size_t chunk,
                    const Provider& provider) {
  Mac mac(algorithm, key, provider);
  in_chunks(message, chunk, [&](ByteView part) { mac.update(part); });
  Placed tag(mac.tag_bytes(), chunk);
  mac.finish(tag.span());
  tag.check_guards("tag");
  return Bytes(tag.view().begin(), tag.view().end());
}

// A source may give the front of the tag only (RFC 4231 section 4.6).
bool verifies(const Vector& vector, MacAlgorithm algorithm, const Provider& provider) {
  const Bytes& expected = vector.bytes("Mac");
  Mac mac(algorithm, vector.bytes("Key"), provider);
  mac.update(vector.bytes("Msg"));
  if (expected.size() >= mac.tag_bytes())
    return mac.verify(expected);
  const Bytes tag = mac.finish();
  return std::ranges::equal(ByteView(tag).first(expected.size()), expected);
}

void run_refusal(const Vector& vector, MacAlgorithm algorithm, const Provider& provider) {
  bool accepted = false;
  if (!refuses([&] { accepted = verifies(vector, algorithm, provider); }))
    require("a wrong tag was accepted", !accepted);
}

void run_success(const Vector& vector, MacAlgorithm algorithm, const Provider& provider) {
  const Bytes& key = vector.bytes("Key");
  const Bytes& message = vector.bytes("Msg");
  const Bytes& expected = vector.bytes("Mac");
  const auto check = [&](std::string_view what, ByteView tag) {
    require_equal(what, expected, tag.first(std::min(expected.size(), tag.size())));
  };
  for (std::size_t offset = 0; offset < 16; offset += 5) {
    const Placed placed_key(key, offset + 1);
    const Placed placed(message, offset);
    check("tag, one update", mac(algorithm, placed_key.view(), placed.view(), provider));
  }
  for (const std::size_t chunk : chunk_sizes) {
    if (chunk > 1 && chunk > message.size())
      break;
    check("tag, updates of " + std::to_string(chunk),
          tag_in_chunks(algorithm, key, message, chunk, provider));
  }
  require("verify refused the right tag", verifies(vector, algorithm, provider));
  if (info(algorithm).one_time)
    return;
  Mac again(algorithm, key, provider);
  again.update(as_bytes("another message under the same key"));
  again.reset();
  again.update(message);
  check("tag after reset", again.finish());
}

class MacFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "mac"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const MacInfo& each : mac_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const MacInfo& each : mac_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override { return vector.algorithm; }

  void run(const Vector& vector, const Provider& provider) const override {
    const MacAlgorithm algorithm = mac_from_name(vector.algorithm);
    if (vector.expected == Expected::refusal)
      run_refusal(vector, algorithm, provider);
    else
      run_success(vector, algorithm, provider);
  }
};

}  // namespace

const Family& mac_family() {
  static const MacFamily family;
  return family;
}

}  // namespace hartls::testcrypt
