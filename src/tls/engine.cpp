// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/engine.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

#include "engine_impl.hpp"
#include "hartls/core/error.hpp"

namespace hartls::tls {
namespace {

// Header, explicit IV, MAC, padding, tag: 5 + 16 + 64 + 256 at most. The rest is for an alert or a
// key update on the way.
constexpr std::size_t record_overhead = 1024;
constexpr std::size_t largest_record = Engine::max_record_bytes + record_overhead;
constexpr std::size_t close_notify_space = 512;
constexpr std::size_t late_data_limit = std::size_t{1} << 20U;

std::size_t checked_queue_size(std::size_t bytes, const char* which) {
  if (bytes < largest_record) {
    fail(Errc::invalid_argument, std::string("TLS engine: ") + which + " queue of " +
                                     std::to_string(bytes) + " bytes; allowed: from " +
                                     std::to_string(largest_record));
  }
  return bytes;
}

// Empty where `host` is no numeric address.
Bytes parse_address(const std::string& host) {
  Bytes bytes(sizeof(in6_addr));
  if (inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1)
    return bytes;
  bytes.resize(sizeof(in_addr));
  if (inet_pton(AF_INET, host.c_str(), bytes.data()) == 1)
    return bytes;
  return {};
}

std::string alpn_list(const ProtocolNames& protocols) {
  std::string list;
  for (const std::string& name : protocols)
    list += (list.empty() ? "" : ",") + name;
  return list;
}

Engine::Impl& engine_of(void* pointer) noexcept {
  return *static_cast<Engine::Impl*>(pointer);
}

}  // namespace

int receive_callback(WOLFSSL*, char* buffer, int size, void* pointer) {
  Engine::Impl& engine = engine_of(pointer);
  const ByteView waiting = engine.input.readable();
  if (waiting.empty()) {
    engine.truncated = engine.input_ended;
    return engine.input_ended ? WOLFSSL_CBIO_ERR_CONN_CLOSE : WOLFSSL_CBIO_ERR_WANT_READ;
  }
  const std::size_t count = std::min(static_cast<std::size_t>(size), waiting.size());
  std::copy_n(waiting.begin(), count, buffer);
  engine.input.consume(count);
  return static_cast<int>(count);
}

int send_callback(WOLFSSL*, char* buffer, int size, void* pointer) {
  Engine::Impl& engine = engine_of(pointer);
  // wolfSSL would have the peer told that its record was bad; there was none.
  if (engine.truncated)
    return size;
  const std::size_t count = engine.output.append(
      {reinterpret_cast<const std::uint8_t*>(buffer), static_cast<std::size_t>(size)});
  engine.bytes_sent += count;
  return count == 0 ? static_cast<int>(WOLFSSL_CBIO_ERR_WANT_WRITE) : static_cast<int>(count);
}

int verify_callback(int preverified, WOLFSSL_X509_STORE_CTX* store) {
  return engine_of(store->userCtx).verify(preverified != 0, *store) ? 1 : 0;
}

Engine::Impl::Impl(std::shared_ptr<Context::Impl> context_in, const EngineOptions& options)
    : context(std::move(context_in)),
      input(checked_queue_size(options.input_bytes, "input")),
      output(checked_queue_size(options.output_bytes, "output")) {
  context->prepare();
  // With several certificates, the client's first message says which context it will be.
  if (context->contexts.size() == 1)
    make_wolfssl(0);
}

void Engine::Impl::make_wolfssl(std::size_t context_index) {
  ssl.reset(wolfSSL_new(context->contexts[context_index].get()));
  if (!ssl)
    throw std::bad_alloc();
  wolfSSL_SetIOReadCtx(ssl.get(), this);
  wolfSSL_SetIOWriteCtx(ssl.get(), this);
  wolfSSL_SetCertCbCtx(ssl.get(), this);
  if (!context->alpn.empty()) {
    std::string list = alpn_list(context->alpn);
    require_success(wolfSSL_UseALPN(ssl.get(), list.data(), static_cast<unsigned int>(list.size()),
                                    WOLFSSL_ALPN_FAILED_ON_MISMATCH),
                    "ALPN");
  }
  if (context->key_log)
    attach_key_log(*this);
}

Step Engine::Impl::start() {
  const Step step = context->role == Role::client ? start_client() : start_server();
  started = step == Step::done;
  return step;
}

Step Engine::Impl::start_client() {
  if (!host.empty() && host_address.empty())
    require_success(wolfSSL_check_domain_name(ssl.get(), host.c_str()), "host name");
  if (!server_name.empty()) {
    require_success(wolfSSL_UseSNI(ssl.get(), WOLFSSL_SNI_HOST_NAME, server_name.data(),
                                   static_cast<word16>(server_name.size())),
                    "server name");
  }
  // wolfSSL takes on a session's version, also where the context does not offer it, and then offers
  // no other.
  if (session && context->offers(version_of(session->version))) {
    // wolfSSL 5.7.2 believes that any answer to a session ID with a ticket resumes; without an ID
    // it waits for the messages that tell (RFC 5077 section 3.4).
    if (LIBWOLFSSL_VERSION_HEX < 0x05008000 && version_of(session->version) == Version::tls1_2)
      session->sessionIDSz = 0;
    wolfSSL_set_session(ssl.get(), session.get());
  }
  if (version_of(ssl->version) != Version::tls1_3)
    return Step::done;
  // Else wolfSSL 5.7.2 sends a share for its own favourite among the groups.
  for (const Group& group : context->effective_groups()) {
    if (!group.tls1_3)
      continue;
    const int result = wolfSSL_UseKeyShare(ssl.get(), group.id);
    return result == WOLFSSL_SUCCESS ? Step::done : fail_with(wolfssl_error(result));
  }
  return Step::done;
}

Step Engine::Impl::start_server() {
  const Peek peek = peek_client_hello(input.readable(), hello);
  if (peek == Peek::incomplete && !input_ended && input.space() != 0)
    return Step::want_input;
  if (!ssl)
    make_wolfssl(peek == Peek::complete ? context->choose_identity(hello) : 0);
  const bool tls1_2 = !hello.offers_tls1_3 || !context->offers(Version::tls1_3);
  if (peek == Peek::complete && tls1_2)
    choose_tls12_group();
  return Step::done;
}

void Engine::Impl::choose_tls12_group() {
  const auto offered = [this](const Group& group) {
    return std::find(hello.groups.begin(), hello.groups.end(), group.id) != hello.groups.end();
  };
  bool any = false;
  for (const Group& group : tls::groups())
    any = any || (group.tls1_2 && oid_of_group(group) != 0 && offered(group));
  if (!any)
    return;
  for (const Group& group : context->effective_groups()) {
    if (group.tls1_2 && oid_of_group(group) != 0 && offered(group)) {
      ssl->ecdhCurveOID = oid_of_group(group);
      return;
    }
  }
  // Nothing in common: a curve that the client lacks keeps wolfSSL from taking ECDHE.
  for (const Group& group : tls::groups()) {
    if (group.tls1_2 && oid_of_group(group) != 0 && !offered(group))
      ssl->ecdhCurveOID = oid_of_group(group);
  }
}

Step Engine::Impl::handshake() {
  if (failed)
    return Step::failed;
  if (handshake_done)
    return Step::done;
  if (!started) {
    if (const Step step = start(); step != Step::done)
      return step;
  }
  const int result =
      context->role == Role::client ? wolfSSL_connect(ssl.get()) : wolfSSL_accept(ssl.get());
  if (result != WOLFSSL_SUCCESS) {
    const Step step = outcome(result);
    // close_notify in the middle of a handshake is no orderly end.
    return step == Step::closed ? fail_with(alert_error(close_notify)) : step;
  }
  handshake_done = true;
  return Step::done;
}

Progress Engine::Impl::read(ByteSpan out) noexcept {
  if (failed)
    return {Step::failed, 0};
  if (!handshake_done)
    return {misuse(Error::handshake_required), 0};
  if (received_close)
    return {Step::closed, 0};
  if (out.empty())
    return {Step::done, 0};
  const std::size_t room = std::min(out.size(), max_record_bytes);
  const int result = wolfSSL_read(ssl.get(), out.data(), static_cast<int>(room));
  if (result <= 0)
    return {outcome(result), 0};
  plaintext_received += static_cast<std::uint64_t>(result);
  return {Step::done, static_cast<std::size_t>(result)};
}

Progress Engine::Impl::write(ByteView data) noexcept {
  if (failed)
    return {Step::failed, 0};
  if (!handshake_done)
    return {misuse(Error::handshake_required), 0};
  if (sent_close)
    return {misuse(Error::write_after_close), 0};
  if (data.empty())
    return {Step::done, 0};
  const std::size_t count =
      std::min({data.size(), max_record_bytes, static_cast<std::size_t>(ssl->max_fragment)});
  // With room for the whole record wolfSSL never holds back a part, which it would want to be given
  // again.
  if (output.space() < count + record_overhead)
    return {Step::want_output, 0};
  const int result = wolfSSL_write(ssl.get(), data.data(), static_cast<int>(count));
  if (result <= 0)
    return {outcome(result), 0};
  plaintext_sent += static_cast<std::uint64_t>(result);
  return {Step::done, static_cast<std::size_t>(result)};
}

Step Engine::Impl::close() noexcept {
  if (failed)
    return Step::failed;
  if (sent_close || !ssl)
    return Step::done;
  if (output.space() < close_notify_space)
    return Step::want_output;
  const int result = wolfSSL_shutdown(ssl.get());
  if (result < 0)
    return outcome(result);
  sent_close = true;
  return Step::done;
}

Step Engine::Impl::outcome(int result) noexcept {
  const int code = wolfSSL_get_error(ssl.get(), result);
  switch (code) {
    case WOLFSSL_ERROR_WANT_READ:
    case WANT_READ:
      return Step::want_input;
    case WOLFSSL_ERROR_WANT_WRITE:
    case WANT_WRITE:
      return Step::want_output;
    case WOLFSSL_ERROR_ZERO_RETURN:
    case ZERO_RETURN:
      received_close = true;
      return Step::closed;
    default:
      break;
  }
  if (input_ended && input.empty() && (code == SOCKET_PEER_CLOSED_E || code == SOCKET_ERROR_E))
    return fail_with(Error::stream_truncated);
  WOLFSSL_ALERT_HISTORY alerts{};
  wolfSSL_get_alert_history(ssl.get(), &alerts);
  if (code == FATAL_ERROR && alerts.last_rx.level == alert_fatal && alerts.last_rx.code >= 0)
    return fail_with(alert_error(static_cast<std::uint8_t>(alerts.last_rx.code)));
  return fail_with(
      wolfssl_error(code == VERIFY_CERT_ERROR && verify_error != 0 ? verify_error : code));
}

Step Engine::Impl::fail_with(std::error_code code) noexcept {
  failed = true;
  error = code;
  return Step::failed;
}

Step Engine::Impl::misuse(Error code) noexcept {
  error = code;
  return Step::failed;
}

bool Engine::Impl::verify(bool good, const WOLFSSL_X509_STORE_CTX& store) noexcept {
  try {
    return check_peer(good, store);
  } catch (...) {
    return false;
  }
}

bool Engine::Impl::check_peer(bool good, const WOLFSSL_X509_STORE_CTX& store) {
  if (chain.empty()) {
    for (int index = 0; index < store.totalCerts; ++index) {
      const WOLFSSL_BUFFER_INFO& certificate = store.certs[index];
      chain.emplace_back(certificate.buffer, certificate.buffer + certificate.length);
    }
  }
  if (context->verification == Verification::none)
    return true;
  const auto depth = static_cast<std::size_t>(store.error_depth);
  if (!good) {
    verify_error = store.error;
    if (depth < chain.size()) {
      const Certificate certificate = read_certificate(chain[depth]);
      detail = "certificate " + certificate.subject + ", valid from " + certificate.not_before +
               " to " + certificate.not_after;
    }
    return false;
  }
  if (depth != 0 || host_address.empty())
    return true;
  const std::vector<Bytes> addresses = certificate_addresses(chain.front());
  if (std::find(addresses.begin(), addresses.end(), host_address) != addresses.end())
    return true;
  verify_error = IPADDR_MISMATCH;
  detail = "certificate " + read_certificate(chain.front()).subject;
  return false;
}

Engine::Engine(const Context& context, const EngineOptions& options)
    : impl_(std::make_unique<Impl>(context.impl_, options)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Role Engine::role() const noexcept {
  return impl_->context->role;
}

void Engine::set_host(const std::string& host) {
  set_server_name(host);
  impl_->host = host;
  impl_->host_address = parse_address(host);
  if (!impl_->host_address.empty())
    impl_->server_name.clear();  // RFC 6066 section 3: addresses are not allowed in SNI
}

void Engine::set_server_name(const std::string& name) {
  if (role() != Role::client || impl_->started)
    fail(Errc::invalid_state, "TLS engine: a host is set on a client, before the handshake");
  if (name.empty() || name.size() > 255)
    fail(Errc::invalid_argument,
         "host name of " + std::to_string(name.size()) + " bytes; allowed: 1 to 255");
  impl_->server_name = name;
}

void Engine::set_session(const Session& session) {
  if (role() != Role::client || impl_->started)
    fail(Errc::invalid_state, "TLS engine: a session is set on a client, before the handshake");
  if (!session)
    return;
  // A copy of its own, as wolfSSL writes the next ticket into it.
  impl_->session.reset(wolfSSL_SESSION_dup(static_cast<WOLFSSL_SESSION*>(session.state_.get())));
  if (!impl_->session)
    throw std::bad_alloc();
}

std::size_t Engine::feed(ByteView bytes) noexcept {
  impl_->input.compact();
  const std::size_t taken = impl_->input.append(bytes);
  impl_->bytes_received += taken;
  return taken;
}

ByteSpan Engine::input_space() noexcept {
  impl_->input.compact();
  return impl_->input.writable();
}

void Engine::commit_input(std::size_t bytes) noexcept {
  const std::size_t before = impl_->input.size();
  impl_->input.commit(bytes);
  impl_->bytes_received += impl_->input.size() - before;
}

void Engine::end_of_input() noexcept {
  impl_->input_ended = true;
}

std::size_t Engine::buffered_input() const noexcept {
  return impl_->input.size();
}

ByteView Engine::pending_output() const noexcept {
  return impl_->output.readable();
}

void Engine::consume_output(std::size_t bytes) noexcept {
  impl_->output.consume(bytes);
  impl_->output.compact();
}

Step Engine::handshake() noexcept {
  try {
    return impl_->handshake();
  } catch (const std::system_error& error) {
    return impl_->fail_with(error.code());
  } catch (const std::bad_alloc&) {
    return impl_->fail_with(wolfssl_error(MEMORY_E));
  }
}

bool Engine::handshake_done() const noexcept {
  return impl_->handshake_done;
}

Progress Engine::read(ByteSpan out) noexcept {
  return impl_->read(out);
}

std::size_t Engine::readable() const noexcept {
  const int bytes = impl_->ssl ? wolfSSL_pending(impl_->ssl.get()) : 0;
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

Progress Engine::write(ByteView data) noexcept {
  return impl_->write(data);
}

Step Engine::close() noexcept {
  return impl_->close();
}

Step Engine::shutdown() noexcept {
  if (const Step step = impl_->close(); step != Step::done)
    return step;
  if (!impl_->handshake_done)
    return Step::done;
  std::array<std::uint8_t, 1024> late{};
  for (;;) {
    const Progress progress = impl_->read(late);
    if (progress.step == Step::closed)
      return Step::done;
    if (progress.step != Step::done)
      return progress.step;
    impl_->late_bytes += progress.bytes;
    if (impl_->late_bytes > late_data_limit)
      return impl_->fail_with(Error::too_much_late_data);
  }
}

bool Engine::sent_close() const noexcept {
  return impl_->sent_close;
}
bool Engine::received_close() const noexcept {
  return impl_->received_close;
}

std::error_code Engine::error() const noexcept {
  return impl_->error;
}

std::string Engine::error_text() const {
  std::string text = impl_->error.message();
  if (!impl_->detail.empty())
    text += " (" + impl_->detail + ")";
  const int code = impl_->error.category() == tls_category() ? impl_->error.value() : 0;
  if (code == DOMAIN_NAME_MISMATCH || code == IPADDR_MISMATCH)
    text += "; the host asked for is " + impl_->host;
  return text;
}

/// For tests: a connection that has carried so many bytes of each kind.
struct EngineCounters {
  static void start_at(Engine& engine, std::uint64_t bytes) noexcept;
};

void EngineCounters::start_at(Engine& engine, std::uint64_t bytes) noexcept {
  engine.impl_->bytes_received = engine.impl_->bytes_sent = bytes;
  engine.impl_->plaintext_received = engine.impl_->plaintext_sent = bytes;
}

std::uint64_t Engine::bytes_received() const noexcept {
  return impl_->bytes_received;
}
std::uint64_t Engine::bytes_sent() const noexcept {
  return impl_->bytes_sent;
}
std::uint64_t Engine::plaintext_received() const noexcept {
  return impl_->plaintext_received;
}
std::uint64_t Engine::plaintext_sent() const noexcept {
  return impl_->plaintext_sent;
}

}  // namespace hartls::tls
