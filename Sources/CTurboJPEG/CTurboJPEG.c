#include "CTurboJPEG.h"

#include <stdio.h>

// Without the trait Codecs this is compiled, too, perhaps where there is no libjpeg.
#if !__has_include(<jpeglib.h>)

int64_t boxwalk_jpeg_write(int descriptor, const boxwalk_jpeg_picture *picture, char message[200]) {
  (void)descriptor;
  (void)picture;
  snprintf(message, 200, "this build has no libjpeg");
  return -1;
}

#else

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

// libjpeg reports errors by a callback that must not return: ours jumps back to where the
// function was entered, and the message goes to the caller.
typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf entry;
  char *message;
} error_manager;

static void fail(j_common_ptr info) {
  error_manager *manager = (error_manager *)info->err;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(manager->message, 200, "%.199s", text);
  longjmp(manager->entry, 1);
}

static void ignore(j_common_ptr info) { (void)info; }

// Output goes to a descriptor through a buffer.
typedef struct {
  struct jpeg_destination_mgr base;
  int descriptor;
  int64_t written;
  JOCTET buffer[1 << 16];
} destination;

static void fail_to_write(j_compress_ptr info, int code) {
  error_manager *manager = (error_manager *)info->err;
  snprintf(manager->message, 200, "the file cannot be written: %s", strerror(code));
  longjmp(manager->entry, 1);
}

static void write_all(j_compress_ptr info, size_t count) {
  destination *self = (destination *)info->dest;
  size_t done = 0;
  while (done < count) {
    ssize_t part = write(self->descriptor, self->buffer + done, count - done);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) fail_to_write(info, part < 0 ? errno : ENOSPC);
    done += (size_t)part;
  }
  self->written += (int64_t)count;
}

static void start(j_compress_ptr info) {
  destination *self = (destination *)info->dest;
  self->base.next_output_byte = self->buffer;
  self->base.free_in_buffer = sizeof self->buffer;
}

static boolean empty(j_compress_ptr info) {
  destination *self = (destination *)info->dest;
  write_all(info, sizeof self->buffer);
  start(info);
  return TRUE;
}

static void finish(j_compress_ptr info) {
  destination *self = (destination *)info->dest;
  write_all(info, sizeof self->buffer - self->base.free_in_buffer);
}

// Rows of planes, padded to whole blocks by repeating the last sample and the last row.
static void write_planes(j_compress_ptr info, const boxwalk_jpeg_picture *picture) {
  int vertical = 1, horizontal = 1;
  for (int c = 0; c < picture->components; c++) {
    if (picture->planes[c].vertical > vertical) vertical = picture->planes[c].vertical;
    if (picture->planes[c].horizontal > horizontal) horizontal = picture->planes[c].horizontal;
  }
  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY planes[3] = {rows[0], rows[1], rows[2]};
  int columns = (picture->width + horizontal * DCTSIZE - 1) / (horizontal * DCTSIZE);
  // From libjpeg's pool, so that it goes with the compressor, also after an error.
  JSAMPARRAY padded[3];
  int padded_width[3];
  for (int c = 0; c < picture->components; c++) {
    const boxwalk_jpeg_plane *plane = &picture->planes[c];
    padded_width[c] = columns * plane->horizontal * DCTSIZE;
    padded[c] = (*info->mem->alloc_sarray)(
        (j_common_ptr)info, JPOOL_IMAGE, (JDIMENSION)padded_width[c],
        (JDIMENSION)(plane->vertical * DCTSIZE));
  }
  while (info->next_scanline < info->image_height) {
    int band = (int)info->next_scanline / (vertical * DCTSIZE);
    for (int c = 0; c < picture->components; c++) {
      const boxwalk_jpeg_plane *plane = &picture->planes[c];
      int count = plane->vertical * DCTSIZE;
      for (int row = 0; row < count; row++) {
        int y = band * count + row;
        if (y >= plane->height) y = plane->height - 1;
        const uint8_t *source = plane->bytes + (size_t)y * plane->stride;
        if (plane->width >= padded_width[c]) {
          rows[c][row] = (JSAMPROW)source;
          continue;
        }
        memcpy(padded[c][row], source, (size_t)plane->width);
        memset(padded[c][row] + plane->width, source[plane->width - 1],
               (size_t)(padded_width[c] - plane->width));
        rows[c][row] = padded[c][row];
      }
    }
    jpeg_write_raw_data(info, planes, (JDIMENSION)(vertical * DCTSIZE));
  }
}

int64_t boxwalk_jpeg_write(int descriptor, const boxwalk_jpeg_picture *picture, char message[200]) {
  struct jpeg_compress_struct info;
  error_manager errors;
  // Not on the stack of this function: it is read after the jump.
  destination *output = malloc(sizeof *output);
  if (output == NULL) {
    snprintf(message, 200, "out of memory");
    return -1;
  }
  memset(&info, 0, sizeof info);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = fail;
  errors.base.output_message = ignore;
  errors.message = message;
  if (setjmp(errors.entry)) {
    jpeg_destroy_compress(&info);
    free(output);
    return -1;
  }
  jpeg_create_compress(&info);
  output->base.init_destination = start;
  output->base.empty_output_buffer = empty;
  output->base.term_destination = finish;
  output->descriptor = descriptor;
  output->written = 0;
  info.dest = &output->base;

  info.image_width = (JDIMENSION)picture->width;
  info.image_height = (JDIMENSION)picture->height;
  info.input_components = picture->components;
  if (picture->rgb) {
    info.in_color_space = JCS_RGB;
  } else {
    info.in_color_space = picture->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  }
  jpeg_set_defaults(&info);
  jpeg_set_colorspace(&info, picture->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr);
  jpeg_set_quality(&info, picture->quality, TRUE);
  info.dct_method = JDCT_ISLOW;
  info.write_JFIF_header = picture->writes_jfif ? TRUE : FALSE;
  if (picture->rgb) {
    // Full chroma: the source had it, or it was interpolated.
    info.comp_info[0].h_samp_factor = picture->planes[0].horizontal;
    info.comp_info[0].v_samp_factor = picture->planes[0].vertical;
  } else {
    info.raw_data_in = TRUE;
    for (int c = 0; c < picture->components; c++) {
      info.comp_info[c].h_samp_factor = picture->planes[c].horizontal;
      info.comp_info[c].v_samp_factor = picture->planes[c].vertical;
    }
  }
  jpeg_start_compress(&info, TRUE);
  for (size_t index = 0; index < picture->segment_count; index++) {
    const boxwalk_jpeg_segment *segment = &picture->segments[index];
    jpeg_write_marker(&info, segment->marker, segment->bytes, (unsigned)segment->count);
  }
  if (picture->icc_count > 0) {
    jpeg_write_icc_profile(&info, picture->icc, (unsigned)picture->icc_count);
  }
  if (picture->rgb) {
    while (info.next_scanline < info.image_height) {
      JSAMPROW row = (JSAMPROW)(picture->rgb + (size_t)info.next_scanline * picture->rgb_stride);
      jpeg_write_scanlines(&info, &row, 1);
    }
  } else {
    write_planes(&info, picture);
  }
  jpeg_finish_compress(&info);
  int64_t written = output->written;
  jpeg_destroy_compress(&info);
  free(output);
  return written;
}

#endif
