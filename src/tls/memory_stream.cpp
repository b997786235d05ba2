// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/tls/memory_stream.hpp"

#include <algorithm>
#include <string>

#include "hartls/core/error.hpp"

namespace hartls::tls {
namespace detail {

MemoryLink::MemoryLink(std::size_t capacity) {
  if (capacity == 0)
    fail(Errc::invalid_argument, "memory stream: a queue of 0 bytes; allowed: from 1");
  for (Side& side : sides_)
    side.ring.resize(capacity);
}

void MemoryLink::attach(std::size_t side, const boost::asio::any_io_executor& executor) {
  const std::lock_guard lock(mutex);
  const auto never = (boost::asio::steady_timer::time_point::max)();
  sides_[side].read_timer = std::make_unique<boost::asio::steady_timer>(executor, never);
  sides_[side].write_timer = std::make_unique<boost::asio::steady_timer>(executor, never);
}

void MemoryLink::detach(std::size_t side) noexcept {
  const std::lock_guard lock(mutex);
  sides_[side].closed = true;
  wake();
  // Before the executor's context goes away, which may be sooner than the other end does.
  sides_[side].read_timer.reset();
  sides_[side].write_timer.reset();
}

void MemoryLink::cancel(std::size_t side) {
  const std::lock_guard lock(mutex);
  ++sides_[side].epoch;
  wake();
}

void MemoryLink::close(std::size_t side) {
  const std::lock_guard lock(mutex);
  sides_[side].closed = true;
  ++sides_[side].epoch;
  wake();
}

void MemoryLink::end_output(std::size_t side) {
  const std::lock_guard lock(mutex);
  sides_[side].output_ended = true;
  wake();
}

bool MemoryLink::is_open(std::size_t side) const {
  const std::lock_guard lock(mutex);
  return !sides_[side].closed;
}

void MemoryLink::wake() noexcept {
  changed_.notify_all();
  for (Side& side : sides_) {
    for (auto* timer : {side.read_timer.get(), side.write_timer.get()}) {
      if (timer == nullptr)
        continue;
      boost::system::error_code ignored;
      timer->cancel(ignored);
    }
  }
}

MemoryLink::Transfer MemoryLink::read(std::size_t side, ByteSpan out, std::uint64_t epoch) {
  Side& here = sides_[side];
  const Side& there = sides_[1 - side];
  if (here.epoch != epoch || here.closed)
    return {boost::asio::error::operation_aborted, 0, false};
  if (out.empty())
    return {};
  if (here.count == 0) {
    if (there.closed || there.output_ended)
      return {boost::asio::error::eof, 0, false};
    return {{}, 0, true};
  }
  const std::size_t bytes = std::min(out.size(), here.count);
  const std::size_t before_wrap = std::min(bytes, here.ring.size() - here.first);
  const auto* const ring = here.ring.data();
  std::copy_n(ring + here.first, before_wrap, out.data());
  std::copy_n(ring, bytes - before_wrap, out.data() + before_wrap);
  here.first = (here.first + bytes) % here.ring.size();
  here.count -= bytes;
  wake();
  return {{}, bytes, false};
}

MemoryLink::Transfer MemoryLink::write(std::size_t side, ByteView data, std::uint64_t epoch) {
  const Side& here = sides_[side];
  Side& there = sides_[1 - side];
  if (here.epoch != epoch || here.closed)
    return {boost::asio::error::operation_aborted, 0, false};
  if (there.closed || here.output_ended)
    return {boost::asio::error::broken_pipe, 0, false};
  if (data.empty())
    return {};
  const std::size_t bytes = std::min(data.size(), there.ring.size() - there.count);
  if (bytes == 0)
    return {{}, 0, true};
  const std::size_t start = (there.first + there.count) % there.ring.size();
  const std::size_t before_wrap = std::min(bytes, there.ring.size() - start);
  auto* const ring = there.ring.data();
  std::copy_n(data.data(), before_wrap, ring + start);
  std::copy_n(data.data() + before_wrap, bytes - before_wrap, ring);
  there.count += bytes;
  wake();
  return {{}, bytes, false};
}

MemoryLink::Transfer MemoryLink::read_blocking(std::size_t side, ByteSpan out) {
  std::unique_lock lock(mutex);
  const std::uint64_t started = epoch(side);
  for (;;) {
    const Transfer transfer = read(side, out, started);
    if (!transfer.would_block)
      return transfer;
    changed_.wait(lock);
  }
}

MemoryLink::Transfer MemoryLink::write_blocking(std::size_t side, ByteView data) {
  std::unique_lock lock(mutex);
  const std::uint64_t started = epoch(side);
  for (;;) {
    const Transfer transfer = write(side, data, started);
    if (!transfer.would_block)
      return transfer;
    changed_.wait(lock);
  }
}

}  // namespace detail

MemoryStream::MemoryStream(std::shared_ptr<detail::MemoryLink> link, std::size_t side,
                           executor_type executor)
    : link_(std::move(link)), side_(side), executor_(std::move(executor)) {
  link_->attach(side_, executor_);
}

MemoryStream& MemoryStream::operator=(MemoryStream&& other) noexcept {
  if (this != &other) {
    if (link_)
      link_->detach(side_);
    link_ = std::move(other.link_);
    side_ = other.side_;
    executor_ = std::move(other.executor_);
  }
  return *this;
}

MemoryStream::~MemoryStream() {
  if (link_)
    link_->detach(side_);
}

std::pair<MemoryStream, MemoryStream> make_memory_pair(const boost::asio::any_io_executor& first,
                                                       const boost::asio::any_io_executor& second,
                                                       std::size_t capacity_bytes) {
  auto link = std::make_shared<detail::MemoryLink>(capacity_bytes);
  MemoryStream a(link, 0, first);
  MemoryStream b(std::move(link), 1, second);
  return {std::move(a), std::move(b)};
}

}  // namespace hartls::tls
