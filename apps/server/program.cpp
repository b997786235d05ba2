// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "common/file.hpp"
#include "hartls/core/error.hpp"
#include "hartls/crypto/algorithms.hpp"
#include "server/dh_file.hpp"
#include "server/echo.hpp"
#include "server/http.hpp"
#include "server/listener.hpp"
#include "server/options.hpp"

namespace hartls::server {
namespace {

NamedGroup dh_group(const std::string& name) {
  const tls::Group& group = tls::tls_group_from_name(name);
  if (!group.curve || !group.name.starts_with("ffdhe"))
    fail(Errc::invalid_argument, name +
                                     " is no Diffie-Hellman group; allowed: ffdhe2048, ffdhe3072, "
                                     "ffdhe4096");
  return *group.curve;
}

tls::Context make_context(const Options& options) {
  tls::Context context = apps::make_context(tls::Role::server, options.tls);
  if (options.require_client_certificate)
    context.set_verification(tls::Verification::required);
  else
    context.set_verification(options.tls.no_verification ? tls::Verification::none
                                                         : tls::Verification::peer);
  if (!options.dh_group.empty())
    context.set_dh_group(dh_group(options.dh_group));
  if (!options.dh_file.empty())
    context.set_dh_parameters(read_dh_file(options.dh_file));
  context.validate();
  return context;
}

std::unique_ptr<Service> make_service(const Options& options) {
  switch (options.mode) {
    case Mode::files:
      return std::make_unique<HttpService>(options.folder);
    case Mode::status_page:
      return std::make_unique<HttpService>();
    case Mode::echo:
      break;
  }
  return std::make_unique<EchoService>();
}

void write_ready_file(const std::string& file, std::uint16_t port) {
  const apps::FileDescriptor ready(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!ready.is_open())
    throw apps::Failure("ready file " + file + " cannot be written: " + apps::errno_text(errno));
  apps::write_all(ready.get(), as_bytes(std::to_string(port) + "\n"), "ready file " + file);
}

int run(const Options& options) {
  if (apps::print_lists(options.tls))
    return apps::exit_good;
  const tls::Context context = make_context(options);
  const std::unique_ptr<Service> service = make_service(options);
  boost::asio::io_context io;
  Listener listener(io, context, options, *service);
  listener.start();
  // Before the line: whoever has read it finds the file.
  if (!options.ready_file.empty())
    write_ready_file(options.ready_file, listener.port());
  fmt::print(stderr, "listening on {}\n", listener.address());
  io.run();
  return listener.failed() == 0 || options.endless ? apps::exit_good : apps::exit_failed;
}

}  // namespace

int program(int argc, const char* const* argv) {
  const apps::CommandLine<Options> line = parse(argc, argv);
  return apps::run_program("server", line.output, line.errors,
                           [&line] { return line.options ? run(*line.options) : line.exit_code; });
}

}  // namespace hartls::server
