// SPDX-License-Identifier: GPL-3.0-or-later
// TLS over any stream of Boost.Asio, shaped like boost::asio::ssl::stream.
#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/version.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "hartls/tls/context.hpp"
#include "hartls/tls/engine.hpp"
#include "hartls/tls/error.hpp"

namespace hartls::tls {

namespace detail {

template <typename Layer, typename = void>
struct LowestLayer {
  using type = Layer;
  static type& get(Layer& layer) noexcept { return layer; }
};
template <typename Layer>
struct LowestLayer<Layer, std::void_t<typename Layer::lowest_layer_type>> {
  using type = typename Layer::lowest_layer_type;
  static type& get(Layer& layer) noexcept { return layer.lowest_layer(); }
};

/// What an operation asks of the engine, again and again until it is done.
struct HandshakeStep {
  static constexpr bool flushes_before_done = true;
  static constexpr bool total_cancellation = false;
  Progress operator()(Engine& engine) const noexcept { return {engine.handshake(), 0}; }
};

struct CloseStep {
  static constexpr bool flushes_before_done = true;
  static constexpr bool total_cancellation = false;
  Progress operator()(Engine& engine) const noexcept { return {engine.close(), 0}; }
};

struct ShutdownStep {
  static constexpr bool flushes_before_done = true;
  static constexpr bool total_cancellation = false;
  Progress operator()(Engine& engine) const noexcept { return {engine.shutdown(), 0}; }
};

template <typename MutableBufferSequence>
struct ReadStep {
  static constexpr bool flushes_before_done = false;
  // Until bytes arrive, a read has no effect.
  static constexpr bool total_cancellation = true;
  MutableBufferSequence buffers;

  Progress operator()(Engine& engine) const noexcept {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto it = boost::asio::buffer_sequence_begin(buffers); it != end; ++it) {
      const boost::asio::mutable_buffer buffer(*it);
      if (buffer.size() != 0)
        return engine.read({static_cast<std::uint8_t*>(buffer.data()), buffer.size()});
    }
    return engine.read({});
  }
};

template <typename ConstBufferSequence>
struct WriteStep {
  static constexpr bool flushes_before_done = true;
  static constexpr bool total_cancellation = false;
  ConstBufferSequence buffers;
  std::vector<std::uint8_t>* gathered;

  /// As many records as the engine has room for.
  Progress operator()(Engine& engine) const {
    const ByteView data = gather();
    std::size_t written = 0;
    for (;;) {
      const Progress progress = engine.write(data.subspan(written));
      written += progress.bytes;
      if (progress.step == Step::done && written < data.size())
        continue;
      return written != 0 ? Progress{Step::done, written} : progress;
    }
  }

 private:
  // Small pieces, such as a header and the start of a body, go into one record.
  ByteView gather() const {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    boost::asio::const_buffer first;
    gathered->clear();
    for (auto it = boost::asio::buffer_sequence_begin(buffers); it != end; ++it) {
      const boost::asio::const_buffer buffer(*it);
      if (buffer.size() == 0)
        continue;
      if (first.size() == 0) {
        first = buffer;
        if (first.size() >= Engine::max_record_bytes)
          break;
        continue;
      }
      if (gathered->empty()) {
        gathered->reserve(Engine::max_record_bytes);
        append(first);
      }
      append(buffer);
      if (gathered->size() == Engine::max_record_bytes)
        break;
    }
    if (!gathered->empty())
      return *gathered;
    return {static_cast<const std::uint8_t*>(first.data()), first.size()};
  }
  void append(boost::asio::const_buffer buffer) const {
    const auto* const bytes = static_cast<const std::uint8_t*>(buffer.data());
    const std::size_t room = Engine::max_record_bytes - gathered->size();
    gathered->insert(gathered->end(), bytes, bytes + std::min(room, buffer.size()));
  }
};

}  // namespace detail

/// TLS on top of `NextLayer`, an owned stream or (`NextLayer&`) somebody else's. One read and one
/// write may be outstanding at the same time, from one strand; everything else on its own.
/// Error codes: the next layer's, boost::asio::error::eof after the peer's close_notify,
/// Error::stream_truncated where the transport ended without it, else the TLS category's; engine()
/// has the whole sentence (error_text). Synchronous calls need a next layer that blocks.
/// Cancelling or closing the next layer ends every outstanding operation. With Boost 1.77 or later
/// the handler's cancellation slot works too: for reads without loss, for the others the connection
/// should be closed afterwards.
template <typename NextLayer>
class Stream {
 public:
  using next_layer_type = std::remove_reference_t<NextLayer>;
  using lowest_layer_type = typename detail::LowestLayer<next_layer_type>::type;
  using executor_type = typename next_layer_type::executor_type;

  /// `argument` makes the next layer. Throws what Engine's constructor throws.
  template <typename Argument>
  Stream(Argument&& argument, const Context& context, const EngineOptions& options = {})
      : next_layer_(std::forward<Argument>(argument)),
        engine_(context, options),
        read_gate_(next_layer_.get_executor()),
        write_gate_(next_layer_.get_executor()) {
    open(read_gate_);
    open(write_gate_);
  }
  /// Only while nothing is outstanding.
  Stream(Stream&&) = default;
  Stream& operator=(Stream&&) = default;

  executor_type get_executor() noexcept { return next_layer_.get_executor(); }
  next_layer_type& next_layer() noexcept { return next_layer_; }
  const next_layer_type& next_layer() const noexcept { return next_layer_; }
  lowest_layer_type& lowest_layer() noexcept {
    return detail::LowestLayer<next_layer_type>::get(next_layer_);
  }
  /// For the host, the session and the facts. Its steps belong to this stream.
  Engine& engine() noexcept { return engine_; }
  const Engine& engine() const noexcept { return engine_; }

  /// In the context's role.
  void handshake(boost::system::error_code& error) { run(detail::HandshakeStep{}, error); }
  void handshake() { run_or_throw(detail::HandshakeStep{}, "handshake"); }
  template <typename Token>
  auto async_handshake(Token&& token) {
    return start_without_size(detail::HandshakeStep{}, std::forward<Token>(token));
  }

  /// At most one record's bytes.
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers, boost::system::error_code& error) {
    return run(detail::ReadStep<Buffers>{buffers}, error);
  }
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers) {
    return run_or_throw(detail::ReadStep<Buffers>{buffers}, "read_some");
  }
  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return start_with_size(detail::ReadStep<Buffers>{buffers}, std::forward<Token>(token));
  }

  /// Done once the next layer has taken all that was sealed.
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers, boost::system::error_code& error) {
    return run(detail::WriteStep<Buffers>{buffers, &gathered_}, error);
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers) {
    return run_or_throw(detail::WriteStep<Buffers>{buffers, &gathered_}, "write_some");
  }
  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return start_with_size(detail::WriteStep<Buffers>{buffers, &gathered_},
                           std::forward<Token>(token));
  }

  /// Sends close_notify, and once the next layer has taken it, waits for the peer's, dropping data
  /// that still comes. The wait ends with the next layer; a deadline is the caller's.
  void shutdown(boost::system::error_code& error) { run(detail::ShutdownStep{}, error); }
  void shutdown() { run_or_throw(detail::ShutdownStep{}, "shutdown"); }
  template <typename Token>
  auto async_shutdown(Token&& token) {
    return start_without_size(detail::ShutdownStep{}, std::forward<Token>(token));
  }

  /// Half-close: sends close_notify and does not wait. Reading goes on.
  void close_notify(boost::system::error_code& error) { run(detail::CloseStep{}, error); }
  void close_notify() { run_or_throw(detail::CloseStep{}, "close_notify"); }
  template <typename Token>
  auto async_close_notify(Token&& token) {
    return start_without_size(detail::CloseStep{}, std::forward<Token>(token));
  }

 private:
  using ErrorCode = boost::system::error_code;
  using Clock = std::chrono::steady_clock;
  /// A timer that never fires while the direction is busy: its waiters are woken by opening it.
  using Gate =
      boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, executor_type>;

  static bool is_open(const Gate& gate) { return gate.expiry() == (Clock::time_point::min)(); }
  static void open(Gate& gate) { gate.expires_at((Clock::time_point::min)()); }
  static void shut(Gate& gate) { gate.expires_at((Clock::time_point::max)()); }

  static bool is_final(Step step) noexcept {
    return step == Step::done || step == Step::closed || step == Step::failed;
  }

  ErrorCode error_of(Step step) const noexcept {
    if (step == Step::closed)
      return boost::asio::error::eof;
    return step == Step::failed ? to_boost(engine_.error()) : ErrorCode();
  }

  static boost::asio::const_buffer as_buffer(ByteView bytes) noexcept {
    return {bytes.data(), bytes.size()};
  }
  static boost::asio::mutable_buffer as_buffer(ByteSpan bytes) noexcept {
    return {bytes.data(), bytes.size()};
  }

  /// A read that has its data does not wait for the answer to a key update, say: the next operation
  /// takes that along. An alert goes out at once.
  bool wants_flush(Step step, bool must) const noexcept {
    return !engine_.pending_output().empty() && (must || !is_final(step) || step == Step::failed);
  }

  /// Tells the engine what came; returns what is an error to the operation. The transport's end is
  /// for TLS to judge.
  ErrorCode take_input(ErrorCode error, std::size_t bytes) {
    engine_.commit_input(bytes);
    if (error == boost::asio::error::eof) {
      engine_.end_of_input();
      return {};
    }
    return error;
  }

  // ---- Synchronous ----

  ErrorCode flush() {
    while (!engine_.pending_output().empty()) {
      ErrorCode error;
      engine_.consume_output(next_layer_.write_some(as_buffer(engine_.pending_output()), error));
      if (error)
        return error;
    }
    return {};
  }

  template <typename Operation>
  std::size_t run(const Operation& operation, ErrorCode& error) {
    for (;;) {
      const Progress progress = operation(engine_);
      error = {};
      if (wants_flush(progress.step, Operation::flushes_before_done))
        error = flush();
      // What failed is more telling than an alert that did not get through.
      if (!error || progress.step == Step::failed)
        error = error_of(progress.step);
      if (error || is_final(progress.step))
        return error ? 0 : progress.bytes;
      if (progress.step == Step::want_output)
        continue;
      const std::size_t bytes = next_layer_.read_some(as_buffer(engine_.input_space()), error);
      error = take_input(error, bytes);
      if (error)
        return 0;
    }
  }

  template <typename Operation>
  std::size_t run_or_throw(const Operation& operation, const char* what) {
    ErrorCode error;
    const std::size_t bytes = run(operation, error);
    if (error)
      throw boost::system::system_error(error, what);
    return bytes;
  }

  // ---- Asynchronous ----

  template <typename Operation, bool with_size>
  class Composed {
   public:
    Composed(Stream& stream, Operation operation)
        : stream_(&stream), operation_(std::move(operation)) {}

    template <typename Self>
    void operator()(Self& self, ErrorCode error = {}, std::size_t bytes = 0) {
      switch (phase_) {
        case Phase::starting:
          allow_cancellation(self);
          break;
        case Phase::reading:
          error = stream_->take_input(error, bytes);
          open(stream_->read_gate_);
          if (error)
            return finish(self, error);
          break;
        case Phase::writing:
          stream_->engine_.consume_output(bytes);
          open(stream_->write_gate_);
          if (error)
            return finish(self,
                          progress_.step == Step::failed ? stream_->error_of(Step::failed) : error);
          break;
        case Phase::waiting:  // its error says nothing: opening a gate cancels its waits
          break;
        case Phase::posted:
          return finish(self, stream_->error_of(progress_.step));
      }
      advance(self);
    }

   private:
    enum class Phase { starting, reading, writing, waiting, posted };

    template <typename Self>
    void advance(Self& self) {
      if (!is_final(progress_.step))
        progress_ = operation_(stream_->engine_);
      const bool must_wait = progress_.step == Step::want_output ||
                             (is_final(progress_.step) && Operation::flushes_before_done);
      if (stream_->wants_flush(progress_.step, must_wait)) {
        if (is_open(stream_->write_gate_))
          return start_write(self);
        // Whoever is writing will write this too.
        if (must_wait)
          return wait(self, stream_->write_gate_);
      }
      if (is_final(progress_.step))
        return complete(self);
      if (!is_open(stream_->read_gate_))
        return wait(self, stream_->read_gate_);
      start_read(self);
    }

    template <typename Self>
    void start_read(Self& self) {
      if (is_cancelled(self))
        return finish(self, boost::asio::error::operation_aborted);
      Stream& stream = *stream_;
      shut(stream.read_gate_);
      suspend(Phase::reading);
      stream.next_layer_.async_read_some(as_buffer(stream.engine_.input_space()), std::move(self));
    }
    template <typename Self>
    void start_write(Self& self) {
      if (is_cancelled(self))
        return finish(self, boost::asio::error::operation_aborted);
      Stream& stream = *stream_;
      shut(stream.write_gate_);
      suspend(Phase::writing);
      stream.next_layer_.async_write_some(as_buffer(stream.engine_.pending_output()),
                                          std::move(self));
    }
    template <typename Self>
    void wait(Self& self, Gate& gate) {
      if (is_cancelled(self))
        return finish(self, boost::asio::error::operation_aborted);
      suspend(Phase::waiting);
      gate.async_wait(std::move(self));
    }
    template <typename Self>
    void complete(Self& self) {
      if (suspended_)
        return finish(self, stream_->error_of(progress_.step));
      // A handler may not run inside the call that starts the operation.
      Stream& stream = *stream_;
      suspend(Phase::posted);
      boost::asio::post(stream.get_executor(), std::move(self));
    }
    template <typename Self>
    void finish(Self& self, ErrorCode error) {
      if constexpr (with_size)
        self.complete(error, error ? 0 : progress_.bytes);
      else
        self.complete(error);
    }
    void suspend(Phase phase) noexcept {
      phase_ = phase;
      suspended_ = true;
    }

    template <typename Self>
    static void allow_cancellation([[maybe_unused]] Self& self) {
#if BOOST_ASIO_VERSION >= 101900
      if constexpr (Operation::total_cancellation)
        self.reset_cancellation_state(boost::asio::enable_total_cancellation());
#endif
    }
    template <typename Self>
    static bool is_cancelled([[maybe_unused]] Self& self) {
#if BOOST_ASIO_VERSION >= 101900
      return self.cancelled() != boost::asio::cancellation_type::none;
#else
      return false;
#endif
    }

    Stream* stream_;
    Operation operation_;
    Progress progress_{Step::want_input, 0};
    Phase phase_ = Phase::starting;
    bool suspended_ = false;
  };

  template <typename Operation, typename Token>
  auto start_with_size(Operation operation, Token&& token) {
    return boost::asio::async_compose<Token, void(ErrorCode, std::size_t)>(
        Composed<Operation, true>(*this, std::move(operation)), token, next_layer_);
  }
  template <typename Operation, typename Token>
  auto start_without_size(Operation operation, Token&& token) {
    return boost::asio::async_compose<Token, void(ErrorCode)>(
        Composed<Operation, false>(*this, std::move(operation)), token, next_layer_);
  }

  NextLayer next_layer_;
  Engine engine_;
  Gate read_gate_, write_gate_;
  std::vector<std::uint8_t> gathered_;
};

}  // namespace hartls::tls
