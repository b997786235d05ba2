// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/hash.hpp"

#include <array>

#include "../check.hpp"
#include "../family.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::array rules_table{
    Rule{"Msg"},
    Rule{"Repeat", Kind::number},
    Rule{"Sweep", Kind::number},
    Rule{"Seed"},
    Rule{"Digest", Kind::bytes, Presence::required, true},
};

// Around the block and rate sizes of every hash, where padding and buffering go wrong.
constexpr std::array<std::size_t, 14> chunk_sizes{1,  3,  16,  63,  64,  65,  71,
                                                  72, 73, 127, 128, 136, 137, 1000};
// Longer messages are cut less finely: one byte at a time costs a call a byte.
constexpr std::size_t small_message_bytes = 2048;
constexpr std::size_t monte_carlo_rounds = 1000;

Bytes digest_of(const Vector& vector, Hash& hash) {
  Placed digest(vector.bytes("Digest").size(), 3);
  hash.finish(digest.span());
  digest.check_guards("digest");
  return Bytes(digest.view().begin(), digest.view().end());
}

void run_message(const Vector& vector, HashAlgorithm algorithm, const Provider& provider) {
  const Bytes& message = vector.bytes("Msg");
  const Bytes& expected = vector.bytes("Digest");
  Hash hash(algorithm, provider);
  for (std::size_t offset = 0; offset < 16; offset += 3) {
    const Placed placed(message, offset);
    hash.update(placed.view());
    require_equal("digest, one update", expected, digest_of(vector, hash));
    hash.reset();
  }
  const Placed placed(message, 1);
  for (const std::size_t chunk : chunk_sizes) {
    if (chunk < 16 && message.size() > small_message_bytes)
      continue;
    if (chunk > message.size() && chunk > 1)
      break;
    in_chunks(placed.view(), chunk, [&](ByteView part) { hash.update(part); });
    require_equal("digest, updates of " + std::to_string(chunk), expected, digest_of(vector, hash));
    hash.reset();
  }
  const std::size_t half = message.size() / 2;
  hash.update(placed.view().first(half));
  Hash copy = hash.clone();
  hash.update(as_bytes("of the original only"));
  copy.update({});
  copy.update(placed.view().subspan(half));
  require_equal("digest of a clone", expected, digest_of(vector, copy));
}

void run_repeated(const Vector& vector, HashAlgorithm algorithm, const Provider& provider) {
  const Bytes& part = vector.bytes("Msg");
  Bytes message;
  for (std::uint64_t i = 0; i < vector.number("Repeat"); ++i)
    message.insert(message.end(), part.begin(), part.end());
  Hash hash(algorithm, provider);
  for (const std::size_t chunk : {message.size(), std::size_t{4093}}) {
    in_chunks(message, chunk, [&](ByteView data) { hash.update(data); });
    require_equal("digest, updates of " + std::to_string(chunk), vector.bytes("Digest"),
                  digest_of(vector, hash));
    hash.reset();
  }
}

// Every length below `Sweep` of the bytes i mod 251; Digest is the hash of all their digests.
void run_sweep(const Vector& vector, HashAlgorithm algorithm, const Provider& provider) {
  const auto count = static_cast<std::size_t>(vector.number("Sweep"));
  Bytes pattern(count);
  for (std::size_t i = 0; i < count; ++i)
    pattern[i] = static_cast<std::uint8_t>(i % 251);
  Hash inner(algorithm, provider);
  Hash outer(algorithm, provider);
  Placed digest(inner.digest_bytes(), 0);
  for (std::size_t size = 0; size < count; ++size) {
    const Placed message(ByteView(pattern).first(size), size);
    inner.update(message.view());
    inner.finish(digest.span());
    digest.check_guards("digest");
    inner.reset();
    outer.update(digest.view());
  }
  require_equal("digest of the digests", vector.bytes("Digest"), digest_of(vector, outer));
}

bool is_sha3(HashAlgorithm algorithm) {
  return algorithm >= HashAlgorithm::sha3_224 && algorithm <= HashAlgorithm::sha3_512;
}

// The inner loop of the CAVP Monte Carlo tests: SHAVS section 6.4, SHA3VS section 6.2.3.
void run_monte_carlo(const Vector& vector, HashAlgorithm algorithm, const Provider& provider) {
  std::array<Bytes, 3> last;
  last.fill(vector.bytes("Seed"));
  Hash hash(algorithm, provider);
  Placed digest(hash.digest_bytes(), 0);
  for (std::size_t round = 0; round < monte_carlo_rounds; ++round) {
    if (!is_sha3(algorithm)) {
      hash.update(last[0]);
      hash.update(last[1]);
    }
    hash.update(last[2]);
    last[0].swap(last[1]);
    last[1].swap(last[2]);
    hash.finish(digest.span());
    digest.check_guards("digest");
    last[2].assign(digest.view().begin(), digest.view().end());
    hash.reset();
  }
  require_equal("digest after 1000 rounds", vector.bytes("Digest"), last[2]);
}

class HashFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "hash"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const HashInfo& each : hash_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const HashInfo& each : hash_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    require_one_of(vector, {"Msg", "Sweep", "Seed"});
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const HashAlgorithm algorithm = hash_from_name(vector.algorithm);
    if (vector.has("Sweep"))
      run_sweep(vector, algorithm, provider);
    else if (vector.has("Seed"))
      run_monte_carlo(vector, algorithm, provider);
    else if (vector.has("Repeat"))
      run_repeated(vector, algorithm, provider);
    else
      run_message(vector, algorithm, provider);
  }
};

}  // namespace

const Family& hash_family() {
  static const HashFamily family;
  return family;
}

}  // namespace hartls::testcrypt
