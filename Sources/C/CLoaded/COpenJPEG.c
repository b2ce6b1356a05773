#include "COpenJPEG.h"

#include "Library.h"

// Its headers are in a folder of their own for each version.
#if __has_include(<openjpeg-2.5/openjpeg.h>)
#include <openjpeg-2.5/openjpeg.h>
#elif __has_include(<openjpeg-2.4/openjpeg.h>)
#include <openjpeg-2.4/openjpeg.h>
#endif

#ifdef OPJ_TRUE

#include <stdio.h>
#include <string.h>

// MARK: The library

#define FUNCTIONS(X) \
  X(opj_version) \
  X(opj_stream_create) \
  X(opj_stream_destroy) \
  X(opj_stream_set_read_function) \
  X(opj_stream_set_skip_function) \
  X(opj_stream_set_seek_function) \
  X(opj_stream_set_user_data) \
  X(opj_stream_set_user_data_length) \
  X(opj_create_decompress) \
  X(opj_destroy_codec) \
  X(opj_set_warning_handler) \
  X(opj_set_error_handler) \
  X(opj_set_default_decoder_parameters) \
  X(opj_setup_decoder) \
  X(opj_read_header) \
  X(opj_decode) \
  X(opj_end_decompress) \
  X(opj_image_destroy)

BOXWALK_LIBRARY(openjpeg, FUNCTIONS)

const char *boxwalk_openjpeg_version(const boxwalk_openjpeg_library *library) {
  return library->opj_version();
}

// MARK: Bytes in memory as a stream

typedef struct {
  const uint8_t *bytes;
  int64_t count, position;
} source;

static OPJ_SIZE_T read_source(void *buffer, OPJ_SIZE_T count, void *user) {
  source *s = user;
  const int64_t left = s->count - s->position;
  if (left <= 0) return (OPJ_SIZE_T)-1;
  if (count > (uint64_t)left) count = (size_t)left;
  memcpy(buffer, s->bytes + s->position, count);
  s->position += (int64_t)count;
  return count;
}

static OPJ_OFF_T skip_source(OPJ_OFF_T count, void *user) {
  source *s = user;
  if (count < -s->position || count > s->count - s->position) return -1;
  s->position += count;
  return count;
}

static OPJ_BOOL seek_source(OPJ_OFF_T position, void *user) {
  source *s = user;
  if (position < 0 || position > s->count) return 0;
  s->position = position;
  return 1;
}

// MARK: Decoding

// The first message is the cause of the others.
static void keep(const char *text, void *user) {
  char *message = user;
  if (message[0]) return;
  snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", text);
  message[strcspn(message, "\r\n")] = 0;
}

static int copy(
    const opj_image_t *picture, const boxwalk_openjpeg_target *targets, uint32_t count, char *message) {
  if (picture->numcomps != count) {
    keep("its number of components differs from its header", message);
    return -1;
  }
  for (uint32_t i = 0; i < count; i++) {
    const opj_image_comp_t *from = &picture->comps[i];
    const boxwalk_openjpeg_target *to = &targets[i];
    if (!from->data || from->sgnd || from->prec != to->bits || from->w != to->width ||
        from->h != to->height) {
      keep("a component differs from its header", message);
      return -1;
    }
    const int32_t most = (int32_t)((1u << to->bits) - 1);
    for (uint32_t y = 0; y < to->height; y++) {
      const int32_t *row = from->data + (size_t)y * to->width;
      uint8_t *out = to->bytes + (size_t)y * to->stride;
      for (uint32_t x = 0; x < to->width; x++) {
        const int32_t value = row[x] < 0 ? 0 : row[x] > most ? most : row[x];
        if (to->bits > 8) {
          const uint16_t sample = (uint16_t)value;
          memcpy(out + 2 * (size_t)x, &sample, 2);
        } else {
          out[x] = (uint8_t)value;
        }
      }
    }
  }
  return 0;
}

int boxwalk_openjpeg_decode(
    const boxwalk_openjpeg_library *library, const uint8_t *bytes, size_t count,
    const boxwalk_openjpeg_target *targets, uint32_t target_count,
    char message[BOXWALK_LIBRARY_MESSAGE]) {
  message[0] = 0;
  opj_dparameters_t parameters;
  source user = {.bytes = bytes, .count = (int64_t)count};
  opj_image_t *picture = NULL;
  int result = -1;
  opj_codec_t *codec = library->opj_create_decompress(OPJ_CODEC_J2K);
  opj_stream_t *stream = library->opj_stream_create(1 << 16, OPJ_STREAM_READ);
  if (!codec || !stream) {
    keep("no memory", message);
    goto done;
  }
  library->opj_stream_set_read_function(stream, read_source);
  library->opj_stream_set_skip_function(stream, skip_source);
  library->opj_stream_set_seek_function(stream, seek_source);
  library->opj_stream_set_user_data(stream, &user, NULL);
  library->opj_stream_set_user_data_length(stream, count);
  // After a warning of OpenJPEG, a part of the picture is invented.
  library->opj_set_warning_handler(codec, keep, message);
  library->opj_set_error_handler(codec, keep, message);
  library->opj_set_default_decoder_parameters(&parameters);
  if (!library->opj_setup_decoder(codec, &parameters) ||
      !library->opj_read_header(stream, codec, &picture) ||
      !library->opj_decode(codec, stream, picture) ||
      !library->opj_end_decompress(codec, stream) || message[0]) {
    keep("it cannot be decoded", message);
    goto done;
  }
  result = copy(picture, targets, target_count, message);
done:
  if (picture) library->opj_image_destroy(picture);
  if (stream) library->opj_stream_destroy(stream);
  if (codec) library->opj_destroy_codec(codec);
  return result;
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(openjpeg, "OpenJPEG")

const char *boxwalk_openjpeg_version(const boxwalk_openjpeg_library *library) BOXWALK_LIBRARY_NEVER
int boxwalk_openjpeg_decode(
  const boxwalk_openjpeg_library *library, const uint8_t *bytes, size_t count,
  const boxwalk_openjpeg_target *targets, uint32_t target_count,
  char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER

#endif
