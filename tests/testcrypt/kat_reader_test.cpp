// SPDX-License-Identifier: GPL-3.0-or-later
#include "kat_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace hartls::testcrypt {
namespace {

using ::testing::HasSubstr;

const std::string head = "# Source: a standard\n# Licence: free\n\n";

void expect_format_error(const std::string& text, std::initializer_list<std::string_view> parts) {
  try {
    static_cast<void>(read_kat("a.kat", text));
    ADD_FAILURE() << "nothing was thrown for: " << text;
  } catch (const FormatError& error) {
    for (const std::string_view part : parts)
      EXPECT_THAT(std::string(error.what()), HasSubstr(std::string(part)));
  }
}

TEST(KatReader, ReadsBytesTextNumbersAndResults) {
  const auto vectors = read_kat("a.kat", head +
                                             "[Algorithm = SHA-256]\n\n"
                                             "# the first\nMsg = 00fF\nDigest = 01\n\n"
                                             "Msg = \"abc\"\nRepeat = 7\nDigest = 02\r\n"
                                             "Result = fail\n\n\n"
                                             "Msg =\nDigest = 03");
  ASSERT_EQ(vectors.size(), 3U);
  EXPECT_EQ(vectors[0].bytes("Msg"), (Bytes{0x00, 0xFF}));
  EXPECT_EQ(vectors[0].comment, "the first");
  EXPECT_EQ(vectors[0].where, "line 7");
  EXPECT_EQ(vectors[0].expected, Expected::success);
  EXPECT_EQ(vectors[1].bytes("Msg"), (Bytes{'a', 'b', 'c'}));
  EXPECT_EQ(vectors[1].number("Repeat"), 7U);
  EXPECT_EQ(vectors[1].expected, Expected::refusal);
  EXPECT_EQ(vectors[1].comment, "");
  EXPECT_TRUE(vectors[2].bytes("Msg").empty());
  EXPECT_EQ(vectors[2].bytes("Digest"), Bytes{3});
}

TEST(KatReader, GivesTheSectionsValuesToEachVectorUntilTheNextAlgorithm) {
  const auto vectors = read_kat("a.kat", head +
                                             "[Algorithm = ECDH]\n[Curve = secp256r1]\n\n"
                                             "Private = 01\nPeer = 02\nShared = 03\n\n"
                                             "[Algorithm = X25519]\n\n"
                                             "Private = 01\nPeer = 02\nShared = 03\n");
  ASSERT_EQ(vectors.size(), 2U);
  EXPECT_EQ(vectors[0].text("Curve"), "secp256r1");
  EXPECT_FALSE(vectors[1].has("Curve"));
}

TEST(KatReader, KeepsTheOrderOfRepeatedValues) {
  const auto vectors = read_kat("a.kat", head +
                                             "[Algorithm = Hash_DRBG-SHA-256]\n\n"
                                             "Entropy = 01\nNonce = 02\nGenerate = 03\n"
                                             "ReseedEntropy = 04\nGenerate = 05\nOutput = 06\n");
  ASSERT_EQ(vectors.size(), 1U);
  ASSERT_EQ(vectors[0].fields.size(), 6U);
  EXPECT_EQ(vectors[0].fields[3].name, "ReseedEntropy");
  EXPECT_EQ(std::get<Bytes>(vectors[0].fields[4].value), Bytes{5});
}

TEST(KatReader, RefusesFilesWithoutProvenance) {
  const std::string vector = "[Algorithm = MD5]\n\nMsg =\nDigest = 00\n";
  expect_format_error("# Licence: free\n" + vector, {"a.kat", "# Source:"});
  expect_format_error("# Source: a standard\n" + vector, {"a.kat", "# Licence:"});
}

TEST(KatReader, NamesFileLineFoundAndAllowed) {
  const std::string section = head + "[Algorithm = MD5]\n\n";
  expect_format_error(head + "[Algorithm = MD6]\n",
                      {"a.kat, line 4", "'MD6'", "MD5", "ML-KEM-768"});
  expect_format_error(head + "Msg = 00\n", {"line 4", "before an algorithm", "[Algorithm = ...]"});
  expect_format_error(section + "Message = 00\n", {"line 6", "'Message'", "Result, Msg", "Digest"});
  expect_format_error(section + "Msg = 0g\nDigest = 00\n", {"line 6", "Msg", "hexadecimal"});
  expect_format_error(section + "Msg = 000\nDigest = 00\n", {"line 6", "Msg"});
  expect_format_error(section + "Msg 00\n", {"line 6", "'Msg 00'", "'Name = value'"});
  expect_format_error(section + "Msg = 00\nRepeat = x\nDigest = 00\n",
                      {"line 7", "Repeat 'x'", "decimal"});
  expect_format_error(section + "Msg = 00\nMsg = 01\nDigest = 00\n", {"line 7", "'Msg' twice"});
  expect_format_error(section + "Msg = 00\n\n", {"without 'Digest' (line 6)", "MD5"});
  expect_format_error(section + "Sweep = 3\nMsg = 00\nDigest = 00\n\n",
                      {"2 of Msg, Sweep, Seed", "line 6"});
  expect_format_error(section + "Msg = 00\nDigest = 00\nResult = maybe\n",
                      {"line 8", "'maybe'", "pass, fail"});
  expect_format_error(section + "[Curve = x\n", {"line 6", "'[Name = value]'"});
  expect_format_error(section, {"no vector", "at least one"});
}

TEST(KatReader, RefusesACurveThatNoTableHas) {
  expect_format_error(head +
                          "[Algorithm = ECDH]\n[Curve = secp999r1]\n\n"
                          "Private = 01\nPeer = 02\nShared = 03\n",
                      {"secp999r1", "secp256r1", "line 7"});
}

}  // namespace
}  // namespace hartls::testcrypt
