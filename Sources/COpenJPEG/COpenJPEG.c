#include "COpenJPEG.h"

#include <stdio.h>
#include <string.h>

// MARK: What is known of OpenJPEG

typedef struct {
  uint32_t dx, dy, width, height, x0, y0, bits, bpp, is_signed, resolutions, factor;
  int32_t *data;
  uint16_t alpha;
} component;

typedef struct {
  uint32_t x0, y0, x1, y1, count;
  int colour_space;
  component *components;
  uint8_t *profile;
  uint32_t profile_length;
} image;

typedef size_t (*read_function)(void *buffer, size_t count, void *user);
typedef int64_t (*skip_function)(int64_t count, void *user);
typedef int (*seek_function)(int64_t position, void *user);
typedef void (*message_function)(const char *message, void *user);

enum { FORMAT_CODESTREAM = 0, ROOM_FOR_PARAMETERS = 1 << 15 };

#define FUNCTIONS(X) \
  X(const char *, opj_version, (void)) \
  X(void *, opj_stream_create, (size_t, int)) \
  X(void, opj_stream_destroy, (void *)) \
  X(void, opj_stream_set_read_function, (void *, read_function)) \
  X(void, opj_stream_set_skip_function, (void *, skip_function)) \
  X(void, opj_stream_set_seek_function, (void *, seek_function)) \
  X(void, opj_stream_set_user_data, (void *, void *, void (*)(void *))) \
  X(void, opj_stream_set_user_data_length, (void *, uint64_t)) \
  X(void *, opj_create_decompress, (int)) \
  X(void, opj_destroy_codec, (void *)) \
  X(int, opj_set_warning_handler, (void *, message_function, void *)) \
  X(int, opj_set_error_handler, (void *, message_function, void *)) \
  X(void, opj_set_default_decoder_parameters, (void *)) \
  X(int, opj_setup_decoder, (void *, void *)) \
  X(int, opj_read_header, (void *, void *, image **)) \
  X(int, opj_decode, (void *, void *, image *)) \
  X(int, opj_end_decompress, (void *, void *)) \
  X(void, opj_image_destroy, (image *))

struct boxwalk_openjpeg_library {
  boxwalk_library_file file;
#define MEMBER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
};

// MARK: The library

static const boxwalk_library_function functions[] = {
#define FUNCTION(result, name, arguments) {#name, offsetof(boxwalk_openjpeg_library, name)},
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static const boxwalk_library_kind kind = {
  .functions = functions,
  .function_count = sizeof functions / sizeof functions[0],
  .table_size = sizeof(boxwalk_openjpeg_library),
};

const boxwalk_openjpeg_library *boxwalk_openjpeg_load(
    const char *name, char message[BOXWALK_LIBRARY_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

const char *boxwalk_openjpeg_version(const boxwalk_openjpeg_library *library) {
  return library->opj_version();
}

const char *boxwalk_openjpeg_path(const boxwalk_openjpeg_library *library) {
  return library->file.path;
}

// MARK: Bytes in memory as a stream

typedef struct {
  const uint8_t *bytes;
  int64_t count, position;
} source;

static size_t read_source(void *buffer, size_t count, void *user) {
  source *s = user;
  const int64_t left = s->count - s->position;
  if (left <= 0) return (size_t)-1;
  if (count > (uint64_t)left) count = (size_t)left;
  memcpy(buffer, s->bytes + s->position, count);
  s->position += (int64_t)count;
  return count;
}

static int64_t skip_source(int64_t count, void *user) {
  source *s = user;
  if (count < -s->position || count > s->count - s->position) return -1;
  s->position += count;
  return count;
}

static int seek_source(int64_t position, void *user) {
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
    const image *picture, const boxwalk_openjpeg_target *targets, uint32_t count, char *message) {
  if (picture->count != count) {
    keep("it has another number of components than its header says", message);
    return -1;
  }
  for (uint32_t i = 0; i < count; i++) {
    const component *from = &picture->components[i];
    const boxwalk_openjpeg_target *to = &targets[i];
    if (!from->data || from->is_signed || from->bits != to->bits || from->width != to->width ||
        from->height != to->height) {
      keep("a component is not as its header says", message);
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
  // How large the structure is, each version knows itself.
  static _Thread_local _Alignas(16) char parameters[ROOM_FOR_PARAMETERS];
  source user = {.bytes = bytes, .count = (int64_t)count};
  image *picture = NULL;
  int result = -1;
  void *codec = library->opj_create_decompress(FORMAT_CODESTREAM);
  void *stream = library->opj_stream_create(1 << 16, 1);
  if (!codec || !stream) {
    keep("no memory", message);
    goto done;
  }
  library->opj_stream_set_read_function(stream, read_source);
  library->opj_stream_set_skip_function(stream, skip_source);
  library->opj_stream_set_seek_function(stream, seek_source);
  library->opj_stream_set_user_data(stream, &user, NULL);
  library->opj_stream_set_user_data_length(stream, count);
  // What is a warning to OpenJPEG is a picture that is partly made up.
  library->opj_set_warning_handler(codec, keep, message);
  library->opj_set_error_handler(codec, keep, message);
  memset(parameters, 0, sizeof parameters);
  library->opj_set_default_decoder_parameters(parameters);
  if (!library->opj_setup_decoder(codec, parameters) ||
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
