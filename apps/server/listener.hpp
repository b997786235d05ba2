// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "server/connection.hpp"
#include "server/options.hpp"

namespace hartls::server {

/// Accepts clients and counts them, until the options or a signal say that it is enough.
class Listener {
 public:
  /// Listens at once. Throws apps::Failure that names the address.
  Listener(boost::asio::io_context& io, const tls::Context& context, const Options& options,
           Service& service);

  /// "127.0.0.1:40123".
  std::string address() const;
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  /// From here on the io_context serves; its run() ends when all is done.
  void start();

  /// Connections that failed, unless they are to be ignored.
  std::uint64_t failed() const noexcept { return failed_; }

 private:
  using Tcp = boost::asio::ip::tcp;

  void accept();
  void accepted(const boost::system::error_code& error, Tcp::socket socket);
  void serve(Tcp::socket socket);
  void done(const std::shared_ptr<Connection>& connection, bool good);
  bool has_enough() const noexcept;
  void close_if_done();
  void stop();

  const tls::Context& context_;
  const Options& options_;
  Service& service_;
  Tcp::acceptor acceptor_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer retry_;
  std::set<std::shared_ptr<Connection>> active_;
  std::uint64_t accepted_ = 0;
  std::uint64_t good_ = 0;
  std::uint64_t failed_ = 0;
  bool stopping_ = false;
};

}  // namespace hartls::server
