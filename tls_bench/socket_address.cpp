// SPDX-License-Identifier: GPL-3.0-or-later
#include "socket_address.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace hartls::tls_bench {

namespace {

using boost::asio::ip::tcp;

constexpr std::string_view numeric_hint = "give a numeric address instead, such as 192.168.1.2";

/// One question to the system's resolver, which cannot be interrupted: who asked may leave before
/// the answer is there.
struct Question {
  std::mutex mutex;
  std::condition_variable changed;
  bool answered = false;
  std::string error;
  std::vector<boost::asio::ip::address> addresses;
};

void add_address(const sockaddr& from, std::vector<boost::asio::ip::address>& to) {
  if (from.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &from, sizeof(v4));
    to.emplace_back(boost::asio::ip::address_v4(ntohl(v4.sin_addr.s_addr)));
  } else if (from.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &from, sizeof(v6));
    boost::asio::ip::address_v6::bytes_type bytes;
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    to.emplace_back(boost::asio::ip::address_v6(bytes, v6.sin6_scope_id));
  }
}

void ask_system(const std::string& host, Question& question) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int result = ::getaddrinfo(host.c_str(), nullptr, &hints, &found);
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, [](addrinfo* list) {
    if (list != nullptr)
      ::freeaddrinfo(list);
  });

  const std::lock_guard lock(question.mutex);
  if (result != 0)
    question.error = ::gai_strerror(result);
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next)
    if (each->ai_addr != nullptr)
      add_address(*each->ai_addr, question.addresses);
  question.answered = true;
  question.changed.notify_all();
}

std::vector<boost::asio::ip::address> ask(const std::string& host,
                                          std::chrono::milliseconds timeout) {
  const auto question = std::make_shared<Question>();
  std::thread([host, question] { ask_system(host, *question); }).detach();
  std::unique_lock lock(question->mutex);
  if (!question->changed.wait_for(lock, timeout, [&] { return question->answered; }))
    throw std::runtime_error(
        fmt::format("host \"{}\": the resolver did not answer within {} ms; {}", host,
                    timeout.count(), numeric_hint));
  if (!question->error.empty() || question->addresses.empty())
    throw std::runtime_error(
        fmt::format("host \"{}\" cannot be resolved: {}; {}", host,
                    question->error.empty() ? "it has no address" : question->error, numeric_hint));
  return question->addresses;
}

std::vector<boost::asio::ip::address> addresses_of(const std::string& host,
                                                   std::chrono::milliseconds timeout) {
  std::string bare = host;
  const bool brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (brackets)
    bare = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  const auto numeric = boost::asio::ip::make_address(bare, error);
  if (!error)
    return {numeric};
  if (brackets || bare.empty())
    throw std::runtime_error(
        fmt::format("host \"{}\" is neither a name nor an address; {}", host, numeric_hint));
  if (bare == "localhost")  // RFC 6761 section 6.3: always the loopback
    return {boost::asio::ip::address_v4::loopback(), boost::asio::ip::address_v6::loopback()};
  return ask(bare, timeout);
}

}  // namespace

std::string to_string(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                    : fmt::format("{}:{}", address, endpoint.port());
}

std::vector<tcp::endpoint> resolve(const std::string& host, std::uint16_t port,
                                   std::chrono::milliseconds timeout) {
  if (port == 0)
    throw std::runtime_error("port 0 is none to connect to; allowed: 1 to 65535");
  std::vector<tcp::endpoint> endpoints;
  for (const auto& address : addresses_of(host, timeout))
    endpoints.emplace_back(address, port);
  return endpoints;
}

}  // namespace hartls::tls_bench
