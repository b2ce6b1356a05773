#include "CLibHEIF.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: What is known of libheif

typedef struct {
  int code, subcode;
  const char *message;
} heif_error;

typedef struct {
  uint8_t version;
  int color_primaries, transfer_characteristics, matrix_coefficients;
  uint8_t full_range_flag;
} heif_nclx;

// The starts of structures: as much as version 1.15 has, and where it is said, 1.21.
typedef struct {
  uint8_t version;
  uint8_t ignore_transformations;
  void (*start_progress)(int, int, void *);
  void (*on_progress)(int, int, void *);
  void (*end_progress)(int, void *);
  void *progress_user_data;
  uint8_t convert_hdr_to_8bit;
  uint8_t strict_decoding;
  const char *decoder_id;
  // Version 5 to 8.
  struct {
    uint8_t version;
    int downsampling, upsampling;
    uint8_t only_use_preferred;
  } color_conversion_options;
  int (*cancel_decoding)(void *);
  void *color_conversion_options_ext;
  int ignore_sequence_editlist;
  heif_nclx *output_image_nclx_profile;
} heif_decoding_options;

typedef struct {
  uint8_t version;
  uint8_t save_alpha_channel;
  uint8_t macOS_compatibility_workaround;
  uint8_t save_two_colr_boxes_when_ICC_and_nclx_available;
  heif_nclx *output_nclx_profile;
  uint8_t macOS_compatibility_workaround_no_nclx_profile;
  int image_orientation;
} heif_encoding_options;

typedef struct {
  int version;
  heif_error (*write)(void *context, const void *bytes, size_t count, void *user);
} heif_writer;

enum {
  COLORSPACE_YCBCR = 0,
  COLORSPACE_MONOCHROME = 2,
  CHANNEL_ALPHA = 6,
  OLDEST = 1 << 24 | 15 << 16,
  DEEP_AV1 = 1 << 24 | 16 << 16,
  KEEPS_PLANES = 1 << 24 | 19 << 16,
};

#define FUNCTIONS(X) \
  X(uint32_t, heif_get_version_number, (void)) \
  X(heif_error, heif_init, (void *)) \
  X(const char *, heif_get_version, (void)) \
  X(int, heif_have_encoder_for_format, (int)) \
  X(int, heif_have_decoder_for_format, (int)) \
  X(void *, heif_context_alloc, (void)) \
  X(void, heif_context_free, (void *)) \
  X(heif_error, heif_context_read_from_memory_without_copy, (void *, const void *, size_t, const void *)) \
  X(heif_error, heif_context_get_primary_image_handle, (void *, void **)) \
  X(void, heif_context_set_max_decoding_threads, (void *, int)) \
  X(void, heif_context_set_maximum_image_size_limit, (void *, int)) \
  X(void, heif_image_handle_release, (const void *)) \
  X(heif_decoding_options *, heif_decoding_options_alloc, (void)) \
  X(void, heif_decoding_options_free, (heif_decoding_options *)) \
  X(heif_error, heif_decode_image, (const void *, void **, int, int, const heif_decoding_options *)) \
  X(int, heif_image_get_decoding_warnings, (void *, int, heif_error *, int)) \
  X(int, heif_image_get_colorspace, (const void *)) \
  X(int, heif_image_get_chroma_format, (const void *)) \
  X(int, heif_image_get_width, (const void *, int)) \
  X(int, heif_image_get_height, (const void *, int)) \
  X(int, heif_image_get_bits_per_pixel_range, (const void *, int)) \
  X(uint8_t *, heif_image_get_plane, (void *, int, int *)) \
  X(heif_error, heif_image_create, (int, int, int, int, void **)) \
  X(heif_error, heif_image_add_plane, (void *, int, int, int, int)) \
  X(void, heif_image_release, (const void *)) \
  X(void, heif_image_set_premultiplied_alpha, (void *, int)) \
  X(heif_error, heif_image_set_raw_color_profile, (void *, const char *, const void *, size_t)) \
  X(heif_error, heif_image_set_nclx_color_profile, (void *, const heif_nclx *)) \
  X(heif_nclx *, heif_nclx_color_profile_alloc, (void)) \
  X(void, heif_nclx_color_profile_free, (heif_nclx *)) \
  X(heif_error, heif_context_get_encoder_for_format, (void *, int, void **)) \
  X(void, heif_encoder_release, (void *)) \
  X(heif_error, heif_encoder_set_lossy_quality, (void *, int)) \
  X(heif_error, heif_encoder_set_parameter, (void *, const char *, const char *)) \
  X(heif_encoding_options *, heif_encoding_options_alloc, (void)) \
  X(void, heif_encoding_options_free, (heif_encoding_options *)) \
  X(heif_error, heif_context_encode_image, (void *, const void *, void *, const heif_encoding_options *, void **)) \
  X(heif_error, heif_context_add_exif_metadata, (void *, const void *, const void *, int)) \
  X(heif_error, heif_context_add_XMP_metadata, (void *, const void *, const void *, int)) \
  X(heif_error, heif_context_write, (void *, heif_writer *, void *)) \
  X(int, heif_context_get_encoder_descriptors, (void *, int, const char *, const void **, int)) \
  X(const char *, heif_encoder_descriptor_get_name, (const void *)) \
  X(int, heif_get_decoder_descriptors, (int, const void **, int)) \
  X(const char *, heif_decoder_descriptor_get_name, (const void *))

struct boxwalk_heif_library {
  boxwalk_library_file file;
#define MEMBER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
};

// MARK: The library

static int begin(void *table, const char *name, char *message) {
  const boxwalk_heif_library *library = table;
  const uint32_t version = library->heif_get_version_number();
  if (version < OLDEST || version >> 24 != 1) {
    snprintf(
      message, BOXWALK_HEIF_MESSAGE, "%s is version %s of libheif; 1.15 and later are known", name,
      library->heif_get_version());
    return 0;
  }
  // Plugins are found and loaded.
  library->heif_init(NULL);
  return 1;
}

static const boxwalk_library_function functions[] = {
#define FUNCTION(result, name, arguments) {#name, offsetof(boxwalk_heif_library, name)},
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static const boxwalk_library_kind kind = {
  .functions = functions,
  .function_count = sizeof functions / sizeof functions[0],
  .table_size = sizeof(boxwalk_heif_library),
  // Its decoders may be of another version than those that this process has.
  .has_own_libraries = 1,
  .begin = begin,
};

const boxwalk_heif_library *boxwalk_heif_open(const char *name, char message[BOXWALK_HEIF_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

const char *boxwalk_heif_version(const boxwalk_heif_library *library) {
  return library->heif_get_version();
}

int boxwalk_heif_keeps_planes(const boxwalk_heif_library *library) {
  return library->heif_get_version_number() >= KEEPS_PLANES;
}

int boxwalk_heif_has_deep_av1(const boxwalk_heif_library *library) {
  return library->heif_get_version_number() >= DEEP_AV1;
}

const char *boxwalk_heif_path(const boxwalk_heif_library *library) { return library->file.path; }

int boxwalk_heif_has_encoder(const boxwalk_heif_library *library, int coding) {
  return library->heif_have_encoder_for_format(coding);
}

int boxwalk_heif_has_decoder(const boxwalk_heif_library *library, int coding) {
  return library->heif_have_decoder_for_format(coding);
}

enum { MOST_CODERS = 16 };

int boxwalk_heif_encoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_HEIF_MESSAGE]) {
  const void *found[MOST_CODERS];
  const int count =
    library->heif_context_get_encoder_descriptors(NULL, coding, NULL, found, MOST_CODERS);
  if (index >= count) return 0;
  snprintf(name, BOXWALK_HEIF_MESSAGE, "%s", library->heif_encoder_descriptor_get_name(found[index]));
  return 1;
}

int boxwalk_heif_decoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_HEIF_MESSAGE]) {
  const void *found[MOST_CODERS];
  const int count = library->heif_get_decoder_descriptors(coding, found, MOST_CODERS);
  if (index >= count) return 0;
  snprintf(name, BOXWALK_HEIF_MESSAGE, "%s", library->heif_decoder_descriptor_get_name(found[index]));
  return 1;
}

// 0, or -1 with libheif's words.
static int check(heif_error error, char *message) {
  if (error.code == 0) return 0;
  snprintf(
    message, BOXWALK_HEIF_MESSAGE, "%s", error.message ? error.message : "an error without words");
  return -1;
}

static void set(heif_nclx *nclx, const uint16_t cicp[4]) {
  nclx->color_primaries = cicp[0];
  nclx->transfer_characteristics = cicp[1];
  nclx->matrix_coefficients = cicp[2];
  nclx->full_range_flag = cicp[3] != 0;
}

// MARK: Pictures

static int get_plane(
  const boxwalk_heif_library *library, void *image, int channel, boxwalk_heif_plane *plane) {
  int stride = 0;
  plane->bytes = library->heif_image_get_plane(image, channel, &stride);
  plane->width = library->heif_image_get_width(image, channel);
  plane->height = library->heif_image_get_height(image, channel);
  if (!plane->bytes || stride <= 0 || plane->width <= 0 || plane->height <= 0) return -1;
  plane->stride = (size_t)stride;
  return 0;
}

int boxwalk_heif_picture_new(
  const boxwalk_heif_library *library, boxwalk_heif_picture *picture, int has_alpha,
  char message[BOXWALK_HEIF_MESSAGE]) {
  picture->library = library;
  picture->image = NULL;
  memset(picture->planes, 0, sizeof picture->planes);
  const int width = picture->width, height = picture->height, chroma = picture->chroma;
  const int space = chroma == 0 ? COLORSPACE_MONOCHROME : COLORSPACE_YCBCR;
  if (check(library->heif_image_create(width, height, space, chroma, &picture->image), message)) return -1;
  for (int i = 0; i < 4; i++) {
    if (i == 3 ? !has_alpha : i > 0 && chroma == 0) continue;
    const int channel = i == 3 ? CHANNEL_ALPHA : i;
    const int is_chroma = i == 1 || i == 2;
    const int columns = is_chroma && chroma != 3 ? (width + 1) / 2 : width;
    const int rows = is_chroma && chroma == 1 ? (height + 1) / 2 : height;
    const heif_error error =
      library->heif_image_add_plane(picture->image, channel, columns, rows, picture->bit_depth);
    if (check(error, message)) goto fail;
    boxwalk_heif_plane *plane = &picture->planes[i];
    if (get_plane(library, picture->image, channel, plane) || plane->width != columns ||
        plane->height != rows) {
      snprintf(message, BOXWALK_HEIF_MESSAGE, "it gives no memory for a plane");
      goto fail;
    }
  }
  return 0;
fail:
  boxwalk_heif_picture_free(picture);
  return -1;
}

void boxwalk_heif_picture_free(boxwalk_heif_picture *picture) {
  if (picture->image) picture->library->heif_image_release(picture->image);
  picture->image = NULL;
  memset(picture->planes, 0, sizeof picture->planes);
}

// MARK: Writing

typedef struct {
  int descriptor;
  int64_t written;
  int error;
} target;

static heif_error put(void *context, const void *bytes, size_t count, void *user) {
  (void)context;
  target *self = user;
  const char *rest = bytes;
  while (count > 0) {
    const ssize_t part = write(self->descriptor, rest, count);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) {
      self->error = part < 0 ? errno : ENOSPC;
      // heif_error_Encoding_error, cannot write output data.
      return (heif_error){9, 5001, "the file cannot be written"};
    }
    rest += part;
    count -= (size_t)part;
    self->written += part;
  }
  return (heif_error){0, 0, "Success"};
}

static int encode(
  const boxwalk_heif_library *library, void *context, boxwalk_heif_picture *picture,
  const boxwalk_heif_settings *settings, heif_nclx *nclx, void **handle, char *message) {
  void *encoder = NULL;
  if (check(library->heif_context_get_encoder_for_format(context, settings->coding, &encoder), message))
    return -1;
  int result = check(library->heif_encoder_set_lossy_quality(encoder, settings->quality), message);
  // Encoders that have no such parameter choose by themselves. The usual preset of x265, slow, takes
  // half as long again for three parts in a hundred of the size.
  library->heif_encoder_set_parameter(encoder, "preset", "medium");
  char threads[16];
  snprintf(threads, sizeof threads, "%d", settings->threads);
  library->heif_encoder_set_parameter(encoder, "threads", threads);
  if (settings->coding == BOXWALK_HEIF_HEVC && settings->has_centred_chroma && picture->chroma == 1)
    library->heif_encoder_set_parameter(encoder, "x265:chromaloc", "1");
  heif_encoding_options *options = library->heif_encoding_options_alloc();
  if (!options || options->version < 5) {
    snprintf(message, BOXWALK_HEIF_MESSAGE, "it has no options for encoding");
    result = -1;
  }
  if (result == 0) {
    options->save_alpha_channel = 1;
    // Readers of any kind find how samples are to be understood.
    options->save_two_colr_boxes_when_ICC_and_nclx_available = 1;
    options->macOS_compatibility_workaround_no_nclx_profile = 0;
    options->output_nclx_profile = nclx;
    result = check(
      library->heif_context_encode_image(context, picture->image, encoder, options, handle), message);
  }
  if (options) library->heif_encoding_options_free(options);
  library->heif_encoder_release(encoder);
  return result;
}

int64_t boxwalk_heif_write(
  boxwalk_heif_picture *picture, const boxwalk_heif_settings *settings, int descriptor,
  char message[BOXWALK_HEIF_MESSAGE]) {
  const boxwalk_heif_library *library = picture->library;
  int result = -1;
  target target = {descriptor, 0, 0};
  void *handle = NULL;
  void *context = library->heif_context_alloc();
  heif_nclx *nclx = library->heif_nclx_color_profile_alloc();
  if (!context || !nclx) {
    snprintf(message, BOXWALK_HEIF_MESSAGE, "no memory");
    goto end;
  }
  set(nclx, settings->cicp);
  if (check(library->heif_image_set_nclx_color_profile(picture->image, nclx), message)) goto end;
  library->heif_image_set_premultiplied_alpha(picture->image, settings->is_premultiplied);
  if (settings->icc_count > 0 &&
      check(library->heif_image_set_raw_color_profile(
              picture->image, "prof", settings->icc, settings->icc_count), message))
    goto end;
  if (encode(library, context, picture, settings, nclx, &handle, message)) goto end;
  // libheif counts with `int`.
  if (settings->exif_count > 1 << 30 || settings->xmp_count > 1 << 30) {
    snprintf(message, BOXWALK_HEIF_MESSAGE, "the metadata is too long");
    goto end;
  }
  if (settings->exif_count > 0 &&
      check(library->heif_context_add_exif_metadata(
              context, handle, settings->exif, (int)settings->exif_count), message))
    goto end;
  if (settings->xmp_count > 0 &&
      check(library->heif_context_add_XMP_metadata(
              context, handle, settings->xmp, (int)settings->xmp_count), message))
    goto end;
  heif_writer writer = {1, put};
  if (check(library->heif_context_write(context, &writer, &target), message)) {
    if (target.error) snprintf(message, BOXWALK_HEIF_MESSAGE, "%s", strerror(target.error));
    goto end;
  }
  result = target.error ? -1 : 0;
end:
  if (handle) library->heif_image_handle_release(handle);
  if (nclx) library->heif_nclx_color_profile_free(nclx);
  if (context) library->heif_context_free(context);
  return result == 0 ? target.written : -1;
}

// MARK: Decoding

static int decode(
  const boxwalk_heif_library *library, void *context, int chroma, heif_nclx *nclx, void **image,
  char *message) {
  void *handle = NULL;
  if (check(library->heif_context_get_primary_image_handle(context, &handle), message)) return -1;
  int result = -1;
  heif_decoding_options *options = library->heif_decoding_options_alloc();
  if (!options || options->version < 3) {
    snprintf(message, BOXWALK_HEIF_MESSAGE, "it has no options for decoding");
  } else {
    options->ignore_transformations = 1;
    options->convert_hdr_to_8bit = 0;
    options->strict_decoding = 1;
    // Otherwise the samples are converted to what sRGB pictures usually have.
    if (options->version >= 8) options->output_image_nclx_profile = nclx;
    const int space = chroma == 0 ? COLORSPACE_MONOCHROME : COLORSPACE_YCBCR;
    result = check(library->heif_decode_image(handle, image, space, chroma, options), message);
  }
  if (options) library->heif_decoding_options_free(options);
  library->heif_image_handle_release(handle);
  return result;
}

int boxwalk_heif_decode(
  const boxwalk_heif_library *library, const uint8_t *file, size_t count, uint32_t longest,
  int chroma, const uint16_t cicp[4], boxwalk_heif_picture *picture, char message[BOXWALK_HEIF_MESSAGE]) {
  memset(picture, 0, sizeof *picture);
  picture->library = library;
  void *context = library->heif_context_alloc();
  heif_nclx *nclx = library->heif_nclx_color_profile_alloc();
  if (!context || !nclx) {
    snprintf(message, BOXWALK_HEIF_MESSAGE, "no memory");
    if (context) library->heif_context_free(context);
    if (nclx) library->heif_nclx_color_profile_free(nclx);
    return -1;
  }
  set(nclx, cicp);
  // The caller has threads of its own.
  library->heif_context_set_max_decoding_threads(context, 0);
  library->heif_context_set_maximum_image_size_limit(context, (int)longest);
  int result = check(
    library->heif_context_read_from_memory_without_copy(context, file, count, NULL), message);
  if (result == 0) result = decode(library, context, chroma, nclx, &picture->image, message);
  if (result == 0) {
    heif_error warning;
    if (library->heif_image_get_decoding_warnings(picture->image, 0, &warning, 1) > 0) {
      snprintf(message, BOXWALK_HEIF_MESSAGE, "%s", warning.message ? warning.message : "a warning");
      result = -1;
    }
  }
  if (result == 0) {
    picture->chroma = library->heif_image_get_chroma_format(picture->image);
    picture->bit_depth = library->heif_image_get_bits_per_pixel_range(picture->image, 0);
    const int count = picture->chroma == 0 ? 1 : 3;
    for (int i = 0; i < count && result == 0; i++) {
      result = get_plane(library, picture->image, i, &picture->planes[i]);
      if (library->heif_image_get_bits_per_pixel_range(picture->image, i) != picture->bit_depth) result = -1;
    }
    if (result) snprintf(message, BOXWALK_HEIF_MESSAGE, "it gives no planes of one kind");
    picture->width = picture->planes[0].width;
    picture->height = picture->planes[0].height;
  }
  if (result) boxwalk_heif_picture_free(picture);
  library->heif_nclx_color_profile_free(nclx);
  library->heif_context_free(context);
  return result;
}
