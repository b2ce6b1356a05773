#include "CZlib.h"

#include <limits.h>

struct boxwalk_zlib_library {
  boxwalk_library_file file;
  // As zlib.h has it since 1.0: answers 0 for a stream that is whole.
  int (*uncompress)(
    unsigned char *bytes, unsigned long *room, const unsigned char *stream, unsigned long count);
};

static const boxwalk_library_function functions[] = {
  {"uncompress", offsetof(boxwalk_zlib_library, uncompress)},
};

static const boxwalk_library_kind kind = {
  .functions = functions,
  .function_count = sizeof functions / sizeof functions[0],
  .table_size = sizeof(boxwalk_zlib_library),
};

const boxwalk_zlib_library *boxwalk_zlib_load(
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

long boxwalk_zlib_inflate(
    const boxwalk_zlib_library *library, const uint8_t *stream, size_t count, uint8_t *bytes,
    size_t room) {
  unsigned long length = room;
  if (room > LONG_MAX || library->uncompress(bytes, &length, stream, count) != 0) return -1;
  return (long)length;
}
