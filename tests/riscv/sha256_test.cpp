// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha256.hpp"

#include "compression.hpp"

namespace hartls::riscv {
namespace {

using Sha256 = Compression<std::uint32_t, 8>;

const Sha256 hash{{
                      {"generic", generic::sha256_compress},
#if HARTLS_HAS_RV64GC
                      {"rv64gc", hartls_rv64gc_sha256_compress},
#endif
                  },
                  false};

// FIPS 180-4 section 5.3.3.
constexpr Sha256::State start{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                              0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// The messages of NIST's "Examples with Intermediate Values"; digests computed with Python's
// hashlib.
TEST(Sha256Compress, MatchesTheExamplesOfNist) {
  hash.expect_digest("abc", start,
                     {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c,
                      0xb410ff61, 0xf20015ad});
  hash.expect_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", start,
                     {0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167,
                      0xf6ecedd4, 0x19db06c1});
}

TEST(Sha256Compress, AgreesWithThePortableTwin) {
  hash.expect_same_on_random_blocks();
}

#if HARTLS_HAS_RV64GC
TEST(Sha256Compress, KeepsTheCallersRegisters) {
  hash.expect_registers_kept();
}
#endif

}  // namespace
}  // namespace hartls::riscv
