// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/kem.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct GenerateState {
  KemAlgorithm algorithm;
  const Provider* provider;
};

void generate(GenerateState& state) {
  KemPrivateKey::generate(state.algorithm, *state.provider);
}

bool check_generate(GenerateState& state) {
  return KemPrivateKey::generate(state.algorithm, *state.provider).public_key() !=
         KemPrivateKey::generate(state.algorithm, *state.provider).public_key();
}

struct State {
  KemPrivateKey private_key;
  KemPublicKey public_key;
  Encapsulation sent;
  SecretBytes received;
};

void encapsulate(State& state) {
  state.sent = state.public_key.encapsulate();
}

void decapsulate(State& state) {
  state.private_key.decapsulate(state.sent.ciphertext, state.received);
}

bool check(State& state) {
  encapsulate(state);
  decapsulate(state);
  return state.received == state.sent.shared;
}

State make_state(KemAlgorithm algorithm, const Provider& provider) {
  KemPrivateKey private_key =
      KemPrivateKey::from_private(algorithm, pattern(info(algorithm).seed_bytes), provider);
  KemPublicKey public_key(algorithm, private_key.public_key(), provider);
  Encapsulation sent = public_key.encapsulate();
  return {std::move(private_key), std::move(public_key), std::move(sent),
          SecretBytes(info(algorithm).shared_bytes)};
}

}  // namespace

void add_kem_cases(std::vector<Case>& cases) {
  for (const KemInfo& info : kem_algorithms()) {
    const KemAlgorithm algorithm = info.algorithm;
    const std::string name(info.name);
    const auto support = [algorithm](const Provider& provider) {
      return provider.support(algorithm);
    };
    cases.push_back(
        {name + " key gen", name, "keygen", 0, support,
         [algorithm](const Provider& provider, const CaseParameters&) {
           return make_workload(GenerateState{algorithm, &provider}, generate, check_generate);
         }});
    cases.push_back({name + " encap", name, "encapsulate", 0, support,
                     [algorithm](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_state(algorithm, provider), encapsulate, check);
                     }});
    cases.push_back({name + " decap", name, "decapsulate", 0, support,
                     [algorithm](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_state(algorithm, provider), decapsulate, check);
                     }});
  }
}

}  // namespace hartls::bench
