#include "CZlib.h"

#include <limits.h>

// As zlib.h has it since 1.0: `inflateInit2_` refuses a structure of another size.
typedef struct {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *opaque, unsigned items, unsigned size);
  void (*release)(void *opaque, void *address);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

enum { Z_FINISH = 4, Z_STREAM_END = 1 };

struct boxwalk_zlib_library {
  boxwalk_library_file file;
  const char *(*zlibVersion)(void);
  int (*inflateInit2_)(z_stream *stream, int window_bits, const char *version, int stream_size);
  int (*inflate)(z_stream *stream, int flush);
  int (*inflateEnd)(z_stream *stream);
};

#define FUNCTION(name) {#name, offsetof(boxwalk_zlib_library, name)}
static const boxwalk_library_function functions[] = {
  FUNCTION(zlibVersion), FUNCTION(inflateInit2_), FUNCTION(inflate), FUNCTION(inflateEnd),
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
    const boxwalk_zlib_library *library, boxwalk_zlib_form form, const uint8_t *stream,
    size_t count, uint8_t *bytes, size_t room) {
  if (count > UINT_MAX || room > UINT_MAX || room > LONG_MAX) return -1;
  z_stream state = {.next_in = stream, .avail_in = (unsigned)count};
  const int window_bits = form == BOXWALK_DEFLATE ? -15 : 15;
  if (library->inflateInit2_(&state, window_bits, library->zlibVersion(), sizeof state) != 0) {
    return -1;
  }
  state.next_out = bytes;
  state.avail_out = (unsigned)room;
  const int result = library->inflate(&state, Z_FINISH);
  const unsigned left = state.avail_out;
  library->inflateEnd(&state);
  return result == Z_STREAM_END ? (long)(room - left) : -1;
}
