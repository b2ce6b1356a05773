#include "CLibHEIF.h"

#include "Library.h"

#if __has_include(<libheif/heif.h>)

#include <errno.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: The library

_Static_assert(
  BOXWALK_HEIF_HEVC == (int)heif_compression_HEVC && BOXWALK_HEIF_AV1 == (int)heif_compression_AV1,
  "codings have libheif's numbers");

enum {
  OLDEST = 1 << 24 | 15 << 16,
  // The warning of new versions that a file states other colours than its bitstream, as ours do.
  OTHER_COLOURS = 152,
};

#define FUNCTIONS(X) \
  X(heif_get_version_number) \
  X(heif_init) \
  X(heif_get_version) \
  X(heif_have_encoder_for_format) \
  X(heif_have_decoder_for_format) \
  X(heif_context_alloc) \
  X(heif_context_free) \
  X(heif_context_read_from_memory_without_copy) \
  X(heif_context_get_primary_image_handle) \
  X(heif_context_set_max_decoding_threads) \
  X(heif_context_set_maximum_image_size_limit) \
  X(heif_image_handle_release) \
  X(heif_decoding_options_alloc) \
  X(heif_decoding_options_free) \
  X(heif_decode_image) \
  X(heif_image_get_decoding_warnings) \
  X(heif_image_get_colorspace) \
  X(heif_image_get_chroma_format) \
  X(heif_image_get_width) \
  X(heif_image_get_height) \
  X(heif_image_get_bits_per_pixel_range) \
  X(heif_image_get_plane) \
  X(heif_image_create) \
  X(heif_image_add_plane) \
  X(heif_image_release) \
  X(heif_image_set_premultiplied_alpha) \
  X(heif_image_set_raw_color_profile) \
  X(heif_image_set_nclx_color_profile) \
  X(heif_nclx_color_profile_alloc) \
  X(heif_nclx_color_profile_free) \
  X(heif_context_get_encoder_for_format) \
  X(heif_encoder_release) \
  X(heif_encoder_set_lossy_quality) \
  X(heif_encoder_set_parameter) \
  X(heif_encoding_options_alloc) \
  X(heif_encoding_options_free) \
  X(heif_context_encode_image) \
  X(heif_context_add_exif_metadata) \
  X(heif_context_add_XMP_metadata) \
  X(heif_context_write) \
  X(heif_context_get_encoder_descriptors) \
  X(heif_encoder_descriptor_get_name) \
  X(heif_get_decoder_descriptors) \
  X(heif_decoder_descriptor_get_name)

static int begin(const void *opened, const char *name, char *message);
BOXWALK_LIBRARY(
  heif, FUNCTIONS,
  // Its decoders may be of another version than those that this process has.
  .has_own_libraries = 1,
  .begin = begin)

static int begin(const void *opened, const char *name, char *message) {
  const boxwalk_heif_library *library = opened;
  const uint32_t version = library->heif_get_version_number();
  if (version < OLDEST || version >> 24 != 1) {
    snprintf(
      message, BOXWALK_LIBRARY_MESSAGE, "%s is version %s of libheif; 1.15 and later are known", name,
      library->heif_get_version());
    return 0;
  }
  // Plugins are found and loaded.
  library->heif_init(NULL);
  return 1;
}

const char *boxwalk_heif_version(const boxwalk_heif_library *library) {
  return library->heif_get_version();
}

int boxwalk_heif_is_from(const boxwalk_heif_library *library, int minor) {
  return library->heif_get_version_number() >= (1u << 24 | (uint32_t)minor << 16);
}

int boxwalk_heif_has_encoder(const boxwalk_heif_library *library, int coding) {
  return library->heif_have_encoder_for_format(coding);
}

int boxwalk_heif_has_decoder(const boxwalk_heif_library *library, int coding) {
  return library->heif_have_decoder_for_format(coding);
}

enum { MOST_CODERS = 16 };

int boxwalk_heif_encoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_LIBRARY_MESSAGE]) {
  const struct heif_encoder_descriptor *found[MOST_CODERS];
  const int count =
    library->heif_context_get_encoder_descriptors(NULL, coding, NULL, found, MOST_CODERS);
  if (index >= count) return 0;
  snprintf(name, BOXWALK_LIBRARY_MESSAGE, "%s", library->heif_encoder_descriptor_get_name(found[index]));
  return 1;
}

int boxwalk_heif_decoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_LIBRARY_MESSAGE]) {
  const struct heif_decoder_descriptor *found[MOST_CODERS];
  const int count = library->heif_get_decoder_descriptors(coding, found, MOST_CODERS);
  if (index >= count) return 0;
  snprintf(name, BOXWALK_LIBRARY_MESSAGE, "%s", library->heif_decoder_descriptor_get_name(found[index]));
  return 1;
}

// 0, or -1 with libheif's words.
static int check(struct heif_error error, char *message) {
  if (error.code == 0) return 0;
  snprintf(
    message, BOXWALK_LIBRARY_MESSAGE, "%s", error.message ? error.message : "an error without a message");
  return -1;
}

static void set(struct heif_color_profile_nclx *nclx, const uint16_t cicp[4]) {
  nclx->color_primaries = cicp[0];
  nclx->transfer_characteristics = cicp[1];
  nclx->matrix_coefficients = cicp[2];
  nclx->full_range_flag = cicp[3] != 0;
}

// MARK: Pictures

static int get_plane(
  const boxwalk_heif_library *library, struct heif_image *image, int channel, boxwalk_heif_plane *plane) {
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
  char message[BOXWALK_LIBRARY_MESSAGE]) {
  picture->library = library;
  picture->image = NULL;
  memset(picture->planes, 0, sizeof picture->planes);
  const int width = picture->width, height = picture->height, chroma = picture->chroma;
  const int space = chroma == 0 ? heif_colorspace_monochrome : heif_colorspace_YCbCr;
  struct heif_image *image = NULL;
  if (check(library->heif_image_create(width, height, space, chroma, &image), message)) return -1;
  picture->image = image;
  for (int i = 0; i < 4; i++) {
    if (i == 3 ? !has_alpha : i > 0 && chroma == 0) continue;
    const int channel = i == 3 ? heif_channel_Alpha : i;
    const int is_chroma = i == 1 || i == 2;
    const int columns = is_chroma && chroma != 3 ? (width + 1) / 2 : width;
    const int rows = is_chroma && chroma == 1 ? (height + 1) / 2 : height;
    const struct heif_error error =
      library->heif_image_add_plane(image, channel, columns, rows, picture->bit_depth);
    if (check(error, message)) goto fail;
    boxwalk_heif_plane *plane = &picture->planes[i];
    if (get_plane(library, image, channel, plane) || plane->width != columns ||
        plane->height != rows) {
      snprintf(message, BOXWALK_LIBRARY_MESSAGE, "it has no memory for a plane");
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

static struct heif_error put(
  struct heif_context *context, const void *bytes, size_t count, void *user) {
  (void)context;
  target *self = user;
  const char *rest = bytes;
  while (count > 0) {
    const ssize_t part = write(self->descriptor, rest, count);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) {
      self->error = part < 0 ? errno : ENOSPC;
      return (struct heif_error){
        heif_error_Encoding_error, heif_suberror_Cannot_write_output_data,
        "the file cannot be written"};
    }
    rest += part;
    count -= (size_t)part;
    self->written += part;
  }
  return (struct heif_error){heif_error_Ok, heif_suberror_Unspecified, "Success"};
}

static int encode(
  const boxwalk_heif_library *library, struct heif_context *context, boxwalk_heif_picture *picture,
  const boxwalk_heif_settings *settings, struct heif_color_profile_nclx *nclx,
  struct heif_image_handle **handle, char *message) {
  struct heif_encoder *encoder = NULL;
  if (check(library->heif_context_get_encoder_for_format(context, settings->coding, &encoder), message))
    return -1;
  int result = check(library->heif_encoder_set_lossy_quality(encoder, settings->quality), message);
  // Encoders without such a parameter choose by themselves. The default preset of x265, slow, takes half as long again
  // for a size that is three percent smaller.
  library->heif_encoder_set_parameter(encoder, "preset", "medium");
  char threads[16];
  snprintf(threads, sizeof threads, "%d", settings->threads);
  library->heif_encoder_set_parameter(encoder, "threads", threads);
  if (settings->coding == BOXWALK_HEIF_HEVC && settings->has_centred_chroma && picture->chroma == 1)
    library->heif_encoder_set_parameter(encoder, "x265:chromaloc", "1");
  struct heif_encoding_options *options = library->heif_encoding_options_alloc();
  if (!options || options->version < 5) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "it has no options for encoding");
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
  char message[BOXWALK_LIBRARY_MESSAGE]) {
  const boxwalk_heif_library *library = picture->library;
  int result = -1;
  target target = {descriptor, 0, 0};
  struct heif_image_handle *handle = NULL;
  struct heif_context *context = library->heif_context_alloc();
  struct heif_color_profile_nclx *nclx = library->heif_nclx_color_profile_alloc();
  if (!context || !nclx) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "no memory");
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
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "the metadata is too long");
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
  struct heif_writer writer = {1, put};
  if (check(library->heif_context_write(context, &writer, &target), message)) goto end;
  result = 0;
end:
  if (handle) library->heif_image_handle_release(handle);
  if (nclx) library->heif_nclx_color_profile_free(nclx);
  if (context) library->heif_context_free(context);
  if (target.error) return -1 - target.error;
  return result == 0 ? target.written : -1;
}

// MARK: Decoding

static int decode(
  const boxwalk_heif_library *library, struct heif_context *context, enum heif_colorspace space,
  enum heif_chroma chroma, struct heif_image **image, char *message) {
  struct heif_image_handle *handle = NULL;
  if (check(library->heif_context_get_primary_image_handle(context, &handle), message)) return -1;
  int result = -1;
  struct heif_decoding_options *options = library->heif_decoding_options_alloc();
  if (!options || options->version < 3) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "it has no options for decoding");
  } else {
    options->ignore_transformations = 1;
    options->convert_hdr_to_8bit = 0;
    options->strict_decoding = 1;
    result = check(library->heif_decode_image(handle, image, space, chroma, options), message);
  }
  if (options) library->heif_decoding_options_free(options);
  library->heif_image_handle_release(handle);
  return result;
}

// Keeps the first of the samples of a plane that are copies of one sample of chroma.
static void keep_first(boxwalk_heif_plane *plane, int chroma, int bit_depth) {
  const int horizontal = chroma == 3 ? 1 : 2, vertical = chroma == 1 ? 2 : 1;
  const size_t size = bit_depth > 8 ? 2 : 1;
  plane->width = (plane->width + horizontal - 1) / horizontal;
  plane->height = (plane->height + vertical - 1) / vertical;
  plane->stride *= (size_t)vertical;
  if (horizontal == 1) return;
  for (int y = 0; y < plane->height; y++) {
    uint8_t *row = plane->bytes + (size_t)y * plane->stride;
    for (int x = 1; x < plane->width; x++) memcpy(row + x * size, row + 2 * x * size, size);
  }
}

// Sets the planes of a picture to those of its image.
static int get_planes(const boxwalk_heif_library *library, int chroma, boxwalk_heif_picture *picture) {
  const struct heif_image *image = picture->image;
  const int is_rgb = library->heif_image_get_colorspace(image) == heif_colorspace_RGB;
  const int own_chroma = library->heif_image_get_chroma_format(image);
  if (own_chroma < 0 || own_chroma > 3) return -1;
  picture->is_rgb = is_rgb && chroma < 0;
  picture->chroma = chroma < 0 ? own_chroma : chroma;
  // The identity matrix: luma is green, and chroma is blue and red (ITU-T H.273, table 4).
  const int colours[] = {heif_channel_G, heif_channel_B, heif_channel_R};
  const int others[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  const int *channels = is_rgb ? colours : others;
  picture->bit_depth = library->heif_image_get_bits_per_pixel_range(image, channels[0]);
  for (int i = 0; i < (picture->chroma == 0 ? 1 : 3); i++) {
    boxwalk_heif_plane *plane = &picture->planes[i];
    if (get_plane(library, picture->image, channels[i], plane)) return -1;
    if (library->heif_image_get_bits_per_pixel_range(image, channels[i]) != picture->bit_depth) return -1;
    if (is_rgb && chroma > 0 && i > 0) keep_first(plane, chroma, picture->bit_depth);
  }
  if (chroma < 0 &&
      library->heif_image_get_bits_per_pixel_range(image, heif_channel_Alpha) == picture->bit_depth)
    get_plane(library, picture->image, heif_channel_Alpha, &picture->planes[3]);
  picture->width = picture->planes[0].width;
  picture->height = picture->planes[0].height;
  return 0;
}

int boxwalk_heif_decode(
  const boxwalk_heif_library *library, const uint8_t *file, size_t count, uint32_t longest,
  int chroma, boxwalk_heif_picture *picture, char message[BOXWALK_LIBRARY_MESSAGE]) {
  memset(picture, 0, sizeof *picture);
  picture->library = library;
  struct heif_context *context = library->heif_context_alloc();
  if (!context) {
    snprintf(message, BOXWALK_LIBRARY_MESSAGE, "no memory");
    return -1;
  }
  // The caller has its own threads.
  library->heif_context_set_max_decoding_threads(context, 0);
  library->heif_context_set_maximum_image_size_limit(context, (int)longest);
  int result = check(
    library->heif_context_read_from_memory_without_copy(context, file, count, NULL), message);
  struct heif_image *image = NULL;
  enum heif_colorspace space = chroma < 0 ? heif_colorspace_undefined
    : chroma == 0 ? heif_colorspace_monochrome : heif_colorspace_RGB;
  enum heif_chroma format = chroma < 0 ? heif_chroma_undefined
    : chroma == 0 ? heif_chroma_monochrome : heif_chroma_444;
  if (result == 0) result = decode(library, context, space, format, &image, message);
  if (result == 0 && library->heif_image_get_chroma_format(image) > heif_chroma_444) {
    // Red, green and blue that are interleaved.
    library->heif_image_release(image);
    image = NULL;
    result = decode(library, context, heif_colorspace_RGB, heif_chroma_444, &image, message);
  }
  picture->image = image;
  if (result == 0) {
    struct heif_error warning;
    for (int i = 0; library->heif_image_get_decoding_warnings(image, i, &warning, 1) > 0; i++) {
      if ((int)warning.subcode == OTHER_COLOURS) continue;
      snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s", warning.message ? warning.message : "a warning");
      result = -1;
    }
  }
  if (result == 0) {
    result = get_planes(library, chroma, picture);
    if (result) snprintf(message, BOXWALK_LIBRARY_MESSAGE, "it gives planes of different kinds");
  }
  if (result) boxwalk_heif_picture_free(picture);
  library->heif_context_free(context);
  return result;
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(heif, "libheif")

const char *boxwalk_heif_version(const boxwalk_heif_library *library) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_is_from(const boxwalk_heif_library *library, int minor) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_has_encoder(const boxwalk_heif_library *library, int coding) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_has_decoder(const boxwalk_heif_library *library, int coding) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_encoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_decoder_name(
  const boxwalk_heif_library *library, int coding, int index, char name[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_picture_new(
  const boxwalk_heif_library *library, boxwalk_heif_picture *picture, int has_alpha,
  char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
void boxwalk_heif_picture_free(boxwalk_heif_picture *picture) BOXWALK_LIBRARY_NEVER
int64_t boxwalk_heif_write(
  boxwalk_heif_picture *picture, const boxwalk_heif_settings *settings, int descriptor,
  char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER
int boxwalk_heif_decode(
  const boxwalk_heif_library *library, const uint8_t *file, size_t count, uint32_t longest,
  int chroma, boxwalk_heif_picture *picture, char message[BOXWALK_LIBRARY_MESSAGE]) BOXWALK_LIBRARY_NEVER

#endif
