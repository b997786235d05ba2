// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "cases.hpp"
#include "hartls/crypto/ecdsa.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

/// The hash that TLS pairs with a curve of that size (RFC 8446 section 4.2.3).
HashAlgorithm hash_for(const GroupInfo& info) {
  if (info.order_bits <= 256) {
    return HashAlgorithm::sha256;
  }
  return info.order_bits <= 384 ? HashAlgorithm::sha384 : HashAlgorithm::sha512;
}

struct State {
  EcdsaPrivateKey private_key;
  EcdsaPublicKey public_key;
  HashAlgorithm hash;
  Bytes digest;
  Bytes signature;
};

void sign(State& state) {
  state.signature = state.private_key.sign_digest(state.hash, state.digest);
}

void verify(State& state) {
  static_cast<void>(state.public_key.verify_digest(state.hash, state.digest, state.signature));
}

/// The signature holds, and not for another digest.
bool check(State& state) {
  const Bytes fresh = state.private_key.sign_digest(state.hash, state.digest);
  Bytes other = state.digest;
  other.front() ^= 1U;
  return state.public_key.verify_digest(state.hash, state.digest, fresh) &&
         state.public_key.verify_digest(state.hash, state.digest, state.signature) &&
         !state.public_key.verify_digest(state.hash, other, state.signature);
}

State make_state(const GroupInfo& info, const Provider& provider) {
  EcdsaPrivateKey private_key =
      EcdsaPrivateKey::from_private(info.group, fixed_private_key(info), provider);
  EcdsaPublicKey public_key(info.group, private_key.public_key(), provider);
  const HashAlgorithm hash = hash_for(info);
  State state{std::move(private_key),
              std::move(public_key),
              hash,
              pattern(hartls::info(hash).digest_bytes),
              {}};
  state.signature =
      state.private_key.sign_digest(hash, state.digest, EcdsaEncoding::der, Nonce::deterministic);
  return state;
}

}  // namespace

void add_ecdsa_cases(std::vector<Case>& cases) {
  for (const GroupInfo& info : named_groups()) {
    if (info.kind != GroupKind::weierstrass) {
      continue;
    }
    const auto support = [&info](const Provider& provider) {
      return provider.ecdsa_support(info.group);
    };
    const std::string name(info.name);
    const std::string label =
        "ECDSA " + (info.group == NamedGroup::secp256r1 ? std::string("256") : name);
    cases.push_back({label + " sign", "ECDSA-" + name, "sign", 0, support,
                     [&info](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_state(info, provider), sign, check);
                     }});
    cases.push_back({label + " verify", "ECDSA-" + name, "verify", 0, support,
                     [&info](const Provider& provider, const CaseParameters&) {
                       return make_workload(make_state(info, provider), verify, check);
                     }});
  }
}

}  // namespace hartls::bench
