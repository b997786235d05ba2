// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha1.hpp"

#include "compression.hpp"

namespace hartls::riscv {
namespace {

using Sha1 = Compression<std::uint32_t, 5>;

const Sha1 hash{{
                    {"generic", generic::sha1_compress},
#if HARTLS_HAS_RV64GC
                    {"rv64gc", hartls_rv64gc_sha1_compress},
#endif
                },
                false};

// FIPS 180-4 section 5.3.1.
constexpr Sha1::State start{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

// The messages of NIST's "Examples with Intermediate Values"; digests computed with Python's
// hashlib.
TEST(Sha1Compress, MatchesTheExamplesOfNist) {
  hash.expect_digest("abc", start, {0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d});
  hash.expect_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", start,
                     {0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1});
}

TEST(Sha1Compress, AgreesWithThePortableTwin) {
  hash.expect_same_on_random_blocks();
}

#if HARTLS_HAS_RV64GC
TEST(Sha1Compress, KeepsTheCallersRegisters) {
  hash.expect_registers_kept();
}
#endif

}  // namespace
}  // namespace hartls::riscv
