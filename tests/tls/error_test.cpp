// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/error.hpp"

#include <gmock/gmock.h>

#include <boost/asio/error.hpp>

namespace hartls::tls::test {
namespace {

using ::testing::HasSubstr;

TEST(TlsErrors, HaveOneMeaningInBothCategories) {
  for (const std::error_code code :
       {make_error_code(Error::stream_truncated), alert_error(40), wolfssl_error(-151)}) {
    const boost::system::error_code other = to_boost(code);
    EXPECT_EQ(other.message(), code.message());
    EXPECT_EQ(to_std(other), code);
    EXPECT_STREQ(other.category().name(), "wolfssl");
    EXPECT_STREQ(code.category().name(), "wolfssl");
  }
  EXPECT_TRUE(to_boost(make_error_code(Error::write_after_close)) == Error::write_after_close);
  EXPECT_TRUE(to_boost(make_error_code(Error::write_after_close)) != Error::stream_truncated);
}

TEST(TlsErrors, OfOtherCategoriesKeepTheirs) {
  const std::error_code code = to_std(boost::asio::error::connection_reset);
  EXPECT_EQ(code, std::errc::connection_reset);
  EXPECT_EQ(to_boost(std::make_error_code(std::errc::broken_pipe)),
            boost::system::errc::broken_pipe);
}

TEST(TlsErrors, AlertsAreNamed) {
  EXPECT_THAT(alert_error(48).message(), HasSubstr("unknown_ca (48)"));
  EXPECT_EQ(received_alert(alert_error(48)), 48);
  EXPECT_EQ(received_alert(Error::stream_truncated), -1);
  EXPECT_EQ(received_alert(wolfssl_error(-308)), -1);
}

TEST(TlsErrors, DatesTellTheClock) {
  for (const int code : {-150, -151})  // before and after the certificate's dates
    EXPECT_THAT(wolfssl_error(code).message(), HasSubstr("clock says"));
  EXPECT_THAT(wolfssl_error(-308).message(), ::testing::Not(HasSubstr("clock")));
}

}  // namespace
}  // namespace hartls::tls::test
