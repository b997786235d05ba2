// SPDX-License-Identifier: GPL-3.0-or-later
// One known answer: where it comes from and its named values.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hartls/core/bytes.hpp"

namespace hartls::testcrypt {

/// What the source says must happen.
enum class Expected : std::uint8_t {
  success,
  refusal,  ///< a wrong tag, signature, key or point: false or an error, never a result
  either,   ///< the standard leaves it open: the right result or a refusal
};

using Value = std::variant<Bytes, std::uint64_t, std::string>;

struct Field {
  std::string name;
  Value value;
};

struct Vector {
  std::string file;   ///< without its folder
  std::string where;  ///< "line 37", "tcId 12"
  std::string comment;
  std::string algorithm;  ///< of `[Algorithm = ...]`
  Expected expected = Expected::success;
  bool acceptable = false;  ///< the source calls both results acceptable; `expected` is our choice
  std::vector<Field> fields;  ///< in the order of the file, those of the section first

  bool has(std::string_view name) const noexcept;
  /// The value of that name. Throws std::logic_error where there is none of that kind: a reader has
  /// checked that.
  const Bytes& bytes(std::string_view name) const;
  std::uint64_t number(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  Bytes bytes_or_empty(std::string_view name) const;
  std::uint64_t number_or(std::string_view name, std::uint64_t otherwise) const;

  std::string place() const { return file + ", " + where; }
};

}  // namespace hartls::testcrypt
