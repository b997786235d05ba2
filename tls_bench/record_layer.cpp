// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_layer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "memory_run.hpp"

namespace hartls::tls_bench {
namespace {

using tls::Engine;

constexpr std::array<std::size_t, 6> sizes{16, 64, 256, 1024, 4096, 16384};
/// Sealed before any is opened, so that reading the clock does not weigh on small records.
constexpr std::size_t most_in_batch = 64;
constexpr std::size_t queue_bytes = std::size_t{256} << 10U;
constexpr std::size_t most_in_queue = std::size_t{128} << 10U;

/// Times batches of one side.
class Stopwatch {
 public:
  explicit Stopwatch(bench::Instruments& instruments)
      : instruments_(instruments),
        before_(instruments.cycles ? instruments.cycles->counters().size() : 0),
        after_(before_.size()) {}

  template <typename Call>
  void time(std::size_t records, RecordSpeed& speed, Call call) {
    if (instruments_.cycles)
      instruments_.cycles->read(before_);
    instruments_.clock->measuring(true);
    const std::uint64_t start = instruments_.clock->now_ticks();
    for (std::size_t record = 0; record < records; ++record)
      call();
    const std::uint64_t ticks = instruments_.clock->now_ticks() - start;
    instruments_.clock->measuring(false);
    const auto count = static_cast<double>(records);
    if (instruments_.cycles) {
      instruments_.cycles->read(after_);
      speed.cycles.push_back(static_cast<double>(after_[0] - before_[0]) / count);
    }
    speed.records += records;
    speed.seconds.push_back(instruments_.clock->seconds(ticks) / count);
  }

 private:
  bench::Instruments& instruments_;
  std::vector<std::uint64_t> before_, after_;
};

void require(tls::Progress progress, std::size_t bytes, const Engine& engine, const char* doing) {
  if (progress.step != tls::Step::done || progress.bytes != bytes) {
    throw std::runtime_error(fmt::format("{} while {} records of {} bytes: {}",
                                         to_string(engine.role()), doing, bytes,
                                         engine.error_text()));
  }
}

class SizeRun {
 public:
  SizeRun(MemoryPair& pair, bench::Instruments& instruments, std::size_t record_bytes)
      : pair_(pair),
        stopwatch_(instruments),
        record_bytes_(record_bytes),
        batch_(std::clamp<std::size_t>(most_in_queue / (record_bytes + 256), 1, most_in_batch)),
        out_(Engine::max_record_bytes) {
    seal.record_bytes = open.record_bytes = record_bytes;
    seal.seal = true;
  }

  void batch() {
    const ByteView data = payload(record_bytes_);
    const std::uint64_t wire_before = pair_.client().bytes_sent();
    stopwatch_.time(batch_, seal, [&] {
      require(pair_.client().write(data), record_bytes_, pair_.client(), "sealing");
    });
    seal.wire_bytes = open.wire_bytes = (pair_.client().bytes_sent() - wire_before) / batch_;
    carry(pair_.client(), pair_.server());
    stopwatch_.time(batch_, open, [&] {
      require(pair_.server().read(out_), record_bytes_, pair_.server(), "opening");
    });
  }

  RecordSpeed seal, open;

 private:
  MemoryPair& pair_;
  Stopwatch stopwatch_;
  std::size_t record_bytes_;
  std::size_t batch_;
  Bytes out_;
};

}  // namespace

std::vector<RecordSpeed> measure_records(const MemoryContexts& contexts,
                                         bench::Instruments& instruments, double seconds) {
  PairOptions options;
  options.engine.input_bytes = options.engine.output_bytes = queue_bytes;
  options.measured = false;
  MemoryPair pair(contexts, instruments, options);
  pair.handshake({});
  carry(pair.server(), pair.client());
  const auto now = [&] { return instruments.clock->seconds(instruments.clock->now_ticks()); };
  SizeRun(pair, instruments, sizes.front()).batch();  // finds cold tables
  std::vector<RecordSpeed> speeds;
  const double share = seconds / static_cast<double>(sizes.size());
  for (const std::size_t size : sizes) {
    SizeRun run(pair, instruments, size);
    const double start = now();
    do {
      run.batch();
    } while (!instruments.clock->deterministic() && now() - start < share);
    speeds.push_back(std::move(run.seal));
    speeds.push_back(std::move(run.open));
  }
  pair.close();
  return speeds;
}

}  // namespace hartls::tls_bench
