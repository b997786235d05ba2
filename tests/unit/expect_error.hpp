// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>

#include "hartls/core/error.hpp"

namespace hartls::test {

/// `call` throws hartls error `code`, and its message has every one of `parts`.
template <typename Call>
void expect_error(Errc code, std::initializer_list<std::string_view> parts, Call call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown; expected: " << make_error_code(code).message();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), make_error_code(code)) << error.what();
    for (const std::string_view part : parts) {
      EXPECT_THAT(std::string(error.what()), ::testing::HasSubstr(std::string(part)));
    }
  }
}

}  // namespace hartls::test
