// SPDX-License-Identifier: GPL-3.0-or-later
#include "preamble.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace hartls::tls_bench {
namespace {

using ::testing::HasSubstr;
using Kind = Preamble::Kind;
using Reason = Preamble::Reason;

Preamble a_plan() {
  Preamble plan;
  plan.exchange = Exchange::upload;
  plan.packet_bytes = 0x00001234;
  plan.total_bytes = 0x0102030405060708;
  return plan;
}

TEST(PreambleEncoding, IsTheDocumentedOne) {
  Preamble plan = a_plan();
  plan.counted = false;
  EXPECT_THAT(encode(plan),
              ::testing::ElementsAre(0xF4, 'h', 'a', 'r', 't', 'l', 's', 0x1A, 1, 1, 2, 1, 0, 0,
                                     0x12, 0x34, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(PreambleEncoding, EachPrefixMayBecomeAPreambleAndNoOtherByteMay) {
  const PreambleBytes plan = encode(a_plan());
  for (std::size_t size = 0; size <= plan.size(); ++size)
    EXPECT_TRUE(may_be_preamble(ByteView(plan).first(size))) << size;
  for (std::size_t at = 0; at < Preamble::magic_bytes; ++at) {
    PreambleBytes other = plan;
    other[at] ^= 0x20U;
    EXPECT_TRUE(may_be_preamble(ByteView(other).first(at))) << at;
    EXPECT_FALSE(may_be_preamble(ByteView(other).first(at + 1))) << at;
  }
}

TEST(PreambleAnswer, RepeatsAPlanThatFits) {
  for (const Exchange exchange : {Exchange::echo, Exchange::upload, Exchange::download}) {
    for (const std::uint32_t packet : {1U, 16384U}) {
      Preamble plan = a_plan();
      plan.exchange = exchange;
      plan.packet_bytes = packet;
      plan.counted = packet == 1;
      const Preamble answer = answer_to(encode(plan));
      EXPECT_EQ(answer.kind, Kind::accepted);
      EXPECT_EQ(answer.exchange, exchange);
      EXPECT_EQ(answer.packet_bytes, packet);
      EXPECT_EQ(answer.total_bytes, plan.total_bytes);
      EXPECT_EQ(answer.counted, plan.counted);
      const Answer understood = read_answer(encode(plan), encode(answer));
      EXPECT_TRUE(understood.accepted) << understood.error;
    }
  }
}

struct Refusal {
  std::size_t at;
  std::uint8_t value;
  Reason reason;
  const char* words;
};

class PreambleRefusals : public ::testing::TestWithParam<Refusal> {};

TEST_P(PreambleRefusals, NameTheReasonOnBothSides) {
  const Refusal& refusal = GetParam();
  PreambleBytes plan = encode(a_plan());
  plan[refusal.at] = refusal.value;
  const Preamble answer = answer_to(plan);
  EXPECT_EQ(answer.kind, Kind::refused);
  EXPECT_EQ(answer.reason, refusal.reason);
  EXPECT_THAT(describe(answer.reason, plan[8], answer.version), HasSubstr(refusal.words));
  const Answer understood = read_answer(plan, encode(answer));
  EXPECT_FALSE(understood.accepted);
  EXPECT_THAT(understood.error, HasSubstr(refusal.words));
}

INSTANTIATE_TEST_SUITE_P(All, PreambleRefusals,
                         ::testing::Values(Refusal{8, 2, Reason::version,
                                                   "version 2 of the preamble and the server "
                                                   "version 1"},
                                           Refusal{9, 2, Reason::malformed, "malformed"},
                                           Refusal{10, 0, Reason::exchange, "kind of exchange"},
                                           Refusal{10, 4, Reason::exchange, "kind of exchange"},
                                           Refusal{11, 2, Reason::malformed, "malformed"},
                                           Refusal{12, 1, Reason::packet_bytes, "1 to 16384"},
                                           Refusal{24, 1, Reason::malformed, "malformed"},
                                           Refusal{31, 1, Reason::malformed, "malformed"}));

TEST(PreambleAnswer, PacketsOfNoBytesAreRefused) {
  Preamble plan = a_plan();
  plan.packet_bytes = 0;
  EXPECT_EQ(answer_to(encode(plan)).reason, Reason::packet_bytes);
  plan.packet_bytes = 16385;
  EXPECT_EQ(answer_to(encode(plan)).reason, Reason::packet_bytes);
}

TEST(PreambleAnswer, ThatChangesThePlanIsAnError) {
  const PreambleBytes plan = encode(a_plan());
  PreambleBytes answer = encode(answer_to(plan));
  answer[23] ^= 1U;
  const Answer understood = read_answer(plan, answer);
  EXPECT_FALSE(understood.accepted);
  EXPECT_THAT(understood.error, HasSubstr("does not answer"));
}

TEST(PreambleAnswer, ReasonsOfALaterVersionAreToldByNumber) {
  Preamble answer = answer_to(encode(a_plan()));
  answer.kind = Kind::refused;
  answer.reason = static_cast<Reason>(77);
  EXPECT_THAT(read_answer(encode(a_plan()), encode(answer)).error, HasSubstr("reason 77"));
}

TEST(Receipts, CountBeyond4GiB) {
  EXPECT_EQ(decode_receipt(encode_receipt(0x0102030405060708)), 0x0102030405060708U);
  EXPECT_EQ(encode_receipt(0x0102030405060708)[0], 1);
}

TEST(PacketContent, DiffersFromPacketToPacketAndIsTheSameEachTime) {
  std::set<std::vector<std::uint8_t>> seen;
  for (std::uint64_t index = 0; index < 251; ++index) {
    const ByteView content = packet_content(index, 16);
    seen.emplace(content.begin(), content.end());
  }
  EXPECT_EQ(seen.size(), 251U);
  const ByteView whole = packet_content(0xFFFFFFFFFFFFFFFF, 16384);
  const ByteView again = packet_content(0xFFFFFFFFFFFFFFFF, 16384);
  EXPECT_TRUE(std::equal(whole.begin(), whole.end(), again.begin(), again.end()));
}

}  // namespace
}  // namespace hartls::tls_bench
