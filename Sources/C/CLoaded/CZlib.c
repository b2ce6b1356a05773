#include "CZlib.h"

#include "Library.h"

#include <limits.h>
#include <string.h>

#if __has_include(<zlib.h>)

#include <zlib.h>

#define FUNCTIONS(X) X(zlibVersion) X(inflateInit2_) X(inflate) X(inflateEnd)

BOXWALK_LIBRARY(zlib, FUNCTIONS)

long boxwalk_zlib_inflate(
    const boxwalk_zlib_library *library, boxwalk_zlib_form form, const uint8_t *stream,
    size_t count, uint8_t *bytes, size_t room, boxwalk_zlib_end *end) {
  *end = BOXWALK_ZLIB_DAMAGED;
  if (count > UINT_MAX || room > UINT_MAX || room > LONG_MAX) return -1;
  // It does not write there.
  z_stream state = {.next_in = (Bytef *)(uintptr_t)stream, .avail_in = (unsigned)count};
  const int window_bits = form == BOXWALK_DEFLATE ? -15 : 15;
  if (library->inflateInit2_(&state, window_bits, library->zlibVersion(), (int)sizeof state) != Z_OK) {
    return -1;
  }
  state.next_out = bytes;
  state.avail_out = (unsigned)room;
  const int result = library->inflate(&state, Z_FINISH);
  if (result == Z_STREAM_END) {
    *end = BOXWALK_ZLIB_WHOLE;
  } else if (result == Z_BUF_ERROR) {
    *end = state.avail_out == 0 ? BOXWALK_ZLIB_LONGER : BOXWALK_ZLIB_TRUNCATED;
  } else if (result == Z_DATA_ERROR && state.msg && strcmp(state.msg, "incorrect data check") == 0) {
    *end = BOXWALK_ZLIB_CHECKSUM_WRONG;
  }
  const unsigned left = state.avail_out;
  library->inflateEnd(&state);
  return (long)(room - left);
}

long boxwalk_zlib_size(
    const boxwalk_zlib_library *library, const uint8_t *bytes, size_t count,
    uint64_t *content_count) {
  *content_count = 0;
  if (count > UINT_MAX || count > LONG_MAX) return -1;
  // It does not write there.
  z_stream state = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (unsigned)count};
  if (library->inflateInit2_(&state, 15, library->zlibVersion(), (int)sizeof state) != Z_OK) {
    return -1;
  }
  uint8_t content[1 << 15];
  int result = Z_OK;
  while (result == Z_OK) {
    state.next_out = content;
    state.avail_out = sizeof content;
    result = library->inflate(&state, Z_NO_FLUSH);
    *content_count += sizeof content - state.avail_out;
  }
  const unsigned left = state.avail_in;
  library->inflateEnd(&state);
  return result == Z_STREAM_END ? (long)(count - left) : -1;
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(zlib, "zlib")

long boxwalk_zlib_inflate(
  const boxwalk_zlib_library *library, boxwalk_zlib_form form, const uint8_t *stream,
  size_t count, uint8_t *bytes, size_t room, boxwalk_zlib_end *end) BOXWALK_LIBRARY_NEVER

long boxwalk_zlib_size(
  const boxwalk_zlib_library *library, const uint8_t *bytes, size_t count,
  uint64_t *content_count) BOXWALK_LIBRARY_NEVER

#endif
