// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "client/connection.hpp"
#include "client/exchange.hpp"
#include "client/http_get.hpp"
#include "client/options.hpp"
#include "common/facts.hpp"

namespace hartls::client {
namespace {

using apps::Failure;

tls::Context make_context(const Options& options) {
  tls::Context context = apps::make_context(tls::Role::client, options.tls);
  if (options.tls.no_verification)
    context.set_verification(tls::Verification::none);
  if (options.max_fragment != 0)
    context.set_max_fragment(options.max_fragment);
  context.validate();
  return context;
}

void show(const Options& options, const Connection& connection) {
  if (options.tls.quiet)
    return;
  const std::string trust =
      options.tls.no_verification ? std::string() : apps::trust_text(options.tls);
  fmt::print(stderr, "connected to {}\n{}", connection.server(),
             apps::facts_block(connection.engine(), trust));
}

/// The session of a first connection, which carries no data.
tls::Session first_session(const tls::Context& context, const Options& options) {
  Connection connection(context, options);
  show(options, connection);
  // In TLS 1.3 the ticket comes after the handshake: waiting for the server's end brings it along.
  const auto error = connection.shutdown();
  tls::Session session = connection.engine().session();
  if (!session)
    throw Failure("no session to resume: " + connection.server() + " sent no ticket" +
                  (error ? ": " + connection.reason(error) : ""));
  return session;
}

void get(Connection& connection, const Options& options) {
  const std::string& host = options.server_name.empty() ? options.host : options.server_name;
  const std::string status = http_get(connection, *options.get_path,
                                      apps::endpoint_text(host, options.port), STDOUT_FILENO);
  if (!options.tls.quiet)
    fmt::print(stderr, "HTTP         {}\n", apps::printable(status));
  if (options.wait_close) {
    if (const auto error = connection.shutdown())
      connection.fail("close of " + connection.server(), error);
  } else {
    connection.await("close of",
                     [&](auto handler) { connection.stream().async_close_notify(handler); });
  }
  if (status >= "4")
    throw Failure("GET " + *options.get_path + ": " + connection.server() + " answered " +
                  apps::printable(status));
}

int run(const Options& options) {
  if (apps::print_lists(options.tls))
    return apps::exit_good;
  const tls::Context context = make_context(options);
  tls::Session session;
  if (options.resume)
    session = first_session(context, options);
  Connection connection(context, options, session);
  show(options, connection);
  if (options.resume && !connection.engine().negotiated().resumed)
    throw Failure("not resumed: " + connection.server() + " made a full handshake instead");
  if (options.get_path)
    get(connection, options);
  else
    exchange(connection, STDIN_FILENO, STDOUT_FILENO, options.tls.timeout());
  return apps::exit_good;
}

}  // namespace

int program(int argc, const char* const* argv) {
  const apps::CommandLine<Options> line = parse(argc, argv);
  return apps::run_program("client", line.output, line.errors,
                           [&line] { return line.options ? run(*line.options) : line.exit_code; });
}

}  // namespace hartls::client
