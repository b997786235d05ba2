# SPDX-License-Identifier: GPL-3.0-or-later
# The wolfSSL releases that hartls is built and tested with: version, SHA-256 of the release
# archive. `quickstart` reads this file too; keep one release a line.
set(HARTLS_WOLFSSL_PINS
  "5.9.2 2f4ef3d4fd387a9b3191d36a6316d69116c46ff69bb9583b6c82b36d7b8ca114"
  "5.7.2 0f2ed82e345b833242705bbc4b08a2a2037a33f7bf9c610efae6464f6b10e305"
)
set(HARTLS_WOLFSSL_URL "https://github.com/wolfSSL/wolfssl/archive/refs/tags/v@VERSION@-stable.tar.gz")
