#include "CTurboJPEG.h"

#include <stdio.h>

// Without the trait Codecs this is compiled, too, perhaps where there is no libjpeg.
#if !__has_include(<jpeglib.h>)

boxwalk_jpeg_file *boxwalk_jpeg_open(
  const uint8_t *bytes, size_t count, boxwalk_jpeg_info *info, char message[200]) {
  (void)bytes;
  (void)count;
  (void)info;
  snprintf(message, 200, "this build has no libjpeg");
  return NULL;
}

int boxwalk_jpeg_read(
  boxwalk_jpeg_file *file, const boxwalk_jpeg_target *planes, char message[200]) {
  (void)file;
  (void)planes;
  snprintf(message, 200, "this build has no libjpeg");
  return -1;
}

int boxwalk_jpeg_check(boxwalk_jpeg_file *file, char message[200]) {
  (void)file;
  snprintf(message, 200, "this build has no libjpeg");
  return -1;
}

void boxwalk_jpeg_close(boxwalk_jpeg_file *file) { (void)file; }

#else

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
// After jpeglib.h.
#include <jerror.h>

struct boxwalk_jpeg_file {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  // The target of libjpeg's errors; every function sets it at its start.
  jmp_buf entry;
  char error[200];
  boxwalk_jpeg_info picture;
  // Whether the planes are taken as they are coded.
  int is_raw;
};

// A file of a few bytes can ask for any number of scans of a large picture. Real ones have about ten.
enum { MOST_SCANS = 200 };

static void fail(j_common_ptr info) {
  boxwalk_jpeg_file *self = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(self->error, sizeof self->error, "%.199s", text);
  longjmp(self->entry, 1);
}

// A few bytes before EOI are padding that some cameras write; more of them are samples.
enum { MOST_PADDING = 8 };

// Errors that libjpeg conceals are damage, except warnings that do not concern samples.
static void hear(j_common_ptr info, int level) {
  if (level >= 0) return;
  const int code = info->err->msg_code;
  if (code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR) return;
  const int *numbers = info->err->msg_parm.i;
  // Before the first scan no bytes between segments are samples.
  const boxwalk_jpeg_file *self = info->client_data;
  if (code == JWRN_EXTRANEOUS_DATA && self->info.input_scan_number == 0) return;
  if (code == JWRN_EXTRANEOUS_DATA && numbers[0] <= MOST_PADDING && numbers[1] == 0xD9) return;
  fail(info);
}

static void ignore(j_common_ptr info) { (void)info; }

static void watch(j_common_ptr info) {
  boxwalk_jpeg_file *self = info->client_data;
  if (self->info.input_scan_number > MOST_SCANS) {
    snprintf(self->error, sizeof self->error, "it has more than %d scans", MOST_SCANS);
    longjmp(self->entry, 1);
  }
}

// Decides how the coded planes are used, unchanged or interpolated.
static void plan(boxwalk_jpeg_file *self) {
  struct jpeg_decompress_struct *info = &self->info;
  boxwalk_jpeg_info *picture = &self->picture;
  picture->width = (int)info->image_width;
  picture->height = (int)info->image_height;
  picture->components = info->num_components;
  picture->horizontal = picture->vertical = 1;
  switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE: self->is_raw = 1; break;
    case JCS_RGB: break;
    case JCS_YCbCr: {
      const jpeg_component_info *c = info->comp_info;
      const int h = c[0].h_samp_factor, v = c[0].v_samp_factor;
      self->is_raw = c[1].h_samp_factor == c[2].h_samp_factor &&
        c[1].v_samp_factor == c[2].v_samp_factor && h % c[1].h_samp_factor == 0 &&
        v % c[1].v_samp_factor == 0 && h / c[1].h_samp_factor <= 2 && v / c[1].v_samp_factor <= 2;
      if (self->is_raw) {
        picture->horizontal = h / c[1].h_samp_factor;
        picture->vertical = v / c[1].v_samp_factor;
      }
      break;
    }
    case JCS_CMYK:
    case JCS_YCCK: break;
    default: picture->components = 0;
  }
  // Progressive pictures, and those in several scans, are held as coefficients.
  uint64_t memory = (uint64_t)info->image_width * 64 * (uint64_t)info->num_components;
  if (jpeg_has_multiple_scans(info)) {
    for (int c = 0; c < info->num_components; c++) {
      memory += (uint64_t)info->comp_info[c].width_in_blocks * info->comp_info[c].height_in_blocks *
        DCTSIZE2 * sizeof(JCOEF);
    }
  }
  picture->memory = memory;
}

boxwalk_jpeg_file *boxwalk_jpeg_open(
  const uint8_t *bytes, size_t count, boxwalk_jpeg_info *info, char message[200]) {
  boxwalk_jpeg_file *self = calloc(1, sizeof *self);
  if (self == NULL) {
    snprintf(message, 200, "out of memory");
    return NULL;
  }
  self->info.err = jpeg_std_error(&self->errors);
  self->errors.error_exit = fail;
  self->errors.emit_message = hear;
  self->errors.output_message = ignore;
  self->info.client_data = self;
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    boxwalk_jpeg_close(self);
    return NULL;
  }
  jpeg_create_decompress(&self->info);
  self->info.client_data = self;
  self->progress.progress_monitor = watch;
  self->info.progress = &self->progress;
  jpeg_mem_src(&self->info, bytes, count);
  jpeg_read_header(&self->info, TRUE);
  plan(self);
  *info = self->picture;
  return self;
}

static void copy_rows(
  const boxwalk_jpeg_target *plane, JSAMPARRAY rows, int count, JDIMENSION first) {
  for (int row = 0; row < count && first + (JDIMENSION)row < (JDIMENSION)plane->height; row++) {
    memcpy(plane->bytes + (first + (size_t)row) * plane->stride, rows[row], (size_t)plane->width);
  }
}

static void read_planes(boxwalk_jpeg_file *self, const boxwalk_jpeg_target *planes) {
  struct jpeg_decompress_struct *info = &self->info;
  // The memory is from libjpeg's pool, so it is freed with it, also after an error.
  JSAMPARRAY rows[3];
  for (int c = 0; c < info->num_components; c++) {
    const jpeg_component_info *component = &info->comp_info[c];
    rows[c] = (*info->mem->alloc_sarray)(
      (j_common_ptr)info, JPOOL_IMAGE, component->width_in_blocks * DCTSIZE,
      (JDIMENSION)(component->v_samp_factor * DCTSIZE));
  }
  const int lines = info->max_v_samp_factor * DCTSIZE;
  for (JDIMENSION band = 0; info->output_scanline < info->output_height; band++) {
    jpeg_read_raw_data(info, rows, (JDIMENSION)lines);
    for (int c = 0; c < info->num_components; c++) {
      const int count = info->comp_info[c].v_samp_factor * DCTSIZE;
      copy_rows(&planes[c], rows[c], count, band * (JDIMENSION)count);
    }
  }
}

static uint8_t byte(double value) {
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
}

// Interleaved samples: Y, Cb, Cr whose chroma was interpolated, or red, green, blue.
static void read_rows(boxwalk_jpeg_file *self, const boxwalk_jpeg_target *planes) {
  struct jpeg_decompress_struct *info = &self->info;
  JSAMPARRAY row = (*info->mem->alloc_sarray)(
    (j_common_ptr)info, JPOOL_IMAGE, info->image_width * 3, 1);
  while (info->output_scanline < info->output_height) {
    const size_t y = info->output_scanline;
    jpeg_read_scanlines(info, row, 1);
    for (JDIMENSION x = 0; x < info->image_width; x++) {
      const uint8_t *sample = row[0] + 3 * (size_t)x;
      uint8_t values[3] = {sample[0], sample[1], sample[2]};
      if (info->out_color_space == JCS_RGB) {
        // ITU-T T.871 §7.
        const double luma = 0.299 * sample[0] + 0.587 * sample[1] + 0.114 * sample[2];
        values[0] = byte(luma);
        values[1] = byte((sample[2] - luma) / 1.772 + 128);
        values[2] = byte((sample[0] - luma) / 1.402 + 128);
      }
      for (int c = 0; c < 3; c++) planes[c].bytes[y * planes[c].stride + x] = values[c];
    }
  }
}

int boxwalk_jpeg_read(
  boxwalk_jpeg_file *self, const boxwalk_jpeg_target *planes, char message[200]) {
  struct jpeg_decompress_struct *info = &self->info;
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    return -1;
  }
  info->dct_method = JDCT_ISLOW;
  info->do_block_smoothing = FALSE;
  info->raw_data_out = self->is_raw ? TRUE : FALSE;
  info->out_color_space = info->jpeg_color_space;
  jpeg_start_decompress(info);
  if (self->is_raw) {
    read_planes(self, planes);
  } else {
    read_rows(self, planes);
  }
  jpeg_finish_decompress(info);
  return 0;
}

int boxwalk_jpeg_check(boxwalk_jpeg_file *self, char message[200]) {
  struct jpeg_decompress_struct *info = &self->info;
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    return -1;
  }
  if (info->arith_code) {
    // libjpeg reads missing bytes as zeros, which encoders may leave out at the end.
    snprintf(message, 200, "it has arithmetic coding, in which damage cannot be noticed");
    return -1;
  }
  // All coefficients of each block are read, and one sample is computed.
  info->scale_num = 1;
  info->scale_denom = DCTSIZE;
  info->dct_method = JDCT_IFAST;
  info->do_block_smoothing = info->do_fancy_upsampling = FALSE;
  info->out_color_space = info->jpeg_color_space;
  jpeg_start_decompress(info);
  JSAMPARRAY row = (*info->mem->alloc_sarray)(
    (j_common_ptr)info, JPOOL_IMAGE,
    info->output_width * (JDIMENSION)info->output_components, 1);
  while (info->output_scanline < info->output_height) jpeg_read_scanlines(info, row, 1);
  jpeg_finish_decompress(info);
  return 0;
}

void boxwalk_jpeg_close(boxwalk_jpeg_file *self) {
  if (self == NULL) return;
  jpeg_destroy_decompress(&self->info);
  free(self);
}

#endif
