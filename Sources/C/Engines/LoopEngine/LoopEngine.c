#include "LoopEngine.h"

#if __has_include(<libavfilter/avfilter.h>) && __has_include(<libavformat/avformat.h>) && \
  __has_include(<webp/mux.h>)

#include "Loops.h"

#include <errno.h>
#include <libavutil/avutil.h>
#include <libavutil/log.h>
#include <stdio.h>
#include <unistd.h>
#include <webp/encode.h>

int write_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    const ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return -1;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

int fail(char *message, const char *what) {
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s", what);
  return -1;
}

static void release(char *text) {
  const int webp = WebPGetEncoderVersion();
  snprintf(
    text, BOXWALK_MOVIE_MESSAGE, "FFmpeg %s, libwebp %d.%d.%d", av_version_info(), webp >> 16,
    webp >> 8 & 255, webp & 255);
}

static void loop_free(boxwalk_loop *loop) {
  if (loop) loop->free(loop);
}

static int loop_needs_look(boxwalk_loop *loop) { return loop->look != NULL; }

static int loop_look(boxwalk_loop *loop, const uint8_t *picture, char *message) {
  return loop->look ? loop->look(loop, picture, message) : 0;
}

static int loop_add(boxwalk_loop *loop, const uint8_t *picture, int64_t time, char *message) {
  return loop->add(loop, picture, time, message);
}

static int loop_end(boxwalk_loop *loop, int64_t end, char *message) {
  return loop->end(loop, end, message);
}

const boxwalk_loop_engine *boxwalk_loop_engine_of_module(void) {
  static const boxwalk_loop_engine engine = {
    .interface = BOXWALK_LOOP_ENGINE_INTERFACE,
    .release = release,
    .gif_new = gif_new,
    .webp_new = webp_new,
    .loop_free = loop_free,
    .loop_look = loop_look,
    .loop_needs_look = loop_needs_look,
    .loop_add = loop_add,
    .loop_end = loop_end,
    .deinterlacer_new = deinterlacer_new,
    .deinterlacer_free = deinterlacer_free,
    .deinterlacer_send = deinterlacer_send,
    .deinterlacer_receive = deinterlacer_receive,
  };
  av_log_set_level(AV_LOG_QUIET);
  return &engine;
}

#else

const boxwalk_loop_engine *boxwalk_loop_engine_of_module(void) { return NULL; }

#endif
