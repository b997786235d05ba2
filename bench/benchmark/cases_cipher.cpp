// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/cipher.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct State {
  Cipher cipher;
  Cipher inverse;  ///< the other direction, for the check
  Bytes iv;
  Bytes in;
  Bytes out;
};

void operate(State& state) {
  state.cipher.reset(state.iv);
  state.cipher.update(state.in, state.out);
}

bool check(State& state) {
  operate(state);
  state.inverse.reset(state.iv);
  return state.out != state.in && state.inverse.update(state.out) == state.in;
}

std::unique_ptr<Workload> make(const CipherInfo& info, Direction direction,
                               const Provider& provider, const CaseParameters& parameters) {
  const Bytes key = pattern(info.key_bytes, 3);
  const Bytes iv = pattern(info.iv_bytes, 7);
  const Direction other = direction == Direction::encrypt ? Direction::decrypt : Direction::encrypt;
  return make_workload(State{Cipher(info.algorithm, direction, key, iv, provider),
                             Cipher(info.algorithm, other, key, iv, provider), iv,
                             pattern(parameters.bytes), Bytes(parameters.bytes)},
                       operate, check);
}

void add(std::vector<Case>& cases, const CipherInfo& info, Direction direction,
         const std::string& label) {
  const char* const operation = direction == Direction::encrypt ? "encrypt" : "decrypt";
  cases.push_back({label, std::string(info.name), operation, info.unit_bytes,
                   [&info](const Provider& provider) { return provider.support(info.algorithm); },
                   [&info, direction](const Provider& provider, const CaseParameters& parameters) {
                     return make(info, direction, provider, parameters);
                   }});
}

}  // namespace

void add_cipher_cases(std::vector<Case>& cases) {
  for (const CipherInfo& info : cipher_algorithms()) {
    const std::string name(info.name);
    const bool keystream = info.unit_bytes == 1;
    if (keystream) {  // both directions are the same work
      add(cases, info, Direction::encrypt,
          info.algorithm == CipherAlgorithm::chacha20 ? "CHACHA" : name);
      continue;
    }
    add(cases, info, Direction::encrypt, name + "-enc");
    add(cases, info, Direction::decrypt, name + "-dec");
  }
}

}  // namespace hartls::bench
