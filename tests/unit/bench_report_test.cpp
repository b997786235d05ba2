// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace hartls::bench {
namespace {

Context board() {
  Context context;
  context.date = "2020-01-02T03:04:05+00:00";
  context.host = "unleashed";
  context.executable = "/root/benchmark";
  context.hartls_version = "1.2.3";
  context.wolfssl_version = "5.9.2";
  context.provider = "software (wolfCrypt 5.9.2)";
  context.compiler = "GCC 12.2.0";
  context.build_type = "release";
  context.isa = "rv64imafdc";
  context.features = "i m a f d c";
  context.cpu = "SiFive U54 (sifive,rocket0)";
  context.board = "sifive,hifive-unleashed-a00";
  context.kernel = "5.3.0";
  context.misaligned = "emulated";
  context.harts = 4;
  context.clock_rate = cpu::ClockRate{1.4e9, "prci"};
  context.clock = "monotonic wall clock";
  context.cycle_source = "rdcycle, all modes of this hart";
  context.counters = {"cycles", "instructions"};
  return context;
}

Result cipher() {
  Result result;
  result.label = "AES-128-CBC-enc";
  result.provider = "software";
  result.algorithm = "AES-128-CBC";
  result.operation = "encrypt";
  result.bytes = 1U << 20U;
  result.unit_bytes = 1U << 20U;
  result.implementation = "wolfCrypt C, tables";
  result.iterations = 10;
  result.samples = {0.1, 0.1, 0.125};
  result.seconds = summarize(result.samples);
  result.cpu_seconds = 0.1;
  result.per_second = 10;
  result.counters = {{"cycles", 125829120}, {"cycles_per_byte", 120}, {"instructions", 1e8}};
  return result;
}

Result signature() {
  Result result;
  result.label = "ECDSA 256 sign";
  result.provider = "software";
  result.algorithm = "ECDSA-secp256r1";
  result.operation = "sign";
  result.implementation = "wolfCrypt SP C";
  result.constant_time = true;
  result.iterations = 1;
  result.samples = {0.001};
  result.seconds = summarize(result.samples);
  result.cpu_seconds = 0.001;
  result.per_second = 1000;
  result.counters = {{"cycles", 1400000}};
  return result;
}

std::string report(Format format, const Context& context, const ReportOptions& options = {},
                   Result first = cipher()) {
  std::ostringstream out;
  const auto writer = make_report_writer(format, out, options);
  writer->begin(context);
  writer->add(first);
  writer->add(signature());
  writer->end();
  return out.str();
}

TEST(TableReport, HasAHeaderAndOneLineARow) {
  EXPECT_EQ(report(Format::table, board()), R"(hartls           1.2.3
wolfSSL          5.9.2
provider         software (wolfCrypt 5.9.2)
compiler         GCC 12.2.0, release
ISA              rv64imafdc
CPU              SiFive U54 (sifive,rocket0), sifive,hifive-unleashed-a00, 4 harts
features in use  i m a f d c
misaligned       emulated
clock rate       1400.0 MHz (prci)
kernel           5.3.0
clock            monotonic wall clock
cycle source     rdcycle, all modes of this hart
time             1 s a row, 1 thread

Algorithm                   Throughput      Median       MAD          Cycles  Implementation
AES-128-CBC-enc           10.000 MiB/s    100.0 ms    0.00 %        120.00/B  wolfCrypt C, tables, not constant time
ECDSA 256 sign          1000.000 ops/s    1.000 ms         -      1400000/op  wolfCrypt SP C
)");
}

TEST(TableReport, CanShowBytesAndPowersOfTen) {
  ReportOptions options;
  options.base10 = true;
  options.show_bytes = true;
  const std::string text = report(Format::table, board(), options);
  EXPECT_NE(text.find("AES-128-CBC-enc          1 MiB       10.486 MB/s"), std::string::npos)
      << text;
}

TEST(TableReport, SaysThatAnEmulatorsSpeedIsNoBoards) {
  Context context = board();
  EXPECT_EQ(report(Format::table, context).find("emulated: not"), std::string::npos);
  context.emulation = "QEMU user mode";
  EXPECT_NE(report(Format::table, context).find("emulated: not a board's speed"),
            std::string::npos);
}

TEST(Reports, SayThatTheClockFollowsTheLoad) {
  Context context = board();
  context.governor = "schedutil";
  EXPECT_NE(report(Format::table, context).find("MHz (prci, governor schedutil)"),
            std::string::npos);
  const auto scaling = [&] {
    return nlohmann::json::parse(report(Format::json, context))
        .at("context")
        .at("cpu_scaling_enabled")
        .get<bool>();
  };
  EXPECT_TRUE(scaling());
  context.governor = "performance";
  EXPECT_FALSE(scaling());
}

TEST(TableReport, ShowsADashWithoutACycleSource) {
  Context context = board();
  context.counters.clear();
  context.clock_rate.reset();
  Result result = cipher();
  result.counters.clear();
  const std::string text = report(Format::table, context, {}, result);
  EXPECT_NE(text.find("0.00 %               -  wolfCrypt"), std::string::npos) << text;
  EXPECT_NE(text.find("clock rate       unknown"), std::string::npos);
}

TEST(TableReport, CallsReferenceCyclesByTheirName) {
  Context context = board();
  context.counters = {"reference_cycles"};
  Result result = cipher();
  result.counters = {{"reference_cycles", 1}, {"reference_cycles_per_byte", 3.5}};
  const std::string text = report(Format::table, context, {}, result);
  EXPECT_NE(text.find("Ref. cycles"), std::string::npos);
  EXPECT_NE(text.find("3.50/B"), std::string::npos);
}

TEST(TableReport, MarksWhatWasMeasuredInPieces) {
  Result result = cipher();
  result.unit_bytes = 65536;
  const std::string text = report(Format::table, board(), {}, result);
  EXPECT_NE(text.find("100.0 ms*"), std::string::npos) << text;
  EXPECT_NE(text.find("\n* One operation"), std::string::npos) << text;
}

TEST(CsvReport, IsGolden) {
  EXPECT_EQ(
      report(Format::csv, board()),
      "name,label,provider,algorithm,operation,bytes,unit_bytes,threads,implementation,"
      "constant_time,iterations,samples,median_ns,mad_ns,min_ns,max_ns,ci_low_ns,ci_high_ns,"
      "ci_confidence,cpu_ns,ops_per_second,bytes_per_second,clock,cycle_source,emulated,cycles,"
      "cycles_per_byte,instructions\n"
      "software/AES-128-CBC/encrypt/1048576,AES-128-CBC-enc,software,AES-128-CBC,encrypt,1048576,"
      "1048576,1,\"wolfCrypt C, tables\",false,10,3,100000000,0,100000000,125000000,100000000,"
      "125000000,0.75,100000000,10,10485760,monotonic wall clock,"
      "\"rdcycle, all modes of this hart\",false,125829120,120,100000000\n"
      "software/ECDSA-secp256r1/sign,ECDSA 256 sign,software,ECDSA-secp256r1,sign,,,1,"
      "wolfCrypt SP C,true,1,1,1000000,0,1000000,1000000,1000000,1000000,0,1000000,1000,,"
      "monotonic wall clock,\"rdcycle, all modes of this hart\",false,1400000,,\n");
}

TEST(CsvReport, DoublesQuotes) {
  Result result = cipher();
  result.implementation = "the \"fast\" one";
  EXPECT_NE(report(Format::csv, board(), {}, result).find("\"the \"\"fast\"\" one\""),
            std::string::npos);
}

TEST(JsonReport, HasGoogleBenchmarksEntries) {
  const auto json = nlohmann::json::parse(report(Format::json, board()));
  const auto& context = json.at("context");
  EXPECT_EQ(context.at("num_cpus"), 4);
  EXPECT_EQ(context.at("mhz_per_cpu"), 1400.0);
  EXPECT_EQ(context.at("library_build_type"), "release");
  EXPECT_EQ(context.at("emulated"), false);
  ASSERT_EQ(json.at("benchmarks").size(), 2U);

  const auto& entry = json.at("benchmarks")[0];
  EXPECT_EQ(entry.at("name"), "software/AES-128-CBC/encrypt/1048576");
  EXPECT_EQ(entry.at("run_name"), entry.at("name"));
  EXPECT_EQ(entry.at("run_type"), "iteration");
  EXPECT_EQ(entry.at("repetitions"), 1);
  EXPECT_EQ(entry.at("repetition_index"), 0);
  EXPECT_EQ(entry.at("threads"), 1);
  EXPECT_EQ(entry.at("iterations"), 10);
  EXPECT_DOUBLE_EQ(entry.at("real_time"), 1e8);
  EXPECT_DOUBLE_EQ(entry.at("cpu_time"), 1e8);
  EXPECT_EQ(entry.at("time_unit"), "ns");
  EXPECT_DOUBLE_EQ(entry.at("bytes_per_second"), 10485760);
  EXPECT_DOUBLE_EQ(entry.at("items_per_second"), 10);
  EXPECT_DOUBLE_EQ(entry.at("cycles_per_byte"), 120);
  EXPECT_EQ(entry.at("label"), "wolfCrypt C, tables");
  EXPECT_EQ(entry.at("samples").size(), 3U);
  EXPECT_FALSE(json.at("benchmarks")[1].contains("bytes_per_second"));
}

TEST(JsonReport, SurvivesAHostNameThatIsNotUtf8) {
  Context context = board();
  context.host = "caf\xe9";
  EXPECT_TRUE(nlohmann::json::accept(report(Format::json, context)));
}

TEST(FormatSeconds, KeepsFourDigits) {
  EXPECT_EQ(format_seconds(3.2), "3.200 s");
  EXPECT_EQ(format_seconds(0.01235), "12.35 ms");
  EXPECT_EQ(format_seconds(0.0001234), "123.4 us");
  EXPECT_EQ(format_seconds(5.5e-9), "5.500 ns");
  EXPECT_EQ(format_seconds(0.99999), "1.000 s");
  EXPECT_EQ(format_seconds(12345), "12345 s");
  EXPECT_EQ(format_seconds(0), "0.000 ns");
}

TEST(FormatBytes, UsesBinaryUnitsWhereTheyDivide) {
  EXPECT_EQ(format_bytes(16), "16 B");
  EXPECT_EQ(format_bytes(1000), "1000 B");
  EXPECT_EQ(format_bytes(8192), "8 KiB");
  EXPECT_EQ(format_bytes(1U << 20U), "1 MiB");
  EXPECT_EQ(format_bytes((1U << 20U) + 1024), "1025 KiB");
}

}  // namespace
}  // namespace hartls::bench
