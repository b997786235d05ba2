// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/listener.hpp"

#include <fmt/format.h>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <utility>

namespace hartls::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Tcp = asio::ip::tcp;

// Until descriptors are free again, say.
constexpr std::chrono::milliseconds accept_pause{100};

error_code listen_on(Tcp::acceptor& acceptor, const asio::ip::address& address,
                     std::uint16_t port) {
  error_code error;
  const Tcp::endpoint endpoint(address, port);
  acceptor.open(endpoint.protocol(), error);
  // So that a server can start again while old connections time out.
  if (!error)
    acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
  if (!error && address.is_v6())
    acceptor.set_option(asio::ip::v6_only(!address.is_unspecified()), error);
  if (!error)
    acceptor.bind(endpoint, error);
  if (!error)
    acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    error_code ignored;
    acceptor.close(ignored);
  }
  return error;
}

std::string advice(const error_code& error) {
  if (error == asio::error::address_in_use)
    return "; another program listens there: choose another port with -p, or 0 for a free one";
  if (error == asio::error::access_denied)
    return "; ports below 1024 are for root";
  return {};
}

}  // namespace

Listener::Listener(asio::io_context& io, const tls::Context& context, const Options& options,
                   Service& service)
    : context_(context),
      options_(options),
      service_(service),
      acceptor_(io),
      signals_(io),
      retry_(io) {
  // Without IPv6 in the kernel, all addresses are those of IPv4.
  error_code error = asio::error::address_family_not_supported;
  if (options.any_address) {
    error = listen_on(acceptor_, asio::ip::address_v6::any(), options.port);
    if (error == asio::error::address_family_not_supported)
      error = listen_on(acceptor_, asio::ip::address_v4::any(), options.port);
  } else {
    error = listen_on(acceptor_, asio::ip::make_address(options.address), options.port);
  }
  if (error) {
    throw apps::Failure(
        "cannot listen on " +
        apps::endpoint_text(options.any_address ? "::" : options.address, options.port) + ": " +
        error.message() + advice(error));
  }
}

std::string Listener::address() const {
  const Tcp::endpoint endpoint = acceptor_.local_endpoint();
  return apps::endpoint_text(endpoint.address().to_string(), endpoint.port());
}

void Listener::start() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](const error_code& error, int) {
    if (!error)
      stop();
  });
  accept();
}

void Listener::accept() {
  acceptor_.async_accept(
      [this](const error_code& error, Tcp::socket socket) { accepted(error, std::move(socket)); });
}

void Listener::accepted(const error_code& error, Tcp::socket socket) {
  if (!acceptor_.is_open())
    return;
  if (!error) {
    serve(std::move(socket));
    if (!has_enough())
      return accept();
    return close_if_done();
  }
  // One client that went away, or no descriptors left: the others go on.
  fmt::print(stderr, "server: accept: {}\n", error.message());
  retry_.expires_after(accept_pause);
  retry_.async_wait([this](const error_code& cancelled) {
    if (!cancelled)
      accept();
  });
}

void Listener::serve(Tcp::socket socket) {
  ++accepted_;
  try {
    const auto log = [](const std::string& line) {
      fmt::print(stderr, "{}{}", line, line.ends_with('\n') ? "" : "\n");
    };
    const auto connection = std::make_shared<Connection>(
        std::move(socket), context_, accepted_, Deadlines{options_.tls.timeout(), options_.idle()},
        log, [this](const std::shared_ptr<Connection>& ended, bool good) { done(ended, good); });
    active_.insert(connection);
    const std::string trust =
        options_.tls.no_verification ? std::string() : apps::trust_text(options_.tls);
    connection->start(service_, trust, !options_.tls.quiet);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "connection {}: {}\n", accepted_, problem.what());
    if (!options_.ignore_failures)
      ++failed_;
  }
}

void Listener::done(const std::shared_ptr<Connection>& connection, bool good) {
  active_.erase(connection);
  if (good)
    ++good_;
  else if (!options_.ignore_failures && !stopping_)
    ++failed_;
  close_if_done();
}

bool Listener::has_enough() const noexcept {
  if (options_.endless)
    return stopping_;
  return stopping_ || (options_.ignore_failures ? good_ : accepted_) >= options_.connections;
}

void Listener::close_if_done() {
  if (!has_enough())
    return;
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
  if (active_.empty())
    signals_.cancel(ignored);
}

void Listener::stop() {
  stopping_ = true;
  close_if_done();
  // Ending one takes it out of the set.
  const std::set<std::shared_ptr<Connection>> all = active_;
  for (const auto& connection : all)
    connection->stop();
}

}  // namespace hartls::server
