// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "child.hpp"
#include "hartls/crypto/provider.hpp"
#include "vector.hpp"

namespace hartls::testcrypt {

class TemporaryFolder : public tls::test::TemporaryFolder {
 public:
  void write(const std::string& file_name, std::string_view text) const;
};

using tls::test::Finished;

/// The program as a user runs it, under the emulator where the build is a cross build.
Finished run_testcrypt(const std::vector<std::string>& arguments);

/// Every embedded vector, read once.
const std::vector<Vector>& embedded();

/// The provider has the algorithm of the vector.
bool available(const Vector& vector, const Provider& provider);

/// What GoogleTest takes as the name of a parameter.
std::string as_test_name(std::string_view text);

}  // namespace hartls::testcrypt
