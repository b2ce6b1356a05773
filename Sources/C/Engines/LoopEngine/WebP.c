#include "LoopEngine.h"

#if __has_include(<libavfilter/avfilter.h>) && __has_include(<libavformat/avformat.h>) && \
  __has_include(<webp/mux.h>)

#include "Loops.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

/// A WebP file, by libwebp's encoder of animations.
typedef struct {
  boxwalk_loop loop;
  int width, height, is_opaque, descriptor;
  WebPAnimEncoder *encoder;
  WebPConfig config;
  uint8_t *exif;
  size_t exif_size;
} webp_loop;

static void webp_free(boxwalk_loop *loop) {
  webp_loop *webp = (webp_loop *)loop;
  WebPAnimEncoderDelete(webp->encoder);
  free(webp->exif);
  free(webp);
}

static int fail_encoding(const webp_loop *webp, char *message) {
  snprintf(
    message, BOXWALK_MOVIE_MESSAGE, "libwebp cannot encode a picture: %s",
    WebPAnimEncoderGetError(webp->encoder));
  return -1;
}

static int webp_add(boxwalk_loop *loop, const uint8_t *pixels, int64_t time, char *message) {
  webp_loop *webp = (webp_loop *)loop;
  if (time < 0 || time > INT_MAX) return fail(message, "the animation is too long for WebP");
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) return fail(message, "libwebp is of another version");
  picture.use_argb = 1;
  picture.width = webp->width;
  picture.height = webp->height;
  const int stride = webp->width * 4;
  const int is_there = webp->is_opaque ? WebPPictureImportBGRX(&picture, pixels, stride)
                                       : WebPPictureImportBGRA(&picture, pixels, stride);
  if (!is_there) return fail(message, "no memory");
  const int is_added = WebPAnimEncoderAdd(webp->encoder, &picture, (int)time, &webp->config);
  WebPPictureFree(&picture);
  return is_added ? 0 : fail_encoding(webp, message);
}

/// Adds Exif metadata to a file. `data` is replaced.
static int add_exif(const webp_loop *webp, WebPData *data, char *message) {
  WebPMux *mux = WebPMuxCreate(data, 0);
  if (!mux) return fail(message, "libwebp cannot read what it wrote");
  const WebPData exif = {webp->exif, webp->exif_size};
  WebPData whole;
  WebPDataInit(&whole);
  int result = -1;
  if (WebPMuxSetChunk(mux, "EXIF", &exif, 0) == WEBP_MUX_OK &&
      WebPMuxAssemble(mux, &whole) == WEBP_MUX_OK) {
    WebPDataClear(data);
    *data = whole;
    result = 0;
  } else {
    fail(message, "libwebp cannot add Exif metadata");
  }
  WebPMuxDelete(mux);
  return result;
}

static int webp_end(boxwalk_loop *loop, int64_t end, char *message) {
  webp_loop *webp = (webp_loop *)loop;
  if (end < 0 || end > INT_MAX) return fail(message, "the animation is too long for WebP");
  WebPData data;
  WebPDataInit(&data);
  if (!WebPAnimEncoderAdd(webp->encoder, NULL, (int)end, NULL) ||
      !WebPAnimEncoderAssemble(webp->encoder, &data)) {
    return fail_encoding(webp, message);
  }
  int result = webp->exif_size > 0 ? add_exif(webp, &data, message) : 0;
  if (result == 0 && write_all(webp->descriptor, data.bytes, data.size) != 0) {
    result = fail(message, "the file cannot be written");
  }
  WebPDataClear(&data);
  return result;
}

boxwalk_loop *webp_new(const boxwalk_loop_settings *settings, int descriptor, char *message) {
  message[0] = 0;
  if (settings->width > WEBP_MAX_DIMENSION || settings->height > WEBP_MAX_DIMENSION) {
    fail(message, "WebP has at most 16383 samples in a side; --max-size makes pictures smaller");
    return NULL;
  }
  webp_loop *webp = calloc(1, sizeof *webp);
  if (!webp) {
    fail(message, "no memory");
    return NULL;
  }
  webp->loop = (boxwalk_loop){.free = webp_free, .add = webp_add, .end = webp_end};
  webp->width = settings->width;
  webp->height = settings->height;
  webp->is_opaque = settings->is_opaque;
  webp->descriptor = descriptor;
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInit(&options) ||
      !WebPConfigPreset(&webp->config, WEBP_PRESET_PHOTO, (float)settings->quality)) {
    fail(message, "libwebp is of another version");
    webp_free(&webp->loop);
    return NULL;
  }
  options.anim_params.loop_count = settings->play_count;
  webp->encoder = WebPAnimEncoderNew(settings->width, settings->height, &options);
  if (settings->exif_size > 0) webp->exif = malloc(settings->exif_size);
  if (!webp->encoder || (settings->exif_size > 0 && !webp->exif)) {
    fail(message, "no memory");
    webp_free(&webp->loop);
    return NULL;
  }
  if (webp->exif) memcpy(webp->exif, settings->exif, settings->exif_size);
  webp->exif_size = settings->exif_size;
  return &webp->loop;
}

#endif
