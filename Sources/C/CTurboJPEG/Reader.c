#include "CTurboJPEG.h"

// Without the trait Codecs this is compiled, too, perhaps where there is no libjpeg; nothing calls it then.
#if __has_include(<jpeglib.h>)

#include <setjmp.h>
#include <stdio.h>
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
  // Where damage is noted; NULL if it is an error.
  boxwalk_jpeg_damage *damage;
  // Whether the end of the file was reached.
  int has_ended;
  // The most bytes that were read after the end of data.
  size_t made_up;
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

// Notes where libjpeg found damage. It decodes the rows of blocks in order, once in each scan.
static void note(boxwalk_jpeg_file *self, int code) {
  boxwalk_jpeg_damage *damage = self->damage;
  // The data ends; if a sample lacks data, another warning follows.
  if (code == JWRN_JPEG_EOF) {
    self->has_ended = 1;
    return;
  }
  if (code == JWRN_HIT_MARKER) self->made_up += sizeof(size_t);
  if (code == JWRN_EXTRANEOUS_DATA) {
    // libjpeg also counts what it read instead of missing data, and says so at some later marker.
    const int is_made_up = (size_t)self->errors.msg_parm.i[0] <= self->made_up;
    self->made_up = 0;
    if (is_made_up) return;
  }
  if (damage->scan == 0) damage->scan = self->info.input_scan_number;
  // Data that is missing at the end of the file, or before a restart marker, has a clear position.
  const int is_clear = self->has_ended || self->info.restart_interval > 0;
  if (code != JWRN_HIT_MARKER || !is_clear) damage->is_unclear = 1;
  const size_t row = self->info.input_iMCU_row;
  if (row >= damage->row_count) return;
  const int is_before = code == JWRN_EXTRANEOUS_DATA || code == JWRN_MUST_RESYNC;
  damage->rows[row] |= is_before ? BOXWALK_JPEG_DAMAGED_BEFORE : BOXWALK_JPEG_DAMAGED;
}

// Errors that libjpeg conceals are damage, except warnings that do not concern samples.
static void hear(j_common_ptr info, int level) {
  if (level >= 0) return;
  const int code = info->err->msg_code;
  if (code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR) return;
  const int *numbers = info->err->msg_parm.i;
  // Before the first scan no bytes between segments are samples.
  boxwalk_jpeg_file *self = info->client_data;
  if (code == JWRN_EXTRANEOUS_DATA && self->info.input_scan_number == 0) return;
  if (code == JWRN_EXTRANEOUS_DATA && numbers[0] <= MOST_PADDING && numbers[1] == 0xD9) return;
  if (self->damage == NULL) fail(info);
  note(self, code);
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
  picture->block_rows = (int)info->total_iMCU_rows;
  picture->lines_per_row = info->max_v_samp_factor * DCTSIZE;
  picture->restart_interval = (int)info->restart_interval;
  picture->has_several_scans = jpeg_has_multiple_scans(info) ? 1 : 0;
  // MCUs of one component are single blocks (ITU-T T.81 §A.2.2).
  const int is_interleaved = info->num_components > 1;
  const JDIMENSION width = (JDIMENSION)(DCTSIZE * (is_interleaved ? info->max_h_samp_factor : 1));
  const int rows = is_interleaved ? 1 : info->comp_info[0].v_samp_factor;
  picture->units_per_row = (int)((info->image_width + width - 1) / width) * rows;
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
  self->picture.data_start = count - self->info.src->bytes_in_buffer;
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

// Four inks in each sample, 0 for none. Adobe's programs store the opposite, and mark their files.
static void read_inks(boxwalk_jpeg_file *self, const boxwalk_jpeg_target *inks) {
  struct jpeg_decompress_struct *info = &self->info;
  while (info->output_scanline < info->output_height) {
    JSAMPROW row = inks->bytes + info->output_scanline * inks->stride;
    jpeg_read_scanlines(info, &row, 1);
    if (!info->saw_Adobe_marker) continue;
    for (size_t index = 0; index < 4 * (size_t)info->image_width; index++) row[index] ^= 0xFF;
  }
}

// Decodes the picture from all scans, or from the first ones.
static void read_picture(boxwalk_jpeg_file *self, int scans, const boxwalk_jpeg_target *planes) {
  struct jpeg_decompress_struct *info = &self->info;
  info->dct_method = JDCT_ISLOW;
  info->do_block_smoothing = FALSE;
  info->raw_data_out = self->is_raw ? TRUE : FALSE;
  const int is_ink = self->picture.components == 4;
  info->out_color_space = is_ink ? JCS_CMYK : info->jpeg_color_space;
  info->buffered_image = scans > 0 ? TRUE : FALSE;
  jpeg_start_decompress(info);
  if (scans > 0) {
    // Up to the header of the next scan.
    while (info->input_scan_number <= scans && !jpeg_input_complete(info)) jpeg_consume_input(info);
    jpeg_start_output(info, scans);
  }
  if (self->is_raw) {
    read_planes(self, planes);
  } else if (is_ink) {
    read_inks(self, planes);
  } else {
    read_rows(self, planes);
  }
  if (scans == 0) jpeg_finish_decompress(info);
}

int boxwalk_jpeg_read(
  boxwalk_jpeg_file *self, const boxwalk_jpeg_target *planes, char message[200]) {
  if (setjmp(self->entry)) {
    memcpy(message, self->error, 200);
    return -1;
  }
  read_picture(self, 0, planes);
  return 0;
}

int boxwalk_jpeg_read_damaged(
  boxwalk_jpeg_file *self, int scans, const boxwalk_jpeg_target *planes,
  boxwalk_jpeg_damage *damage, char message[200]) {
  self->damage = damage;
  if (setjmp(self->entry)) {
    self->damage = NULL;
    if (damage->scan == 0) damage->scan = self->info.input_scan_number;
    memcpy(message, self->error, 200);
    return -1;
  }
  read_picture(self, scans, planes);
  self->damage = NULL;
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
