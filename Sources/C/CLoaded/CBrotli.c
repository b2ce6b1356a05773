#include "CBrotli.h"

#include <limits.h>

#if __has_include(<brotli/decode.h>)

#include <brotli/decode.h>

#define FUNCTIONS(X) X(BrotliDecoderDecompress)

struct boxwalk_brotli_library {
  boxwalk_library_file file;
  FUNCTIONS(BOXWALK_LIBRARY_MEMBER)
};

typedef struct boxwalk_brotli_library boxwalk_opened_library;
BOXWALK_LIBRARY_KIND(FUNCTIONS);

const boxwalk_brotli_library *boxwalk_brotli_load(
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

long boxwalk_brotli_decompress(
    const boxwalk_brotli_library *library, const uint8_t *stream, size_t count, uint8_t *bytes,
    size_t room) {
  size_t length = room;
  if (room > LONG_MAX || library->BrotliDecoderDecompress(count, stream, &length, bytes) !=
          BROTLI_DECODER_RESULT_SUCCESS) {
    return -1;
  }
  return (long)length;
}

#else

const boxwalk_brotli_library *boxwalk_brotli_load(
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  (void)name;
  return boxwalk_library_without_header("Brotli", message);
}

long boxwalk_brotli_decompress(
  const boxwalk_brotli_library *library, const uint8_t *stream, size_t count, uint8_t *bytes,
  size_t room) BOXWALK_LIBRARY_NEVER

#endif
