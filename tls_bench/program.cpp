// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.hpp"

#include <fmt/core.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

#include "hartls/bench/outputs.hpp"
#include "hartls/bench/progress.hpp"
#include "hartls/cpu/features.hpp"
#include "memory_run.hpp"
#include "options.hpp"
#include "report.hpp"
#include "socket_address.hpp"
#include "socket_run.hpp"
#include "socket_server.hpp"

namespace hartls::tls_bench {
namespace {

namespace ip = boost::asio::ip;

/// Shares of a row's time over loopback with --detail: what one side costs cannot be told apart
/// over sockets, so a part of the time goes to a run over memory.
constexpr double socket_share = 0.5;
constexpr double goodput_share = 0.15;
/// For resolve(), where the address alone counts.
constexpr std::uint16_t any_port = 1;
/// A server that cannot be reached is not tried for each of the rows.
constexpr int most_unreachable = 3;

std::string wolfssl_version() {
  const std::string version(find_provider("software").version());
  return version.substr(version.rfind(' ') + 1);
}

std::string version_text() {
  return fmt::format("tls_bench (hartls) {}, wolfSSL {}", HARTLS_VERSION, wolfssl_version());
}

void list_suites(std::ostream& out) {
  for (const tls::CipherSuite& suite : tls::cipher_suites()) {
    out << fmt::format("{:<8} {:<48} {:<36} {:<6} {:<12} {}{}\n", to_string(suite.version),
                       suite.name, suite.openssl_name, to_string(suite.key_exchange),
                       to_string(suite.authentication), to_string(suite.cipher),
                       suite.on_request ? "  (only when named)" : "");
  }
  out.flush();
}

void list_groups(std::ostream& out) {
  for (const tls::Group& group : tls::groups()) {
    out << fmt::format("{:<22} {:<10} {:<8} {:<8} {}\n", group.name, group.alias,
                       group.tls1_2 ? "TLS 1.2" : "", group.tls1_3 ? "TLS 1.3" : "",
                       group.available ? group.standard : "not in this build");
  }
  out.flush();
}

using Reports = bench::Outputs<Report>;

class Program {
 public:
  Program(const Options& options, const Provider& provider, std::ostream& out)
      : options_(options),
        provider_(provider),
        rows_(make_rows(options.selection)),
        open_(bench::open_instruments(options.clock)),
        out_(out) {}

  bench::ExitCode run() {
    if (options_.mode == Mode::client)
      server_ = resolve(options_.host.empty() ? "localhost" : options_.host, options_.port,
                        options_.work.timeout);
    const bench::Instruments instruments = open_();
    bench::Context context = bench::describe_machine(instruments);
    context.hartls_version = HARTLS_VERSION;
    context.wolfssl_version = wolfssl_version();
    context.provider = fmt::format("{} ({})", provider_.name(), provider_.version());
    context.seconds = options_.work.seconds;
    context.threads = options_.work.pairs;
    const ReportOptions report = report_options(context);
    Reports reports(options_.format, options_.output, out_,
                    [&report](bench::Format format, std::ostream& stream) {
                      return make_report(format, stream, report);
                    });
    std::optional<Server> server;
    if (options_.mode == Mode::server)
      server.emplace(server_options(reports));  // a busy port must not wait for the header
    reports.begin(context);
    if (server)
      serve(*server);
    else
      measure(reports);
    reports.end();
    return code_;
  }

 private:
  bool detailed() const noexcept {
    return options_.detail || options_.format == bench::Format::json;
  }

  ReportOptions report_options(const bench::Context& context) const {
    ReportOptions report;
    report.detail = options_.detail;
    report.show_peer = options_.show_peer;
    for (const Row& row : rows_)
      report.label_width = std::max(report.label_width, row.label().size());
    report.provider = provider_.name();
    report.implementation = provider_.version();
    report.counters = context.counters;
    if (!context.counters.empty())
      report.cycles = context.counters.front();
    if (!context.modelled.empty())
      report.modelled_hertz = context.clock_rate->hertz;
    return report;
  }

  SocketOptions socket_options() const {
    SocketOptions sockets;
    sockets.provider = &provider_;
    sockets.credentials = options_.credentials;
    sockets.show_peer = options_.show_peer;
    return sockets;
  }

  void measure(Reports& reports) {
    bench::Progress progress(rows_.size());
    int unreachable = 0;
    for (std::size_t index = 0; index < rows_.size(); ++index) {
      progress.show(index, rows_[index].label());
      const Outcome outcome = measure_row(rows_[index]);
      progress.clear();
      report(reports, outcome);
      unreachable = outcome.unreachable ? unreachable + 1 : 0;
      if (unreachable == most_unreachable && index + 1 < rows_.size()) {
        spdlog::error("{} rows in a row found no server: the other {} are left out", unreachable,
                      rows_.size() - index - 1);
        return;
      }
    }
  }

  void report(Reports& reports, const Outcome& outcome) {
    reports.add(outcome);
    if (!outcome.error.empty()) {
      spdlog::error("{}: {}", outcome.row.label(), outcome.error);
      code_ = bench::exit_failed;
    }
    if (options_.verbose)
      spdlog::info("{}: {}", outcome.row.label(), describe(outcome));
  }

  Outcome measure_row(const Row& row) {
    try {
      switch (options_.mode) {
        case Mode::memory:
          return measure_in_memory(row, options_.work.seconds);
        case Mode::client:
          return measure_as_client(row);
        default:
          return measure_over_loopback(row);
      }
    } catch (const std::exception& error) {
      Outcome outcome;
      outcome.row = row;
      outcome.error = error.what();
      return outcome;
    }
  }

  Outcome measure_in_memory(const Row& row, double seconds) const {
    MemoryOptions memory;
    memory.provider = &provider_;
    memory.credentials = options_.credentials;
    memory.open = open_;
    memory.detail = detailed();
    Work work = options_.work;
    work.seconds = seconds;
    return run_memory(row, work, memory);
  }

  /// One pair first, then as many as were asked for, in the time of `work`.
  template <typename Run>
  static Outcome run_scaled(Work work, Run run) {
    if (work.pairs == 1)
      return run(work);
    Work single = work;
    single.pairs = 1;
    single.seconds *= single_pair_share;
    Outcome first = run(single);
    if (!first.error.empty())
      return first;
    work.seconds *= 1 - single_pair_share;
    Outcome outcome = run(work);
    outcome.scaling = {scaling_of(first, 1), scaling_of(outcome, work.pairs)};
    return outcome;
  }

  /// For each direction half of the share.
  template <typename Measure>
  void add_goodput(Outcome& outcome, Measure measure) const {
    Work work = options_.work;
    work.seconds *= goodput_share / 2;
    work.total_bytes = 0;
    try {
      for (const Exchange direction : {Exchange::upload, Exchange::download})
        outcome.goodput.push_back(measure(work, direction));
    } catch (const std::exception& error) {
      outcome.error = error.what();
    }
  }

  Outcome measure_as_client(const Row& row) const {
    Work work = options_.work;
    if (detailed())
      work.seconds *= 1 - goodput_share;
    Outcome outcome = run_scaled(
        work, [&](const Work& part) { return run_client(row, part, socket_options(), server_); });
    if (detailed() && outcome.error.empty() && outcome.peer_kind == "hartls") {
      add_goodput(outcome, [&](const Work& goodput, Exchange direction) {
        return goodput_client(row, goodput, direction, socket_options(), server_);
      });
    }
    return outcome;
  }

  Outcome measure_over_loopback(const Row& row) const {
    const ip::address loopback = options_.host == "::1" ? ip::address(ip::address_v6::loopback())
                                                        : ip::address(ip::address_v4::loopback());
    Work work = options_.work;
    if (detailed())
      work.seconds *= socket_share;
    Outcome outcome = run_scaled(work, [&](const Work& part) {
      return run_loopback(row, part, socket_options(), loopback);
    });
    outcome.peer_kind.clear();  // ourselves
    if (!detailed() || !outcome.error.empty())
      return outcome;
    add_goodput(outcome, [&](const Work& goodput, Exchange direction) {
      return goodput_loopback(row, goodput, direction, socket_options(), loopback);
    });
    add_memory_detail(row, outcome);
    return outcome;
  }

  /// What one side costs, and the record layer, from a run over memory.
  void add_memory_detail(const Row& row, Outcome& outcome) const {
    MemoryOptions memory;
    memory.provider = &provider_;
    memory.credentials = options_.credentials;
    memory.open = open_;
    memory.detail = true;
    Work work = options_.work;
    work.seconds *= 1 - socket_share - goodput_share;
    work.pairs = 1;
    work.total_bytes = 0;
    const Outcome apart = run_memory(row, work, memory);
    for (ConnectionTimes times : apart.connections) {
      times.handshake = 0;  // of another transport
      outcome.connections.push_back(std::move(times));
    }
    outcome.records = apart.records;
    outcome.client_heap_peak = apart.client_heap_peak;
    outcome.server_heap_peak = apart.server_heap_peak;
    outcome.client_handshake_bytes = apart.client_handshake_bytes;
    outcome.server_handshake_bytes = apart.server_handshake_bytes;
    if (outcome.error.empty())
      outcome.error = apart.error;
  }

  ServerOptions server_options(Reports& reports) {
    ServerOptions server;
    server.rows = rows_;
    server.sockets = socket_options();
    if (!options_.host.empty())
      server.address = resolve(options_.host, any_port, options_.work.timeout).front().address();
    server.port = options_.port;
    server.threads = options_.work.pairs;
    server.max_connections = options_.max_connections;
    server.timeout = options_.work.timeout;
    server.nagle = options_.work.nagle;
    server.on_outcome = [this, &reports](const Outcome& outcome) { report(reports, outcome); };
    server.on_failure = [](const std::string& reason) { spdlog::warn("{}", reason); };
    return server;
  }

  /// Until max_connections, SIGINT or SIGTERM.
  void serve(Server& server) {
    spdlog::info("listening on {}", to_string(server.endpoint()));
    boost::asio::io_context io;
    boost::asio::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&server](const boost::system::error_code& error, int) {
      if (!error)
        server.stop();
    });
    std::thread waiting([&io] { io.run(); });
    server.run();
    io.stop();
    waiting.join();
    spdlog::info("served {} connections, {} failed", server.served(), server.failed());
  }

  const Options& options_;
  const Provider& provider_;
  const std::vector<Row> rows_;
  const bench::OpenInstruments open_;
  std::ostream& out_;
  std::vector<ip::tcp::endpoint> server_;
  bench::ExitCode code_ = bench::exit_good;
};

}  // namespace

int tls_bench_main(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  bench::log_to_standard_error("tls_bench");
  const auto parsed = parse_options(argc, argv, version_text(), out, err);
  if (const auto* const code = std::get_if<bench::ExitCode>(&parsed))
    return *code;
  const Options& options = std::get<Options>(parsed);
  if (options.list_suites || options.list_groups) {
    options.list_suites ? list_suites(out) : list_groups(out);
    return bench::exit_good;
  }
  std::optional<Program> program;
  try {
    cpu::detect();  // a wrong HARTLS_CPU must not wait for the header
    const Provider& provider =
        options.provider.empty() ? default_provider() : find_provider(options.provider);
    program.emplace(options, provider, out);
  } catch (const std::system_error& error) {
    spdlog::error("{}", error.what());
    return bench::exit_usage;
  }
  try {
    return program->run();
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return bench::exit_failed;
  }
}

}  // namespace hartls::tls_bench
