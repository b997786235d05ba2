// SPDX-License-Identifier: GPL-3.0-or-later
#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/camellia.h>
#include <wolfssl/wolfcrypt/chacha.h>
#include <wolfssl/wolfcrypt/des3.h>

#include <string>

#include "aes_tables.hpp"
#include "hartls/core/error.hpp"
#include "symmetric.hpp"
#include "wolfcrypt_call.hpp"

namespace hartls::software {
namespace {

/// The shape of every wolfCrypt function that encrypts or decrypts a message part.
template <typename State>
using Process = int (*)(State*, byte* out, const byte* in, word32 size);

// The key classes below: a wolfCrypt struct with its key schedule and its place in the message.

class AesKey {
 public:
  using State = Aes;

  AesKey(std::string_view name, Direction schedule, ByteView key) {
    throw_unless_success(wc_AesInit(&state, nullptr, INVALID_DEVID), name, "wc_AesInit");
    const int direction = schedule == Direction::encrypt ? AES_ENCRYPTION : AES_DECRYPTION;
    const int result =
        wc_AesSetKey(&state, key.data(), static_cast<word32>(key.size()), nullptr, direction);
    if (result != 0)
      destroy();
    throw_unless_success(result, name, "wc_AesSetKey");
  }
  AesKey(const AesKey&) = delete;
  AesKey& operator=(const AesKey&) = delete;
  ~AesKey() { destroy(); }

  int start(ByteView iv, std::uint32_t) noexcept {
    return wc_AesSetIV(&state, iv.empty() ? nullptr : iv.data());
  }

  State state{};

 private:
  void destroy() noexcept {
    wc_AesFree(&state);
    wipe_struct(state);
  }
};

class ChaChaKey {
 public:
  using State = ChaCha;

  ChaChaKey(std::string_view name, Direction, ByteView key) {
    // Before 5.8 wolfCrypt reads the key by words, wherever it lies.
    alignas(word32) SecretArray<32> aligned;
    std::copy_n(key.begin(), std::min<std::size_t>(key.size(), 32), aligned.data());
    throw_unless_success(wc_Chacha_SetKey(&state, aligned.data(), static_cast<word32>(key.size())),
                         name, "wc_Chacha_SetKey");
  }
  ChaChaKey(const ChaChaKey&) = delete;
  ChaChaKey& operator=(const ChaChaKey&) = delete;
  ~ChaChaKey() { wipe_struct(state); }

  int start(ByteView nonce, std::uint32_t counter) noexcept {
    return wc_Chacha_SetIV(&state, nonce.data(), counter);
  }

  State state{};
};

template <typename State>
State first_parameter(int (*)(State*, const byte*, word32, const byte*));

class CamelliaKey {
 public:
  // The struct's name changed after 5.7.
  using State = decltype(first_parameter(&wc_CamelliaSetKey));

  CamelliaKey(std::string_view name, Direction, ByteView key) {
    throw_unless_success(
        wc_CamelliaSetKey(&state, key.data(), static_cast<word32>(key.size()), nullptr), name,
        "wc_CamelliaSetKey");
  }
  CamelliaKey(const CamelliaKey&) = delete;
  CamelliaKey& operator=(const CamelliaKey&) = delete;
  ~CamelliaKey() { wipe_struct(state); }

  int start(ByteView iv, std::uint32_t) noexcept {
    return wc_CamelliaSetIV(&state, iv.empty() ? nullptr : iv.data());
  }

  State state{};
};

class DesKey {
 public:
  using State = Des;

  DesKey(std::string_view name, Direction schedule, ByteView key) {
    const int direction = schedule == Direction::encrypt ? DES_ENCRYPTION : DES_DECRYPTION;
    throw_unless_success(wc_Des_SetKey(&state, key.data(), nullptr, direction), name,
                         "wc_Des_SetKey");
  }
  DesKey(const DesKey&) = delete;
  DesKey& operator=(const DesKey&) = delete;
  ~DesKey() { wipe_struct(state); }

  int start(ByteView iv, std::uint32_t) noexcept {
    wc_Des_SetIV(&state, iv.empty() ? nullptr : iv.data());
    return 0;
  }

  State state{};
};

class Des3Key {
 public:
  using State = Des3;

  Des3Key(std::string_view name, Direction schedule, ByteView key) {
    throw_unless_success(wc_Des3Init(&state, nullptr, INVALID_DEVID), name, "wc_Des3Init");
    const int direction = schedule == Direction::encrypt ? DES_ENCRYPTION : DES_DECRYPTION;
    const int result = wc_Des3_SetKey(&state, key.data(), nullptr, direction);
    if (result != 0)
      destroy();
    throw_unless_success(result, name, "wc_Des3_SetKey");
  }
  Des3Key(const Des3Key&) = delete;
  Des3Key& operator=(const Des3Key&) = delete;
  ~Des3Key() { destroy(); }

  int start(ByteView iv, std::uint32_t) noexcept {
    return wc_Des3_SetIV(&state, iv.empty() ? nullptr : iv.data());
  }

  State state{};

 private:
  void destroy() noexcept {
    wc_Des3Free(&state);
    wipe_struct(state);
  }
};

template <typename Key>
class WolfCipher final : public CipherContext {
 public:
  /// `schedule`: the direction that the key schedule is for; the same both ways for keystreams.
  WolfCipher(std::string_view name, Process<typename Key::State> process, Direction schedule,
             ByteView key, ByteView iv, std::uint32_t counter)
      : key_(name, schedule, key), process_(process), name_(name) {
    throw_unless_success(key_.start(iv, counter), name_, "setting the iv");
  }

  void update(ByteView in, ByteSpan out) noexcept override {
    byte* target = out.data();
    for_each_chunk(in, [this, &target](const byte* chunk, word32 size) {
      must_succeed(process_(&key_.state, target, chunk, size), name_, "cipher update");
      target += size;
    });
  }

  void reset(ByteView iv, std::uint32_t counter) noexcept override {
    must_succeed(key_.start(iv, counter), name_, "setting the iv");
  }

 private:
  Key key_;
  Process<typename Key::State> process_;
  std::string_view name_;
};

// wolfCrypt has Camellia's block function and CBC, but no ECB call.
template <auto block_function>
int camellia_ecb(CamelliaKey::State* state, byte* out, const byte* in, word32 size) {
  constexpr word32 block_bytes = 16;
  for (word32 done = 0; done < size; done += block_bytes) {
    const int result = block_function(state, out + done, in + done);
    if (result != 0)
      return result;
  }
  return 0;
}

/// What a factory needs to know of one algorithm.
template <typename Key>
struct Mode {
  Process<typename Key::State> encrypt;
  Process<typename Key::State> decrypt;
  bool keystream = false;
};

constexpr Mode<AesKey> aes_ecb{wc_AesEcbEncrypt, wc_AesEcbDecrypt};
constexpr Mode<AesKey> aes_cbc{wc_AesCbcEncrypt, wc_AesCbcDecrypt};
constexpr Mode<AesKey> aes_ctr{wc_AesCtrEncrypt, wc_AesCtrEncrypt, true};
constexpr Mode<ChaChaKey> chacha20{wc_Chacha_Process, wc_Chacha_Process, true};
constexpr Mode<CamelliaKey> camellia_ecb_mode{camellia_ecb<wc_CamelliaEncryptDirect>,
                                              camellia_ecb<wc_CamelliaDecryptDirect>};
constexpr Mode<CamelliaKey> camellia_cbc{wc_CamelliaCbcEncrypt, wc_CamelliaCbcDecrypt};
// For DES the key schedule alone makes the direction in ECB.
constexpr Mode<DesKey> des_ecb{wc_Des_EcbEncrypt, wc_Des_EcbEncrypt};
constexpr Mode<DesKey> des_cbc{wc_Des_CbcEncrypt, wc_Des_CbcDecrypt};
constexpr Mode<Des3Key> des3_ecb{wc_Des3_EcbEncrypt, wc_Des3_EcbEncrypt};
constexpr Mode<Des3Key> des3_cbc{wc_Des3_CbcEncrypt, wc_Des3_CbcDecrypt};

struct Arguments {
  std::string_view name;
  Direction direction;
  ByteView key, iv;
  std::uint32_t counter;
};

template <typename Key>
std::unique_ptr<CipherContext> make(const Mode<Key>& mode, const Arguments& with) {
  const bool encrypt = with.direction == Direction::encrypt;
  return std::make_unique<WolfCipher<Key>>(with.name, encrypt ? mode.encrypt : mode.decrypt,
                                           mode.keystream ? Direction::encrypt : with.direction,
                                           with.key, with.iv, with.counter);
}

}  // namespace

Support cipher_support(CipherAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case CipherAlgorithm::aes_128_ecb:
    case CipherAlgorithm::aes_192_ecb:
    case CipherAlgorithm::aes_256_ecb:
    case CipherAlgorithm::aes_128_cbc:
    case CipherAlgorithm::aes_192_cbc:
    case CipherAlgorithm::aes_256_cbc:
    case CipherAlgorithm::aes_128_ctr:
    case CipherAlgorithm::aes_192_ctr:
    case CipherAlgorithm::aes_256_ctr:
      return aes_support();
    case CipherAlgorithm::chacha20:
      return {.available = true, .constant_time = true, .implementation = "wolfCrypt C"};
    default:  // Camellia and DES: S-boxes in tables
      return {.available = true, .constant_time = false, .implementation = "wolfCrypt C, tables"};
  }
}

std::unique_ptr<CipherContext> make_cipher(CipherAlgorithm algorithm, Direction direction,
                                           ByteView key, ByteView iv, std::uint32_t counter) {
  const Arguments with{info(algorithm).name, direction, key, iv, counter};
  switch (algorithm) {
    case CipherAlgorithm::aes_128_ecb:
    case CipherAlgorithm::aes_192_ecb:
    case CipherAlgorithm::aes_256_ecb:
      return make(aes_ecb, with);
    case CipherAlgorithm::aes_128_cbc:
    case CipherAlgorithm::aes_192_cbc:
    case CipherAlgorithm::aes_256_cbc:
      return make(aes_cbc, with);
    case CipherAlgorithm::aes_128_ctr:
    case CipherAlgorithm::aes_192_ctr:
    case CipherAlgorithm::aes_256_ctr:
      return make(aes_ctr, with);
    case CipherAlgorithm::chacha20:
      return make(chacha20, with);
    case CipherAlgorithm::camellia_128_ecb:
    case CipherAlgorithm::camellia_192_ecb:
    case CipherAlgorithm::camellia_256_ecb:
      return make(camellia_ecb_mode, with);
    case CipherAlgorithm::camellia_128_cbc:
    case CipherAlgorithm::camellia_192_cbc:
    case CipherAlgorithm::camellia_256_cbc:
      return make(camellia_cbc, with);
    case CipherAlgorithm::des_ecb:
      return make(des_ecb, with);
    case CipherAlgorithm::des_cbc:
      return make(des_cbc, with);
    case CipherAlgorithm::des_ede3_ecb:
      return make(des3_ecb, with);
    case CipherAlgorithm::des_ede3_cbc:
      return make(des3_cbc, with);
  }
  fail(Errc::unsupported_algorithm,
       std::string(with.name) + ": not supported by provider 'software'");
}

}  // namespace hartls::software
