// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/cipher.hpp"

#include <array>

#include "../check.hpp"
#include "../family.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::array rules_table{
    Rule{"Key", Kind::bytes, Presence::required},
    Rule{"Iv"},
    Rule{"Counter", Kind::number},
    Rule{"Plaintext", Kind::bytes, Presence::required, true},
    Rule{"Ciphertext", Kind::bytes, Presence::required, true},
    // Wycheproof's CBC tests pad; the padding is added and removed by this program.
    Rule{"Padding", Kind::text},
};

constexpr std::array<std::size_t, 8> chunk_units{1, 2, 3, 4, 7, 8, 16, 33};

struct Case {
  CipherAlgorithm algorithm;
  Direction direction;
  const Bytes& key;
  const Bytes& iv;
  std::uint32_t counter;
  const Bytes& in;
  const Bytes& out;
  const Provider& provider;

  Cipher cipher() const { return Cipher(algorithm, direction, key, iv, provider, counter); }
  std::string what(std::string_view how) const {
    return std::string(direction == Direction::encrypt ? "ciphertext, " : "plaintext, ") +
           std::string(how);
  }
};

void run_apart(const Case& test) {
  Cipher cipher = test.cipher();
  for (std::size_t offset = 0; offset < 16; offset += 3) {
    const Placed in(test.in, offset);
    Placed out(test.in.size(), 2 * offset + 1);
    cipher.update(in.view(), out.span());
    out.check_guards(test.what("apart"));
    require_equal(test.what("apart, input at offset " + std::to_string(offset)), test.out,
                  out.view());
    cipher.reset(test.iv, test.counter);
  }
}

void run_in_place(const Case& test) {
  for (const std::size_t offset : {0U, 1U, 8U, 13U}) {
    Placed data(test.in, offset);
    test.cipher().update(data.view(), data.span());
    data.check_guards(test.what("in place"));
    require_equal(test.what("in place, offset " + std::to_string(offset)), test.out, data.view());
  }
}

void run_chunks(const Case& test) {
  Cipher cipher = test.cipher();
  const std::size_t unit = info(test.algorithm).unit_bytes;
  for (const std::size_t units : chunk_units) {
    const std::size_t chunk = units * unit;
    if (chunk >= test.in.size())
      break;
    Placed data(test.in, chunk + 5);
    std::size_t done = 0;
    in_chunks(data.view(), chunk, [&](ByteView part) {
      cipher.update(part, data.span().subspan(done, part.size()));
      done += part.size();
    });
    data.check_guards(test.what("chunks"));
    require_equal(test.what("chunks of " + std::to_string(chunk)), test.out, data.view());
    cipher.reset(test.iv, test.counter);
  }
}

void run_case(const Case& test) {
  run_apart(test);
  run_in_place(test);
  run_chunks(test);
}

Bytes padded(ByteView plaintext, std::size_t block) {
  const std::size_t count = block - plaintext.size() % block;
  Bytes result(plaintext.begin(), plaintext.end());
  result.insert(result.end(), count, static_cast<std::uint8_t>(count));
  return result;
}

bool padding_is_right(ByteView plaintext, std::size_t block) {
  if (plaintext.empty() || plaintext.size() % block != 0)
    return false;
  const std::size_t count = plaintext.back();
  if (count == 0 || count > block)
    return false;
  for (const std::uint8_t byte : plaintext.last(count)) {
    if (byte != count)
      return false;
  }
  return true;
}

// A ciphertext whose padding is wrong, or that is no whole number of blocks.
void run_padding_refusal(const Vector& vector, CipherAlgorithm algorithm,
                         const Provider& provider) {
  bool accepted = false;
  const bool refused = refuses([&] {
    Cipher cipher(algorithm, Direction::decrypt, vector.bytes("Key"), vector.bytes_or_empty("Iv"),
                  provider);
    const Bytes plaintext = cipher.update(vector.bytes("Ciphertext"));
    accepted = padding_is_right(plaintext, info(algorithm).unit_bytes);
  });
  require("a ciphertext with wrong padding was accepted", refused || !accepted);
}

class CipherFamily final : public Family {
 public:
  std::string_view name() const noexcept override { return "cipher"; }

  std::vector<std::string> algorithms() const override {
    std::vector<std::string> names;
    for (const CipherInfo& each : cipher_algorithms())
      names.emplace_back(each.name);
    return names;
  }

  std::span<const Rule> rules() const noexcept override { return rules_table; }

  std::vector<Line> lines(const Provider& provider) const override {
    std::vector<Line> lines;
    for (const CipherInfo& each : cipher_algorithms())
      lines.push_back({std::string(each.name), provider.support(each.algorithm)});
    return lines;
  }

  std::string line_of(const Vector& vector) const override {
    if (vector.number_or("Counter", 0) > UINT32_MAX)
      throw std::invalid_argument("Counter over 4294967295");
    if (vector.has("Padding") && vector.text("Padding") != "PKCS#7")
      throw std::invalid_argument("Padding '" + vector.text("Padding") + "', only PKCS#7 allowed");
    return vector.algorithm;
  }

  void run(const Vector& vector, const Provider& provider) const override {
    const CipherAlgorithm algorithm = cipher_from_name(vector.algorithm);
    if (vector.expected == Expected::refusal) {
      run_padding_refusal(vector, algorithm, provider);
      return;
    }
    const auto counter = static_cast<std::uint32_t>(vector.number_or("Counter", 0));
    const Bytes iv = vector.bytes_or_empty("Iv");
    const Bytes& key = vector.bytes("Key");
    const Bytes plaintext = vector.has("Padding")
                                ? padded(vector.bytes("Plaintext"), info(algorithm).unit_bytes)
                                : vector.bytes("Plaintext");
    const Bytes& ciphertext = vector.bytes("Ciphertext");
    run_case({algorithm, Direction::encrypt, key, iv, counter, plaintext, ciphertext, provider});
    run_case({algorithm, Direction::decrypt, key, iv, counter, ciphertext, plaintext, provider});
  }
};

}  // namespace

const Family& cipher_family() {
  static const CipherFamily family;
  return family;
}

}  // namespace hartls::testcrypt
