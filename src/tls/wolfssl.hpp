// SPDX-License-Identifier: GPL-3.0-or-later
// wolfSSL's headers in the order they need. internal.h too: the public calls do not tell which
// group and signature scheme were negotiated, nor let a server choose the curve of TLS 1.2.
#pragma once

#include <wolfssl/wolfcrypt/settings.h>
// wolfSSL wants its settings first.
#include <wolfssl/error-ssl.h>
#include <wolfssl/internal.h>
#include <wolfssl/ssl.h>
#include <wolfssl/version.h>
#include <wolfssl/wolfcrypt/asn.h>
#include <wolfssl/wolfcrypt/asn_public.h>
#include <wolfssl/wolfcrypt/dh.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/error-crypt.h>
#include <wolfssl/wolfcrypt/rsa.h>

// Macros of wolfSSL that collide with ordinary words.
#undef min
#undef max
