// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string>

#include "cases.hpp"
#include "hartls/crypto/kdf.hpp"
#include "workload.hpp"

namespace hartls::bench {
namespace {

/// The hashes of TLS's cipher suites.
constexpr std::array tls_hashes{HashAlgorithm::sha256, HashAlgorithm::sha384,
                                HashAlgorithm::sha512};

constexpr std::size_t premaster_bytes = 32;
constexpr std::size_t master_secret_bytes = 48;  // RFC 5246 section 8.1
constexpr std::size_t randoms_bytes = 64;        // client's and server's

using Derive = void (*)(HashAlgorithm, ByteView secret, ByteView seed, ByteSpan out,
                        const Provider&);

void derive_hkdf(HashAlgorithm hash, ByteView secret, ByteView seed, ByteSpan out,
                 const Provider& provider) {
  hkdf(hash, seed, secret, as_bytes("key expansion"), out, provider);
}

void derive_tls12(HashAlgorithm hash, ByteView secret, ByteView seed, ByteSpan out,
                  const Provider& provider) {
  tls12_prf(hash, secret, "master secret", seed, out, provider);
}

struct State {
  Derive derive;
  HashAlgorithm hash;
  const Provider* provider;
  Bytes secret;
  Bytes seed;
  Bytes out;
};

void operate(State& state) {
  state.derive(state.hash, state.secret, state.seed, state.out, *state.provider);
}

/// A longer output begins with the shorter one.
bool check(State& state) {
  operate(state);
  Bytes longer(state.out.size() + 1);
  state.derive(state.hash, state.secret, state.seed, longer, *state.provider);
  return Bytes(longer.begin(), longer.end() - 1) == state.out;
}

void add(std::vector<Case>& cases, const char* name, HashAlgorithm hash, Derive derive) {
  const std::string algorithm = std::string(name) + "-" + std::string(info(hash).name);
  cases.push_back({algorithm, algorithm, "derive", 0,
                   [hash](const Provider& provider) {
                     const auto hmac = hmac_of(hash);
                     return hmac ? provider.support(*hmac) : Support{};
                   },
                   [=](const Provider& provider, const CaseParameters&) {
                     return make_workload(
                         State{derive, hash, &provider, pattern(premaster_bytes, 3),
                               pattern(randoms_bytes), Bytes(master_secret_bytes)},
                         operate, check);
                   }});
}

}  // namespace

void add_kdf_cases(std::vector<Case>& cases) {
  for (const HashAlgorithm hash : tls_hashes) {
    add(cases, "HKDF", hash, derive_hkdf);
  }
  for (const HashAlgorithm hash : tls_hashes) {
    add(cases, "TLS12-PRF", hash, derive_tls12);
  }
}

}  // namespace hartls::bench
