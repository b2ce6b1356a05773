#ifndef BOXWALK_CZLIB_H
#define BOXWALK_CZLIB_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// zlib, which inflates.
typedef struct boxwalk_zlib_library boxwalk_zlib_library;

/// The format around compressed data: header and checksum of zlib (RFC 1950), or nothing (RFC 1951).
typedef enum { BOXWALK_ZLIB, BOXWALK_DEFLATE } boxwalk_zlib_form;

/// NULL, with the reason in `message`, if it is not there. It stays open.
const boxwalk_zlib_library *boxwalk_zlib_load(
  const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// How inflating ends: with the stream, in its middle because there is no more room or because it is truncated, with a
/// checksum of other bytes, or at damaged codes.
typedef enum {
  BOXWALK_ZLIB_WHOLE,
  BOXWALK_ZLIB_LONGER,
  BOXWALK_ZLIB_TRUNCATED,
  BOXWALK_ZLIB_CHECKSUM_WRONG,
  BOXWALK_ZLIB_DAMAGED
} boxwalk_zlib_end;

/// Inflates a stream into `room` bytes. Data after the stream is not read.
///
/// @return The number of bytes that were inflated; -1 if nothing can be.
long boxwalk_zlib_inflate(
  const boxwalk_zlib_library *library, boxwalk_zlib_form form, const uint8_t *stream,
  size_t count, uint8_t *bytes, size_t room, boxwalk_zlib_end *end);

/// Finds where the zlib stream ends that begins at `bytes`, and how many bytes it has when inflated.
///
/// @return Its size in bytes; -1 if it is damaged or not whole.
long boxwalk_zlib_size(
  const boxwalk_zlib_library *library, const uint8_t *bytes, size_t count,
  uint64_t *content_count);

#endif
