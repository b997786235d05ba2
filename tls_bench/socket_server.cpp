// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_server.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <mutex>
#include <utility>

#include "socket_listener.hpp"

namespace hartls::tls_bench {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_connection_times = 65536;
/// Connections of the row before may still end when the next row's first one does.
constexpr double row_is_over_seconds = 0.25;

/// Connections of one suite, group and kind of handshake.
struct Group {
  Outcome outcome;
  SideTotals totals;
  TimePoint first_start = TimePoint::max(), last_end = TimePoint::min();

  bool fits(const tls::Negotiated& negotiated) const {
    const tls::Negotiated& mine = *outcome.negotiated;
    return mine.suite == negotiated.suite && mine.group == negotiated.group &&
           mine.resumed == negotiated.resumed;
  }
};

}  // namespace

class Server::Impl {
 public:
  explicit Impl(ServerOptions options)
      : options_(std::move(options)),
        context_(make_server_context(options_.rows, options_.sockets.credentials,
                                     *options_.sockets.provider)),
        plan_{work_, context_, options_.rows, false},
        io_(static_cast<int>(std::max(1U, options_.threads))) {
    context_.validate();
    work_.timeout = options_.timeout;
    work_.nagle = options_.nagle;
    Acceptor acceptor = listen_on(io_, options_.address, options_.port);
    endpoint_ = acceptor.local_endpoint();
    listener_.emplace(std::move(acceptor), plan_, options_.max_connections,
                      [this](SessionResult&& result) { session_ended(std::move(result)); });
    idle_timer_.emplace(listener_->strand());
  }

  const asio::ip::tcp::endpoint& endpoint() const noexcept { return endpoint_; }
  std::uint64_t served() const noexcept { return served_; }
  std::uint64_t failed() const noexcept { return failed_; }

  void run() {
    listener_->start();
    run_on_threads(io_, std::max(1U, options_.threads));
    const std::lock_guard lock(mutex_);
    report_all();
  }

  void stop() {
    listener_->stop();
    asio::post(listener_->strand(), [this] { idle_timer_->cancel(); });
  }

 private:
  void session_ended(SessionResult&& result) {
    {
      const std::lock_guard lock(mutex_);
      add(std::move(result));
    }
    asio::post(listener_->strand(), [this] { await_idle(); });
  }

  // ---- With `mutex_` held ----

  void add(SessionResult&& result) {
    const bool good = result.error.empty();
    ++(good ? served_ : failed_);
    if (!good && options_.on_failure)
      options_.on_failure(result.error);
    Group* const group = group_of(result);
    if (group == nullptr)
      ++failed_before_;
    else if (!good)
      ++group->outcome.failed;
    else if (result.counted)
      count(*group, std::move(result));
    report_past();
  }

  /// A connection without a handshake goes to the last group; null where there is none yet.
  Group* group_of(const SessionResult& result) {
    if (!result.negotiated)
      return groups_.empty() ? nullptr : &groups_.back();
    const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const Group& each) {
      return each.fits(*result.negotiated);
    });
    if (found != groups_.end())
      return &*found;
    Group group;
    group.outcome.negotiated = result.negotiated;
    if (result.negotiated->suite != nullptr)
      group.outcome.row = row_of(*result.negotiated, options_.rows);
    group.outcome.failed = std::exchange(failed_before_, 0);
    groups_.push_back(std::move(group));
    return &groups_.back();
  }

  static void count(Group& group, SessionResult&& result) {
    group.totals += result.totals;
    ++group.totals.connections;
    Outcome& outcome = group.outcome;
    if (result.negotiated->resumed)
      ++outcome.resumed;
    outcome.server_handshake_bytes = result.handshake_bytes;
    outcome.server_wire_bytes += result.wire_bytes;
    outcome.client_handshake_bytes = result.peer_handshake_bytes;
    outcome.client_wire_bytes += result.peer_wire_bytes;
    outcome.peer_kind = std::move(result.peer_kind);
    if (outcome.connections.size() < most_connection_times)
      outcome.connections.push_back(std::move(result.times));
    group.first_start = std::min(group.first_start, result.started);
    group.last_end = std::max(group.last_end, result.ended);
  }

  void report_past() {
    const TimePoint now = SteadyClock::now();
    while (groups_.size() > 1 && groups_.front().last_end < after(now, -row_is_over_seconds)) {
      report(groups_.front());
      groups_.erase(groups_.begin());
    }
  }

  void report_all() {
    for (Group& each : groups_)
      report(each);
    groups_.clear();
  }

  void report(Group& group) {
    // One connection of a client that was not to be counted is no row.
    if (group.totals.connections == 0 && group.outcome.failed == 0)
      return;
    group.outcome.server = group.totals;
    if (group.first_start < group.last_end)
      group.outcome.interval_seconds = seconds_between(group.first_start, group.last_end);
    if (options_.on_outcome)
      options_.on_outcome(group.outcome);
  }

  // ---- On the listener's strand ----

  void await_idle() {
    if (listener_->is_closed()) {  // the end reports
      idle_timer_->cancel();
      return;
    }
    if (listener_->open_sessions() != 0)
      return;
    idle_timer_->expires_after(options_.idle);
    idle_timer_->async_wait([this](boost::system::error_code error) {
      if (error || listener_->is_closed() || listener_->open_sessions() != 0)
        return;
      const std::lock_guard lock(mutex_);
      report_all();
    });
  }

  ServerOptions options_;
  Work work_;
  tls::Context context_;
  ServerPlan plan_;
  asio::io_context io_;
  asio::ip::tcp::endpoint endpoint_;
  std::optional<Listener> listener_;
  std::optional<Timer> idle_timer_;
  std::atomic<std::uint64_t> served_ = 0, failed_ = 0;

  std::mutex mutex_;  // of what follows
  std::vector<Group> groups_;
  std::uint64_t failed_before_ = 0;
};

Server::Server(ServerOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Server::~Server() = default;

asio::ip::tcp::endpoint Server::endpoint() const {
  return impl_->endpoint();
}
void Server::run() {
  impl_->run();
}
void Server::stop() {
  impl_->stop();
}
std::uint64_t Server::served() const noexcept {
  return impl_->served();
}
std::uint64_t Server::failed() const noexcept {
  return impl_->failed();
}

}  // namespace hartls::tls_bench
