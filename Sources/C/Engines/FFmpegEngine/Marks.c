#include "FFmpegEngine.h"

#if __has_include(<libavcodec/avcodec.h>)

#include "Contexts.h"

#include <libavutil/pixdesc.h>
#include <string.h>

// FFmpeg's decoder of HEVC stops where a slice ends, and returns the picture even if the rest of it was never decoded.
// Damaged data mostly ends early. So each block of luma is marked before, and a block that still has its marks shows
// that the picture is incomplete.

enum {
  /// The side of the smallest coding tree block (ITU-T H.265 §7.4.3.2.1).
  block_side = 16,
  /// The number of marked samples in a row of a block, and the number of marked rows.
  mark_side = 4,
};

/// Writes the marks of a row as its samples are stored; answers the bytes of a sample, 0 if they are none of these.
///
/// No picture has them in a block of this size by chance, and those of the samples of a movie differ: a block that
/// was predicted from one that was not decoded is decoded itself.
static size_t row_of_marks(const AVFrame *frame, int row, uint8_t bytes[2 * mark_side]) {
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
  if (!format || (format->flags & AV_PIX_FMT_FLAG_HWACCEL)) return 0;
  const size_t size = format->comp[0].depth > 8 ? 2 : 1;
  // The time of a picture is the number of its sample.
  uint64_t number = (uint64_t)frame->pts * mark_side + (uint64_t)row + 1;
  number *= 0x9e3779b97f4a7c15;
  number = (number ^ number >> 29) * 0xbf58476d1ce4e5b9;
  for (int i = 0; i < mark_side; i++) {
    const uint16_t mark = number >> (8 * i + 24) & 0xff;
    if (size == 1) bytes[i] = (uint8_t)mark;
    else memcpy(bytes + 2 * i, &mark, 2);
  }
  return size;
}

int get_marked_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  const int error = avcodec_default_get_buffer2(context, frame, flags);
  if (error < 0 || frame->linesize[0] <= 0) return error;
  for (int row = 0; row < mark_side; row++) {
    uint8_t bytes[2 * mark_side];
    const size_t size = row_of_marks(frame, row, bytes);
    if (size == 0) return 0;
    for (int y = row; y < frame->height; y += block_side) {
      uint8_t *line = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
      for (int x = 0; x + mark_side <= frame->width; x += block_side) {
        memcpy(line + (size_t)x * size, bytes, mark_side * size);
      }
    }
  }
  return 0;
}

int has_marked_block(const AVFrame *frame) {
  // Marks count from the start of the memory, and a cropped picture may start later.
  if (!frame->buf[0] || frame->linesize[0] <= 0) return 0;
  uint8_t bytes[mark_side][2 * mark_side];
  size_t size = 0;
  for (int row = 0; row < mark_side; row++) size = row_of_marks(frame, row, bytes[row]);
  if (size == 0) return 0;
  for (int y = 0; y + mark_side <= frame->height; y += block_side) {
    const uint8_t *line = frame->buf[0]->data + (ptrdiff_t)y * frame->linesize[0];
    for (int x = 0; x + mark_side <= frame->width; x += block_side) {
      int row = 0;
      while (row < mark_side && memcmp(
               line + (ptrdiff_t)row * frame->linesize[0] + (size_t)x * size, bytes[row],
               mark_side * size) == 0) {
        row++;
      }
      if (row == mark_side) return 1;
    }
  }
  return 0;
}

#endif
