// SPDX-License-Identifier: GPL-3.0-or-later
#include "outcome.hpp"

namespace hartls::tls_bench {

SideTotals& SideTotals::operator+=(const SideTotals& other) noexcept {
  connections += other.connections;
  rx_bytes += other.rx_bytes;
  tx_bytes += other.tx_bytes;
  rx_seconds += other.rx_seconds;
  tx_seconds += other.tx_seconds;
  connect_seconds += other.connect_seconds;
  return *this;
}

Scaling scaling_of(const Outcome& outcome, unsigned pairs) {
  Scaling scaling;
  scaling.pairs = pairs;
  const auto& side = outcome.client ? outcome.client : outcome.server;
  if (!side || outcome.interval_seconds <= 0)
    return scaling;
  scaling.handshakes_per_second = static_cast<double>(side->connections) / outcome.interval_seconds;
  scaling.bytes_per_second =
      static_cast<double>(side->rx_bytes + side->tx_bytes) / outcome.interval_seconds;
  return scaling;
}

}  // namespace hartls::tls_bench
