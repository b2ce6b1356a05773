#include "CLibRTMP.h"

#include "Library.h"

#if __has_include(<librtmp/rtmp.h>)

#include <errno.h>
#include <librtmp/log.h>
#include <librtmp/rtmp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

// MARK: The library

#define FUNCTIONS(X) \
  X(RTMP_LibVersion) \
  X(RTMP_LogSetCallback) \
  X(RTMP_LogSetLevel) \
  X(RTMP_Alloc) \
  X(RTMP_Init) \
  X(RTMP_Free) \
  X(RTMP_SetupURL) \
  X(RTMP_EnableWrite) \
  X(RTMP_Connect) \
  X(RTMP_IsConnected) \
  X(RTMP_ReadPacket) \
  X(RTMP_ClientPacket) \
  X(RTMPPacket_Free) \
  X(RTMP_Write) \
  X(RTMP_Close)

BOXWALK_LIBRARY(rtmp, FUNCTIONS)

const char *boxwalk_rtmp_version(const boxwalk_rtmp_library *library, char *text) {
  const int version = library->RTMP_LibVersion();
  snprintf(text, BOXWALK_LIBRARY_MESSAGE, "%d.%d", version >> 16 & 0xff, version >> 8 & 0xff);
  return text;
}

// MARK: A stream

struct boxwalk_rtmp {
  const boxwalk_rtmp_library *library;
  RTMP *rtmp;
  /// librtmp does not copy the options, so this memory has to stay.
  char *setup;
  /// The last status of the server: `NetStream.Publish.BadName`.
  char status[64];
  /// The time of the connection, in milliseconds.
  int64_t start;
};

/// The error number of the system, which librtmp reports only in a message.
static int connect_error;

static void note(int level, const char *format, va_list arguments) {
  if (level > RTMP_LOGERROR) return;
  char text[256];
  vsnprintf(text, sizeof text, format, arguments);
  static const char words[] = "connect socket. ";
  const char *number = strstr(text, words);
  if (number) connect_error = atoi(number + strlen(words));
  if (strstr(text, "Problem accessing the DNS")) connect_error = -1;
}

/// Remembers the status in a message of the server, which begins with `NetStream.` or `NetConnection.`.
static void read_status(boxwalk_rtmp *stream, const RTMPPacket *packet) {
  if (packet->m_packetType != RTMP_PACKET_TYPE_INVOKE) return;
  const char *body = packet->m_body;
  for (uint32_t start = 0; start + 4 < packet->m_nBodySize; start++) {
    if (memcmp(body + start, "Net", 3)) continue;
    size_t count = 0;
    while (start + count < packet->m_nBodySize && count + 1 < sizeof stream->status) {
      const char character = body[start + count];
      const int is_letter = (character | 32) >= 'a' && (character | 32) <= 'z';
      if (!is_letter && character != '.') break;
      stream->status[count++] = character;
    }
    stream->status[count] = 0;
  }
}

/// Whether the server refused something.
static int is_refused(const boxwalk_rtmp *stream) {
  const char *const words[] = {"BadName", "Rejected", "Failed", "Denied", "InvalidApp"};
  for (size_t index = 0; index < sizeof words / sizeof words[0]; index++) {
    if (strstr(stream->status, words[index])) return 1;
  }
  return 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Sets the message that the server has ended the stream, and returns -1.
static int ended(const boxwalk_rtmp *stream, char *message) {
  if (is_refused(stream)) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the server refuses the stream (%s)", stream->status);
  } else if (now() - stream->start < 3000) {
    snprintf(
      message, BOXWALK_LIBRARY_MESSAGE,
      "the server ends the connection at once: it may not have this application, or may not accept this key");
  } else {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the server has ended the connection");
  }
  return -1;
}

/// Reads one message of the server.
static int take(boxwalk_rtmp *stream) {
  RTMPPacket packet = {0};
  do {
    if (!stream->library->RTMP_ReadPacket(stream->rtmp, &packet)) return -1;
  } while (!RTMPPacket_IsReady(&packet));
  read_status(stream, &packet);
  if (packet.m_nBodySize > 0) stream->library->RTMP_ClientPacket(stream->rtmp, &packet);
  stream->library->RTMPPacket_Free(&packet);
  return is_refused(stream) ? -1 : 0;
}

static int start(boxwalk_rtmp *stream, int seconds, char *message) {
  const boxwalk_rtmp_library *library = stream->library;
  RTMP *rtmp = stream->rtmp;
  if (!library->RTMP_SetupURL(rtmp, stream->setup)) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "librtmp cannot read the address");
    return -1;
  }
  library->RTMP_EnableWrite(rtmp);
  connect_error = 0;
  if (!library->RTMP_Connect(rtmp, NULL)) {
    const char *reason = connect_error > 0 ? strerror(connect_error)
      : connect_error < 0 ? "there is no computer with that name"
                          : "it does not answer like an RTMP server";
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the server cannot be reached: %s", reason);
    return -1;
  }
  stream->start = now();
  const struct timeval limit = {.tv_sec = seconds};
  setsockopt(rtmp->m_sb.sb_socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  while (!rtmp->m_bPlaying) {
    if (!library->RTMP_IsConnected(rtmp) || take(stream) < 0) {
      return ended(stream, message);
    }
  }
  return 0;
}

boxwalk_rtmp *boxwalk_rtmp_open(
  const boxwalk_rtmp_library *library, const char *setup, int seconds, char *message) {
  // A closed connection is an error of a call.
  signal(SIGPIPE, SIG_IGN);
  library->RTMP_LogSetLevel(RTMP_LOGERROR);
  library->RTMP_LogSetCallback(note);
  boxwalk_rtmp *stream = calloc(1, sizeof *stream);
  RTMP *rtmp = library->RTMP_Alloc();
  char *copy = strdup(setup);
  if (!stream || !rtmp || !copy) {
    free(stream);
    if (rtmp) library->RTMP_Free(rtmp);
    free(copy);
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "there is no memory");
    return NULL;
  }
  library->RTMP_Init(rtmp);
  rtmp->Link.timeout = seconds;
  *stream = (boxwalk_rtmp){.library = library, .rtmp = rtmp, .setup = copy};
  if (start(stream, seconds, message) == 0) return stream;
  boxwalk_rtmp_close(stream);
  return NULL;
}

int boxwalk_rtmp_send(boxwalk_rtmp *stream, const uint8_t *tag, size_t size, char *message) {
  if (
    size <= 1 << 25 && stream->library->RTMP_IsConnected(stream->rtmp)
    && stream->library->RTMP_Write(stream->rtmp, (const char *)tag, (int)size) > 0) {
    return 0;
  }
  return ended(stream, message);
}

int boxwalk_rtmp_wait(boxwalk_rtmp *stream, int milliseconds, char *message) {
  const int64_t end = now() + milliseconds;
  for (int64_t left = milliseconds; left >= 0; left = end - now()) {
    struct pollfd file = {.fd = stream->rtmp->m_sb.sb_socket, .events = POLLIN};
    const int count = poll(&file, 1, (int)left);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    if (take(stream) < 0) return ended(stream, message);
  }
  return 0;
}

void boxwalk_rtmp_close(boxwalk_rtmp *stream) {
  if (!stream) return;
  stream->library->RTMP_Close(stream->rtmp);
  stream->library->RTMP_Free(stream->rtmp);
  // It has the key.
  explicit_bzero(stream->setup, strlen(stream->setup));
  free(stream->setup);
  free(stream);
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(rtmp, "librtmp")

const char *boxwalk_rtmp_version(const boxwalk_rtmp_library *library, char *text) BOXWALK_LIBRARY_NEVER
boxwalk_rtmp *boxwalk_rtmp_open(
  const boxwalk_rtmp_library *library, const char *setup, int seconds, char *message) BOXWALK_LIBRARY_NEVER
int boxwalk_rtmp_send(
  boxwalk_rtmp *stream, const uint8_t *tag, size_t size, char *message) BOXWALK_LIBRARY_NEVER
int boxwalk_rtmp_wait(boxwalk_rtmp *stream, int milliseconds, char *message) BOXWALK_LIBRARY_NEVER
void boxwalk_rtmp_close(boxwalk_rtmp *stream) BOXWALK_LIBRARY_NEVER

#endif
