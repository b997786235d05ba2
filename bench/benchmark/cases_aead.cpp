// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/aead.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct State {
  AeadKey key;
  Bytes nonce;
  Bytes aad;
  Bytes in;
  Bytes out;
  Bytes tag;
};

void seal(State& state) {
  state.key.seal(state.nonce, state.aad, state.in, state.out, state.tag);
}

bool check_seal(State& state) {
  seal(state);
  Bytes opened(state.in.size());
  return state.key.open(state.nonce, state.aad, state.out, state.tag, opened) && opened == state.in;
}

void open(State& state) {
  // The check has shown that it succeeds, and each round opens the same message.
  static_cast<void>(state.key.open(state.nonce, state.aad, state.in, state.tag, state.out));
}

bool check_open(State& state) {
  const bool opened = state.key.open(state.nonce, state.aad, state.in, state.tag, state.out);
  Bytes wrong_tag = state.tag;
  wrong_tag.back() ^= 1U;
  Bytes refused(state.out.size());
  return opened && state.out == pattern(state.out.size()) &&
         !state.key.open(state.nonce, state.aad, state.in, wrong_tag, refused);
}

State make_state(const AeadInfo& info, const Provider& provider, const CaseParameters& parameters) {
  return {AeadKey(info.algorithm, pattern(info.key_bytes, 3), provider),
          pattern(info.nonce_bytes, 7),
          pattern(parameters.aad_bytes, 11),
          pattern(parameters.bytes),
          Bytes(parameters.bytes),
          Bytes(info.tag_max_bytes)};
}

void add(std::vector<Case>& cases, const AeadInfo& info, const std::string& label) {
  const auto support = [&info](const Provider& provider) {
    return provider.support(info.algorithm);
  };
  cases.push_back({label, std::string(info.name), "encrypt", 1, support,
                   [&info](const Provider& provider, const CaseParameters& parameters) {
                     return make_workload(make_state(info, provider, parameters), seal, check_seal);
                   }});
}

void add_decrypt(std::vector<Case>& cases, const AeadInfo& info, const std::string& label) {
  const auto support = [&info](const Provider& provider) {
    return provider.support(info.algorithm);
  };
  cases.push_back({label, std::string(info.name), "decrypt", 1, support,
                   [&info](const Provider& provider, const CaseParameters& parameters) {
                     State state = make_state(info, provider, parameters);
                     seal(state);
                     std::swap(state.in, state.out);
                     return make_workload(std::move(state), open, check_open);
                   }});
}

}  // namespace

void add_aead_cases(std::vector<Case>& cases) {
  for (const AeadInfo& info : aead_algorithms()) {
    const bool chacha = info.algorithm == AeadAlgorithm::chacha20_poly1305;
    const std::string name(info.name);
    add(cases, info, chacha ? "CHA-POLY" : name + "-enc");
    add_decrypt(cases, info, chacha ? "CHA-POLY-dec" : name + "-dec");
  }
}

}  // namespace hartls::bench
