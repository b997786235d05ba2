// SPDX-License-Identifier: GPL-3.0-or-later
#include "symmetric_cases.hpp"

namespace hartls::test {
namespace {

class HashContextTest : public testing::TestWithParam<Case<HashInfo>> {
 protected:
  const HashInfo& hash_info() const { return *GetParam().info; }
  std::unique_ptr<HashContext> make() const {
    return GetParam().provider->hash(hash_info().algorithm);
  }

  Bytes finish(HashContext& context) const {
    Bytes digest(hash_info().digest_bytes);
    context.finish(digest);
    return digest;
  }

  Bytes digest(ByteView message) const {
    const auto context = make();
    context->update(message);
    return finish(*context);
  }
};

INSTANTIATE_TEST_SUITE_P(, HashContextTest, testing::ValuesIn(supported_cases(hash_algorithms())),
                         case_name<HashInfo>);

class ExtendableHashTest : public HashContextTest {};

std::vector<Case<HashInfo>> extendable_cases() {
  auto cases = supported_cases(hash_algorithms());
  std::erase_if(cases, [](const auto& item) { return !item.info->extendable; });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(, ExtendableHashTest, testing::ValuesIn(extendable_cases()),
                         case_name<HashInfo>);

TEST_P(HashContextTest, PiecesGiveTheDigestOfTheWhole) {
  const auto context = make();
  const Bytes data = pattern(3 * hash_info().block_bytes + 17, 1);
  for (std::size_t size = 0; size <= data.size(); ++size) {
    const ByteView message = ByteView(data).first(size);
    context->reset();
    in_pieces(message, 1, static_cast<std::uint32_t>(size),
              [&](ByteView piece) { context->update(piece); });
    ASSERT_EQ(finish(*context), digest(message)) << size << " bytes";
  }
}

TEST_P(HashContextTest, EveryBitOfTheMessageCounts) {
  Bytes message = pattern(hash_info().block_bytes + 9, 2);
  const Bytes expected = digest(message);
  EXPECT_NE(expected, Bytes(expected.size()));
  for (std::size_t bit = 0; bit < 8 * message.size(); ++bit) {
    const auto mask = static_cast<std::uint8_t>(1U << (bit % 8));
    message[bit / 8] ^= mask;
    ASSERT_NE(digest(message), expected) << "bit " << bit;
    message[bit / 8] ^= mask;
  }
  EXPECT_EQ(digest(message), expected);
}

TEST_P(HashContextTest, AnyAddressGivesTheSameDigest) {
  const Bytes message = pattern(4 * hash_info().block_bytes + 3, 3);
  const Bytes expected = digest(message);
  for (std::size_t offset = 0; offset < 16; ++offset) {
    AtOffset input(message, offset);
    AtOffset output(Bytes(expected.size()), offset);
    const auto context = make();
    context->update(input.span());
    context->finish(output.span());
    ASSERT_TRUE(std::ranges::equal(output.span(), expected)) << "offset " << offset;
  }
}

TEST_P(HashContextTest, EmptyMessageHasADigest) {
  const auto untouched = make();
  const Bytes expected = finish(*untouched);
  EXPECT_EQ(digest({}), expected);
  EXPECT_NE(digest(pattern(1, 4)), expected);
}

TEST_P(HashContextTest, ResetForgetsTheMessage) {
  const Bytes message = pattern(200, 5);
  const Bytes expected = digest(message);
  const auto context = make();
  context->update(pattern(hash_info().block_bytes + 1, 6));
  context->reset();
  context->update(message);
  EXPECT_EQ(finish(*context), expected) << "reset within a message";
  context->reset();
  context->update(message);
  EXPECT_EQ(finish(*context), expected) << "reset after finish";
}

TEST_P(HashContextTest, CloneGoesItsOwnWay) {
  const Bytes data = pattern(3 * hash_info().block_bytes, 7);
  for (std::size_t cut : {std::size_t{0}, std::size_t{5}, hash_info().block_bytes, data.size()}) {
    const auto original = make();
    original->update(ByteView(data).first(cut));
    const auto copy = original->clone();
    original->update(as_bytes("original"));
    copy->update(ByteView(data).subspan(cut));
    EXPECT_EQ(finish(*copy), digest(data)) << "cut at " << cut;
    Bytes longer(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(cut));
    std::ranges::copy(as_bytes("original"), std::back_inserter(longer));
    EXPECT_EQ(finish(*original), digest(longer)) << "cut at " << cut;
  }
}

TEST_P(HashContextTest, AssignTakesOverTheState) {
  const Bytes data = pattern(2 * hash_info().block_bytes + 11, 8);
  const auto source = make();
  source->update(ByteView(data).first(hash_info().block_bytes + 3));
  const auto target = make();
  target->update(as_bytes("to be forgotten"));
  for (int round = 0; round < 2; ++round) {
    target->assign(*source);
    target->update(ByteView(data).subspan(hash_info().block_bytes + 3));
    EXPECT_EQ(finish(*target), digest(data)) << "round " << round;
  }
}

TEST_P(ExtendableHashTest, OutputBeginsLikeALongerOne) {
  const Bytes message = pattern(33, 9);
  const auto context = make();
  context->update(message);
  Bytes longest(5 * hash_info().block_bytes + 1);
  context->finish(longest);
  for (std::size_t size = 1; size <= longest.size(); ++size) {
    Bytes output(size + 1, 0xEE);
    context->reset();
    context->update(message);
    context->finish(ByteSpan(output).first(size));
    ASSERT_TRUE(std::equal(output.begin(), output.end() - 1, longest.begin())) << size << " bytes";
    ASSERT_EQ(output.back(), 0xEE) << "written beyond " << size << " bytes";
  }
}

}  // namespace
}  // namespace hartls::test
