// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/measure.hpp"

#include <gtest/gtest.h>

#include "bench_fakes.hpp"

namespace hartls::bench {
namespace {

class NoProvider final : public Provider {
 public:
  std::string_view name() const noexcept override { return "fake"; }
  std::string_view version() const noexcept override { return "fake 1"; }
};

class CheckedWorkload final : public Workload {
 public:
  CheckedWorkload(FakeTime time, double nanoseconds, bool right)
      : inner_(std::move(time), nanoseconds), right_(right) {}
  void run(std::uint64_t iterations) override { inner_.run(iterations); }
  bool verify() override { return right_; }

 private:
  FakeWorkload inner_;
  bool right_;
};

/// A case whose operation takes `nanoseconds`, or that many a byte.
Case make_case(const FakeTime& time, double nanoseconds, std::uint64_t multiple,
               bool right = true) {
  return {"Fake-128-enc",
          "Fake-128",
          "encrypt",
          multiple,
          [](const Provider&) {
            return Support{true, true, "fake C"};
          },
          [=](const Provider&, const CaseParameters& parameters) -> std::unique_ptr<Workload> {
            const double bytes = multiple == 0 ? 1 : static_cast<double>(parameters.bytes);
            return std::make_unique<CheckedWorkload>(time, nanoseconds * bytes, right);
          }};
}

MeasureOptions options(const FakeTime& time, double seconds, bool deterministic = false) {
  return {seconds, 1, [=] { return fake_instruments(time, deterministic); }};
}

constexpr std::uint64_t mebi = 1U << 20U;

TEST(MeasureCase, TakesTheToldTimeEvenForAThirdOfAMebibyteASecond) {
  const FakeTime time = make_time();
  const double ns_per_byte = 1e9 / (0.3 * static_cast<double>(mebi));  // 1 MiB takes 3.3 s
  const std::uint64_t start = *time;
  const Result result =
      measure_case(make_case(time, ns_per_byte, 16), NoProvider(), {mebi, 0}, options(time, 1));
  const double passed = static_cast<double>(*time - start) * 1e-9;
  EXPECT_GE(passed, 0.8);
  EXPECT_LE(passed, 1.2);
  EXPECT_GT(result.iterations, 4U);
  EXPECT_LT(result.unit_bytes, mebi);
  EXPECT_EQ(result.bytes, mebi);
  EXPECT_NEAR(result.seconds.median, 1 / 0.3, 0.01);
  EXPECT_NEAR(result.bytes_per_second(), 0.3 * static_cast<double>(mebi), 1000);
}

TEST(MeasureCase, HoldsTheTimeAtEverySpeed) {
  for (double bytes_per_second = 20e3; bytes_per_second < 5e9; bytes_per_second *= 1.7) {
    const FakeTime time = make_time();
    const std::uint64_t start = *time;
    measure_case(make_case(time, 1e9 / bytes_per_second, 1), NoProvider(), {mebi, 0},
                 options(time, 1));
    const double passed = static_cast<double>(*time - start) * 1e-9;
    EXPECT_GE(passed, 0.8) << bytes_per_second;
    EXPECT_LE(passed, 1.2) << bytes_per_second;
  }
}

TEST(MeasureCase, MeasuresAFastOperationOnAllItsBytes) {
  const FakeTime time = make_time();
  const Result result =
      measure_case(make_case(time, 1, 16), NoProvider(), {mebi, 0}, options(time, 1));
  EXPECT_EQ(result.unit_bytes, mebi);
  EXPECT_NEAR(result.counters.at("cycles_per_byte"), 2, 0.001);
  EXPECT_NEAR(result.counters.at("cycles"), 2 * static_cast<double>(mebi), 100);
  EXPECT_NEAR(result.counters.at("instructions"), static_cast<double>(mebi), 100);
}

TEST(MeasureCase, CarriesNamesAndImplementation) {
  const FakeTime time = make_time();
  const Result on_bytes =
      measure_case(make_case(time, 1, 16), NoProvider(), {64, 0}, options(time, 0.05));
  EXPECT_EQ(on_bytes.name(), "fake/Fake-128/encrypt/64");
  EXPECT_EQ(on_bytes.implementation, "fake C");
  EXPECT_EQ(on_bytes.constant_time, true);
  const Result operation =
      measure_case(make_case(time, 1e6, 0), NoProvider(), {64, 0}, options(time, 0.05));
  EXPECT_EQ(operation.name(), "fake/Fake-128/encrypt");
  EXPECT_FALSE(operation.bytes);
  EXPECT_EQ(operation.counters.count("cycles_per_byte"), 0U);
  EXPECT_NEAR(operation.per_second, 1000, 1);
}

TEST(MeasureCase, RefusesAWrongResultBeforeTimingIt) {
  const FakeTime time = make_time();
  for (const std::uint64_t multiple : {std::uint64_t{0}, std::uint64_t{16}}) {
    try {
      measure_case(make_case(time, 1, multiple, false), NoProvider(), {mebi, 0}, options(time, 1));
      FAIL();
    } catch (const CheckFailed& error) {
      EXPECT_NE(std::string(error.what()).find("Fake-128-enc"), std::string::npos) << error.what();
    }
  }
}

TEST(MeasureCase, IsExactAndQuickUnderADeterministicClock) {
  const FakeTime time = make_time();
  const Result first =
      measure_case(make_case(time, 100, 16), NoProvider(), {mebi, 0}, options(time, 1, true));
  const Result second =
      measure_case(make_case(time, 100, 16), NoProvider(), {mebi, 0}, options(time, 1, true));
  EXPECT_EQ(first.unit_bytes, mebi) << "a model's time costs nobody anything";
  EXPECT_EQ(first.iterations, 3U);
  EXPECT_EQ(first.seconds.median, second.seconds.median);
  EXPECT_EQ(first.counters, second.counters);
}

TEST(ChooseUnitBytes, GrowsUntilTheLimit) {
  const auto ns_a_byte = [](std::uint64_t bytes) { return static_cast<double>(bytes) * 1e-9; };
  EXPECT_EQ(choose_unit_bytes(mebi, 1, 1, ns_a_byte), mebi);
  EXPECT_EQ(choose_unit_bytes(mebi, 1, 100e-6, ns_a_byte), 65536U);
  EXPECT_EQ(choose_unit_bytes(mebi, 1, 1e-9, ns_a_byte), 1024U);
}

TEST(ChooseUnitBytes, KeepsMultiplesAndSmallSizes) {
  const auto slow = [](std::uint64_t) { return 10.0; };
  EXPECT_EQ(choose_unit_bytes(16, 16, 1e-3, slow), 16U);
  EXPECT_EQ(choose_unit_bytes(1000, 8, 1e-3, slow), 1000U);
  EXPECT_EQ(choose_unit_bytes(6000, 24, 1e-3, slow) % 24, 0U);
}

}  // namespace
}  // namespace hartls::bench
