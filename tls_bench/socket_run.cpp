// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "socket_address.hpp"
#include "socket_client.hpp"
#include "socket_listener.hpp"

namespace hartls::tls_bench {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::uint64_t most_in_flight = 1024;

/// Connections that can be open at once, each with `per_connection` descriptors in this process.
std::uint64_t in_flight_limit(std::uint64_t per_connection) {
  constexpr std::uint64_t others = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return most_in_flight;
  const std::uint64_t files = limit.rlim_cur;
  return files <= others
             ? 1
             : std::clamp<std::uint64_t>((files - others) / per_connection, 1, most_in_flight);
}

/// What the server's connections in this process came to.
class ServerSum {
 public:
  void add(const SessionResult& result) {
    const std::lock_guard lock(mutex_);
    if (!result.error.empty()) {
      ++failed_;
      if (result.ended < failed_at_) {
        failed_at_ = result.ended;
        error_ = result.error;
      }
      return;
    }
    if (!result.counted)
      return;
    totals_ += result.totals;
    ++totals_.connections;
    handshake_bytes_ = result.handshake_bytes;
    wire_bytes_ += result.wire_bytes;
    if (result.first_sent != TimePoint())
      first_sent_ = std::min(first_sent_, result.first_sent);
    if (result.last_received != TimePoint())
      last_received_ = std::max(last_received_, result.last_received);
    if (result.negotiated && result.negotiated->resumed)
      ++resumed_;
  }

  /// After the end.
  void put_into(Outcome& outcome, TimePoint client_failed_at) const {
    outcome.server = totals_;
    outcome.server_handshake_bytes = handshake_bytes_;
    outcome.server_wire_bytes = wire_bytes_;
    // The side that ended first tells the cause; the other heard of it.
    if (!error_.empty() && failed_at_ < client_failed_at) {
      outcome.error = "server: " + error_;
      outcome.failed = std::max(outcome.failed, failed_);
    }
    if (outcome.error.empty() && resumed_ != outcome.resumed)
      outcome.error = fmt::format("{} connections were resumed to the client and {} to the server",
                                  outcome.resumed, resumed_);
  }
  TimePoint first_sent() const noexcept { return first_sent_; }
  TimePoint last_received() const noexcept { return last_received_; }

 private:
  std::mutex mutex_;
  SideTotals totals_;
  std::uint64_t handshake_bytes_ = 0, wire_bytes_ = 0, resumed_ = 0, failed_ = 0;
  std::string error_;
  TimePoint failed_at_ = TimePoint::max(), first_sent_ = TimePoint::max();
  TimePoint last_received_ = TimePoint::min();
};

struct Ran {
  Outcome outcome;
  TimePoint first_sent, last_received;
};

Ran failed(const Row& row, const std::string& why) {
  Ran ran{};
  ran.outcome.row = row;
  ran.outcome.error = why;
  return ran;
}

void check_work(const Work& work) {
  if (work.packet_bytes == 0 || work.packet_bytes > Preamble::max_packet_bytes)
    throw std::runtime_error(fmt::format("packets of {} bytes; allowed: 1 to {}", work.packet_bytes,
                                         Preamble::max_packet_bytes));
  if (work.pairs == 0)
    throw std::runtime_error("0 connections at once; allowed: 1 and more");
}

std::string host_of(const SocketOptions& options) {
  return std::string(expected_host(options.credentials));
}

Ran run_here(const Row& row, const Work& work, Exchange exchange, const SocketOptions& options,
             const asio::ip::address& loopback) {
  const TimePoint start = SteadyClock::now();
  check_work(work);
  const tls::Context server_context =
      make_server_context(row, options.credentials, *options.provider);
  const tls::Context client_context =
      make_client_context(row, options.credentials, *options.provider);

  ServerSum sum;
  const ServerPlan server_plan{work, server_context, {row}, true};

  asio::io_context io(static_cast<int>(work.pairs));
  Acceptor acceptor = listen_on(io, loopback, 0);
  ClientPlan client_plan{row,
                         work,
                         client_context,
                         exchange,
                         {acceptor.local_endpoint()},
                         host_of(options),
                         in_flight_limit(2)};
  Listener listener(std::move(acceptor), server_plan, 0,
                    [&](SessionResult&& result) { sum.add(result); });
  ClientRun clients(io, client_plan, start, [&] { listener.close(); });
  listener.start();
  clients.start();
  run_on_threads(io, work.pairs);

  Ran ran{clients.take_outcome(), clients.first_sent(), clients.last_received()};
  sum.put_into(ran.outcome, clients.failed_at());
  if (exchange == Exchange::upload)
    ran.last_received = sum.last_received();
  if (exchange == Exchange::download)
    ran.first_sent = sum.first_sent();
  return ran;
}

Ran run_against(const Row& row, const Work& work, Exchange exchange, const SocketOptions& options,
                const std::vector<tcp::endpoint>& server) {
  const TimePoint start = SteadyClock::now();
  check_work(work);
  if (server.empty())
    throw std::runtime_error("the server has no address");
  const tls::Context context = make_client_context(row, options.credentials, *options.provider);
  ClientPlan plan{row, work, context, exchange, server, host_of(options), in_flight_limit(1)};

  asio::io_context io(static_cast<int>(work.pairs));
  ClientRun clients(io, plan, start, [] {});
  clients.start();
  run_on_threads(io, work.pairs);
  return {clients.take_outcome(), clients.first_sent(), clients.last_received()};
}

/// A row that cannot even be set up is a row with an error.
template <typename Run>
Outcome guarded(const Row& row, bool show_peer, Run run) {
  Ran ran;
  try {
    ran = run();
  } catch (const std::exception& exception) {
    ran = failed(row, exception.what());
  }
  if (!show_peer)
    ran.outcome.chain.clear();
  return std::move(ran.outcome);
}

Work one_way(const Work& work) {
  Work all = work;
  all.rate = 0;
  if (all.total_bytes == 0)
    all.total_bytes = std::numeric_limits<std::uint64_t>::max();
  return all;
}

Goodput goodput_of(const Ran& ran, Exchange direction) {
  if (!ran.outcome.error.empty())
    throw std::runtime_error(ran.outcome.error);
  const SideTotals& client = *ran.outcome.client;
  Goodput goodput;
  goodput.direction = direction;
  goodput.bytes = direction == Exchange::upload ? client.tx_bytes : client.rx_bytes;
  goodput.seconds = seconds_between(ran.first_sent, ran.last_received);
  return goodput;
}

void check_direction(Exchange direction) {
  if (direction == Exchange::echo)
    throw std::runtime_error("goodput goes one way: upload or download");
}

}  // namespace

Outcome run_loopback(const Row& row, const Work& work, const SocketOptions& options,
                     const asio::ip::address& loopback) {
  return guarded(row, options.show_peer,
                 [&] { return run_here(row, work, Exchange::echo, options, loopback); });
}

Outcome run_client(const Row& row, const Work& work, const SocketOptions& options,
                   const std::vector<tcp::endpoint>& server) {
  return guarded(row, options.show_peer,
                 [&] { return run_against(row, work, Exchange::echo, options, server); });
}

Goodput goodput_loopback(const Row& row, const Work& work, Exchange direction,
                         const SocketOptions& options, const asio::ip::address& loopback) {
  check_direction(direction);
  const Work all = one_way(work);
  return goodput_of(run_here(row, all, direction, options, loopback), direction);
}

Goodput goodput_client(const Row& row, const Work& work, Exchange direction,
                       const SocketOptions& options, const std::vector<tcp::endpoint>& server) {
  check_direction(direction);
  const Work all = one_way(work);
  return goodput_of(run_against(row, all, direction, options, server), direction);
}

}  // namespace hartls::tls_bench
