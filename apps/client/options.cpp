// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/options.hpp"

#include <algorithm>
#include <array>

namespace hartls::client {
namespace {

using apps::UsageError;

/// As written, before it is taken apart.
struct Written {
  std::string host, port, max_fragment, get_path;
};

constexpr const char* footer =
    "Lines from standard input go to the server, what it sends goes to standard output, all else\n"
    "to standard error. At the end of the input the client says so (close_notify) and reads on\n"
    "until the server closes.\n"
    "\n"
    "Exit status: 0 all good, 1 something failed, 2 wrong use.\n"
    "Examples:\n"
    "  client                                   talk to `server` on this machine\n"
    "  client -h board:4433 -r -v 3             is a TLS 1.2 session resumed?\n"
    "  client -h example.org -p 443 -A roots.pem -g /index.html > index.html";

void define(CLI::App& app, Options& options, Written& written) {
  apps::define_general_options(app);
  app.add_option("-h,--host", written.host,
                 "Server: HOST, ADDRESS, HOST:PORT, [IPV6] or [IPV6]:PORT (127.0.0.1)")
      ->type_name("HOST");
  app.add_option("-p,--port", written.port, "Port (11111)")->type_name("PORT");
  app.add_flag("-4,--ipv4", options.only_ipv4, "IPv4 addresses only");
  app.add_flag("-6,--ipv6", options.only_ipv6, "IPv6 addresses only");
  app.add_option("-g,--get", written.get_path,
                 "Send HTTP GET for this path (/) in place of standard input, and write the body "
                 "to standard output")
      ->type_name("PATH")
      ->expected(0, 1);
  app.add_flag("-r,--resume", options.resume,
               "Connect twice, the second time resuming the session; without resumption: exit 1");
  app.add_flag("-w,--wait-close", options.wait_close,
               "After -g: wait for the server's close_notify, and fail without it");
  app.add_flag("-m,--match-host,!--no-match-host", options.match_host,
               "The certificate must be for the host (the default); --no-match-host: for any");
  app.add_option("--verify-host", options.expected_name,
                 "The certificate must be for this name or address, not for that of -h")
      ->type_name("NAME");
  app.add_option("-S,--server-name", options.server_name,
                 "Name to ask for (SNI); default: the host, where it is a name")
      ->type_name("NAME");
  app.add_option("-F,--mfl", written.max_fragment,
                 "Ask for records of at most 512, 1024, 2048 or 4096 bytes (or 1 to 4 for these)")
      ->type_name("BYTES");
  apps::define_tls_options(app, options.tls, tls::Role::client);
  app.add_flag("-e,--list-suites", options.tls.list_suites, "List the cipher suites and exit");
  app.footer(footer);
}

std::size_t parse_max_fragment(const std::string& text) {
  constexpr std::array<std::size_t, 4> sizes{512, 1024, 2048, 4096};
  for (std::size_t index = 0; index < sizes.size(); ++index) {
    if (text == std::to_string(sizes[index]) || text == std::to_string(index + 1))
      return sizes[index];
  }
  throw UsageError("--mfl \"" + apps::printable(text) +
                   "\"; allowed: 512, 1024, 2048, 4096, or 1 to 4 for these");
}

std::string checked_path(const std::string& path) {
  const bool plain =
      std::all_of(path.begin(), path.end(), [](char c) { return c > ' ' && c < 127; });
  if (!path.starts_with('/') || !plain)
    throw UsageError("--get \"" + apps::printable(path) +
                     "\"; allowed: a path that begins with '/', other characters than printable "
                     "ASCII written as %XX");
  return path;
}

void take_apart(const Written& written, Options& options) {
  std::optional<std::uint16_t> port;
  if (!written.port.empty())
    port = apps::parse_port(written.port);
  if (!written.host.empty()) {
    const apps::Endpoint endpoint = apps::parse_endpoint(written.host);
    options.host = endpoint.host;
    if (port && endpoint.port && *port != *endpoint.port)
      throw UsageError("--host names port " + std::to_string(*endpoint.port) + ", --port names " +
                       std::to_string(*port));
    if (!port)
      port = endpoint.port;
  } else if (options.only_ipv6) {
    options.host = "::1";
  }
  options.port = port.value_or(apps::default_port);
  if (options.port == 0)
    throw UsageError("port 0; allowed: 1 to 65535");
  if (!written.max_fragment.empty())
    options.max_fragment = parse_max_fragment(written.max_fragment);
}

void check(const CLI::App& app, const Options& options) {
  apps::check_tls_options(app, options.tls);
  apps::require_at_most_one(app, {"--ipv4", "--ipv6"});
  apps::require_at_most_one(app, {"--no-verify", "--verify-host"});
  if (options.tls.certificates.size() > 1)
    throw UsageError("--cert more than once; a client has one certificate");
  if (options.tls.certificate_types.find_first_of(":,") != std::string::npos)
    throw UsageError("--cert-type with a list; a client has one certificate");
  if (options.resume && options.tls.no_tickets)
    throw UsageError("--resume with --no-tickets: without a ticket nothing can be resumed");
  if (options.wait_close && !options.get_path)
    throw UsageError("--wait-close is for --get; otherwise the client always waits");
  if (!options.match_host && !options.expected_name.empty())
    throw UsageError("--no-match-host and --verify-host: one of them is allowed");
}

}  // namespace

apps::CommandLine<Options> parse(int argc, const char* const* argv) {
  CLI::App app("Connects to a TLS server and shows what was negotiated.", "client");
  Options options;
  Written written;
  define(app, options, written);
  const CLI::Option* const get = app.get_option("--get");
  return apps::parse_command_line(app, options, argc, argv, [&] {
    take_apart(written, options);
    if (get->count() != 0)
      options.get_path = written.get_path.empty() ? "/" : checked_path(written.get_path);
    check(app, options);
  });
}

}  // namespace hartls::client
