// SPDX-License-Identifier: GPL-3.0-or-later
// The symmetric half of the software provider: one function for each virtual of Provider that
// concerns it.
#pragma once

#include <cstdint>
#include <memory>

#include "hartls/crypto/provider.hpp"

namespace hartls::software {

Support hash_support(HashAlgorithm) noexcept;
Support mac_support(MacAlgorithm) noexcept;
Support cipher_support(CipherAlgorithm) noexcept;
Support aead_support(AeadAlgorithm) noexcept;

std::unique_ptr<HashContext> make_hash(HashAlgorithm);
std::unique_ptr<MacContext> make_mac(MacAlgorithm, ByteView key);
std::unique_ptr<CipherContext> make_cipher(CipherAlgorithm, Direction, ByteView key, ByteView iv,
                                           std::uint32_t counter);
std::unique_ptr<AeadContext> make_aead(AeadAlgorithm, ByteView key);

}  // namespace hartls::software
