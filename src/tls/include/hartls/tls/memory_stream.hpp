// SPDX-License-Identifier: GPL-3.0-or-later
// Two connected ends of a byte stream inside one process, for tests and for measuring without a
// network.
#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/version.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "hartls/core/bytes.hpp"

namespace hartls::tls {

namespace detail {

/// What both ends share. One lock covers all, so the ends may live in different threads.
class MemoryLink {
 public:
  struct Transfer {
    boost::system::error_code error;
    std::size_t bytes = 0;
    bool would_block = false;
  };

  explicit MemoryLink(std::size_t capacity);

  void attach(std::size_t side, const boost::asio::any_io_executor& executor);
  void detach(std::size_t side) noexcept;

  void cancel(std::size_t side);
  void close(std::size_t side);
  void end_output(std::size_t side);
  bool is_open(std::size_t side) const;

  Transfer read_blocking(std::size_t side, ByteSpan out);
  Transfer write_blocking(std::size_t side, ByteView data);

  // With `mutex` held. `epoch` is the side's when the operation began: cancel() raises it.
  Transfer read(std::size_t side, ByteSpan out, std::uint64_t epoch);
  Transfer write(std::size_t side, ByteView data, std::uint64_t epoch);
  std::uint64_t epoch(std::size_t side) const noexcept { return sides_[side].epoch; }
  /// Cancelled whenever something has changed.
  boost::asio::steady_timer& timer(std::size_t side, bool reading) noexcept {
    return reading ? *sides_[side].read_timer : *sides_[side].write_timer;
  }

  mutable std::mutex mutex;

 private:
  struct Side {
    Bytes ring;  ///< what comes to this side
    std::size_t first = 0;
    std::size_t count = 0;
    bool closed = false;
    bool output_ended = false;
    std::uint64_t epoch = 0;
    std::unique_ptr<boost::asio::steady_timer> read_timer, write_timer;
  };

  void wake() noexcept;

  std::array<Side, 2> sides_;
  std::condition_variable changed_;
};

template <bool reading, typename Span>
class MemoryOperation {
 public:
  MemoryOperation(std::shared_ptr<MemoryLink> link, std::size_t side, Span buffer)
      : link_(std::move(link)), side_(side), buffer_(buffer) {}

  template <typename Self>
  void operator()(Self& self, boost::system::error_code = {}) {
    if (posted_)
      return self.complete(result_.error, result_.bytes);
    const std::shared_ptr<MemoryLink> link = link_;
    std::unique_lock lock(link->mutex);
    if (!waited_)
      begin(self);
    result_ = attempt(self);
    if (result_.would_block) {
      waited_ = true;
      link->timer(side_, reading).async_wait(std::move(self));
      return;
    }
    if (waited_) {
      lock.unlock();
      return self.complete(result_.error, result_.bytes);
    }
    // A handler may not run inside the call that starts the operation.
    posted_ = true;
    const auto executor = link->timer(side_, reading).get_executor();
    lock.unlock();
    boost::asio::post(executor, std::move(self));
  }

 private:
  template <typename Self>
  void begin([[maybe_unused]] Self& self) {
    epoch_ = link_->epoch(side_);
#if BOOST_ASIO_VERSION >= 101900
    self.reset_cancellation_state(boost::asio::enable_total_cancellation());
#endif
  }

  template <typename Self>
  MemoryLink::Transfer attempt([[maybe_unused]] Self& self) {
#if BOOST_ASIO_VERSION >= 101900
    if (self.cancelled() != boost::asio::cancellation_type::none)
      return {boost::asio::error::operation_aborted, 0, false};
#endif
    if constexpr (reading)
      return link_->read(side_, buffer_, epoch_);
    else
      return link_->write(side_, buffer_, epoch_);
  }

  std::shared_ptr<MemoryLink> link_;
  std::size_t side_;
  Span buffer_;
  std::uint64_t epoch_ = 0;
  MemoryLink::Transfer result_;
  bool waited_ = false;
  bool posted_ = false;
};

}  // namespace detail

/// One end. AsyncReadStream, AsyncWriteStream and their synchronous kin, which block until the
/// other end, in another thread, reads or writes. Closing or destroying an end gives the other
/// error::eof when reading, after what is left in the queue, and error::broken_pipe when writing.
class MemoryStream {
 public:
  using executor_type = boost::asio::any_io_executor;
  using lowest_layer_type = MemoryStream;

  MemoryStream(std::shared_ptr<detail::MemoryLink> link, std::size_t side, executor_type executor);
  MemoryStream(MemoryStream&&) noexcept = default;
  MemoryStream& operator=(MemoryStream&& other) noexcept;
  ~MemoryStream();

  executor_type get_executor() const noexcept { return executor_; }
  MemoryStream& lowest_layer() noexcept { return *this; }

  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers, boost::system::error_code& error) {
    return report(
        link_->read_blocking(side_, first<boost::asio::mutable_buffer, ByteSpan>(buffers)), error);
  }
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers) {
    boost::system::error_code error;
    const std::size_t bytes = read_some(buffers, error);
    return throw_or_return(bytes, error, "read_some");
  }
  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    using Operation = detail::MemoryOperation<true, ByteSpan>;
    return boost::asio::async_compose<Token, void(boost::system::error_code, std::size_t)>(
        Operation(link_, side_, first<boost::asio::mutable_buffer, ByteSpan>(buffers)), token,
        *this);
  }

  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers, boost::system::error_code& error) {
    return report(link_->write_blocking(side_, first<boost::asio::const_buffer, ByteView>(buffers)),
                  error);
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers) {
    boost::system::error_code error;
    const std::size_t bytes = write_some(buffers, error);
    return throw_or_return(bytes, error, "write_some");
  }
  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    using Operation = detail::MemoryOperation<false, ByteView>;
    return boost::asio::async_compose<Token, void(boost::system::error_code, std::size_t)>(
        Operation(link_, side_, first<boost::asio::const_buffer, ByteView>(buffers)), token, *this);
  }

  /// Ends what is outstanding here with error::operation_aborted.
  void cancel() { link_->cancel(side_); }
  void close() { link_->close(side_); }
  /// Writes no more; what was written can be read, then the other end gets error::eof.
  void shutdown_send() { link_->end_output(side_); }
  bool is_open() const { return link_ && link_->is_open(side_); }

 private:
  // The first buffer that is not empty, as _some operations may do.
  template <typename Buffer, typename Span, typename Buffers>
  static Span first(const Buffers& buffers) {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto it = boost::asio::buffer_sequence_begin(buffers); it != end; ++it) {
      const Buffer buffer(*it);
      if (buffer.size() != 0)
        return {static_cast<typename Span::pointer>(buffer.data()), buffer.size()};
    }
    return {};
  }
  static std::size_t report(const detail::MemoryLink::Transfer& transfer,
                            boost::system::error_code& error) {
    error = transfer.error;
    return transfer.bytes;
  }
  static std::size_t throw_or_return(std::size_t bytes, const boost::system::error_code& error,
                                     const char* what) {
    if (error)
      throw boost::system::system_error(error, what);
    return bytes;
  }

  std::shared_ptr<detail::MemoryLink> link_;
  std::size_t side_;
  executor_type executor_;
};

/// Two ends that are connected to each other; each queue holds `capacity_bytes`.
std::pair<MemoryStream, MemoryStream> make_memory_pair(
    const boost::asio::any_io_executor& first, const boost::asio::any_io_executor& second,
    std::size_t capacity_bytes = std::size_t{64} * 1024);

}  // namespace hartls::tls
