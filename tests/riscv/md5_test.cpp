// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/md5.hpp"

#include "compression.hpp"

namespace hartls::riscv {
namespace {

using Md5 = Compression<std::uint32_t, 4>;

const Md5 hash{{
                   {"generic", generic::md5_compress},
#if HARTLS_HAS_RV64GC
                   {"rv64gc", hartls_rv64gc_md5_compress},
#endif
               },
               true};

// RFC 1321 section 3.3.
constexpr Md5::State start{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

// The test suite of RFC 1321, appendix A.5; the digests as words in little endian.
TEST(Md5Compress, MatchesTheTestSuiteOfTheRfc) {
  hash.expect_digest("", start, {0xd98c1dd4, 0x04b2008f, 0x980980e9, 0x7e42f8ec});
  hash.expect_digest("a", start, {0xb975c10c, 0xa8b6f1c0, 0xe299c331, 0x61267769});
  hash.expect_digest("abc", start, {0x98500190, 0xb04fd23c, 0x7d3f96d6, 0x727fe128});
  hash.expect_digest("message digest", start, {0x7d696bf9, 0x8d93b77c, 0x312f5a52, 0xd061f1aa});
  hash.expect_digest("abcdefghijklmnopqrstuvwxyz", start,
                     {0xd7d3fcc3, 0x00e49261, 0x6c49fb7d, 0x3be167ca});
  hash.expect_digest("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", start,
                     {0x98ab74d1, 0xf5d977d2, 0x2c1c61a5, 0x9f9d419f});
  hash.expect_digest(
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890", start,
      {0xa2f4ed57, 0x55c9e32b, 0x2eda49ac, 0x7ab60721});
}

TEST(Md5Compress, AgreesWithThePortableTwin) {
  hash.expect_same_on_random_blocks();
}

#if HARTLS_HAS_RV64GC
TEST(Md5Compress, KeepsTheCallersRegisters) {
  hash.expect_registers_kept();
}
#endif

}  // namespace
}  // namespace hartls::riscv
