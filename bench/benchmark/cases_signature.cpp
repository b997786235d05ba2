// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/signature.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

constexpr std::size_t message_bytes = 64;

struct GenerateState {
  SignatureAlgorithm algorithm;
  const Provider* provider;
};

void generate(GenerateState& state) {
  SigningKey::generate(state.algorithm, *state.provider);
}

bool check_generate(GenerateState& state) {
  return SigningKey::generate(state.algorithm, *state.provider).public_key() !=
         SigningKey::generate(state.algorithm, *state.provider).public_key();
}

struct State {
  SigningKey private_key;
  VerifyingKey public_key;
  Bytes message;
  Bytes signature;
};

void sign(State& state) {
  state.signature = state.private_key.sign(state.message);
}

void verify(State& state) {
  static_cast<void>(state.public_key.verify(state.message, state.signature));
}

/// The signature holds, and not for another message.
bool check(State& state) {
  const Bytes fresh = state.private_key.sign(state.message);
  Bytes other = state.message;
  other.front() ^= 1U;
  return state.public_key.verify(state.message, fresh) &&
         state.public_key.verify(state.message, state.signature) &&
         !state.public_key.verify(other, state.signature);
}

State make_state(SignatureAlgorithm algorithm, const Provider& provider) {
  SigningKey private_key =
      SigningKey::from_private(algorithm, pattern(info(algorithm).seed_bytes), provider);
  VerifyingKey public_key(algorithm, private_key.public_key(), provider);
  State state{std::move(private_key), std::move(public_key), pattern(message_bytes), {}};
  state.signature = state.private_key.sign(state.message, {}, Nonce::deterministic);
  return state;
}

}  // namespace

void add_signature_cases(std::vector<Case>& cases) {
  for (const SignatureInfo& info : signature_algorithms()) {
    const SignatureAlgorithm algorithm = info.algorithm;
    const std::string name(info.name);
    const auto support = [algorithm](const Provider& provider) {
      return provider.support(algorithm);
    };
    cases.push_back(
        {name + " key gen", name, "keygen", 0, support,
         [algorithm](const Provider& provider, const CaseParameters&) {
           return make_workload(GenerateState{algorithm, &provider}, generate, check_generate);
         }});
    cases.push_back({name + " sign", name, "sign", 0, support,
                     [algorithm](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_state(algorithm, provider), sign, check);
                     }});
    cases.push_back({name + " verify", name, "verify", 0, support,
                     [algorithm](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_state(algorithm, provider), verify, check);
                     }});
  }
}

}  // namespace hartls::bench
