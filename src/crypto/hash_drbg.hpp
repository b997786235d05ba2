// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls {

/// Hash_DRBG (SP 800-90A section 10.1.1) over the hash of `provider`. `reseed_interval`: requests
/// between seeds.
std::unique_ptr<DrbgContext> make_hash_drbg(const Provider& provider, DrbgAlgorithm algorithm,
                                            std::uint64_t reseed_interval = std::uint64_t{1}
                                                                            << 48U);

}  // namespace hartls
