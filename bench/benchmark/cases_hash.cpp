// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/hash.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct State {
  Hash hash;
  Bytes message;
  Bytes digest;
};

void operate(State& state) {
  state.hash.reset();
  state.hash.update(state.message);
  state.hash.finish(state.digest);
}

/// The same message in two unequal parts gives the same digest.
bool check(State& state) {
  operate(state);
  const ByteView message = state.message;
  state.hash.reset();
  state.hash.update(message.first(message.size() / 3));
  state.hash.update(message.subspan(message.size() / 3));
  return state.hash.finish() == state.digest;
}

std::string label(const HashInfo& info) {
  return info.algorithm == HashAlgorithm::sha1 ? "SHA" : std::string(info.name);
}

}  // namespace

void add_hash_cases(std::vector<Case>& cases) {
  for (const HashInfo& info : hash_algorithms()) {
    cases.push_back({label(info), std::string(info.name), "hash", 1,
                     [&info](const Provider& provider) { return provider.support(info.algorithm); },
                     [&info](const Provider& provider, const CaseParameters& parameters) {
                       return make_workload(
                           State{Hash(info.algorithm, provider), pattern(parameters.bytes),
                                 Bytes(info.digest_bytes)},
                           operate, check);
                     }});
  }
}

}  // namespace hartls::bench
