// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/poly1305.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "abi.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::riscv {
namespace {

constexpr std::size_t most_blocks = 20;

struct Kernel {
  std::string_view name;
  Poly1305Blocks* process;
};

const std::vector<Kernel> kernels {
  {"generic", generic::poly1305_blocks},
#if HARTLS_HAS_RV64GC
      {"rv64gc", hartls_rv64gc_poly1305_blocks},
#endif
};

struct alignas(8) Blocks {
  std::array<std::uint8_t, most_blocks * 16> bytes{};
};

Bytes tag(const Kernel& kernel, const Bytes& key, const Bytes& message) {
  Poly1305State state;
  generic::poly1305_start(&state, key.data());
  Blocks blocks;
  const std::size_t whole = message.size() / 16;
  std::memcpy(blocks.bytes.data(), message.data(), 16 * whole);
  kernel.process(&state, blocks.bytes.data(), whole, 1);
  if (const std::size_t rest = message.size() % 16; rest != 0) {
    Blocks last;
    std::memcpy(last.bytes.data(), message.data() + 16 * whole, rest);
    last.bytes[rest] = 1;
    kernel.process(&state, last.bytes.data(), 1, 0);
  }
  Bytes result(16);
  generic::poly1305_finish(&state, result.data());
  return result;
}

std::string times(int count, const std::string& text) {
  std::string result;
  for (int done = 0; done < count; ++done)
    result += text;
  return result;
}

// RFC 8439 section 2.5.2, then appendix A.3, numbers 7 to 11: where a carry or the last subtraction
// may be forgotten.
TEST(Poly1305Blocks, MatchesTheVectorsOfTheRfc) {
  const std::string zeros = times(15, "00"), ones = times(15, "ff");
  struct Example {
    std::string key, message, tag;
  };
  const std::vector<Example> examples{
      {"85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
       "43727970746f6772617068696320466f72756d2052657365617263682047726f7570",
       "a8061dc1305136c6c22b8baf0c0127a9"},
      {"02" + zeros + "00" + zeros, "ff" + ones, "03" + zeros},
      {"02" + zeros + "ff" + ones, "02" + zeros, "03" + zeros},
      {"01" + zeros + "00" + zeros, "ff" + ones + "f0" + ones + "11" + zeros, "05" + zeros},
      {"01" + zeros + "00" + zeros, "ff" + ones + "fb" + times(15, "fe") + times(16, "01"),
       "00" + zeros},
      {"02" + zeros + "00" + zeros, "fd" + ones, "fa" + ones},
  };
  for (const Kernel& kernel : kernels) {
    for (const Example& example : examples) {
      EXPECT_EQ(tag(kernel, from_hex(example.key), from_hex(example.message)),
                from_hex(example.tag))
          << kernel.name << ' ' << example.message;
    }
  }
}

std::array<std::uint64_t, 3> accumulator(const Poly1305State& state) {
  return {state.h[0], state.h[1], state.h[2]};
}

TEST(Poly1305Blocks, AgreesWithTheGenericKernel) {
  std::mt19937_64 random(8439);
  for (std::size_t count = 0; count <= most_blocks; ++count) {
    for (const bool largest : {false, true}) {
      Bytes key(32);
      Blocks blocks;
      for (std::uint8_t& byte : key)
        byte = largest ? 0xff : static_cast<std::uint8_t>(random());
      for (std::uint8_t& byte : blocks.bytes)
        byte = largest ? 0xff : static_cast<std::uint8_t>(random());
      Poly1305State start;
      generic::poly1305_start(&start, key.data());
      // As large as it may be between calls.
      if (largest) {
        start.h[0] = start.h[1] = ~std::uint64_t{0};
        start.h[2] = 4;
      }
      for (const std::uint64_t high_bit : {0U, 1U}) {
        Poly1305State expected = start;
        generic::poly1305_blocks(&expected, blocks.bytes.data(), count, high_bit);
        for (const Kernel& kernel : kernels) {
          Poly1305State state = start;
          kernel.process(&state, blocks.bytes.data(), count, high_bit);
          EXPECT_EQ(accumulator(state), accumulator(expected)) << kernel.name << ' ' << count;
        }
      }
    }
  }
}

#if HARTLS_HAS_RV64GC
TEST(Poly1305Blocks, KeepsTheCallersRegisters) {
  Poly1305State state{};
  Blocks blocks;
  for (std::size_t count = 0; count <= 2; ++count) {
    EXPECT_EQ(lost_registers(hartls_rv64gc_poly1305_blocks, &state, blocks.bytes.data(), count,
                             std::uint64_t{1}),
              "");
  }
}
#endif

}  // namespace
}  // namespace hartls::riscv
