# SPDX-License-Identifier: GPL-3.0-or-later
# The wolfSSL files that our configuration needs. Files that other files include (misc.c, ssl_*.c,
# x509.c ...) are not listed, nor is anything in assembly.
set(HARTLS_WOLFSSL_SOURCES
  src/internal.c
  src/keys.c
  src/ssl.c
  src/tls.c
  src/tls13.c
  src/wolfio.c
  wolfcrypt/src/aes.c
  wolfcrypt/src/asn.c
  wolfcrypt/src/camellia.c
  wolfcrypt/src/chacha.c
  wolfcrypt/src/chacha20_poly1305.c
  wolfcrypt/src/cmac.c
  wolfcrypt/src/coding.c
  wolfcrypt/src/cryptocb.c
  wolfcrypt/src/curve25519.c
  wolfcrypt/src/curve448.c
  wolfcrypt/src/des3.c
  wolfcrypt/src/dh.c
  wolfcrypt/src/ecc.c
  wolfcrypt/src/ed25519.c
  wolfcrypt/src/ed448.c
  wolfcrypt/src/error.c
  wolfcrypt/src/fe_448.c
  wolfcrypt/src/fe_operations.c
  wolfcrypt/src/ge_448.c
  wolfcrypt/src/ge_operations.c
  wolfcrypt/src/hash.c
  wolfcrypt/src/hmac.c
  wolfcrypt/src/kdf.c
  wolfcrypt/src/logging.c
  wolfcrypt/src/md5.c
  wolfcrypt/src/memory.c
  wolfcrypt/src/poly1305.c
  wolfcrypt/src/random.c
  wolfcrypt/src/rsa.c
  wolfcrypt/src/sha.c
  wolfcrypt/src/sha256.c
  wolfcrypt/src/sha3.c
  wolfcrypt/src/sha512.c
  wolfcrypt/src/signature.c
  wolfcrypt/src/sp_c64.c
  wolfcrypt/src/sp_int.c
  wolfcrypt/src/wc_encrypt.c
  wolfcrypt/src/wc_port.c
  wolfcrypt/src/wolfmath.c
)

# Present where the release has the final FIPS 203 and FIPS 204.
set(HARTLS_WOLFSSL_ML_KEM_SOURCES wolfcrypt/src/wc_mlkem.c wolfcrypt/src/wc_mlkem_poly.c)
set(HARTLS_WOLFSSL_ML_DSA_SOURCES wolfcrypt/src/wc_mldsa.c)
