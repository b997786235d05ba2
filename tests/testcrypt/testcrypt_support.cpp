// SPDX-License-Identifier: GPL-3.0-or-later
#include "testcrypt_support.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <stdexcept>

#include "family.hpp"
#include "load.hpp"

namespace hartls::testcrypt {
void TemporaryFolder::write(const std::string& file_name, std::string_view text) const {
  std::ofstream out(path() / file_name, std::ios::binary);
  out << text;
  if (!out.flush())
    throw std::runtime_error("cannot write " + file_name);
}

Finished run_testcrypt(const std::vector<std::string>& arguments) {
  return tls::test::run(tls::test::program("testcrypt", arguments));
}

const std::vector<Vector>& embedded() {
  static const std::vector<Vector> vectors = load_embedded().vectors;
  return vectors;
}

bool available(const Vector& vector, const Provider& provider) {
  const Family& family = *family_of(vector.algorithm);
  const std::string name = family.line_of(vector);
  return std::ranges::any_of(family.lines(provider), [&](const Line& line) {
    return line.name == name && line.support.available;
  });
}

std::string as_test_name(std::string_view text) {
  std::string name;
  for (const char c : text)
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

}  // namespace hartls::testcrypt
