// SPDX-License-Identifier: GPL-3.0-or-later
// What the families' cases share: a workload made of two lambdas, and data to work on.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "hartls/bench/sampler.hpp"
#include "hartls/core/bytes.hpp"
#include "hartls/crypto/algorithms.hpp"

namespace hartls::bench {

/// `state` with its `operate(state)` to time and `check(state)` that says whether the operation is
/// right.
template <typename State, typename Operate, typename Check>
class StateWorkload final : public Workload {
 public:
  StateWorkload(State state, Operate operate, Check check)
      : state_(std::move(state)), operate_(std::move(operate)), check_(std::move(check)) {}

  void run(std::uint64_t iterations) override {
    for (; iterations != 0; --iterations) {
      operate_(state_);
    }
  }

  bool verify() override { return check_(state_); }

 private:
  State state_;
  Operate operate_;
  Check check_;
};

template <typename State, typename Operate, typename Check>
std::unique_ptr<Workload> make_workload(State state, Operate operate, Check check) {
  return std::make_unique<StateWorkload<State, Operate, Check>>(
      std::move(state), std::move(operate), std::move(check));
}

/// `size` bytes that differ from their neighbours; the same at each call.
inline Bytes pattern(std::size_t size, std::uint8_t first = 1) {
  Bytes bytes(size);
  std::uint8_t value = first;
  for (std::uint8_t& byte : bytes) {
    byte = value;
    value = static_cast<std::uint8_t>(value * 5U + 17U);
  }
  return bytes;
}

/// A private key for a curve, the same in every run, since what an operation costs may depend on
/// it. Below the order, whatever that is.
inline Bytes fixed_private_key(const GroupInfo& group, std::uint8_t first = 1) {
  Bytes key = pattern(group.private_bytes(), first);
  if (group.kind == GroupKind::weierstrass) {
    const std::size_t clear_bits = 8 * key.size() - (group.order_bits - 1);
    key.front() &= static_cast<std::uint8_t>(0xffU >> clear_bits);
  }
  return key;
}

}  // namespace hartls::bench
