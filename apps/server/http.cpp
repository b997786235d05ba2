// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "common/facts.hpp"
#include "common/program.hpp"
#include "server/served_file.hpp"

namespace hartls::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::uint32_t max_header_bytes = 16 * 1024;
constexpr std::uint64_t max_body_bytes = 64 * 1024;  // of a request; nothing reads it

std::string escape_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

/// What the parser's error is to the client; nothing where there is no use in answering.
std::optional<http::status> status_of(const error_code& error) {
  if (error.category() != http::make_error_code(http::error::end_of_stream).category() ||
      error == http::error::partial_message)
    return std::nullopt;
  if (error == http::error::body_limit)
    return http::status::payload_too_large;
  if (error == http::error::header_limit)
    return http::status::request_header_fields_too_large;
  return http::status::bad_request;
}

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(std::shared_ptr<Connection> connection, const std::filesystem::path& folder)
      : connection_(std::move(connection)), folder_(folder) {}

  void read_request() {
    if (!connection_->wait_for_client())
      return;
    parser_.emplace();
    parser_->header_limit(max_header_bytes);
    parser_->body_limit(max_body_bytes);
    http::async_read(
        connection_->stream(), buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->request_read(error); });
  }

 private:
  using Header = http::response<http::empty_body>;

  void request_read(const error_code& error) {
    if (error == http::error::end_of_stream)
      return connection_->close();
    if (const auto status = status_of(error)) {
      keep_alive_ = false;
      return answer_with_text(*status, std::string(http::obsolete_reason(*status)) + "\n");
    }
    if (error)
      return connection_->fail("HTTP request", error);
    keep_alive_ = parser_->get().keep_alive();
    head_only_ = parser_->get().method() == http::verb::head;
    answer();
  }

  void answer() {
    const auto& request = parser_->get();
    const bool host_missing = request.version() >= 11 && request.count(http::field::host) != 1;
    if (host_missing)
      return answer_with_text(http::status::bad_request, "One Host field is required.\n");
    if (request.method() != http::verb::get && !head_only_)
      return answer_with_text(http::status::method_not_allowed, "GET and HEAD are allowed.\n");
    if (folder_.empty())
      return answer_with_page();
    file_ = open_served_file(folder_, {request.target().data(), request.target().size()});
    const auto status = static_cast<http::status>(file_.status);
    if (status != http::status::ok)
      return answer_with_text(status, std::string(http::obsolete_reason(status)) + "\n");
    answer_with_file();
  }

  Header header(http::status status, std::string_view content_type, std::uint64_t size) {
    Header response(status, 11);
    response.set(http::field::server, "hartls/" HARTLS_VERSION);
    response.set(http::field::content_type,
                 boost::beast::string_view(content_type.data(), content_type.size()));
    response.content_length(size);
    response.keep_alive(keep_alive_);
    if (status == http::status::method_not_allowed)
      response.set(http::field::allow, "GET, HEAD");
    const auto& request = parser_->get();
    connection_->log(apps::printable(fmt::format(
        "{} {} {} {} bytes",
        std::string_view(request.method_string().data(), request.method_string().size()),
        std::string_view(request.target().data(), request.target().size()),
        static_cast<unsigned>(status), size)));
    return response;
  }

  void answer_with_page() {
    text_ = "<!DOCTYPE html>\n<html><head><title>hartls</title></head><body><pre>\n" +
            escape_html(apps::facts_block(connection_->stream().engine(), {})) +
            "</pre></body></html>\n";
    send_text(header(http::status::ok, "text/html", text_.size()));
  }

  void answer_with_text(http::status status, std::string text) {
    text_ = std::move(text);
    send_text(header(status, "text/plain", text_.size()));
  }

  void send_text(const Header& response) {
    body_left_ = 0;
    send(response, head_only_ ? std::string() : text_);
  }

  void answer_with_file() {
    body_left_ = head_only_ ? 0 : file_.size;
    send(header(http::status::ok, file_.content_type, file_.size), {});
  }

  void send(const Header& response, const std::string& body) {
    std::ostringstream text;
    text << response.base() << body;
    text_ = text.str();
    connection_->busy();
    asio::async_write(
        connection_->stream(), asio::buffer(text_),
        [self = shared_from_this()](error_code error, std::size_t) { self->sent(error); });
  }

  void sent(const error_code& error) {
    if (error)
      return connection_->fail("HTTP answer", error);
    if (body_left_ != 0)
      return send_chunk();
    file_ = {};
    if (keep_alive_)
      return read_request();
    connection_->close();
  }

  void send_chunk() {
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(chunk_.size(), body_left_));
    const ssize_t count = ::read(file_.file.get(), chunk_.data(), wanted);
    if (count <= 0) {
      const int reason = count < 0 ? errno : EIO;
      return connection_->fail("reading the file (it became shorter?)",
                               error_code(reason, boost::system::generic_category()));
    }
    body_left_ -= static_cast<std::uint64_t>(count);
    connection_->busy();
    asio::async_write(
        connection_->stream(), asio::buffer(chunk_.data(), static_cast<std::size_t>(count)),
        [self = shared_from_this()](error_code error, std::size_t) { self->sent(error); });
  }

  std::shared_ptr<Connection> connection_;
  const std::filesystem::path& folder_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  bool keep_alive_ = false;
  bool head_only_ = false;
  std::string text_;
  ServedFile file_;
  std::uint64_t body_left_ = 0;
  std::array<std::uint8_t, tls::Engine::max_record_bytes> chunk_{};
};

}  // namespace

HttpService::HttpService(const std::filesystem::path& folder) {
  std::error_code error;
  folder_ = std::filesystem::canonical(folder, error);
  if (!error && !std::filesystem::is_directory(folder_))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    throw apps::Failure("folder " + folder.string() + " cannot be served: " + error.message());
}

void HttpService::serve(std::shared_ptr<Connection> connection) {
  std::make_shared<HttpSession>(std::move(connection), folder_)->read_request();
}

}  // namespace hartls::server
