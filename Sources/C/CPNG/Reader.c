#include "CPNG.h"

// Without the trait Codecs this is compiled, too, perhaps where there is no libpng; nothing calls it then.
#if __has_include(<png.h>)

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct boxwalk_png_file {
  png_structp reader;
  png_infop info;
  const uint8_t *bytes;
  size_t left;
  // The target of libpng's errors; every function sets it at its start.
  jmp_buf entry;
  char error[200];
  boxwalk_png_info picture;
  // The number of channels that libpng returns: 1, 2, 3 or 4.
  int channels;
  // A row, or all rows of an interlaced picture.
  uint8_t *rows;
  // The rows that are complete.
  uint32_t done;
};

static void fail(png_structp reader, png_const_charp text) {
  boxwalk_png_file *self = png_get_error_ptr(reader);
  snprintf(self->error, sizeof self->error, "%.199s", text);
  longjmp(self->entry, 1);
}

// Samples must be complete; other warnings of libpng are ignored.
static void hear(png_structp reader, png_const_charp text) {
  if (strncmp(text, "IDAT", 4) == 0) fail(reader, text);
}

static void take(png_structp reader, png_bytep bytes, size_t count) {
  boxwalk_png_file *self = png_get_io_ptr(reader);
  if (count > self->left) png_error(reader, "the file ends before the end of its picture");
  memcpy(bytes, self->bytes, count);
  self->bytes += count;
  self->left -= count;
  // libpng would ask for 8192 bytes of a picture at once, and decode none of them if the file ends before that.
  if (self->left < 1 << 14) png_set_compression_buffer_size(reader, 1);
}

static void describe(boxwalk_png_file *self) {
  boxwalk_png_info *picture = &self->picture;
  const int type = png_get_color_type(self->reader, self->info);
  picture->width = png_get_image_width(self->reader, self->info);
  picture->height = png_get_image_height(self->reader, self->info);
  picture->is_interlaced = png_get_interlace_type(self->reader, self->info) != PNG_INTERLACE_NONE;
  picture->is_gray = type == PNG_COLOR_TYPE_GRAY || type == PNG_COLOR_TYPE_GRAY_ALPHA;
  png_charp name;
  int method;
  png_bytep profile;
  png_uint_32 count = 0;
  if (png_get_iCCP(self->reader, self->info, &name, &method, &profile, &count) == PNG_INFO_iCCP) {
    picture->icc = profile;
    picture->icc_count = count;
  }
  // All pictures become samples of 8 or 16 bits, with alpha instead of a transparent colour.
  png_set_expand(self->reader);
  const uint16_t one = 1;
  if (*(const uint8_t *)&one == 1) png_set_swap(self->reader);
  if (picture->is_interlaced) png_set_interlace_handling(self->reader);
  png_read_update_info(self->reader, self->info);
  self->channels = png_get_channels(self->reader, self->info);
  picture->bit_depth = png_get_bit_depth(self->reader, self->info);
  picture->has_alpha = self->channels == 2 || self->channels == 4;
}

boxwalk_png_file *boxwalk_png_open(
  const uint8_t *bytes, size_t count, boxwalk_png_info *info, char message[200]) {
  boxwalk_png_file *self = calloc(1, sizeof *self);
  if (self == NULL) {
    snprintf(message, 200, "out of memory");
    return NULL;
  }
  self->bytes = bytes;
  self->left = count;
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    boxwalk_png_close(self);
    return NULL;
  }
  self->reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, fail, hear);
  self->info = self->reader == NULL ? NULL : png_create_info_struct(self->reader);
  if (self->info == NULL) {
    snprintf(message, 200, "libpng cannot be set up");
    boxwalk_png_close(self);
    return NULL;
  }
  png_set_read_fn(self->reader, self, take);
  // The caller knows the size, and decides whether it can be decoded.
  png_set_user_limits(self->reader, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_option(self->reader, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  // Chunks of text are read elsewhere; a profile that grows beyond all measure is none.
  png_set_chunk_malloc_max(self->reader, 1 << 26);
  static const png_byte ignored[] = "zTXt\0iTXt\0tEXt\0eXIf";
  png_set_keep_unknown_chunks(self->reader, PNG_HANDLE_CHUNK_NEVER, ignored, 4);
  png_read_info(self->reader, self->info);
  describe(self);
  *info = self->picture;
  return self;
}

// Separates the samples of a row.
static void split(
  const boxwalk_png_file *self, const uint8_t *row, uint32_t y, const boxwalk_png_plane *planes,
  int takes_alpha) {
  const int size = self->picture.bit_depth / 8, channels = self->channels;
  // The planes of an RGB picture are green, blue, red.
  static const int colours[3] = {1, 2, 0};
  const int count = takes_alpha || self->picture.is_gray ? 1 : 3;
  for (int p = 0; p < count; p++) {
    const int channel = takes_alpha ? channels - 1 : count == 1 ? 0 : colours[p];
    const uint8_t *source = row + channel * size;
    uint8_t *target = planes[p].bytes + (size_t)y * planes[p].stride;
    for (uint32_t x = 0; x < self->picture.width; x++) {
      target[0] = source[0];
      if (size == 2) target[1] = source[1];
      source += channels * size;
      target += size;
    }
  }
}

int boxwalk_png_read(
  boxwalk_png_file *self, const boxwalk_png_plane *planes, int takes_alpha, char message[200]) {
  const uint32_t height = self->picture.height;
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    return -1;
  }
  const size_t stride = png_get_rowbytes(self->reader, self->info);
  // Rows that are not needed may be written to the same memory.
  const int is_held = self->picture.is_interlaced && planes != NULL;
  self->rows = calloc(is_held ? height : 1, stride);
  if (self->rows == NULL) png_error(self->reader, "out of memory");
  const int passes = self->picture.is_interlaced ? 7 : 1;
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *row = self->rows + (is_held ? (size_t)y * stride : 0);
      png_read_row(self->reader, row, NULL);
      if (pass < passes - 1) continue;
      if (planes != NULL) split(self, row, y, planes, takes_alpha);
      self->done = y + 1;
    }
  }
  png_read_end(self->reader, NULL);
  return 0;
}

uint32_t boxwalk_png_rows(const boxwalk_png_file *self) { return self->done; }

void boxwalk_png_close(boxwalk_png_file *self) {
  if (self == NULL) return;
  png_destroy_read_struct(&self->reader, &self->info, NULL);
  free(self->rows);
  free(self);
}

const char *boxwalk_png_version(void) { return png_get_libpng_ver(NULL); }

#endif
