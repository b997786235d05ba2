// SPDX-License-Identifier: GPL-3.0-or-later
// The client's connections of one row, and their schedule.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "socket_session.hpp"

namespace hartls::tls_bench {

/// What all connections of a row have in common.
struct ClientPlan {
  const Row& row;
  const Work& work;
  const tls::Context& context;
  Exchange exchange;
  std::vector<boost::asio::ip::tcp::endpoint> server;
  std::string host;                      ///< that the certificate must carry
  std::uint64_t max_in_flight;           ///< open loop
  std::atomic<std::size_t> answers = 0;  ///< index of the address that answered last
  std::atomic<bool> over = false;        ///< exchanges end at their next packet
};

class ClientSession final : public SocketSession {
 public:
  struct Start {
    tls::Session resume;  ///< empty: a full handshake
    bool counted = true;
    bool wants_chain = false;
    TimePoint scheduled;  ///< open loop; default: none
    TimePoint end;        ///< of the exchange, at a packet's end
  };

  ClientSession(boost::asio::io_context& io, ClientPlan& plan, Start start, OnEnd on_end);

  void start() override;

 private:
  void connect();
  void connected(Error error);
  void secured(TimePoint began);
  void check();
  void send_plan();
  void read_answer();
  void answer_came(std::size_t bytes);
  void exchange();
  bool is_over(TimePoint now) const noexcept;

  void send_packet();
  void packet_sent(TimePoint began, std::size_t bytes);
  void read_packet(TimePoint began, std::size_t bytes);
  void packet_came(TimePoint began, std::size_t bytes);
  std::size_t next_packet_bytes() const noexcept;
  bool whole_packet(Error error, std::size_t got, std::size_t bytes);
  void upload();
  void upload_ended();
  void receipt_came();
  void download();
  void leave();

  void first_byte_came();
  void collect() override;

  ClientPlan& plan_;
  Start start_;
  std::size_t address_ = 0, addresses_tried_ = 0;
  PreambleBytes sent_plan_{}, answer_{};
  std::size_t answer_bytes_ = 0;
  bool plain_echo_ = false, leaving_ = false;
  std::uint64_t done_bytes_ = 0;
  Receipt receipt_{};
  std::vector<std::uint8_t> buffer_;
};

/// Opens connections until the row's time is over, and adds up what they came to. All of it happens
/// on one strand.
class ClientRun {
 public:
  /// `row_start`: from when the time of the row counts. `on_end`: called once, after the last
  /// connection has ended.
  ClientRun(boost::asio::io_context& io, ClientPlan& plan, TimePoint row_start,
            std::function<void()> on_end);

  void start();

  /// After the end.
  Outcome take_outcome();
  TimePoint failed_at() const noexcept { return failed_at_; }
  TimePoint first_sent() const noexcept { return first_sent_; }
  TimePoint last_received() const noexcept { return last_received_; }

 private:
  bool open_loop() const noexcept { return plan_.work.rate > 0; }
  void begin_counted();
  void open_connection(bool counted, TimePoint scheduled);
  void connection_ended(SessionResult&& result);
  void add(SessionResult&& result);
  void go_on();
  void follow_schedule();
  void arm(TimePoint when);
  void give_up(const std::string& error);
  TimePoint due(std::uint64_t index) const noexcept;
  void end_if_idle();

  boost::asio::io_context& io_;
  ClientPlan& plan_;
  Strand strand_;
  Timer timer_;
  TimePoint row_start_, end_;
  std::function<void()> on_end_;

  Outcome outcome_;
  SideTotals totals_;
  tls::Session session_;
  bool has_chain_ = false;
  std::uint64_t in_flight_ = 0;
  std::uint64_t next_due_ = 0, planned_ = 0;  // open loop
  bool counting_ = false, armed_ = false, ended_ = false;
  TimePoint schedule_start_, failed_at_ = TimePoint::max();
  TimePoint first_start_ = TimePoint::max(), last_end_ = TimePoint::min();
  TimePoint first_sent_ = TimePoint::max(), last_received_ = TimePoint::min();
};

}  // namespace hartls::tls_bench
