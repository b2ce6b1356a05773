#include "CBrotli.h"

#include <limits.h>

struct boxwalk_brotli_library {
  boxwalk_library_file file;
  // As brotli/decode.h has it since 1.0: answers 1 for a stream that is whole.
  int (*BrotliDecoderDecompress)(
    size_t count, const uint8_t *stream, size_t *room, uint8_t *bytes);
};

static const boxwalk_library_function functions[] = {
  {"BrotliDecoderDecompress", offsetof(boxwalk_brotli_library, BrotliDecoderDecompress)},
};

static const boxwalk_library_kind kind = {
  .functions = functions,
  .function_count = sizeof functions / sizeof functions[0],
  .table_size = sizeof(boxwalk_brotli_library),
};

const boxwalk_brotli_library *boxwalk_brotli_load(
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

long boxwalk_brotli_decompress(
    const boxwalk_brotli_library *library, const uint8_t *stream, size_t count, uint8_t *bytes,
    size_t room) {
  size_t length = room;
  if (room > LONG_MAX || library->BrotliDecoderDecompress(count, stream, &length, bytes) != 1) {
    return -1;
  }
  return (long)length;
}
