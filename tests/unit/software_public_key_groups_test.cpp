// SPDX-License-Identifier: GPL-3.0-or-later
// Finite-field Diffie-Hellman, X25519 and X448 of the software provider, and its random numbers.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "hartls/crypto/key_exchange.hpp"
#include "software_public_key_cases.hpp"

namespace hartls {
namespace {

using test::expect_error;
using test::software;
using test::Untouched;

class FiniteFieldGroup : public testing::TestWithParam<NamedGroup> {};

TEST_P(FiniteFieldGroup, AgreesFromBothSidesAndAfterReimport) {
  const std::size_t size = info(GetParam()).field_bytes();
  const auto a = KeyExchange::generate(GetParam(), software());
  const auto b = KeyExchange::generate(GetParam(), software());
  const SecretBytes shared = a.agree(b.public_key());
  EXPECT_EQ(shared.size(), size);
  EXPECT_EQ(b.agree(a.public_key()), shared);
  const auto again = KeyExchange::from_private(GetParam(), a.private_key(), software());
  EXPECT_EQ(again.public_key(), a.public_key());
  EXPECT_EQ(a.private_key().size(), size);
}

TEST_P(FiniteFieldGroup, SaysWhichCodeRuns) {
  const bool sp = info(GetParam()).field_bits <= 4096;
  const Support support = software().key_exchange_support(GetParam());
  EXPECT_TRUE(support.available);
  EXPECT_EQ(support.constant_time, sp);
  EXPECT_EQ(support.implementation, sp ? "wolfCrypt SP C" : "wolfCrypt C");
}

INSTANTIATE_TEST_SUITE_P(Software, FiniteFieldGroup,
                         testing::Values(NamedGroup::ffdhe2048, NamedGroup::ffdhe3072,
                                         NamedGroup::ffdhe4096, NamedGroup::ffdhe6144,
                                         NamedGroup::ffdhe8192),
                         [](const auto& param) {
                           return std::string(hartls::info(param.param).name);
                         });

Bytes plus(Bytes number, int difference) {
  number.back() = static_cast<std::uint8_t>(number.back() + difference);
  return number;
}

TEST(SoftwareDh, RefusesPeersOutsideTheRange) {
  const DhParameters group = test::rfc5114_1024_160();
  const DhParameters without_order{group.p, group.g, {}};
  const std::size_t size = group.p.size();
  for (const DhParameters& parameters : {group, without_order}) {
    const auto key = KeyExchange::generate(parameters, software());
    for (const Bytes& peer : {Bytes(size), plus(Bytes(size), 1), plus(group.p, -1), group.p,
                              plus(group.p, 1), Bytes(size, 0xff)}) {
      Untouched shared(size);
      expect_error(Errc::invalid_point, {"finite-field DH", "2 to p - 2 allowed"},
                   [&] { key.agree(peer, shared.span()); });
    }
  }
}

TEST(SoftwareDh, RefusesPeersOutsideTheSubgroupWhereItsOrderIsKnown) {
  const DhParameters group = test::rfc5114_1024_160();
  const auto key = KeyExchange::generate(group, software());
  // 2 generates nearly the whole group.
  const Bytes peer = plus(Bytes(group.p.size()), 2);
  Untouched shared(group.p.size());
  expect_error(Errc::invalid_point, {"subgroup of order q"},
               [&] { key.agree(peer, shared.span()); });
  const auto key_without_order =
      KeyExchange::generate(DhParameters{group.p, group.g, {}}, software());
  EXPECT_EQ(key_without_order.agree(peer).size(), group.p.size());
}

TEST(SoftwareDh, PrivateKeysAreBelowTheOrder) {
  const DhParameters group = test::rfc5114_1024_160();
  for (const Bytes& key : {Bytes{0}, Bytes(20), group.q, plus(group.q, 1), Bytes(128, 0xff)}) {
    expect_error(Errc::malformed_key, {"finite-field DH", "below the group's order"},
                 [&] { KeyExchange::from_private(group, key, software()); });
  }
  const auto largest = KeyExchange::from_private(group, plus(group.q, -1), software());
  const auto one = KeyExchange::from_private(group, Bytes{1}, software());
  EXPECT_EQ(one.public_key(), group.g);
  // g^(q-1) and g are inverse to each other.
  EXPECT_EQ(one.agree(largest.public_key()), largest.agree(group.g));
  for (int i = 0; i < 8; ++i) {
    const SecretBytes key = KeyExchange::generate(group, software()).private_key();
    EXPECT_TRUE(std::all_of(key.begin(), key.end() - 20, [](auto byte) { return byte == 0; }));
  }
}

TEST(SoftwareDh, RefusesAnOrderThatIsNotTheGenerators) {
  const auto refuse = [](DhParameters group) {
    expect_error(Errc::invalid_argument, {"finite-field DH", "subgroup order"},
                 [&] { software().key_exchange(group); });
  };
  DhParameters group = test::rfc5114_1024_160();
  group.q = plus(group.q, 2);
  refuse(group);
  group = test::rfc5114_1024_160();
  group.g = Bytes{2};
  refuse(group);
  group.q = Bytes{1};
  refuse(group);
}

// RFC 8446 section 7.4.1: leading zeros stay.
TEST(SoftwareDh, SharedSecretKeepsItsLeadingZeros) {
  const DhParameters group = test::rfc5114_1024_160();
  const auto peer = KeyExchange::from_private(group, Bytes{0x12, 0x34, 0x56}, software());
  const Bytes peer_public = peer.public_key();
  int found = 0;
  for (std::uint8_t high = 1; high < 16 && found == 0; ++high) {
    for (unsigned low = 0; low < 256 && found == 0; ++low) {
      const Bytes private_key{high, static_cast<std::uint8_t>(low)};
      const auto key = KeyExchange::from_private(group, private_key, software());
      Bytes shared(group.p.size(), 0xcc);
      key.agree(peer_public, shared);
      if (shared[0] != 0)
        continue;
      ++found;
      EXPECT_NE(shared.back(), 0xcc);
      EXPECT_EQ(peer.agree(key.public_key()), SecretBytes(shared.begin(), shared.end()));
    }
  }
  EXPECT_EQ(found, 1);
}

TEST(SoftwareDh, TakesTheSizesThatFit) {
  DhParameters group = test::rfc5114_1024_160();
  EXPECT_EQ(software().key_exchange_support(group).implementation, "wolfCrypt SP C");
  group.p.insert(group.p.begin(), 0x01);
  EXPECT_EQ(software().key_exchange_support(group).implementation, "wolfCrypt C");
  group.p.assign(1025, 0xff);
  EXPECT_FALSE(software().key_exchange_support(group).available);
  expect_error(Errc::unsupported_algorithm, {"1025 bytes", "1024 allowed"},
               [&] { software().key_exchange(group); });
}

class MontgomeryCurve : public testing::TestWithParam<NamedGroup> {};

TEST_P(MontgomeryCurve, KeepsThePrivateKeyAsGiven) {
  for (const std::uint8_t fill : std::to_array<std::uint8_t>({0x00, 0xa5, 0xff})) {
    const SecretBytes key(info(GetParam()).private_bytes(), fill);
    const auto exchange = KeyExchange::from_private(GetParam(), key, software());
    EXPECT_EQ(exchange.private_key(), key);
    const auto peer = KeyExchange::generate(GetParam(), software());
    EXPECT_EQ(exchange.agree(peer.public_key()), peer.agree(exchange.public_key()));
  }
}

TEST_P(MontgomeryCurve, RefusesPeersOfLowOrder) {
  const std::size_t size = info(GetParam()).public_bytes();
  const auto key = KeyExchange::generate(GetParam(), software());
  for (const std::uint8_t u : std::to_array<std::uint8_t>({0, 1})) {
    Bytes peer(size);
    peer.front() = u;
    Untouched shared(size);
    expect_error(Errc::invalid_point, {info(GetParam()).name, "low order"},
                 [&] { key.agree(peer, shared.span()); });
  }
}

INSTANTIATE_TEST_SUITE_P(Software, MontgomeryCurve,
                         testing::Values(NamedGroup::x25519, NamedGroup::x448),
                         [](const auto& param) {
                           return std::string(hartls::info(param.param).name);
                         });

// RFC 7748 section 5.2.
TEST(SoftwareX25519, GivesTheStandardsResult) {
  const auto key = KeyExchange::from_private(
      NamedGroup::x25519,
      from_hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"), software());
  EXPECT_EQ(to_hex(key.agree(
                from_hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))),
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
}

// RFC 7748 section 5: the top bit is ignored, and u need not be reduced.
TEST(SoftwareX25519, TakesUnreducedPeers) {
  const auto key = KeyExchange::generate(NamedGroup::x25519, software());
  Bytes nine(32);
  nine.front() = 9;
  Bytes top_bit = nine;
  top_bit.back() = 0x80;
  Bytes unreduced(32, 0xff);  // 2^255 - 19 + 9
  unreduced.front() = 0xf6;
  unreduced.back() = 0x7f;
  EXPECT_EQ(key.agree(top_bit), key.agree(nine));
  EXPECT_EQ(key.agree(unreduced), key.agree(nine));
  EXPECT_EQ(to_hex(key.agree(nine)), to_hex(key.public_key()));
}

// RFC 7748 section 5.2.
TEST(SoftwareX448, GivesTheStandardsResult) {
  const auto key = KeyExchange::from_private(
      NamedGroup::x448,
      from_hex("3d262fddf9ec8e88495266fea19a34d28882acef045104d0d1aae121"
               "700a779c984c24f8cdd78fbff44943eba368f54b29259a4f1c600ad3"),
      software());
  EXPECT_EQ(to_hex(key.agree(from_hex("06fce640fa3487bfda5f6cf2d5263f8aad88334cbd07437f020f08f9"
                                      "814dc031ddbdc38c19c6da2583fa5429db94ada18aa7a7fb4ef8a086"))),
            "ce3e4ff95a60dc6697da1db1d85e6afbdf79b50a2412d7546d5f239f"
            "e14fbaadeb445fc66a01b0779d98223961111e21766282f73dd96b6f");
}

TEST(SoftwareRandom, AForkedChildDoesNotRepeatItsParent) {
  const auto draw = [] {
    return KeyExchange::generate(NamedGroup::x25519, software()).private_key();
  };
  draw();  // the generator is seeded before the fork
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const SecretBytes key = draw();
    const bool sent = write(ends[1], key.data(), key.size()) == static_cast<ssize_t>(key.size());
    _exit(sent ? 0 : 1);
  }
  const SecretBytes parents = draw();
  SecretBytes childs(parents.size());
  EXPECT_EQ(read(ends[0], childs.data(), childs.size()), static_cast<ssize_t>(childs.size()));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  close(ends[0]);
  close(ends[1]);
  EXPECT_NE(parents, childs);
}

}  // namespace
}  // namespace hartls
