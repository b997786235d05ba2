// SPDX-License-Identifier: GPL-3.0-or-later
// A family of algorithms: which values its vectors have, and how a provider is held against one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hartls/crypto/provider.hpp"
#include "vector.hpp"

namespace hartls::testcrypt {

enum class Kind : std::uint8_t { bytes, number, text };
enum class Presence : std::uint8_t { required, optional, repeated };

/// One value that a vector may have.
struct Rule {
  std::string_view name;
  Kind kind = Kind::bytes;
  Presence presence = Presence::optional;
  bool expected = false;  ///< a provider must give just this value
};

/// One line of the report.
struct Line {
  std::string name;
  Support support;
};

class Family {
 public:
  virtual ~Family() = default;
  virtual std::string_view name() const noexcept = 0;
  /// What may stand in `[Algorithm = ...]`.
  virtual std::vector<std::string> algorithms() const = 0;
  virtual std::span<const Rule> rules() const noexcept = 0;
  /// The lines of the report, in order.
  virtual std::vector<Line> lines(const Provider& provider) const = 0;
  /// The line that a vector counts for. Throws std::system_error for a name in no table, and
  /// std::invalid_argument for values that do not go together.
  virtual std::string line_of(const Vector& vector) const = 0;
  /// Returns where the provider is right. Throws Mismatch, Skipped, or what the provider throws.
  virtual void run(const Vector& vector, const Provider& provider) const = 0;
};

const Family& hash_family();
const Family& mac_family();
const Family& kdf_family();
const Family& cipher_family();
const Family& aead_family();
const Family& drbg_family();
const Family& key_exchange_family();
const Family& ecdsa_family();
const Family& rsa_family();
const Family& signature_family();
const Family& kem_family();

std::span<const Family* const> families();
/// The family whose algorithms() has `algorithm`, or null.
const Family* family_of(std::string_view algorithm);

/// Throws std::invalid_argument unless the vector has exactly one of `names`.
void require_one_of(const Vector& vector, std::initializer_list<std::string_view> names);

}  // namespace hartls::testcrypt
