#include "CBrotli.h"

#include "Library.h"

#include <limits.h>

#if __has_include(<brotli/decode.h>)

#include <brotli/decode.h>

#define FUNCTIONS(X) X(BrotliDecoderDecompress)

BOXWALK_LIBRARY(brotli, FUNCTIONS)

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

BOXWALK_LIBRARY_WITHOUT_HEADER(brotli, "Brotli")

long boxwalk_brotli_decompress(
  const boxwalk_brotli_library *library, const uint8_t *stream, size_t count, uint8_t *bytes,
  size_t room) BOXWALK_LIBRARY_NEVER

#endif
