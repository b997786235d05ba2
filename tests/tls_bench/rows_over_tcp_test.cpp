// SPDX-License-Identifier: GPL-3.0-or-later
// Every suite and every group of this build, in both roles, over TCP.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "socket_run.hpp"

namespace hartls::tls_bench {
namespace {

std::vector<Row> every_row() {
  std::vector<Row> rows = make_rows({});
  Selection static_rsa;
  for (const tls::CipherSuite& suite : tls::cipher_suites()) {
    if (suite.on_request)
      static_rsa.suites.push_back(suite);
  }
  Selection groups;
  groups.suites = {tls::cipher_suite_from_name("TLS_AES_128_GCM_SHA256")};
  groups.every_group = true;
  for (const Selection& selection : {static_rsa, groups}) {
    for (const Row& row : make_rows(selection)) {
      if (std::ranges::none_of(rows, [&](const Row& had) { return had.label() == row.label(); }))
        rows.push_back(row);
    }
  }
  return rows;
}

class RowOverTcp : public ::testing::TestWithParam<Row> {};

TEST_P(RowOverTcp, CarriesItsDataBothWays) {
  Work work;
  work.seconds = 0.01;
  work.total_bytes = 5000;
  work.packet_bytes = 3000;
  const Outcome outcome = run_loopback(
      GetParam(), work, {}, boost::asio::ip::address(boost::asio::ip::address_v4::loopback()));
  EXPECT_EQ(outcome.error, "");
  ASSERT_TRUE(outcome.client && outcome.server);
  EXPECT_GE(outcome.client->connections, 1U);
  EXPECT_EQ(outcome.client->tx_bytes, outcome.server->rx_bytes);
  EXPECT_EQ(outcome.client->rx_bytes, outcome.client->tx_bytes);
  EXPECT_EQ(outcome.negotiated->suite->name, GetParam().suite.name);
  EXPECT_EQ(outcome.negotiated->version, GetParam().suite.version);
  EXPECT_EQ(outcome.negotiated->group,
            GetParam().group ? std::string(GetParam().group->name) : std::string());
}

INSTANTIATE_TEST_SUITE_P(TlsBench, RowOverTcp, ::testing::ValuesIn(every_row()),
                         [](const auto& test) {
                           std::string name = test.param.label();
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return c == '-' || c == '/'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace hartls::tls_bench
