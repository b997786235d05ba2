// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/key_exchange.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "../check.hpp"
#include "../family.hpp"
#include "curve.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::testcrypt {
namespace {

constexpr auto rules_table =
    joined(curve_rules, std::array{
                            Rule{"Group", Kind::text},
                            Rule{"G"},
                            Rule{"Q"},
                            Rule{"Private"},
                            Rule{"Public", Kind::bytes, Presence::optional, true},
                            Rule{"Peer"},
                            Rule{"Shared", Kind::bytes, Presence::optional, true},
                            Rule{"Iterations", Kind::number},
                            Rule{"Start"},
                            Rule{"Output", Kind::bytes, Presence::optional, true},
                        });

constexpr std::string_view ecdh = "ECDH";
constexpr std::string_view ffdh = "FFDH";
constexpr std::array montgomery_names{std::string_view("X25519"), std::string_view("X448")};

bool is_montgomery(std::string_view algorithm) {
  return std::ranges::find(montgomery_names, algorithm) != montgomery_names.end();
}

Group ffdh_group(const Vector& vector) {
  require_one_of(vector, {"Group"});
  if (vector.text("Group") != custom) {
    const NamedGroup group = group_from_name(vector.text("Group"));
    if (info(group).kind != GroupKind::finite_field)
      throw std::invalid_argument(vector.text("Group") + " is no finite field");
    return group;
  }
  for (const std::string_view name : {"P", "G"})
    require_one_of(vector, {name});
  return DhParameters{vector.bytes("P"), vector.bytes("G"), vector.bytes_or_empty("Q")};
}

Group group_of(const Vector& vector) {
  if (is_montgomery(vector.algorithm))
    return group_from_name(vector.algorithm);
  if (vector.algorithm == ffdh)
    return ffdh_group(vector);
  return std::visit([](const auto& curve) { return Group(curve); }, curve_of(vector));
}

bool supported(const Group& group, const Provider& provider) {
  return std::visit([&](const auto& each) { return provider.key_exchange_support(each).available; },
                    group);
}

// RFC 7748 section 5.2: each result is the next scalar, each scalar the next point.
void run_iterations(const Vector& vector, const Group& group, const Provider& provider) {
  Bytes scalar = vector.bytes("Start");
  Bytes point = scalar;
  for (std::uint64_t i = 0; i < vector.number("Iterations"); ++i) {
    const SecretBytes next = KeyExchange::from_private(group, scalar, provider).agree(point);
    point = std::exchange(scalar, Bytes(next.begin(), next.end()));
  }
  require_equal("result of the iterations", vector.bytes("Output"), scalar);
}

void run_agreement(const Vector& vector, const Group& group, const Provider& provider) {
  const KeyExchange own = KeyExchange::from_private(group, vector.bytes("Private"), provider);
  if (vector.has("Public"))
    require_equal("public key", vector.bytes("Public"), own.public_key());
  const Placed peer(vector.bytes("Peer"), 3);
  Placed shared(own.shared_bytes(), 1);
  const bool refused = refuses([&] { own.agree(peer.view(), shared.span()); });
  shared.check_guards("shared secret");
  if (vector.expected == Expected::refusal) {
    require("a peer value that is no public key was accepted", refused);
    return;
  }
  if (refused && vector.expected == Expected::either)
    return;
  require("the peer's public key was refused", !refused);
  require_equal("shared secret", vector.bytes("Shared"), shared.view());
}

class KeyExchangeFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "key-exchange"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names{std::string(ecdh), std::string(ffdh)};
    names.insert(names.end(), montgomery_names.begin(), montgomery_names.end());
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    const auto add = [&](std::string_view prefix, GroupKind kind) {
      for (const NamedGroup group : groups_of(kind)) {
        lines.push_back({std::string(prefix) + " " + std::string(info(group).name),
                         provider.key_exchange_support(group)});
      }
    };
    add(ffdh, GroupKind::finite_field);
    // A safe prime of 2048 bits stands for the groups that no table names.
    const DhParameters sample{Bytes(256, 0xFF), {2}, {}};
    lines.push_back({"FFDH custom group", provider.key_exchange_support(sample)});
    add(ecdh, GroupKind::weierstrass);
    lines.push_back({"ECDH custom curve", provider.key_exchange_support(sample_custom_curve())});
    for (const std::string_view name : montgomery_names)
      lines.push_back({std::string(name), provider.key_exchange_support(group_from_name(name))});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    if (vector.has("Iterations")) {
      require_one_of(vector, {"Start"});
      require_one_of(vector, {"Output"});
    } else {
      require_one_of(vector, {"Private"});
      require_one_of(vector, {"Peer"});
      if (vector.expected == Expected::success)
        require_one_of(vector, {"Shared"});
    }
    if (is_montgomery(vector.algorithm))
      return vector.algorithm;
    const Group group = group_of(vector);
    if (const auto* const named = std::get_if<NamedGroup>(&group))
      return vector.algorithm + " " + std::string(info(*named).name);
    return vector.algorithm + (vector.algorithm == ffdh ? " custom group" : " custom curve");
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const Group group = group_of(vector);
    if (!supported(group, provider))
      throw Skipped("a group that the provider does not have");
    if (vector.has("Iterations"))
      run_iterations(vector, group, provider);
    else
      run_agreement(vector, group, provider);
  }
};

}  // namespace

const Family& key_exchange_family() {
  static const KeyExchangeFamily family;
  return family;
}

}  // namespace hartls::testcrypt
