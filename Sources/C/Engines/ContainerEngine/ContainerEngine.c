#include "ContainerEngine.h"

#if __has_include(<libavformat/avformat.h>)

#include "Containers.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static int read_part(void *opaque, uint8_t *buffer, int count) {
  open_file *file = opaque;
  for (;;) {
    const ssize_t found = pread(file->descriptor, buffer, (size_t)count, file->position);
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) {
      const int error = errno;
      if (!file->read_error) {
        file->read_error = error;
        file->unreadable = file->position;
      }
      return AVERROR(error);
    }
    if (found == 0) return AVERROR_EOF;
    file->position += found;
    return (int)found;
  }
}

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_part(void *opaque, const uint8_t *buffer, int count) {
#else
static int write_part(void *opaque, uint8_t *buffer, int count) {
#endif
  open_file *file = opaque;
  int left = count;
  while (left > 0) {
    const ssize_t written =
      pwrite(file->descriptor, buffer + (count - left), (size_t)left, file->position);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return AVERROR(written < 0 ? errno : EIO);
    file->position += written;
    left -= (int)written;
  }
  if (file->position > file->size) file->size = file->position;
  return count;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
  open_file *file = opaque;
  int64_t target;
  switch (whence & ~AVSEEK_FORCE) {
  case AVSEEK_SIZE: return file->size;
  case SEEK_SET: target = offset; break;
  case SEEK_CUR:
    if (__builtin_add_overflow(file->position, offset, &target)) return AVERROR(EINVAL);
    break;
  case SEEK_END:
    if (__builtin_add_overflow(file->size, offset, &target)) return AVERROR(EINVAL);
    break;
  default: return AVERROR(EINVAL);
  }
  if (target < 0) return AVERROR(EINVAL);
  file->position = target;
  return target;
}

AVIOContext *open_file_context(open_file *file, int is_written) {
  const int size = 1 << 16;
  uint8_t *buffer = av_malloc((size_t)size);
  if (!buffer) return NULL;
  AVIOContext *context = avio_alloc_context(
    buffer, size, is_written, file, is_written ? NULL : read_part, is_written ? write_part : NULL,
    seek);
  if (!context) av_free(buffer);
  return context;
}

void free_context(AVIOContext **context) {
  if (!*context) return;
  av_freep(&(*context)->buffer);
  avio_context_free(context);
}

int fail(char *message, const char *what, int error) {
  char reason[AV_ERROR_MAX_STRING_SIZE] = "";
  if (error < 0) av_strerror(error, reason, sizeof reason);
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s%s%s", what, error < 0 ? ": " : "", reason);
  // Errors of the system that occur only for files that are written.
  const int is_of_output =
    error == AVERROR(ENOSPC) || error == AVERROR(EDQUOT) || error == AVERROR(EFBIG);
  return is_of_output ? BOXWALK_MOVIE_UNWRITTEN : -1;
}

static const char *release(void) { return av_version_info(); }

const boxwalk_container_engine *boxwalk_container_engine_of_module(void) {
  static const boxwalk_container_engine engine = {
    .interface = BOXWALK_CONTAINER_ENGINE_INTERFACE,
    .release = release,
    .reader_new = reader_new,
    .reader_open = reader_open,
    .reader_read_error = reader_read_error,
    .reader_free = reader_free,
    .reader_format = reader_format,
    .reader_track_count = reader_track_count,
    .reader_track = reader_track,
    .reader_metadata = reader_metadata,
    .reader_chapter = reader_chapter,
    .reader_next = reader_next,
    .writer_new = writer_new,
    .writer_free = writer_free,
    .writer_add_track = writer_add_track,
    .writer_add_metadata = writer_add_metadata,
    .writer_add_chapter = writer_add_chapter,
    .writer_begin = writer_begin,
    .writer_add = writer_add,
    .writer_end = writer_end,
  };
  av_log_set_level(AV_LOG_QUIET);
  return &engine;
}

#else

const boxwalk_container_engine *boxwalk_container_engine_of_module(void) { return NULL; }

#endif
