// SPDX-License-Identifier: GPL-3.0-or-later
#include "testcrypt_support.hpp"

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "family.hpp"
#include "load.hpp"

namespace hartls::testcrypt {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& argument) {
  return "'" + argument + "'";
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "testcrypt.XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void TemporaryFolder::write(const std::string& file_name, std::string_view text) const {
  std::ofstream out(path_ / file_name, std::ios::binary);
  out << text;
  if (!out.flush())
    throw std::runtime_error("cannot write " + file_name);
}

Finished run_testcrypt(const std::vector<std::string>& arguments) {
  const TemporaryFolder results;
  const fs::path out = results.path() / "out";
  const fs::path err = results.path() / "err";
  std::string command = HARTLS_TEST_EMULATOR;
  command += " " + quoted(std::string(HARTLS_TEST_BIN_DIR) + "/testcrypt");
  for (const std::string& argument : arguments)
    command += " " + quoted(argument);
  command += " >" + quoted(out.string()) + " 2>" + quoted(err.string());
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
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
