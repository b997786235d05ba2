// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/connection.hpp"

#include <algorithm>
#include <boost/asio/connect.hpp>

#include "common/facts.hpp"

namespace hartls::client {
namespace {

namespace asio = boost::asio;
using apps::Failure;

// Numeric addresses in SNI are not allowed (RFC 6066 section 3), and a scope such as %eth0 belongs
// to this machine only.
std::string name_for_tls(const std::string& host) {
  return host.substr(0, host.find('%'));
}

void name_host(tls::Engine& engine, const Options& options) {
  const std::string host = name_for_tls(options.host);
  if (options.match_host && !options.tls.no_verification)
    engine.set_host(options.expected_name.empty() ? host : options.expected_name);
  if (!options.server_name.empty())
    engine.set_server_name(options.server_name);
  else if (!apps::numeric_address(host))
    engine.set_server_name(host);
}

}  // namespace

Connection::Connection(const tls::Context& context, const Options& options,
                       const tls::Session& session)
    : server_(apps::endpoint_text(options.host, options.port)),
      timeout_(options.tls.timeout()),
      timeout_text_(apps::seconds_text(options.tls.timeout_seconds)) {
  stream_.emplace(connect(addresses(options)), context);
  name_host(stream_->engine(), options);
  stream_->engine().set_session(session);
  handshake();
}

void Connection::run_until_deadline(const std::optional<ErrorCode>& result,
                                    const std::string& what) {
  const auto end = std::chrono::steady_clock::now() + timeout_;
  io_.restart();
  while (!result && io_.run_one_until(end) != 0) {
  }
  if (!result)
    throw Failure(what + " " + server_ + ": no answer within " + timeout_text_ +
                  " (--timeout allows more)");
}

std::vector<Connection::Tcp::endpoint> Connection::addresses(const Options& options) {
  std::vector<Tcp::endpoint> all;
  if (const auto address = apps::numeric_address(options.host)) {
    all.emplace_back(*address, options.port);
  } else if (options.host == "localhost") {
    // RFC 6761 section 6.3; static programs had better not ask the resolver.
    all.emplace_back(asio::ip::address_v4::loopback(), options.port);
    all.emplace_back(asio::ip::address_v6::loopback(), options.port);
  } else {
    all = resolve(options.host, options.port);
  }
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&options](const Tcp::endpoint& endpoint) {
                             return endpoint.address().is_v6() ? options.only_ipv4
                                                               : options.only_ipv6;
                           }),
            all.end());
  if (all.empty())
    throw Failure("host " + apps::printable(options.host) + " has no " +
                  (options.only_ipv4 ? "IPv4" : "IPv6") + " address");
  return all;
}

std::vector<Connection::Tcp::endpoint> Connection::resolve(const std::string& host,
                                                           std::uint16_t port) {
  Tcp::resolver resolver(io_);
  std::vector<Tcp::endpoint> found;
  const ErrorCode error = await("address of", [&](auto handler) {
    resolver.async_resolve(host, std::to_string(port), Tcp::resolver::numeric_service,
                           [&found, handler](ErrorCode ec, const auto& results) mutable {
                             for (const auto& result : results)
                               found.push_back(result.endpoint());
                             handler(ec);
                           });
  });
  if (error)
    throw Failure("host name " + apps::printable(host) + " cannot be resolved: " + error.message() +
                  "; a numeric address works without a resolver");
  return found;
}

Connection::Tcp::socket Connection::connect(const std::vector<Tcp::endpoint>& candidates) {
  Tcp::socket socket(io_);
  const ErrorCode error = await("connection to", [&](auto handler) {
    asio::async_connect(socket, candidates, std::move(handler));
  });
  if (error) {
    throw Failure(
        "connection to " + server_ + ": " + error.message() +
        (error == asio::error::connection_refused ? "; is a server running on this port?" : ""));
  }
  // Else a handshake waits for delayed acknowledgements.
  ErrorCode ignored;
  socket.set_option(Tcp::no_delay(true), ignored);
  return socket;
}

void Connection::handshake() {
  const ErrorCode error = await(
      "TLS handshake with", [this](auto handler) { stream_->async_handshake(std::move(handler)); });
  if (error)
    fail("TLS handshake with " + server_, error);
}

Connection::ErrorCode Connection::shutdown() {
  return await("close of", [this](auto handler) { stream_->async_shutdown(std::move(handler)); });
}

std::string Connection::reason(const ErrorCode& error) const {
  return apps::failure_reason(engine(), error);
}

void Connection::fail(const std::string& what, const ErrorCode& error) const {
  throw Failure(what + ": " + reason(error));
}

}  // namespace hartls::client
