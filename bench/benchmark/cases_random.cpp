// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/drbg.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct State {
  Drbg drbg;
  Bytes out;
};

void operate(State& state) {
  state.drbg.generate(state.out);
}

/// Two requests of 32 bytes are never equal, unless the state stands still.
bool check(State& state) {
  constexpr std::size_t bytes = 32;
  Bytes first(bytes);
  Bytes second(bytes);
  state.drbg.generate(first);
  state.drbg.generate(second);
  return first != second;
}

std::string label(const DrbgInfo& info) {
  // The one that wolfCrypt's generator is.
  return info.algorithm == DrbgAlgorithm::hash_drbg_sha256 ? "RNG" : std::string(info.name);
}

}  // namespace

void add_random_cases(std::vector<Case>& cases) {
  for (const DrbgInfo& info : drbg_algorithms()) {
    cases.push_back({label(info), std::string(info.name), "generate", 1,
                     [&info](const Provider& provider) { return provider.support(info.algorithm); },
                     [&info](const Provider& provider, const CaseParameters& parameters) {
                       return make_workload(
                           State{Drbg(info.algorithm, provider), Bytes(parameters.bytes)}, operate,
                           check);
                     }});
  }
}

}  // namespace hartls::bench
