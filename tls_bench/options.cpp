// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <string_view>
#include <system_error>
#include <vector>

#include "hartls/bench/command_line.hpp"
#include "hartls/core/error.hpp"
#include "test_certificates.hpp"

namespace hartls::tls_bench {
namespace {

constexpr std::uint64_t max_total_bytes = std::uint64_t{1} << 40U;
/// One record shows what the model says of all.
const char* const model_total = "16K";

const char* const description =
    "Measures what TLS connections and records cost, one cipher suite after another: first the "
    "rows "
    "of\nwolfSSL's table for the HiFive Unleashed, then the other suites, then TLS 1.3 and its "
    "groups.\n\n"
    "Without -m, -s or -c both sides run in this process and talk over loopback TCP. The test\n"
    "certificates are built in. Exit status: 0 good, 1 a row failed, 2 wrong use or no model to be "
    "had.";

const char* const footer =
    "Sizes may end in K, M or G (of 1024). Results go to standard output, everything else to "
    "standard\nerror. Environment: HARTLS_PROVIDER, the default of --provider; HARTLS_CPU, a mask "
    "over the CPU's\nfeatures such as -zbb,-v.";

/// Options as typed, before they become values.
struct Texts {
  bool client = false;
  bool server = false;
  bool memory = false;
  bool no_verify = false;
  std::vector<std::string> suites;
  std::vector<std::string> groups;
  std::string packet = "16K";
  std::string total = "128K";
  std::string cert_type;
  std::string handshake = "full";
  std::string format = "table";
  double timeout = 10;
};

template <typename Number>
CLI::Validator between(Number low, Number high) {
  return {[=](const std::string& text) { return bench::range_misfit(text, low, high); }, ""};
}

void add_where(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "Where";
  app.add_flag("-m,--memory", texts.memory,
               "No network: client and server in one thread, stepped in turn")
      ->group(group);
  app.add_flag("-s,--server", texts.server, "Server only, for clients on another machine")
      ->group(group);
  app.add_flag("-c,--client", texts.client, "Client only, against a server on another machine")
      ->group(group);
  app.add_option(
         "-h,--host", options.host,
         "Client: the server's name or address (default localhost). Server: the address to\n"
         "listen on (default: all). Else 127.0.0.1 (default) or ::1")
      ->type_name("HOST")
      ->group(group);
  app.add_option("-P,--port", options.port,
                 "Port, 0 to 65535 (default 11112); 0: a server takes a free one and tells it")
      ->type_name("PORT")
      ->check(between(std::uint64_t{0}, std::uint64_t{65535}))
      ->group(group);
  app.add_option("--connections", options.max_connections,
                 "Server: ends after so many connections (default: never)")
      ->type_name("COUNT")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 40U))
      ->group(group);
}

void add_what(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "What";
  app.add_option("-l,--suites", texts.suites,
                 "Cipher suites, separated by ':' or ',', by OpenSSL's, wolfSSL's or IANA's names\n"
                 "(default: all but static RSA)")
      ->type_name("NAMES")
      ->group(group);
  app.add_flag("-g,--every-group", options.selection.every_group,
               "Each suite of TLS 1.3 with each of its groups")
      ->group(group);
  app.add_option("--groups", texts.groups,
                 "Groups, separated by ':' or ',', such as x25519,P-256,X25519MLKEM768")
      ->type_name("NAMES")
      ->group(group);
  app.add_option("--cert-type", texts.cert_type,
                 "Built-in certificates: rsa2048, rsa3072, p256, p384, ed25519, mldsa44 (default:\n"
                 "rsa2048 for RSA suites, p256 for the others)")
      ->type_name("TYPE")
      ->group(group);
  app.add_option("--handshake", texts.handshake,
                 "full, ticket (each resumes the one before) or psk (TLS 1.3; default full)")
      ->type_name("KIND")
      ->group(group);
  app.add_flag("--mutual", options.selection.mutual, "The client shows a certificate too")
      ->group(group);
  app.add_option("--provider", options.provider, "Back end of the cryptography")
      ->type_name("NAME")
      ->group(group);
  app.add_option("--cert", options.credentials.chain,
                 "Own certificate chain (PEM), in place of the built-in ones")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--key", options.credentials.private_key, "Its private key")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--ca", options.credentials.roots, "Roots to trust (PEM)")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--verify-host", options.credentials.host,
                 "Name that the server's certificate must carry (default localhost)")
      ->type_name("NAME")
      ->group(group);
  app.add_flag("--no-verify", texts.no_verify, "The client takes any certificate")->group(group);
}

void add_how_much(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "How much";
  app.add_option("-t,--time", options.work.seconds,
                 "Time a row takes, 0.01 to 3600 (default 1); not used with --clock u54")
      ->type_name("SECONDS")
      ->check(between(0.01, 3600.0))
      ->group(group);
  app.add_option("-p,--packet", texts.packet,
                 "Bytes of a packet, 1 to 16384 (default 16384); a client's word counts")
      ->type_name("BYTES")
      ->group(group);
  app.add_option("-S,--total", texts.total,
                 "Bytes that a connection carries each way, 0 to 1024G (default 128K, with\n"
                 "--clock u54 16K); a client's word counts")
      ->type_name("BYTES")
      ->group(group);
  app.add_option("-T,--threads", options.work.pairs,
                 "Pairs of client and server at once, on as many threads, 1 to 1024 (default 1)")
      ->type_name("COUNT")
      ->check(between(std::uint64_t{1}, std::uint64_t{1024}))
      ->group(group);
  app.add_option(
         "--rate", options.work.rate,
         "Open loop: starts so many connections a second, whether or not those before have\n"
         "ended; latency counts from the scheduled start. 0.1 to 100000")
      ->type_name("PER_SECOND")
      ->check(between(0.1, 100000.0))
      ->group(group);
  app.add_option("--timeout", texts.timeout, "Limit of each step, 0.01 to 3600 (default 10)")
      ->type_name("SECONDS")
      ->check(between(0.01, 3600.0))
      ->group(group);
  app.add_flag("--nagle", options.work.nagle, "Leaves Nagle's algorithm on (no TCP_NODELAY)")
      ->group(group);
}

void add_output(CLI::App& app, Options& options, Texts& texts) {
  const std::string group = "Output";
  app.add_flag("--detail", options.detail,
               "Also what each side of a handshake costs, percentiles, records by size, goodput,\n"
               "wire bytes, heap")
      ->group(group);
  app.add_option("--format", texts.format,
                 "table, csv (the table) or json (Google Benchmark's schema, with the detail;\n"
                 "default table)")
      ->type_name("FORMAT")
      ->group(group);
  app.add_option("--output", options.output,
                 "Writes the results in that format to a file, whole or not at all; standard\n"
                 "output then gets the table")
      ->type_name("FILE")
      ->group(group);
  app.add_flag("-i,--peer-info", options.show_peer, "Shows the server's certificates, a row")
      ->group(group);
  app.add_flag("-v,--verbose", options.verbose, "Tells what each row negotiated")->group(group);
  app.add_flag("-e,--list", options.list_suites, "Lists every cipher suite and leaves")
      ->group(group);
  app.add_flag("--list-groups", options.list_groups, "Lists every group and leaves")->group(group);
}

/// "a:b,c" are three names.
std::vector<std::string> split_names(const std::vector<std::string>& texts,
                                     const std::string& option) {
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find_first_of(":,", begin), text.size());
      const std::string name = text.substr(begin, end - begin);
      if (name.empty())
        throw CLI::ValidationError(option, "'" + text + "' given; a name is missing in it");
      names.push_back(name);
      begin = end + 1;
    }
  }
  return names;
}

HandshakeKind parse_handshake(const std::string& text) {
  for (const HandshakeKind kind :
       {HandshakeKind::full, HandshakeKind::ticket, HandshakeKind::psk}) {
    if (text == to_string(kind))
      return kind;
  }
  throw CLI::ValidationError("--handshake", "'" + text + "' given; allowed: full, ticket, psk");
}

Mode choose_mode(const Texts& texts) {
  if (int{texts.client} + int{texts.server} + int{texts.memory} > 1)
    throw CLI::ValidationError("-m, -s, -c", "one of them at most is allowed");
  return texts.client   ? Mode::client
         : texts.server ? Mode::server
         : texts.memory ? Mode::memory
                        : Mode::loopback;
}

void require_text(const CLI::App& app, const std::string& option, const std::string& text) {
  if (app.count(option) != 0 && text.empty())
    throw CLI::ValidationError(option, "'' given; allowed: a name");
}

void refuse_with(const CLI::App& app, bool unfit, const std::string& option,
                 const std::string& reason) {
  if (unfit && app.count(option) != 0)
    throw CLI::ValidationError(option, reason);
}

/// Options that say nothing in this mode would else be believed to have been heard.
void check_combinations(const CLI::App& app, const Options& options) {
  const bool server = options.mode == Mode::server;
  const bool memory = options.mode == Mode::memory;
  if (options.clock.modelled() && !memory) {
    throw CLI::ValidationError("--clock",
                               "u54 given; it needs -m: the model runs this process alone, and "
                               "sockets are the kernel's");
  }
  refuse_with(app, memory, "--rate", "needs sockets: leave -m out");
  refuse_with(app, memory, "--nagle", "needs sockets: leave -m out");
  refuse_with(app, memory, "--host", "needs sockets: leave -m out");
  refuse_with(app, memory, "--port", "needs sockets: leave -m out");
  refuse_with(app, server, "--rate", "is the client's to say");
  refuse_with(app, !server, "--connections", "is for a server alone (-s)");
  refuse_with(app, options.mode == Mode::client && options.port == 0, "--port",
              "0 given; a client needs the server's port, 1 to 65535");
  if (options.credentials.chain.empty() != options.credentials.private_key.empty())
    throw CLI::ValidationError("--cert, --key", "one given, both are needed");
  const bool own = options.credentials.own();
  refuse_with(app, own, "--cert-type",
              "names built-in certificates, --cert others: one is allowed");
  if (options.mode == Mode::loopback && !options.host.empty() && options.host != "127.0.0.1" &&
      options.host != "::1" && options.host != "localhost") {
    throw CLI::ValidationError("--host", "'" + options.host +
                                             "' given; allowed where both sides run here: "
                                             "127.0.0.1, ::1, localhost; -c for another machine");
  }
}

void convert(const CLI::App& app, Options& options, const Texts& texts) {
  options.mode = choose_mode(texts);
  for (const std::string& name : split_names(texts.suites, "--suites"))
    options.selection.suites.push_back(tls::cipher_suite_from_name(name));
  for (const std::string& name : split_names(texts.groups, "--groups"))
    options.selection.groups.push_back(tls::tls_group_from_name(name));
  if (app.count("--cert-type") != 0)
    options.selection.key_type = certs::test_key_type(texts.cert_type);
  options.selection.handshake = parse_handshake(texts.handshake);
  options.selection.own_certificate =
      options.credentials.own() ||
      (options.mode == Mode::client && !options.credentials.roots.empty());
  options.credentials.verify = !texts.no_verify;
  options.work.packet_bytes = static_cast<std::size_t>(
      bench::parse_byte_size("--packet", texts.packet, 1, tls::Engine::max_record_bytes));
  const bool model_default = options.clock.modelled() && app.count("--total") == 0;
  options.work.total_bytes = bench::parse_byte_size(
      "--total", model_default ? model_total : texts.total, 0, max_total_bytes);
  options.work.timeout =
      std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(texts.timeout * 1000)));
  options.format = bench::format_from_name(texts.format);
  require_text(app, "--output", options.output);
  require_text(app, "--provider", options.provider);
  require_text(app, "--host", options.host);
  check_combinations(app, options);
  bench::check_clock_options(app, options.clock);
}

}  // namespace

std::variant<Options, bench::ExitCode> parse_options(int argc, const char* const* argv,
                                                     const std::string& version, std::ostream& out,
                                                     std::ostream& err) {
  Options options;
  Texts texts;
  CLI::App app(description, "tls_bench");
  app.footer(footer);
  app.set_help_flag("-?,--help", "Prints this text and leaves");
  app.set_version_flag("--version", version, "Prints the versions and leaves");
  add_where(app, options, texts);
  add_what(app, options, texts);
  add_how_much(app, options, texts);
  bench::add_clock_options(app, options.clock);
  add_output(app, options, texts);
  try {
    app.parse(argc, argv);
    convert(app, options, texts);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, err) == 0 ? bench::exit_good : bench::exit_usage;
  } catch (const std::system_error& error) {
    err << error.what() << "\nRun with --help for more information.\n";
    return bench::exit_usage;
  }
  return options;
}

}  // namespace hartls::tls_bench
