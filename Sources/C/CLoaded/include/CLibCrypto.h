#ifndef BOXWALK_CLIBCRYPTO_H
#define BOXWALK_CLIBCRYPTO_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// SHA-256 by libcrypto (OpenSSL 1.1 and 3) on Linux, and by the system on macOS.
typedef struct boxwalk_crypto_library boxwalk_crypto_library;

/// NULL, with the reason in `message`, if it is not there. It stays open.
const boxwalk_crypto_library *boxwalk_crypto_load(
  const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// `OpenSSL 3.0.17 1 Jul 2025`; empty for the system's own, and so is its file.
const char *boxwalk_crypto_version(const boxwalk_crypto_library *library);

/// Hashes what an open file has, from its start, or `count` bytes if the descriptor is negative. 0, or -1 if it cannot be read.
int boxwalk_crypto_sha256(
  const boxwalk_crypto_library *library, int descriptor, const void *bytes, size_t count,
  uint8_t digest[32]);

#endif
