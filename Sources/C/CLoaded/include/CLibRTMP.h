#ifndef BOXWALK_CLIBRTMP_H
#define BOXWALK_CLIBRTMP_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// librtmp, found at run time.
typedef struct boxwalk_rtmp_library boxwalk_rtmp_library;

/// Opens librtmp by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process. NULL, with the reason in `message`, if it is not there.
const boxwalk_rtmp_library *boxwalk_rtmp_load(
  const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// `2.4`
const char *boxwalk_rtmp_version(const boxwalk_rtmp_library *library, char text[BOXWALK_LIBRARY_MESSAGE]);

/// A stream that is being published. A process has one at a time: messages of librtmp are the process's.
typedef struct boxwalk_rtmp boxwalk_rtmp;

/// Connects to a server, and begins to publish. `setup` is a URL followed by librtmp's options. It is copied.
/// Returns NULL, with the reason in `message`, if this fails. The message does not contain the key.
boxwalk_rtmp *boxwalk_rtmp_open(
  const boxwalk_rtmp_library *library, const char *setup, int seconds,
  char message[BOXWALK_LIBRARY_MESSAGE]);

/// Sends a complete FLV tag, with the size that follows it. Returns 0, or -1 with the reason in `message`.
int boxwalk_rtmp_send(
  boxwalk_rtmp *stream, const uint8_t *tag, size_t size, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Waits for this number of milliseconds, and answers requests of the server meanwhile. 0, or -1 with the reason in
/// `message`, if the server has ended the stream.
int boxwalk_rtmp_wait(
  boxwalk_rtmp *stream, int milliseconds, char message[BOXWALK_LIBRARY_MESSAGE]);

/// Ends the stream.
void boxwalk_rtmp_close(boxwalk_rtmp *stream);

#endif
