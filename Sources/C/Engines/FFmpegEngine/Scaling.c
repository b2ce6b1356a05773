#include "FFmpegEngine.h"

#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libswscale/swscale.h>)

#include "Contexts.h"

#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <string.h>

struct boxwalk_movie_scaler {
  struct SwsContext *context;
  /// What brings pixels to bytes, and the picture that it makes; NULL until it is needed.
  struct SwsContext *expander;
  AVFrame *expanded;
};

void scaler_free(boxwalk_movie_scaler *scaler) {
  if (!scaler) return;
  sws_freeContext(scaler->context);
  sws_freeContext(scaler->expander);
  av_frame_free(&scaler->expanded);
  av_free(scaler);
}

boxwalk_movie_scaler *scaler_new(void) { return av_mallocz(sizeof(boxwalk_movie_scaler)); }

/// Whether a pixel has red, green and blue in one plane, or in a palette, with at most 8 bits each.
static int is_packed(const AVPixFmtDescriptor *pixel) {
  const uint64_t flags = pixel->flags;
  if (flags & AV_PIX_FMT_FLAG_PAL) return 1;
  return (flags & AV_PIX_FMT_FLAG_RGB) && pixel->comp[0].depth <= 8 &&
         !(flags & (AV_PIX_FMT_FLAG_PLANAR | AV_PIX_FMT_FLAG_BITSTREAM));
}

/// Whether each of them is a byte.
static int has_bytes(const AVPixFmtDescriptor *pixel) {
  if (pixel->flags & AV_PIX_FMT_FLAG_PAL) return 0;
  for (int sample = 0; sample < pixel->nb_components; sample++)
    if (pixel->comp[sample].depth != 8 || pixel->comp[sample].shift != 0) return 0;
  return 1;
}

/// The same pixels in bytes, by tables of swscale; NULL if that cannot be.
static const AVFrame *expand(boxwalk_movie_scaler *scaler, const AVFrame *from) {
  const int has_palette = from->format == AV_PIX_FMT_PAL8;
  av_frame_free(&scaler->expanded);
  AVFrame *to = scaler->expanded = av_frame_alloc();
  if (!to) return NULL;
  to->width = from->width;
  to->height = from->height;
  to->format = has_palette ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24;
  if (av_frame_get_buffer(to, 0) < 0) return NULL;
  scaler->expander = sws_getCachedContext(
    scaler->expander, from->width, from->height, from->format, to->width, to->height, to->format,
    SWS_BICUBIC, NULL, NULL, NULL);
  if (!scaler->expander) return NULL;
  const int rows = sws_scale(
    scaler->expander, (const uint8_t *const *)from->data, from->linesize, 0, from->height, to->data,
    to->linesize);
  return rows == to->height ? to : NULL;
}

/// Copies the bytes of pixels to planes. Pixels without alpha are opaque.
static void separate(const AVFrame *from, AVFrame *to) {
  const AVPixFmtDescriptor *pixel = av_pix_fmt_desc_get(from->format);
  const AVPixFmtDescriptor *planes = av_pix_fmt_desc_get(to->format);
  for (int sample = 0; sample < planes->nb_components; sample++) {
    const AVComponentDescriptor *component = &pixel->comp[sample];
    const int plane = planes->comp[sample].plane;
    for (int y = 0; y < to->height; y++) {
      uint8_t *row = to->data[plane] + (ptrdiff_t)y * to->linesize[plane];
      if (sample >= pixel->nb_components) {
        memset(row, 255, (size_t)to->width);
        continue;
      }
      const uint8_t *pixels = from->data[0] + (ptrdiff_t)y * from->linesize[0] + component->offset;
      for (int x = 0; x < to->width; x++) row[x] = pixels[(ptrdiff_t)x * component->step];
    }
  }
}

/// Brings samples of one picture into another. Below 0, with the reason in `message`, if that cannot be.
static int scale_into(
  boxwalk_movie_scaler *scaler, const AVFrame *from, boxwalk_movie_colour colour, AVFrame *to,
  char *message) {
  const AVPixFmtDescriptor *pixel = av_pix_fmt_desc_get(from->format);
  // swscale brings these into others by way of Y'CbCr, in which they are not the same colours any more.
  if (pixel && is_packed(pixel)) {
    if (!has_bytes(pixel)) from = expand(scaler, from);
    if (!from) {
      snprintf(message, BOXWALK_MOVIE_MESSAGE, "the pixels of a picture cannot be expanded");
      return -1;
    }
    const int is_planar = to->format == AV_PIX_FMT_GBRP || to->format == AV_PIX_FMT_GBRAP;
    if (is_planar && from->width == to->width && from->height == to->height) {
      separate(from, to);
      return 0;
    }
  }
  scaler->context = sws_getCachedContext(
    scaler->context, from->width, from->height, from->format, to->width, to->height, to->format,
    SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
  if (!scaler->context) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "pictures cannot be scaled to this format");
    return -1;
  }
  sws_setColorspaceDetails(
    scaler->context, sws_getCoefficients(colour.matrix), colour.is_full_range,
    sws_getCoefficients(to->colorspace), to->color_range == AVCOL_RANGE_JPEG, 0, 1 << 16, 1 << 16);
  const int rows = sws_scale(
    scaler->context, (const uint8_t *const *)from->data, from->linesize, 0, from->height, to->data,
    to->linesize);
  if (rows == to->height) return 0;
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "a picture cannot be scaled");
  return -1;
}

boxwalk_movie_frame *scale(
  boxwalk_movie_scaler *scaler, const boxwalk_movie_frame *frame, boxwalk_movie_colour colour,
  const boxwalk_movie_shape *shape, boxwalk_movie_picture *picture,
  char message[BOXWALK_MOVIE_MESSAGE]) {
  boxwalk_movie_frame *made = frame_new(shape, picture);
  if (!made) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
    return NULL;
  }
  if (scale_into(scaler, frame_of(frame), colour, frame_of(made), message) == 0) return made;
  frame_free(made);
  return NULL;
}

#endif
