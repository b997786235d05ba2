// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/options.hpp"

namespace hartls::server {
namespace {

using apps::UsageError;

/// As written, before it is taken apart.
struct Written {
  std::string port, address;
  bool echo = false, status_page = false, resume = false;
};

constexpr const char* footer =
    "The first line on standard error is \"listening on ADDRESS:PORT\". Without -i the server "
    "ends\n"
    "after one connection, or as many as -C says; several are served at the same time. SIGINT and\n"
    "SIGTERM end it in order.\n"
    "\n"
    "Exit status: 0 all good, 1 something failed (with -C: a connection, too), 2 wrong use.\n"
    "Examples:\n"
    "  server -i                                echo to `client` on this machine\n"
    "  server -b -p 4433 -i --files /var/www    files to everyone\n"
    "  server -C 2 -F -v 4                      two connections, client certificates required";

void define(CLI::App& app, Options& options, Written& written) {
  apps::define_general_options(app);
  app.add_option("-p,--port", written.port, "Port (11111); 0: one that the system chooses")
      ->type_name("PORT");
  app.add_flag("-b,--any", options.any_address,
               "Listen on all addresses, IPv4 and IPv6; default: 127.0.0.1");
  app.add_option("--bind", written.address, "Listen on this numeric address")->type_name("ADDRESS");
  app.add_flag("-e,--echo", written.echo, "Send back what comes (the default)");
  app.add_option("--files", options.folder, "Serve the files of this folder (HTTP/1.1 GET)")
      ->type_name("DIR");
  app.add_flag("-g,--status-page", written.status_page,
               "Answer every HTTP GET with a page that shows what was negotiated");
  app.add_option("-C,--connections", options.connections, "End after so many connections (1)")
      ->type_name("NUMBER")
      ->check(apps::in_range(1, 1e12));
  app.add_flag("-i,--forever", options.endless, "Serve until a signal comes");
  app.add_flag("-r,--resume", written.resume, "One client and its resumption: the same as -C 2");
  app.add_flag("-x,--ignore-failures", options.ignore_failures,
               "Connections that fail are reported, but do not count for -C and the exit status");
  app.add_flag("-F,--require-client-cert", options.require_client_certificate,
               "Refuse clients without a certificate; default: ask, and check it if there is one");
  app.add_option("--dh-group", options.dh_group,
                 "Group of the DHE suites of TLS 1.2: ffdhe2048 (the default), ffdhe3072, "
                 "ffdhe4096")
      ->type_name("NAME");
  app.add_option(
         "-D,--dh-file", options.dh_file,
         "Diffie-Hellman parameters (PEM or DER) in place of --dh-group; a client that offers a "
         "group of RFC 7919 of the same size gets that group")
      ->type_name("FILE");
  app.add_option("-R,--ready-file", options.ready_file,
                 "Write the port into this file once the server listens")
      ->type_name("FILE");
  app.add_option("--idle-timeout", options.idle_seconds,
                 "Longest time without a byte from or to a client (300)")
      ->type_name("SECONDS")
      ->check(apps::in_range(0.001, 86400.0 * 365));
  apps::define_tls_options(app, options.tls, tls::Role::server);
  app.add_flag("--list-suites", options.tls.list_suites, "List the cipher suites and exit");
  app.footer(footer);
}

void take_apart(const Written& written, Options& options) {
  if (!written.port.empty())
    options.port = apps::parse_port(written.port);
  if (!written.address.empty()) {
    const apps::Endpoint endpoint = apps::parse_endpoint(written.address);
    if (endpoint.port || !apps::numeric_address(endpoint.host))
      throw UsageError("--bind \"" + apps::printable(written.address) +
                       "\"; allowed: a numeric address of this machine, such as 127.0.0.1 or ::1");
    options.address = endpoint.host;
  }
  if (written.resume)
    options.connections = 2;
  if (!options.folder.empty())
    options.mode = Mode::files;
  else if (written.status_page)
    options.mode = Mode::status_page;
}

}  // namespace

apps::CommandLine<Options> parse(int argc, const char* const* argv) {
  CLI::App app("Serves echo or files over TLS.", "server");
  Options options;
  Written written;
  define(app, options, written);
  return apps::parse_command_line(app, options, argc, argv, [&] {
    apps::require_at_most_one(app, {"--any", "--bind"});
    apps::require_at_most_one(app, {"--echo", "--files", "--status-page"});
    apps::require_at_most_one(app, {"--connections", "--forever", "--resume"});
    apps::require_at_most_one(app, {"--dh-group", "--dh-file"});
    apps::require_at_most_one(app, {"--require-client-cert", "--no-verify", "--psk"});
    take_apart(written, options);
    apps::check_tls_options(app, options.tls);
  });
}

}  // namespace hartls::server
