#include "CPNG.h"

// Without the trait Codecs this is compiled, too, perhaps where there is no libpng; nothing calls it then.
#if __has_include(<png.h>)

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <png.h>

struct boxwalk_png {
  png_structp writer;
  png_infop info;
  int descriptor;
  int64_t written;
  // The target of libpng's errors; every function sets it at its start.
  jmp_buf entry;
  char error[200];
  char warning[200];
};

static void fail(png_structp writer, png_const_charp text) {
  boxwalk_png *self = png_get_error_ptr(writer);
  snprintf(self->error, sizeof self->error, "%.199s", text);
  longjmp(self->entry, 1);
}

static void warn(png_structp writer, png_const_charp text) {
  boxwalk_png *self = png_get_error_ptr(writer);
  snprintf(self->warning, sizeof self->warning, "%.199s", text);
}

static void write_all(png_structp writer, png_bytep bytes, size_t count) {
  boxwalk_png *self = png_get_io_ptr(writer);
  size_t done = 0;
  while (done < count) {
    ssize_t part = write(self->descriptor, bytes + done, count - done);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) png_error(writer, strerror(part < 0 ? errno : ENOSPC));
    done += (size_t)part;
  }
  self->written += (int64_t)count;
}

static void flush(png_structp writer) { (void)writer; }

static void write_header(boxwalk_png *self, const boxwalk_png_picture *picture, char *xmp) {
  png_set_write_fn(self->writer, self, write_all, flush);
  png_set_user_limits(self->writer, 0x7fffffff, 0x7fffffff);
  png_set_compression_level(self->writer, 5);
  // A colour profile that libpng does not like is left out, with a warning; one that it knows to be
  // sloppy is the picture's own all the same.
  png_set_benign_errors(self->writer, 1);
  png_set_option(self->writer, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  png_set_IHDR(self->writer, self->info, picture->width, picture->height, picture->bit_depth,
               (picture->channels < 3 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB) |
                 (picture->channels % 2 == 0 ? PNG_COLOR_MASK_ALPHA : 0),
               PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // libpng would give up on the whole picture.
  const char *const space = picture->channels == 1 ? "GRAY" : "RGB ";
  if (picture->icc_count >= 20 && memcmp(picture->icc + 16, space, 4) != 0) {
    snprintf(self->warning, sizeof self->warning, "the colour profile, which is for other samples");
  } else if (picture->icc_count > 0) {
    png_set_iCCP(self->writer, self->info, "ICC", PNG_COMPRESSION_TYPE_BASE, picture->icc,
                 (png_uint_32)picture->icc_count);
  }
  if (picture->exif_count > 0) {
    png_set_eXIf_1(self->writer, self->info, (png_uint_32)picture->exif_count, (png_bytep)picture->exif);
  }
  if (xmp != NULL) {
    png_text text;
    memset(&text, 0, sizeof text);
    text.compression = PNG_ITXT_COMPRESSION_NONE;
    text.key = "XML:com.adobe.xmp";
    text.text = xmp;
    text.itxt_length = picture->xmp_count;
    text.lang = "";
    text.lang_key = "";
    png_set_text(self->writer, self->info, &text, 1);
  }
  // cICP comes before PLTE and IDAT; libpng of Debian 12 does not know it.
  png_write_info_before_PLTE(self->writer, self->info);
  if (picture->has_cicp) {
    png_write_chunk(self->writer, (png_const_bytep) "cICP", picture->cicp, 4);
  }
  png_write_info(self->writer, self->info);
}

boxwalk_png *boxwalk_png_begin(int descriptor, const boxwalk_png_picture *picture, char message[200]) {
  boxwalk_png *self = calloc(1, sizeof *self);
  // It does not change after setjmp.
  char *const xmp = picture->xmp_count > 0 ? calloc(picture->xmp_count + 1, 1) : NULL;
  if (self == NULL || (picture->xmp_count > 0 && xmp == NULL)) {
    free(self);
    free(xmp);
    snprintf(message, 200, "out of memory");
    return NULL;
  }
  if (xmp != NULL) memcpy(xmp, picture->xmp, picture->xmp_count);
  self->descriptor = descriptor;
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    boxwalk_png_free(self);
    free(xmp);
    return NULL;
  }
  self->writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, fail, warn);
  self->info = self->writer == NULL ? NULL : png_create_info_struct(self->writer);
  if (self->info == NULL) {
    snprintf(message, 200, "libpng cannot be set up");
    boxwalk_png_free(self);
    free(xmp);
    return NULL;
  }
  write_header(self, picture, xmp);
  free(xmp);
  return self;
}

int boxwalk_png_write(boxwalk_png *self, const uint8_t *rows, size_t stride, int count, char message[200]) {
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    return -1;
  }
  for (int row = 0; row < count; row++) png_write_row(self->writer, rows + (size_t)row * stride);
  return 0;
}

int64_t boxwalk_png_end(boxwalk_png *self, char message[200]) {
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    return -1;
  }
  png_write_end(self->writer, NULL);
  return self->written;
}

const char *boxwalk_png_warning(const boxwalk_png *self) { return self->warning; }

void boxwalk_png_free(boxwalk_png *self) {
  if (self == NULL) return;
  png_destroy_write_struct(&self->writer, &self->info);
  free(self);
}

#endif
