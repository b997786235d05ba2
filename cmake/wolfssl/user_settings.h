/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one configuration of wolfSSL, on every architecture and for every supported version.
 * Three names come from CMake: HARTLS_WOLFSSL_HAS_ML_KEM and HARTLS_WOLFSSL_HAS_ML_DSA (1 where
 * the sources have the final FIPS 203 and FIPS 204) and HARTLS_WOLFSSL_AES_CONSTANT_TIME.
 *
 * No assembly anywhere: none of WOLFSSL_RISCV_ASM, WOLFSSL_AESNI, USE_INTEL_SPEEDUP,
 * WOLFSSL_X86_64_BUILD and WOLFSSL_SP_ASM is defined, so that the software back end is the same
 * portable C on a board and on a developer's machine. WOLFSSL_RISCV_ASM would also compile the
 * crypto callbacks out. WOLFSSL_NO_ASM stays undefined: it weakens wolfSSL's compiler barriers.
 */
/* clang-format off */ /* the lines are a table */
#ifndef HARTLS_WOLFSSL_USER_SETTINGS_H
#define HARTLS_WOLFSSL_USER_SETTINGS_H

#if !defined(HARTLS_WOLFSSL_HAS_ML_KEM) || !defined(HARTLS_WOLFSSL_HAS_ML_DSA) || \
    !defined(HARTLS_WOLFSSL_AES_CONSTANT_TIME)
#error "Use wolfSSL through the CMake target hartls::wolfssl, which defines these names."
#endif

/* ---- System ---- */
#define WOLFSSL_GETRANDOM     /* seed from getrandom(); /dev/urandom is the fallback */
#define HAVE_SYS_TIME_H       /* Linux has it; wolfSSL does not probe without autoconf */
#define HAVE_GMTIME_R         /* certificate dates are converted without a shared buffer */
#define HAVE_THREAD_LS        /* caches of a thread are thread-local and need no lock */
#define WOLFSSL_USE_ALIGN     /* tables and words are aligned: a misaligned load traps on the U54 */
#define WOLFSSL_GENERAL_ALIGNMENT 8 /* as above, for record payloads and for ML-DSA's encodings */
#define HAVE_ANONYMOUS_INLINE_AGGREGATES 1 /* C and C++ would else lay callback arguments out differently */
#define WOLFSSL_IPV6          /* IPv6 in wolfSSL's own socket callbacks */
#define NO_WRITEV             /* our stream gathers buffers itself */
#define OPENSSL_COEXIST       /* the OpenSSL peer may be linked into the same program */
#define NO_OLD_WC_NAMES       /* unprefixed names such as Sha256 would leak to users */
#define NO_OLD_SSL_NAMES      /* as above, for names such as SSL_FILETYPE_PEM */
#define WOLFSSL_IGNORE_FILE_WARN /* silence for files that other files include */
#define NO_WOLFSSL_DIR        /* certificates are loaded from named files, not by walking folders */

/* ---- Big numbers ---- */
#define WOLFSSL_SP_MATH_ALL   /* one number library for every size: odd curves, RSA-1024, DH-8192 */
#define SP_INT_BITS 8192      /* ffdhe8192 is the largest modulus named anywhere in the project */
#define SP_WORD_SIZE 64       /* rv64 and x86-64 multiply 64 by 64 bits in hardware */
#define HAVE___UINT128_T 1    /* GCC and Clang have it there; wolfSSL does not probe without autoconf */
#define WOLFSSL_HAVE_SP_RSA   /* unrolled C for RSA 2048, 3072 and (below) 4096 */
#define WOLFSSL_HAVE_SP_DH    /* the same code for finite-field Diffie-Hellman */
#define WOLFSSL_HAVE_SP_ECC   /* unrolled C for P-256 and (below) P-384, P-521 */
#define WOLFSSL_SP_4096       /* off unless asked for */
#define WOLFSSL_SP_384        /* off unless asked for */
#define WOLFSSL_SP_521        /* off unless asked for */
/* WOLFSSL_SP_1024 is left out: it is a curve for SAKKE, not RSA-1024. */
#define WOLFSSL_PUBLIC_MP     /* the software back end moves raw integers in and out of keys */

/* ---- Hardening against timing and fault observation ---- */
#define TFM_TIMING_RESISTANT  /* modular exponentiation in constant time */
#define ECC_TIMING_RESISTANT  /* scalar multiplication in constant time */
#define WC_RSA_BLINDING       /* blinds the RSA private operation */


/* ---- Hashes; MD5, SHA-1 and SHA-256 are on by default ---- */
#define WOLFSSL_SHA224        /* FIPS 180-4 */
#define WOLFSSL_SHA384        /* FIPS 180-4 */
#define WOLFSSL_SHA512        /* FIPS 180-4, with SHA-512/224 and SHA-512/256; Ed25519 needs it */
#define WOLFSSL_SHA3          /* FIPS 202 */
#define WOLFSSL_SHAKE128      /* FIPS 202; ML-KEM and ML-DSA need it */
#define WOLFSSL_SHAKE256      /* FIPS 202; Ed448 needs it */
#define NO_MD4                /* broken, and no protocol here uses it */

/* ---- MACs, key derivation, random bits; HMAC and the TLS PRF are on by default ---- */
#define WOLFSSL_CMAC          /* SP 800-38B */
#define HAVE_POLY1305         /* RFC 8439 */
#define HAVE_HKDF             /* RFC 5869; TLS 1.3 needs it */
#define HAVE_HASHDRBG         /* SP 800-90A Hash_DRBG */
#define NO_PWDBASED           /* no password-based keys: private keys are plain PEM or DER */
#define NO_PKCS12             /* as above */

/* ---- Ciphers; AES 128/192/256 in CBC mode, DES and 3DES in CBC mode are on by default ---- */
#define HAVE_AES_ECB          /* known answers and the benchmark's bare block rows */
#define WOLFSSL_AES_COUNTER   /* CTR mode */
#define WOLFSSL_AES_DIRECT    /* one block; CMAC needs it */
#define HAVE_AESGCM           /* SP 800-38D */
#define HAVE_AESCCM           /* SP 800-38C, and the TLS suites of RFC 6655 and RFC 7251 */
#define WOLFSSL_MIN_AUTH_TAG_SZ 4 /* CCM allows tags from 4 bytes; the wrappers check each mode's own sizes */
#define HAVE_CHACHA           /* RFC 8439 */
#define HAVE_CAMELLIA         /* RFC 3713 */
#define WOLFSSL_DES_ECB       /* known answers are published in ECB mode */
#define NO_RC4                /* RFC 7465 forbids it */
/* NO_OLD_POLY1305 stays undefined: the -OLD ChaCha20-Poly1305 suites are benchmarked. */

#if HARTLS_WOLFSSL_AES_CONSTANT_TIME
#define WOLFSSL_AES_TOUCH_LINES /* each look-up reads every cache line of its table */
#define FLASH_QUALIFIER __attribute__((aligned(64))) /* tables begin with a cache line, or which lines are read still tells */
/* No GCM table: the default GHASH multiplies bit by bit under masks. */
#else
/* wolfSSL on __riscv touches every table line by default, which costs about 40 times. CMake gives
 * WC_NO_CACHE_RESISTANT to aes.c alone: in the other files it would trade the constant-time
 * exponentiation of RSA and DH for a table look-up by secret bits. */
#define GCM_TABLE_4BIT        /* GHASH with a table of 16 entries, as wolfSSL's own default build */
#endif

/* ---- RSA and finite-field Diffie-Hellman ---- */
#define WOLFSSL_KEY_GEN       /* key generation, and keys written as DER */
#define WC_RSA_PSS            /* RFC 8017; TLS 1.3 needs it */
#define WOLFSSL_PSS_LONG_SALT /* salts longer than the hash, as in some known answers */
#define WOLFSSL_PSS_SALT_LEN_DISCOVER /* verification without knowing the salt's length */
#define WC_RSA_DIRECT         /* the bare operation, for known answers and the benchmark */
#define WC_RSA_NO_PADDING     /* as above */
#define RSA_MIN_SIZE 1024     /* published vectors use 1024 bits; the wrappers set the lower bound */
#define HAVE_FFDHE_2048       /* RFC 7919 */
#define HAVE_FFDHE_3072       /* RFC 7919 */
#define HAVE_FFDHE_4096       /* RFC 7919 */
#define HAVE_FFDHE_6144       /* RFC 7919 */
#define HAVE_FFDHE_8192       /* RFC 7919 */
#define HAVE_DH_DEFAULT_PARAMS /* lets a server start without a parameter file */
#define WOLFSSL_DH_CONST      /* one copy of the groups, in read-only memory */
#define NO_DSA                /* no seed names it and no TLS suite uses it */

/* ---- Elliptic curves ---- */
#define HAVE_ECC              /* ECDH and ECDSA */
#define HAVE_ALL_CURVES       /* every size that wolfCrypt has */
#define ECC_MIN_KEY_SZ 112    /* from secp112r1; TLS keeps its own, larger minimum */
#define HAVE_ECC_SECPR2       /* secp112r2, secp128r2, secp160r2 */
#define HAVE_ECC_SECPR3       /* prime192v2/v3, prime239v1/v2/v3 */
#define HAVE_ECC_KOBLITZ      /* secp160k1 ... secp256k1 */
#define HAVE_ECC_BRAINPOOL    /* RFC 5639 */
#define WOLFSSL_CUSTOM_CURVES /* needed by the two above; the curve's own a in the formulas */
#define HAVE_COMP_KEY         /* compressed points */
#define ECC_SHAMIR            /* verification with one joint double-and-add */
#define WOLFSSL_VALIDATE_ECC_IMPORT /* a point off the curve is refused on import */
#define WOLFSSL_ECDSA_DETERMINISTIC_K /* RFC 6979 */
#define WOLFSSL_ECDSA_SET_K   /* a given nonce, for known answers */
#define WC_ALLOW_ECC_ZERO_HASH /* FIPS 186-5 knows no digest that may not be signed */
#define HAVE_CURVE25519       /* RFC 7748 */
#define HAVE_ED25519          /* RFC 8032, with the ctx and ph variants */
#define HAVE_CURVE448         /* RFC 7748 */
#define HAVE_ED448            /* RFC 8032, with the ctx and ph variants */

/* ---- Post-quantum: the final standards, or nothing. 5.7.2 has drafts, which talk to nobody. ---- */
#if HARTLS_WOLFSSL_HAS_ML_KEM
#define WOLFSSL_HAVE_MLKEM    /* FIPS 203 */
#endif
#if HARTLS_WOLFSSL_HAS_ML_DSA
#define WOLFSSL_HAVE_MLDSA    /* FIPS 204 */
#endif

/* ---- Routing to another provider ---- */
#define WOLF_CRYPTO_CB        /* wolfSSL asks a callback before it computes */
#define WC_NO_DEFAULT_DEVID   /* else the first registered device silently becomes everyone's default */
#define WC_USE_DEVID INVALID_DEVID /* the same for 5.7.2, which does not know the line above */

/* ---- TLS ---- */
#define NO_OLD_TLS            /* TLS 1.2 and 1.3 only */
#define WOLFSSL_TLS13         /* RFC 8446 */
#define HAVE_TLS_EXTENSIONS   /* needed by all below */
#define HAVE_SUPPORTED_CURVES /* named groups */
#define HAVE_EXTENDED_MASTER  /* RFC 7627 */
#define HAVE_ENCRYPT_THEN_MAC /* RFC 7366 */
#define HAVE_SERVER_RENEGOTIATION_INFO /* RFC 5746: the server answers, and refuses to renegotiate */
#define HAVE_SNI              /* RFC 6066 */
#define HAVE_ALPN             /* RFC 7301 */
#define HAVE_MAX_FRAGMENT     /* RFC 6066: smaller records for the benchmark */
#define HAVE_SESSION_TICKET   /* resumption in TLS 1.2 and 1.3 */
#define WOLFSSL_EXTRA_ALERTS  /* a peer is told why a handshake or a record failed; off, TLS 1.2 just ends */
#define KEEP_PEER_CERT        /* the peer's certificate stays readable after the handshake */
#define WOLFSSL_ALWAYS_VERIFY_CB /* our callback sees the peer's chain also where nothing is wrong with it */
#define LARGE_STATIC_BUFFERS  /* one record fits the connection's own buffers: none is allocated per record */
#define WOLFSSL_STATIC_RSA    /* suites without forward secrecy, for comparison; src/tls enables them on request only */
#define HAVE_SECRET_CALLBACK  /* key log, which src/tls offers in debug builds only */
#if HARTLS_WOLFSSL_HAS_ML_KEM
#define WOLFSSL_PQC_HYBRIDS   /* X25519MLKEM768, SecP256r1MLKEM768, SecP384r1MLKEM1024; off unless asked for */
#endif
#define WOLFSSL_ALT_NAMES     /* names in certificates beyond the common name */
#define WOLFSSL_IP_ALT_NAME   /* addresses in certificates: boards often have no name */
#define NO_DES3_TLS_SUITES    /* 64-bit blocks: attacked (Sweet32) and removed by RFC 9325 */


#endif /* HARTLS_WOLFSSL_USER_SETTINGS_H */
