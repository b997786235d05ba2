// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector.hpp"

#include <algorithm>

namespace hartls::testcrypt {
namespace {

const Field* find(const Vector& vector, std::string_view name) noexcept {
  const auto found = std::ranges::find(vector.fields, name, &Field::name);
  return found == vector.fields.end() ? nullptr : &*found;
}

template <typename Type>
const Type& get(const Vector& vector, std::string_view name) {
  const Field* const field = find(vector, name);
  const Type* const value = field == nullptr ? nullptr : std::get_if<Type>(&field->value);
  if (value == nullptr)
    throw std::logic_error(vector.place() + ": no value '" + std::string(name) + "'");
  return *value;
}

}  // namespace

bool Vector::has(std::string_view name) const noexcept {
  return find(*this, name) != nullptr;
}

const Bytes& Vector::bytes(std::string_view name) const {
  return get<Bytes>(*this, name);
}

std::uint64_t Vector::number(std::string_view name) const {
  return get<std::uint64_t>(*this, name);
}

const std::string& Vector::text(std::string_view name) const {
  return get<std::string>(*this, name);
}

Bytes Vector::bytes_or_empty(std::string_view name) const {
  return has(name) ? bytes(name) : Bytes{};
}

std::uint64_t Vector::number_or(std::string_view name, std::uint64_t otherwise) const {
  return has(name) ? number(name) : otherwise;
}

}  // namespace hartls::testcrypt
