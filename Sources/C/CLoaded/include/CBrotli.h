#ifndef BOXWALK_CBROTLI_H
#define BOXWALK_CBROTLI_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// The decoder of Brotli (RFC 7932).
typedef struct boxwalk_brotli_library boxwalk_brotli_library;

/// NULL, with the reason in `message`, if it is not there. It stays open.
const boxwalk_brotli_library *boxwalk_brotli_load(
  const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Decompresses a whole stream into `room` bytes.
///
/// @return How many bytes it has; -1 if it is not sound, or has more.
long boxwalk_brotli_decompress(
  const boxwalk_brotli_library *library, const uint8_t *stream, size_t count, uint8_t *bytes,
  size_t room);

#endif
