// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string>

#include "cases.hpp"
#include "hartls/crypto/mac.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

struct ReusableState {
  Mac mac;
  Bytes message;
  Bytes tag;
};

void operate(ReusableState& state) {
  state.mac.reset();
  state.mac.update(state.message);
  state.mac.finish(state.tag);
}

bool check(ReusableState& state) {
  operate(state);
  const ByteView message = state.message;
  state.mac.reset();
  state.mac.update(message.first(message.size() / 3));
  state.mac.update(message.subspan(message.size() / 3));
  return state.mac.verify(state.tag);
}

/// For a key that may serve one message only.
struct OneTimeState {
  MacAlgorithm algorithm;
  const Provider* provider;
  Bytes key;
  Bytes message;
  Bytes tag;
};

void operate_once(OneTimeState& state) {
  Mac mac(state.algorithm, state.key, *state.provider);
  mac.update(state.message);
  mac.finish(state.tag);
}

bool check_once(OneTimeState& state) {
  operate_once(state);
  const ByteView message = state.message;
  Mac mac(state.algorithm, state.key, *state.provider);
  mac.update(message.first(message.size() / 3));
  mac.update(message.subspan(message.size() / 3));
  return mac.verify(state.tag);
}

struct KnownLabel {
  MacAlgorithm algorithm;
  const char* label;
};

constexpr std::array known_labels{
    KnownLabel{MacAlgorithm::hmac_sha1, "HMAC-SHA"},
    KnownLabel{MacAlgorithm::hmac_sha224, "HMAC-SHA224"},
    KnownLabel{MacAlgorithm::hmac_sha256, "HMAC-SHA256"},
    KnownLabel{MacAlgorithm::hmac_sha384, "HMAC-SHA384"},
    KnownLabel{MacAlgorithm::hmac_sha512, "HMAC-SHA512"},
    KnownLabel{MacAlgorithm::poly1305, "POLY1305"},
};

std::string label(const MacInfo& info) {
  for (const KnownLabel& known : known_labels) {
    if (known.algorithm == info.algorithm) {
      return known.label;
    }
  }
  return std::string(info.name);
}

std::unique_ptr<Workload> make(const MacInfo& info, const Provider& provider,
                               const CaseParameters& parameters) {
  const Bytes key = pattern(info.key_bytes != 0 ? info.key_bytes : info.tag_bytes, 3);
  if (info.one_time) {
    return make_workload(OneTimeState{info.algorithm, &provider, key, pattern(parameters.bytes),
                                      Bytes(info.tag_bytes)},
                         operate_once, check_once);
  }
  return make_workload(ReusableState{Mac(info.algorithm, key, provider), pattern(parameters.bytes),
                                     Bytes(info.tag_bytes)},
                       operate, check);
}

}  // namespace

void add_mac_cases(std::vector<Case>& cases) {
  for (const MacInfo& info : mac_algorithms()) {
    cases.push_back({label(info), std::string(info.name), "mac", 1,
                     [&info](const Provider& provider) { return provider.support(info.algorithm); },
                     [&info](const Provider& provider, const CaseParameters& parameters) {
                       return make(info, provider, parameters);
                     }});
  }
}

}  // namespace hartls::bench
