// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/context.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "client_hello.hpp"
#include "context_impl.hpp"
#include "hartls/core/error.hpp"
#include "hartls/tls/error.hpp"

namespace hartls::tls {
namespace {

constexpr std::size_t min_dh_bits = 2048;
constexpr std::size_t max_psk_bytes = 64;  // MAX_PSK_KEY_LEN of wolfSSL
constexpr std::size_t max_psk_identity_bytes = 128;

void start_wolfssl() {
  static const int result = wolfSSL_Init();
  require_success(result, "wolfSSL_Init");
}

int format_of(ByteView bytes) noexcept {
  return is_pem(bytes) ? WOLFSSL_FILETYPE_PEM : WOLFSSL_FILETYPE_ASN1;
}

long size_of(ByteView bytes) noexcept {
  return static_cast<long>(bytes.size());
}

template <typename Container>
Container read_file(const std::filesystem::path& path, const char* what) {
  std::ifstream file(path, std::ios::binary);
  Container bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad()) {
    const int reason = errno;
    throw std::system_error(reason, std::generic_category(),
                            std::string(what) + " " + path.string() + " cannot be read");
  }
  return bytes;
}

// Adds the file's name to what a call on its content throws.
template <typename Call>
void naming(const std::string& files, Call call) {
  try {
    call();
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), files + ": " + error.what());
  }
}

void load_trust(WOLFSSL_CTX* context, ByteView roots) {
  require_success(
      wolfSSL_CTX_load_verify_buffer(context, roots.data(), size_of(roots), format_of(roots)),
      "trusted roots");
}

void load_identity(WOLFSSL_CTX* context, const Identity& identity) {
  require_success(
      wolfSSL_CTX_use_certificate_chain_buffer_format(
          context, identity.chain.data(), size_of(identity.chain), format_of(identity.chain)),
      "certificate chain");
  require_success(wolfSSL_CTX_use_PrivateKey_buffer(context, identity.private_key.data(),
                                                    size_of(identity.private_key),
                                                    format_of(identity.private_key)),
                  "private key");
  require_success(
      wolfSSL_CTX_check_private_key(context),
      "private key does not belong to the certificate, whose key is " + identity.key.name);
}

WOLFSSL_METHOD* method_of(Role role, Version lowest, Version highest) {
  const bool client = role == Role::client;
  if (lowest != highest)
    return client ? wolfSSLv23_client_method() : wolfSSLv23_server_method();
  if (lowest == Version::tls1_3)
    return client ? wolfTLSv1_3_client_method() : wolfTLSv1_3_server_method();
  return client ? wolfTLSv1_2_client_method() : wolfTLSv1_2_server_method();
}

std::string name_list(const std::vector<CipherSuite>& suites) {
  std::string names;
  for (const CipherSuite& suite : suites) {
    names += names.empty() ? "" : ":";
    names += suite.wolfssl_name;
  }
  return names;
}

std::string key_list(const std::vector<Identity>& identities) {
  std::string names;
  for (const Identity& identity : identities)
    names += (names.empty() ? "" : ", ") + identity.key.name;
  return names;
}

// x25519 first: the fastest of them on a core without wide multipliers.
std::vector<Group> default_groups() {
  std::vector<Group> chosen;
  for (const std::string_view name : {"x25519", "secp256r1", "X25519MLKEM768", "secp384r1",
                                      "secp521r1", "x448", "ffdhe2048", "ffdhe3072", "ffdhe4096"}) {
    const auto all = tls::groups();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [name](const Group& group) { return group.name == name; });
    if (found != all.end() && found->available)
      chosen.push_back(*found);
  }
  return chosen;
}

void use_groups(WOLFSSL_CTX* context, const std::vector<Group>& groups, bool tls1_3) {
  if (groups.empty())
    return;
  std::vector<int> ids(groups.size());
  std::transform(groups.begin(), groups.end(), ids.begin(),
                 [](const Group& group) { return static_cast<int>(group.id); });
  if (tls1_3) {
    require_success(wolfSSL_CTX_set_groups(context, ids.data(), static_cast<int>(ids.size())),
                    "TLS groups");
    return;
  }
  for (const int id : ids)
    require_success(wolfSSL_CTX_UseSupportedCurve(context, static_cast<word16>(id)), "TLS groups");
}

const DhParams* dh_group_parameters(NamedGroup group) {
  switch (group) {
    case NamedGroup::ffdhe2048:
      return wc_Dh_ffdhe2048_Get();
    case NamedGroup::ffdhe3072:
      return wc_Dh_ffdhe3072_Get();
    case NamedGroup::ffdhe4096:
      return wc_Dh_ffdhe4096_Get();
    case NamedGroup::ffdhe6144:
      return wc_Dh_ffdhe6144_Get();
    case NamedGroup::ffdhe8192:
      return wc_Dh_ffdhe8192_Get();
    default:
      return nullptr;
  }
}

void set_server_dh(WOLFSSL_CTX* context, ByteView p, ByteView g) {
  const auto bits = static_cast<word16>(8 * p.size());
  // With both limits at the group's own size, wolfSSL takes this group and no other of RFC 7919 for
  // a client that lists them.
  require_success(wolfSSL_CTX_SetMinDhKey_Sz(context, bits), "smallest Diffie-Hellman group");
  require_success(wolfSSL_CTX_SetMaxDhKey_Sz(context, bits), "largest Diffie-Hellman group");
  require_success(wolfSSL_CTX_SetTmpDH(context, p.data(), static_cast<int>(p.size()), g.data(),
                                       static_cast<int>(g.size())),
                  "Diffie-Hellman parameters");
}

ByteView without_leading_zeros(const Bytes& number) noexcept {
  const auto first =
      std::find_if(number.begin(), number.end(), [](std::uint8_t b) { return b != 0; });
  return ByteView(number).subspan(static_cast<std::size_t>(first - number.begin()));
}

std::size_t bit_size(ByteView number) noexcept {
  if (number.empty())
    return 0;
  std::size_t bits = 8 * number.size();
  for (std::uint8_t mask = 0x80; mask != 0 && (number[0] & mask) == 0; mask >>= 1U)
    --bits;
  return bits;
}

unsigned int copy_psk(const Psk& psk, unsigned char* key, unsigned int key_max,
                      const char** suite) noexcept {
  if (psk.key.size() > key_max)
    return 0;
  std::copy(psk.key.begin(), psk.key.end(), key);
  *suite = psk.suite.c_str();
  return static_cast<unsigned int>(psk.key.size());
}

const Psk& psk_of(WOLFSSL* ssl) noexcept {
  return *static_cast<const Psk*>(wolfSSL_get_psk_callback_ctx(ssl));
}

unsigned int client_psk(WOLFSSL* ssl, const char*, char* identity, unsigned int identity_max,
                        unsigned char* key, unsigned int key_max, const char** suite) noexcept {
  const Psk& psk = psk_of(ssl);
  if (psk.identity.size() > identity_max)
    return 0;
  // wolfSSL made room for the zero at the end.
  std::copy_n(psk.identity.c_str(), psk.identity.size() + 1, identity);
  return copy_psk(psk, key, key_max, suite);
}

unsigned int server_psk(WOLFSSL* ssl, const char* identity, unsigned char* key,
                        unsigned int key_max, const char** suite) noexcept {
  const Psk& psk = psk_of(ssl);
  return psk.identity == identity ? copy_psk(psk, key, key_max, suite) : 0;
}

void set_psk_callbacks(WOLFSSL_CTX* context, Role role, const Psk& psk) {
  wolfSSL_CTX_set_psk_callback_ctx(context, const_cast<Psk*>(&psk));
  if (role == Role::client)
    wolfSSL_CTX_set_psk_client_tls13_callback(context, client_psk);
  else
    wolfSSL_CTX_set_psk_server_tls13_callback(context, server_psk);
}

// Some calls of wolfSSL are happy with 0, not with WOLFSSL_SUCCESS.
void require_zero(int result, const std::string& what) {
  if (result != 0)
    throw std::system_error(wolfssl_error(result), what);
}

int verify_mode(Role role, Verification verification) noexcept {
  if (verification == Verification::none)
    return WOLFSSL_VERIFY_NONE;
  if (verification == Verification::required && role == Role::server)
    return WOLFSSL_VERIFY_PEER | WOLFSSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  return WOLFSSL_VERIFY_PEER;
}

}  // namespace

void require_success(int result, const std::string& what) {
  if (result == WOLFSSL_SUCCESS)
    return;
  throw std::system_error(wolfssl_error(result < 0 ? result : WOLFSSL_FATAL_ERROR), what);
}

Context::Impl::Impl(Role role_in, const Provider& provider_in)
    : role(role_in),
      provider(&provider_in),
      suites(default_cipher_suites().begin(), default_cipher_suites().end()),
      groups(default_groups()),
      verification(role_in == Role::client ? Verification::peer : Verification::none) {
  start_wolfssl();
  trial.reset(wolfSSL_CTX_new(method_of(role, Version::tls1_2, Version::tls1_3)));
  if (!trial)
    throw std::bad_alloc();
}

void Context::Impl::require_not_in_use() const {
  const std::lock_guard lock(mutex);
  if (in_use)
    fail(Errc::invalid_state, "TLS context: an engine was made from it, its settings are fixed");
}

Version Context::Impl::lowest() const noexcept {
  if (suites_chosen && std::all_of(suites.begin(), suites.end(), [](const CipherSuite& suite) {
        return suite.version == Version::tls1_3;
      }))
    return Version::tls1_3;
  return lowest_wanted.value_or(Version::tls1_2);
}

Version Context::Impl::highest() const noexcept {
  if (suites_chosen && std::all_of(suites.begin(), suites.end(), [](const CipherSuite& suite) {
        return suite.version == Version::tls1_2;
      }))
    return Version::tls1_2;
  return highest_wanted.value_or(Version::tls1_3);
}

std::vector<CipherSuite> Context::Impl::effective_suites() const {
  std::vector<CipherSuite> chosen;
  std::copy_if(suites.begin(), suites.end(), std::back_inserter(chosen),
               [this](const CipherSuite& suite) { return offers(suite.version); });
  return chosen;
}

std::vector<Group> Context::Impl::effective_groups() const {
  std::vector<Group> chosen;
  std::copy_if(groups.begin(), groups.end(), std::back_inserter(chosen),
               [this](const Group& group) {
                 return (group.tls1_2 && offers(Version::tls1_2)) ||
                        (group.tls1_3 && offers(Version::tls1_3));
               });
  return chosen;
}

void Context::Impl::check() const {
  for (const CipherSuite& suite : suites) {
    if (suites_chosen && !offers(suite.version)) {
      fail(Errc::invalid_argument, std::string(suite.name) + " is a suite of " +
                                       std::string(to_string(suite.version)) +
                                       "; allowed here: " + std::string(to_string(lowest())) +
                                       " to " + std::string(to_string(highest())));
    }
  }
  if (groups_chosen && effective_groups().size() != groups.size()) {
    for (const Group& group : groups) {
      const Version only = group.tls1_2 ? Version::tls1_2 : Version::tls1_3;
      if (group.tls1_2 != group.tls1_3 && !offers(only)) {
        fail(Errc::invalid_argument, std::string(group.name) + " is a group of " +
                                         std::string(to_string(only)) + ", which is not offered");
      }
    }
  }
  if (psk && !offers(Version::tls1_3))
    fail(Errc::invalid_argument, "pre-shared key: TLS 1.3 is needed, and not offered");
  if (role == Role::client)
    return;
  if (identities.empty() && !psk)
    fail(Errc::invalid_state, "TLS server: no certificate and no pre-shared key");
  if (!suites_chosen || psk)
    return;
  for (const CipherSuite& suite : suites) {
    if (std::none_of(identities.begin(), identities.end(), [&suite](const Identity& identity) {
          return key_fits(identity.key, suite);
        })) {
      fail(Errc::invalid_argument, std::string(suite.name) + " needs a certificate with an " +
                                       std::string(to_string(suite.authentication)) +
                                       " key; the server's has " + key_list(identities));
    }
  }
}

WolfsslContext Context::Impl::make_wolfssl_context(const Identity* identity) const {
  WolfsslContext made(wolfSSL_CTX_new(method_of(role, lowest(), highest())));
  if (!made)
    throw std::bad_alloc();
  WOLFSSL_CTX* const context = made.get();
  wolfSSL_CTX_SetIORecv(context, receive_callback);
  wolfSSL_CTX_SetIOSend(context, send_callback);
  // Resumption by ticket alone: wolfSSL's cache is one table for all connections, under locks.
  wolfSSL_CTX_set_session_cache_mode(context, WOLFSSL_SESS_CACHE_OFF);
  require_success(wolfSSL_CTX_set_cipher_list(context, name_list(effective_suites()).c_str()),
                  "cipher suites");
  use_groups(context, effective_groups(), offers(Version::tls1_3));
  for (const Bytes& roots : trust)
    load_trust(context, roots);
  if (identity != nullptr)
    load_identity(context, *identity);

  wolfSSL_CTX_set_verify(context, verify_mode(role, verification), verify_callback);
  if (offers(Version::tls1_3))
    require_zero(wolfSSL_CTX_only_dhe_psk(context), "resumption with key exchange");
  if (psk)
    set_psk_callbacks(context, role, *psk);
  if (role == Role::server)
    configure_server(context);
  else
    configure_client(context);
  return made;
}

void Context::Impl::configure_server(WOLFSSL_CTX* context) const {
  if (dh_parameters) {
    set_server_dh(context, without_leading_zeros(dh_parameters->p),
                  without_leading_zeros(dh_parameters->g));
  } else {
    const DhParams* const group = dh_group_parameters(dh_group);
    set_server_dh(context, {group->p, group->p_len}, {group->g, group->g_len});
  }
  if (session_tickets)
    return;
  if (offers(Version::tls1_2))
    require_success(wolfSSL_CTX_NoTicketTLSv12(context), "session tickets off");
  if (offers(Version::tls1_3))
    require_zero(wolfSSL_CTX_no_ticket_TLSv13(context), "session tickets off");
}

void Context::Impl::configure_client(WOLFSSL_CTX* context) const {
  require_success(wolfSSL_CTX_SetMinDhKey_Sz(context, min_dh_bits),
                  "smallest Diffie-Hellman group");
  if (session_tickets)
    require_success(wolfSSL_CTX_UseSessionTicket(context), "session tickets on");
  if (max_fragment == 0)
    return;
  int code = WOLFSSL_MFL_2_9;
  for (std::size_t bytes = 512; bytes < max_fragment; bytes *= 2)
    ++code;
  require_success(wolfSSL_CTX_UseMaxFragment(context, static_cast<byte>(code)),
                  "max_fragment_length");
}

void Context::Impl::prepare() {
  const std::lock_guard lock(mutex);
  if (in_use)
    return;
  check();
  if (psk) {
    const std::vector<CipherSuite> all = effective_suites();
    const auto first = std::find_if(all.begin(), all.end(), [](const CipherSuite& suite) {
      return suite.version == Version::tls1_3;
    });
    psk->suite = first->wolfssl_name;
  }
  std::vector<WolfsslContext> made;
  for (const Identity& identity : identities)
    made.push_back(make_wolfssl_context(&identity));
  if (made.empty())
    made.push_back(make_wolfssl_context(nullptr));
  contexts = std::move(made);
  in_use = true;
}

bool Context::Impl::client_fits(const Identity& identity, const CipherSuite& suite,
                                const ClientHello& hello) const {
  const auto offered = std::find(hello.suites.begin(), hello.suites.end(), suite.id);
  return offered != hello.suites.end() && key_fits(identity.key, suite) &&
         key_fits(identity.key, hello.signature_schemes, suite.version);
}

std::size_t Context::Impl::choose_identity(const ClientHello& hello) const {
  const Version version =
      hello.offers_tls1_3 && offers(Version::tls1_3) ? Version::tls1_3 : Version::tls1_2;
  for (const CipherSuite& suite : effective_suites()) {
    if (suite.version != version)
      continue;
    for (std::size_t index = 0; index < identities.size(); ++index) {
      if (client_fits(identities[index], suite, hello))
        return index;
    }
  }
  return 0;
}

Context::Context(Role role, const Provider& provider)
    : impl_(std::make_shared<Impl>(role, provider)) {}
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;
Context::~Context() = default;

Role Context::role() const noexcept {
  return impl_->role;
}
const Provider& Context::provider() const noexcept {
  return *impl_->provider;
}

void Context::set_versions(Version lowest, Version highest) {
  impl_->require_not_in_use();
  if (lowest > highest)
    fail(Errc::invalid_argument, "TLS versions: the lowest is above the highest");
  impl_->lowest_wanted = lowest;
  impl_->highest_wanted = highest;
}

void Context::set_suites(const std::vector<CipherSuite>& suites) {
  impl_->require_not_in_use();
  if (suites.empty())
    fail(Errc::invalid_argument, "cipher suites: none given, at least one is needed");
  for (const CipherSuite& suite : suites) {
    const bool too_low = impl_->lowest_wanted && suite.version < *impl_->lowest_wanted;
    const bool too_high = impl_->highest_wanted && suite.version > *impl_->highest_wanted;
    if (too_low || too_high) {
      fail(Errc::invalid_argument, std::string(suite.name) + " is a suite of " +
                                       std::string(to_string(suite.version)) +
                                       ", which set_versions excludes");
    }
  }
  impl_->suites = suites;
  impl_->suites_chosen = true;
}

const std::vector<CipherSuite>& Context::suites() const noexcept {
  return impl_->suites;
}

void Context::set_groups(const std::vector<Group>& groups) {
  impl_->require_not_in_use();
  if (groups.empty() || groups.size() > WOLFSSL_MAX_GROUP_COUNT) {
    fail(Errc::invalid_argument, "TLS groups: " + std::to_string(groups.size()) +
                                     " given; allowed: 1 to " +
                                     std::to_string(WOLFSSL_MAX_GROUP_COUNT));
  }
  for (const Group& group : groups) {
    if (!group.available) {
      fail(Errc::unsupported_algorithm, std::string(group.name) +
                                            ": wolfSSL " LIBWOLFSSL_VERSION_STRING
                                            ", which this build has, lacks this TLS group");
    }
  }
  impl_->groups = groups;
  impl_->groups_chosen = true;
}

const std::vector<Group>& Context::groups() const noexcept {
  return impl_->groups;
}

void Context::add_certificate(ByteView chain, ByteView private_key) {
  impl_->require_not_in_use();
  Identity identity;
  identity.chain.assign(chain.begin(), chain.end());
  identity.private_key.assign(private_key.begin(), private_key.end());
  read_certificate(first_certificate(chain), &identity.key);
  if (identity.key.kind == KeyKind::other) {
    fail(Errc::unsupported_algorithm,
         "certificate: " + identity.key.name + "; allowed: RSA, EC, Ed25519, Ed448, ML-DSA");
  }
  if (role() == Role::client && !impl_->identities.empty())
    fail(Errc::invalid_argument, "TLS client: one certificate is allowed, and it has one already");
  load_identity(impl_->trial.get(), identity);
  impl_->identities.push_back(std::move(identity));
}

void Context::add_certificate_files(const std::filesystem::path& chain,
                                    const std::filesystem::path& private_key) {
  const auto chain_bytes = read_file<Bytes>(chain, "certificate chain");
  const auto key_bytes = read_file<SecretBytes>(private_key, "private key");
  naming(chain.string() + ", " + private_key.string(),
         [&] { add_certificate(chain_bytes, key_bytes); });
}

void Context::add_trust(ByteView roots) {
  impl_->require_not_in_use();
  load_trust(impl_->trial.get(), roots);
  impl_->trust.emplace_back(roots.begin(), roots.end());
}

void Context::add_trust_file(const std::filesystem::path& roots) {
  const auto bytes = read_file<Bytes>(roots, "trusted roots");
  naming(roots.string(), [&] { add_trust(bytes); });
}

void Context::set_verification(Verification verification) {
  impl_->require_not_in_use();
  impl_->verification = verification;
}

Verification Context::verification() const noexcept {
  return impl_->verification;
}

void Context::set_session_tickets(bool on) {
  impl_->require_not_in_use();
  impl_->session_tickets = on;
}

void Context::set_dh_group(NamedGroup group) {
  impl_->require_not_in_use();
  if (dh_group_parameters(group) == nullptr) {
    fail(Errc::invalid_argument, std::string(info(group).name) +
                                     " is no Diffie-Hellman group; allowed: ffdhe2048, ffdhe3072, "
                                     "ffdhe4096, ffdhe6144, ffdhe8192");
  }
  impl_->dh_group = group;
  impl_->dh_parameters.reset();
}

void Context::set_dh_parameters(const DhParameters& parameters) {
  impl_->require_not_in_use();
  const std::size_t bits = bit_size(without_leading_zeros(parameters.p));
  if (bits < min_dh_bits || bits > SP_INT_BITS || bits % 8 != 0) {
    fail(Errc::invalid_argument, "Diffie-Hellman parameters: the prime has " +
                                     std::to_string(bits) + " bits; allowed: 2048 to " +
                                     std::to_string(SP_INT_BITS) + ", a multiple of 8");
  }
  impl_->dh_parameters = parameters;
}

void Context::set_alpn(const ProtocolNames& protocols) {
  impl_->require_not_in_use();
  std::size_t total = 0;
  for (const std::string& name : protocols) {
    // wolfSSL takes the names as one text with commas between them.
    if (name.empty() || name.size() > WOLFSSL_MAX_ALPN_PROTO_NAME_LEN ||
        name.find(',') != std::string::npos) {
      fail(Errc::invalid_argument,
           "ALPN protocol \"" + name + "\": 1 to 255 bytes without a comma are allowed");
    }
    total += name.size() + 1;
  }
  if (protocols.size() > WOLFSSL_MAX_ALPN_NUMBER || total > std::numeric_limits<word16>::max())
    fail(Errc::invalid_argument, "ALPN: too many protocols");
  impl_->alpn = protocols;
}

void Context::set_max_fragment(std::size_t bytes) {
  impl_->require_not_in_use();
  if (role() != Role::client || (bytes != 512 && bytes != 1024 && bytes != 2048 && bytes != 4096)) {
    fail(Errc::invalid_argument, "max_fragment_length of " + std::to_string(bytes) + " for a TLS " +
                                     std::string(to_string(role())) +
                                     "; allowed: 512, 1024, 2048 and 4096, for a client");
  }
  impl_->max_fragment = bytes;
}

void Context::set_psk(std::string identity, ByteView key) {
  impl_->require_not_in_use();
  if (identity.empty() || identity.size() > max_psk_identity_bytes || key.empty() ||
      key.size() > max_psk_bytes) {
    fail(Errc::invalid_argument, "pre-shared key of " + std::to_string(key.size()) +
                                     " bytes with an identity of " +
                                     std::to_string(identity.size()) +
                                     "; allowed: keys of 1 to 64, identities of 1 to 128 bytes");
  }
  impl_->psk = Psk{std::move(identity), SecretBytes(key.begin(), key.end()), {}};
}

bool Context::key_log_available() noexcept {
#ifdef NDEBUG
  return false;
#else
  return true;
#endif
}

void Context::set_key_log(std::function<void(std::string_view line)> sink) {
  impl_->require_not_in_use();
  if (!key_log_available())
    fail(Errc::invalid_state, "key log: only builds without NDEBUG (Debug) have it");
  impl_->key_log = std::move(sink);
}

void Context::validate() const {
  impl_->check();
}

}  // namespace hartls::tls
