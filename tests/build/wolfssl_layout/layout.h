/* SPDX-License-Identifier: GPL-3.0-or-later
 * Sizes and offsets of wolfSSL's structures that its C code and our C++ code share. */
/* clang-format off */ /* the lines are a table */
#ifndef HARTLS_TESTS_WOLFSSL_LAYOUT_H
#define HARTLS_TESTS_WOLFSSL_LAYOUT_H

#include <wolfssl/wolfcrypt/settings.h>
/* The rest needs settings.h first. */
#include <stddef.h>
#include <wolfssl/ssl.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/cryptocb.h>
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/dh.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/ed448.h>
#include <wolfssl/wolfcrypt/hmac.h>
#include <wolfssl/wolfcrypt/poly1305.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>
#include <wolfssl/wolfcrypt/sha3.h>

#define HARTLS_LAYOUT(X)                      \
  X(sizeof(Aes))                              \
  X(sizeof(DhKey))                            \
  X(sizeof(ecc_key))                          \
  X(sizeof(ed25519_key))                      \
  X(sizeof(ed448_key))                        \
  X(sizeof(curve25519_key))                   \
  X(sizeof(Hmac))                             \
  X(sizeof(Poly1305))                         \
  X(sizeof(RsaKey))                           \
  X(sizeof(WC_RNG))                           \
  X(sizeof(wc_Sha3))                          \
  X(sizeof(wc_Sha512))                        \
  X(sizeof(wc_CryptoInfo))                    \
  X(offsetof(wc_CryptoInfo, cipher.enc))      \
  X(offsetof(wc_CryptoInfo, cipher.aesgcm_enc.authTag)) \
  X(offsetof(wc_CryptoInfo, hash.digest))     \
  X(offsetof(wc_CryptoInfo, pk.type))         \
  X(offsetof(wc_CryptoInfo, pk.eccsign.key))  \
  X(offsetof(wc_CryptoInfo, rng.out))

#define HARTLS_LAYOUT_COUNT_ONE(expression) +1
enum { hartls_layout_count = 0 HARTLS_LAYOUT(HARTLS_LAYOUT_COUNT_ONE) };

#ifdef __cplusplus
extern "C"
#else
extern
#endif
const size_t hartls_layout_in_c[hartls_layout_count];

#endif
