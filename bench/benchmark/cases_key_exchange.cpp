// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/key_exchange.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct GenerateState {
  NamedGroup group;
  const Provider* provider;
};

void generate(GenerateState& state) {
  KeyExchange::generate(state.group, *state.provider);
}

/// Two keys in a row are not the same.
bool check_generate(GenerateState& state) {
  return KeyExchange::generate(state.group, *state.provider).public_key() !=
         KeyExchange::generate(state.group, *state.provider).public_key();
}

struct AgreeState {
  KeyExchange own;
  KeyExchange peer;
  Bytes peer_public;
  SecretBytes shared;
};

void agree(AgreeState& state) {
  state.own.agree(state.peer_public, state.shared);
}

bool check_agree(AgreeState& state) {
  agree(state);
  return state.peer.agree(state.own.public_key()) == state.shared;
}

/// How long a private key of a finite field is, the back end decides.
KeyExchange make_key(NamedGroup group, std::uint8_t first, const Provider& provider) {
  const GroupInfo& group_info = info(group);
  return group_info.kind == GroupKind::finite_field
             ? KeyExchange::generate(group, provider)
             : KeyExchange::from_private(group, fixed_private_key(group_info, first), provider);
}

AgreeState make_agree(NamedGroup group, const Provider& provider) {
  KeyExchange own = make_key(group, 1, provider);
  KeyExchange peer = make_key(group, 2, provider);
  Bytes peer_public = peer.public_key();
  SecretBytes shared(own.shared_bytes());
  return {std::move(own), std::move(peer), std::move(peer_public), std::move(shared)};
}

struct Names {
  std::string generate_label;
  std::string agree_label;
  std::string algorithm;
};

Names names(const GroupInfo& info) {
  const std::string name(info.name);
  switch (info.kind) {
    case GroupKind::weierstrass: {
      // wolfSSL's table knows one curve and calls it by its size.
      const std::string curve = info.group == NamedGroup::secp256r1 ? "256" : name;
      return {"ECC " + curve + " key gen", "ECDHE " + curve + " agree", "ECDH-" + name};
    }
    case GroupKind::montgomery: {
      const std::string alias(info.alias);
      return {alias + " key gen", alias + " agree", alias};
    }
    case GroupKind::finite_field: {
      const std::string bits = std::to_string(info.field_bits);
      return {"DH " + bits + " key gen", "DH " + bits + " agree", "DH-" + name};
    }
  }
  return {name, name, name};
}

}  // namespace

void add_key_exchange_cases(std::vector<Case>& cases) {
  for (const GroupInfo& info : named_groups()) {
    const NamedGroup group = info.group;
    const auto support = [group](const Provider& provider) {
      return provider.key_exchange_support(group);
    };
    const Names name = names(info);
    cases.push_back(
        {name.generate_label, name.algorithm, "keygen", 0, support,
         [group](const Provider& provider, const CaseParameters&) {
           return make_workload(GenerateState{group, &provider}, generate, check_generate);
         }});
    cases.push_back({name.agree_label, name.algorithm, "agree", 0, support,
                     [group](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_agree(group, provider), agree, check_agree);
                     }});
  }
}

}  // namespace hartls::bench
