// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/sha512.hpp"

#include "compression.hpp"

namespace hartls::riscv {
namespace {

using Sha512 = Compression<std::uint64_t, 8>;

const Sha512 hash{{
                      {"generic", generic::sha512_compress},
#if HARTLS_HAS_RV64GC
                      {"rv64gc", hartls_rv64gc_sha512_compress},
#endif
                  },
                  false};

// FIPS 180-4 sections 5.3.4 (SHA-384) and 5.3.5 (SHA-512).
constexpr Sha512::State sha384_start{0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
                                     0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
                                     0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};
constexpr Sha512::State sha512_start{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                     0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                     0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

constexpr std::string_view two_blocks =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

// The messages of NIST's "Examples with Intermediate Values"; digests computed with Python's
// hashlib.
TEST(Sha512Compress, MatchesTheExamplesOfSha512) {
  hash.expect_digest(
      "abc", sha512_start,
      {0xddaf35a193617aba, 0xcc417349ae204131, 0x12e6fa4e89a97ea2, 0x0a9eeee64b55d39a,
       0x2192992a274fc1a8, 0x36ba3c23a3feebbd, 0x454d4423643ce80e, 0x2a9ac94fa54ca49f});
  hash.expect_digest(
      two_blocks, sha512_start,
      {0x8e959b75dae313da, 0x8cf4f72814fc143f, 0x8f7779c6eb9f7fa1, 0x7299aeadb6889018,
       0x501d289e4900f7e4, 0x331b99dec4b5433a, 0xc7d329eeb6dd2654, 0x5e96e55b874be909});
}

TEST(Sha512Compress, MatchesTheExamplesOfSha384) {
  hash.expect_digest("abc", sha384_start,
                     {0xcb00753f45a35e8b, 0xb5a03d699ac65007, 0x272c32ab0eded163,
                      0x1a8b605a43ff5bed, 0x8086072ba1e7cc23, 0x58baeca134c825a7});
  hash.expect_digest(two_blocks, sha384_start,
                     {0x09330c33f71147e8, 0x3d192fc782cd1b47, 0x53111b173b3b05d2,
                      0x2fa08086e3b0f712, 0xfcc7c71a557e2db9, 0x66c3e9fa91746039});
}

TEST(Sha512Compress, AgreesWithThePortableTwin) {
  hash.expect_same_on_random_blocks();
}

#if HARTLS_HAS_RV64GC
TEST(Sha512Compress, KeepsTheCallersRegisters) {
  hash.expect_registers_kept();
}
#endif

}  // namespace
}  // namespace hartls::riscv
