#include "CLibCrypto.h"

#include "Library.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROOM = 1 << 18 };

// Calls `update` with all bytes of a file; 0 if it could be read to its end.
__attribute__((unused)) static int read_all(
    int descriptor, void *context, int (*update)(void *context, const void *bytes, size_t count)) {
  char *buffer = malloc(ROOM);
  if (!buffer) return -1;
  off_t position = 0;
  int result = 0;
  for (;;) {
    ssize_t count = pread(descriptor, buffer, ROOM, position);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) break;
    if (count < 0 || update(context, buffer, (size_t)count) != 0) {
      result = -1;
      break;
    }
    position += count;
  }
  free(buffer);
  return result;
}

#ifdef __APPLE__

#include <CommonCrypto/CommonDigest.h>

struct boxwalk_crypto_library {
  boxwalk_library library;
};

const boxwalk_crypto_library *boxwalk_crypto_load(
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  static const boxwalk_crypto_library library = {{.file = ""}};
  return &library;
}

const char *boxwalk_crypto_version(const boxwalk_crypto_library *library) { return ""; }

static int update(void *context, const void *bytes, size_t count) {
  CC_SHA256_Update(context, bytes, (CC_LONG)count);
  return 0;
}

int boxwalk_crypto_sha256(
    const boxwalk_crypto_library *library, int descriptor, const void *bytes, size_t count,
    uint8_t digest[32]) {
  CC_SHA256_CTX context;
  CC_SHA256_Init(&context);
  for (size_t offset = 0; descriptor < 0 && offset < count; offset += ROOM)
    update(&context, (const char *)bytes + offset, count - offset < ROOM ? count - offset : ROOM);
  if (descriptor >= 0 && read_all(descriptor, &context, update) != 0) return -1;
  CC_SHA256_Final(digest, &context);
  return 0;
}

#elif __has_include(<openssl/evp.h>)

#include <openssl/crypto.h>
#include <openssl/evp.h>

#define FUNCTIONS(X) \
  X(OpenSSL_version) \
  X(EVP_MD_CTX_new) \
  X(EVP_MD_CTX_free) \
  X(EVP_sha256) \
  X(EVP_DigestInit_ex) \
  X(EVP_DigestUpdate) \
  X(EVP_DigestFinal_ex)

BOXWALK_LIBRARY(crypto, FUNCTIONS)

const char *boxwalk_crypto_version(const boxwalk_crypto_library *library) {
  return library->OpenSSL_version(OPENSSL_VERSION);
}

struct hashing {
  const boxwalk_crypto_library *library;
  EVP_MD_CTX *context;
};

static int update(void *context, const void *bytes, size_t count) {
  struct hashing *hashing = context;
  return hashing->library->EVP_DigestUpdate(hashing->context, bytes, count) == 1 ? 0 : -1;
}

int boxwalk_crypto_sha256(
    const boxwalk_crypto_library *library, int descriptor, const void *bytes, size_t count,
    uint8_t digest[32]) {
  EVP_MD_CTX *context = library->EVP_MD_CTX_new();
  if (!context) return -1;
  struct hashing hashing = {library, context};
  int result = -1;
  if (library->EVP_DigestInit_ex(context, library->EVP_sha256(), NULL) == 1
      && (descriptor < 0 ? update(&hashing, bytes, count)
                         : read_all(descriptor, &hashing, update))
           == 0
      && library->EVP_DigestFinal_ex(context, digest, NULL) == 1)
    result = 0;
  library->EVP_MD_CTX_free(context);
  return result;
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(crypto, "libcrypto")

const char *boxwalk_crypto_version(const boxwalk_crypto_library *library) BOXWALK_LIBRARY_NEVER
int boxwalk_crypto_sha256(
  const boxwalk_crypto_library *library, int descriptor, const void *bytes, size_t count,
  uint8_t digest[32]) BOXWALK_LIBRARY_NEVER

#endif
