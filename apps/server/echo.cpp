// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/echo.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace hartls::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class Echo : public std::enable_shared_from_this<Echo> {
 public:
  explicit Echo(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

  void read() {
    if (!connection_->wait_for_client())
      return;
    connection_->stream().async_read_some(
        asio::buffer(buffer_), [self = shared_from_this()](error_code error, std::size_t bytes) {
          if (error == asio::error::eof)
            return self->connection_->close();
          if (error)
            return self->connection_->fail("read", error);
          self->write(bytes);
        });
  }

 private:
  void write(std::size_t bytes) {
    connection_->busy();
    asio::async_write(connection_->stream(), asio::buffer(buffer_, bytes),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error)
                          return self->connection_->fail("write", error);
                        self->read();
                      });
  }

  std::shared_ptr<Connection> connection_;
  std::array<std::uint8_t, tls::Engine::max_record_bytes> buffer_{};
};

}  // namespace

void EchoService::serve(std::shared_ptr<Connection> connection) {
  std::make_shared<Echo>(std::move(connection))->read();
}

}  // namespace hartls::server
